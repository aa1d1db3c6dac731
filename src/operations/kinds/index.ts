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

/** The kinds that restart a server or change its disk or data. */
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

/**
 * The table of all kinds, and which kinds each waits for. A new kind is a file beside this one and its row here; the
 * compiler then asks for its row in `features/operation-views.ts`.
 */
export const KINDS: Record<OperationKind, Kind & Exclusion> = {
  power: { ...powerKind, waitsFor: SERVER_WORK, mayGoPast: true },
  rescue: { ...rescueKind, waitsFor: SERVER_WORK, mayGoPast: true },
  snapshot: { ...snapshotKind, waitsFor: SERVER_WORK },
  backup: { ...backupKind, waitsFor: SERVER_WORK },
  reinstall: { ...reinstallKind, waitsFor: SERVER_WORK },
  password: { ...passwordKind, waitsFor: SERVER_WORK },
  sshKey: { ...sshKeyKind, waitsFor: SERVER_WORK },
  order: { ...orderKind, waitsFor: [] },
  // A late renewal loses the server: it waits only for another renewal.
  renewal: { ...renewalKind, waitsFor: ['renewal'] },
  // Its price covers the remaining days, which a renewal changes.
  upgrade: { ...upgradeKind, waitsFor: [...SERVER_WORK, 'renewal'] },
  registration: { ...registrationKind, waitsFor: DOMAIN_WORK },
  domainRenewal: { ...domainRenewalKind, waitsFor: DOMAIN_WORK },
};
