import type { OperationKind } from '../../store/operations/index.ts';
import { password, sshKey } from './credentials.ts';
import { domainRenewal } from './domain-renewal.ts';
import type { Exclusion, Kind } from './kind.ts';
import { order } from './order.ts';
import { power } from './power.ts';
import { registration } from './registration.ts';
import { reinstall } from './reinstall.ts';
import { renewal } from './renewal.ts';
import { rescue } from './rescue.ts';
import { backup, snapshot } from './snapshots-and-backups.ts';
import { upgrade } from './upgrade.ts';

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
  power: { ...power, waitsFor: SERVER_WORK, mayGoPast: true },
  rescue: { ...rescue, waitsFor: SERVER_WORK, mayGoPast: true },
  snapshot: { ...snapshot, waitsFor: SERVER_WORK },
  backup: { ...backup, waitsFor: SERVER_WORK },
  reinstall: { ...reinstall, waitsFor: SERVER_WORK },
  password: { ...password, waitsFor: SERVER_WORK },
  sshKey: { ...sshKey, waitsFor: SERVER_WORK },
  order: { ...order, waitsFor: [] },
  // A late renewal loses the server: it waits for nothing but what moves the same date.
  renewal: { ...renewal, waitsFor: ['renewal'] },
  // Its price is for the days that are left, which a renewal changes.
  upgrade: { ...upgrade, waitsFor: [...SERVER_WORK, 'renewal'] },
  registration: { ...registration, waitsFor: DOMAIN_WORK },
  domainRenewal: { ...domainRenewal, waitsFor: DOMAIN_WORK },
};
