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

/**
 * The table of all kinds, and what each waits for. A new kind is its name in the store's list, a file beside this one and its
 * row here; the compiler then asks for its row in `features/operation-views.ts`.
 */
export const KINDS: Record<OperationKind, Kind & Exclusion> = {
  power: { ...powerKind, changes: 'server', waitsFor: ['server'], mayGoPast: true },
  rescue: { ...rescueKind, changes: 'server', waitsFor: ['server'], mayGoPast: true },
  snapshot: { ...snapshotKind, changes: 'server', waitsFor: ['server'] },
  backup: { ...backupKind, changes: 'server', waitsFor: ['server'] },
  reinstall: { ...reinstallKind, changes: 'server', waitsFor: ['server'] },
  password: { ...passwordKind, changes: 'server', waitsFor: ['server'] },
  sshKey: { ...sshKeyKind, changes: 'server', waitsFor: ['server'] },
  order: { ...orderKind, changes: 'nothing', waitsFor: [] },
  // A late renewal loses the server: it waits only for another renewal.
  renewal: { ...renewalKind, changes: 'nothing', waitsFor: ['renewal'] },
  // Its price covers the remaining days, which a renewal changes.
  upgrade: { ...upgradeKind, changes: 'server', waitsFor: ['server', 'renewal'] },
  registration: { ...registrationKind, changes: 'domain', waitsFor: ['domain'] },
  domainRenewal: { ...domainRenewalKind, changes: 'domain', waitsFor: ['domain'] },
};
