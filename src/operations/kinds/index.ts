import { z } from 'zod';
import type { DomainKind, OperationKind } from '../../store/operations/index.ts';
import { type Action, POWER_RIGHTS } from '../../teams/actions.ts';
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

const RIGHTS: ReadonlyMap<unknown, Action> = new Map<unknown, Action>([
  ...Object.entries(POWER_RIGHTS),
  ['create', 'create'],
  ['restore', 'restore'],
  ['delete', 'delete'],
]);
const withAction = z.looseObject({ action: z.string() });

/** The right of the operation's own action. An unknown action needs the highest right. */
function byAction(parameters: unknown): Action {
  return RIGHTS.get(withAction.safeParse(parameters).data?.action) ?? 'account';
}

/** Makes the compiler compare the column `changes` with the store's list of domain kinds. */
interface Changes<Name extends OperationKind> {
  changes: Name extends DomainKind ? 'domain' : 'server' | 'nothing';
}

/** A new kind is its name in the store's list, a file beside this one and a row here. The compiler asks for more. */
export const KINDS: { [Name in OperationKind]: Kind & Exclusion & Changes<Name> } = {
  power: { ...powerKind, right: byAction, changes: 'server', waitsFor: ['server'], mayGoPast: true },
  rescue: { ...rescueKind, right: () => 'rescue', changes: 'server', waitsFor: ['server'], mayGoPast: true },
  snapshot: { ...snapshotKind, right: byAction, changes: 'server', waitsFor: ['server'] },
  backup: { ...backupKind, right: byAction, changes: 'server', waitsFor: ['server'] },
  reinstall: { ...reinstallKind, right: () => 'reinstall', changes: 'server', waitsFor: ['server'] },
  password: { ...passwordKind, right: () => 'password', changes: 'server', waitsFor: ['server'] },
  sshKey: { ...sshKeyKind, right: () => 'sshKey', changes: 'server', waitsFor: ['server'] },
  order: { ...orderKind, right: () => 'spend', changes: 'nothing', waitsFor: [] },
  // A late renewal loses the server: it waits only for another renewal.
  renewal: { ...renewalKind, right: () => 'spend', changes: 'nothing', waitsFor: ['renewal'] },
  // The price of an upgrade covers the remaining days, which a renewal changes.
  upgrade: { ...upgradeKind, right: () => 'spend', changes: 'server', waitsFor: ['server', 'renewal'] },
  registration: { ...registrationKind, right: () => 'spend', changes: 'domain', waitsFor: ['domain'] },
  domainRenewal: { ...domainRenewalKind, right: () => 'spend', changes: 'domain', waitsFor: ['domain'] },
};
