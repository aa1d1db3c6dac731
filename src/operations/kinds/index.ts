import type { OperationKind } from '../../store/operations/index.ts';
import { passwordKind, sshKeyKind } from './credentials.ts';
import { domainRenewalKind } from './domain-renewal.ts';
import type { Exclusion, Kind } from './kind.ts';
import { orderKind } from './order.ts';
import { powerKind } from './power.ts';
import { registrationKind } from './registration.ts';
import { reinstallKind } from './reinstall.ts';
import { renewalKind } from './renewal.ts';
import { rescueKind } from './rescue.ts';
import { backupKind, snapshotKind } from './snapshots-and-backups.ts';
import { upgradeKind } from './upgrade.ts';

/** The kinds that restart a server, or work on its disk or on what is on it. */
const SERVER_WORK: readonly OperationKind[] = [
  'power',
  'rescue',
  'snapshot',
  'backup',
  'reinstall',
  'password',
  'sshKey',
  'upgrade',
];
const DOMAIN_WORK: readonly OperationKind[] = ['registration', 'domainRenewal'];

/** Every kind of operation, and what it waits for: a new one is a row here and a file beside this one. */
export const KINDS: Record<OperationKind, Kind & Exclusion> = {
  power: { ...powerKind, waitsFor: SERVER_WORK, mayGoPast: true },
  rescue: { ...rescueKind, waitsFor: SERVER_WORK, mayGoPast: true },
  snapshot: { ...snapshotKind, waitsFor: SERVER_WORK },
  backup: { ...backupKind, waitsFor: SERVER_WORK },
  reinstall: { ...reinstallKind, waitsFor: SERVER_WORK },
  password: { ...passwordKind, waitsFor: SERVER_WORK },
  sshKey: { ...sshKeyKind, waitsFor: SERVER_WORK },
  order: { ...orderKind, waitsFor: [] },
  // A late renewal loses the server: it waits for nothing but what moves the same date.
  renewal: { ...renewalKind, waitsFor: ['renewal'] },
  // Its price is for the days that are left, which a renewal changes.
  upgrade: { ...upgradeKind, waitsFor: [...SERVER_WORK, 'renewal'] },
  registration: { ...registrationKind, waitsFor: DOMAIN_WORK },
  domainRenewal: { ...domainRenewalKind, waitsFor: DOMAIN_WORK },
};
