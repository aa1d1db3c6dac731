import { z } from 'zod';
import type { Operation, OperationState } from '../../../../src/operations/index.ts';
import type { AuditEntry } from '../../../../src/store/audit/index.ts';
import type { Role, Team } from '../../../../src/store/key-value/teams.ts';
import { isAtLeast } from '../../../../src/teams/actions.ts';

/** A claim in the audit log, and all that is known of the team right before it. */
export interface Moment {
  created: Team;
  /** The entries before it, in the order of their commits. */
  before: readonly AuditEntry[];
  entry: AuditEntry;
  operations: readonly Operation[];
}

const CERTAINLY_UNSENT: readonly OperationState[] = ['ready', 'waiting', 'refused', 'expired', 'cancelled'];
const withAction = z.looseObject({ action: z.string() });
const amount = z.templateLiteral([z.number(), ' ', z.string()]);

/** The role that a person has at a moment; `undefined` for none, also once the team has ended. */
export function roleAt({ created, before }: Pick<Moment, 'created' | 'before'>, userId: number): Role | undefined {
  let role: string | undefined = created.members.find((each) => each.userId === userId)?.role;
  for (const { event, member, after } of before) {
    if (event === 'teamEnded') return undefined;
    if (member?.id !== userId) continue;
    if (event === 'roleChanged') role = after;
    if (event === 'memberRemoved') role = undefined;
  }
  return (['viewer', 'operator', 'admin', 'owner'] as const).find((each) => each === role);
}

/** Why a second person has to approve it; `undefined` where no approval is needed. */
export function needsApproval(moment: Moment, operation: Operation, asker: Role): string | undefined {
  if (operation.kind !== 'power') return asker === 'owner' ? undefined : aboveOwnLimit(moment, operation);
  if (isBreakGlassOn(moment)) return undefined;
  const level = moment.created.protected.find(({ serverId }) => serverId === operation.subject)?.level;
  if (withAction.safeParse(operation.parameters).data?.action !== 'reboot') return level && 'protected';
  const isAlone = asker === 'operator' && !isOnCall(moment, operation.userId);
  return level === 'restarts' && isAlone ? 'a restart by an operator who is not on call' : undefined;
}

/** The limit that it exceeds of what the team may spend; `undefined` where nothing does. Nothing lifts this limit. */
export function overLimitAt(moment: Moment, operation: Operation): string | undefined {
  if (moment.entry.total === undefined) return undefined;
  const most = limitAt(moment, undefined);
  const spent = spentAt(moment, operation, () => true);
  return most !== undefined && spent > most ? `${spent} of ${most}` : undefined;
}

function aboveOwnLimit(moment: Moment, operation: Operation): string | undefined {
  const most = limitAt(moment, operation.userId);
  if (most === undefined) return 'no limit of their own';
  const spent = spentAt(moment, operation, ({ userId }) => userId === operation.userId);
  return spent > most ? `${spent} of their own limit of ${most}` : undefined;
}

/** @param userId whose limit, the team's where it is absent */
function limitAt({ created, before }: Moment, userId: number | undefined): number | undefined {
  const changed = before.findLast(({ event, member }) => event === 'limitChanged' && member?.id === userId);
  if (changed) return amountIn(changed.after);
  const limits = userId === undefined ? created.limits : created.members.find((each) => each.userId === userId)?.limits;
  return limits?.[0]?.total;
}

function amountIn(written = ''): number | undefined {
  return written === '' ? undefined : Number.parseFloat(amount.parse(written));
}

/** The prices of earlier claims that may have been bought, and of this one. */
function spentAt(
  { before, entry, operations }: Moment,
  { id: own }: Operation,
  counts: (operation: Operation) => boolean,
): number {
  const sums = operations
    .filter((each) => each.id !== own && counts(each))
    .map((each) => {
      const last = before.findLast(({ operation, event }) => operation === each.id && event === 'operation');
      const isSent = last?.state !== undefined && !['waiting', 'refused'].includes(last.state);
      return isSent && !CERTAINLY_UNSENT.includes(each.state) ? (last.total ?? 0) : 0;
    });
  return sums.reduce((sum, each) => sum + each, entry.total ?? 0);
}

/** Whether break-glass is on: as long as the person who started it is an admin. */
function isBreakGlassOn(moment: Moment): boolean {
  const { before, entry } = moment;
  const last = before.findLast(({ event }) => event === 'breakGlassStarted' || event === 'breakGlassEnded');
  if (last?.event !== 'breakGlassStarted' || entry.at >= Date.parse(last.after ?? '')) return false;
  const role = roleAt(moment, last.actor?.id ?? 0);
  return role !== undefined && isAtLeast(role, 'admin');
}

function isOnCall({ before }: Moment, userId: number): boolean {
  const last = before.findLast(({ event }) => event === 'onCallTaken' || event === 'handedOver');
  return last?.event === 'onCallTaken' && last.member?.id === userId;
}
