import type { Operation } from '../../../src/operations/index.ts';
import type { AuditEntry } from '../../../src/store/audit/index.ts';
import type { Role, Team } from '../../../src/store/key-value/teams.ts';
import { isAtLeast } from '../../../src/teams/actions.ts';

/** The clocks of two processes and of their database differ by less on one machine. */
const CLOCKS_MS = 50;

/** What there is to judge of a team: how it was created, all that its audit log tells since, and what was sent. */
export interface TeamHistory {
  created: Team;
  /** In the order of their commits. */
  log: readonly AuditEntry[];
  operations: readonly Operation[];
  /** How often the provider was asked to do this. */
  sent(operation: Operation): number;
}

/** What was found of one team. All but the first four must be 0. */
export interface TeamFigures {
  asked: number;
  sent: number;
  approved: number;
  declined: number;
  /** Requests without the right to it, or without the approval that it needed, when they were claimed. */
  withoutRight: number;
  twice: number;
  /** Requests after the time for their approval was over. */
  late: number;
  /** Operations that never ended, or whose end was not told. */
  unsettled: number;
}
export const NOTHING: TeamFigures = {
  asked: 0,
  sent: 0,
  approved: 0,
  declined: 0,
  withoutRight: 0,
  twice: 0,
  late: 0,
  unsettled: 0,
};

export function judgeTeam(history: TeamHistory): { figures: TeamFigures; wrong: string[] } {
  const { log, operations, sent } = history;
  const mistakes = operations.flatMap((operation) => mistakesOf(history, operation));
  const count = (kind: Mistake['kind']) => mistakes.filter((each) => each.kind === kind).length;
  const told = (event: AuditEntry['event']) => log.filter((each) => each.event === event).length;
  return {
    figures: {
      asked: operations.length,
      sent: operations.filter((each) => sent(each) > 0).length,
      approved: told('approved'),
      declined: told('declined'),
      withoutRight: count('withoutRight'),
      twice: count('twice'),
      late: count('late'),
      unsettled: count('unsettled'),
    },
    wrong: mistakes.map(({ kind, operation, why }) => `${kind}: ${operation.kind} ${operation.id}: ${why}`),
  };
}

interface Mistake {
  kind: 'withoutRight' | 'twice' | 'late' | 'unsettled';
  operation: Operation;
  why: string;
}

function mistakesOf(history: TeamHistory, operation: Operation): Mistake[] {
  const times = history.sent(operation);
  const lacking = times > 0 ? lackOf(history, operation) : undefined;
  const found: [Mistake['kind'], string | undefined][] = [
    ['withoutRight', lacking],
    ['twice', times > 1 ? `${times} times` : undefined],
    ['late', times > 0 ? latenessOf(operation) : undefined],
    ['unsettled', isSettled(operation) ? undefined : `${operation.state}, told: ${operation.notified}`],
  ];
  return found.flatMap(([kind, why]) => (why === undefined ? [] : [{ kind, operation, why }]));
}

/**
 * Whether the operation has ended, waits for people, or was accepted by the provider, and that was told. A kill can hide a restart from
 * every reading, which then goes on for minutes. While the provider is read for an unknown one, that it was told is written with the
 * next reading.
 */
export function isSettled({ state, notified }: Operation): boolean {
  return state === 'unknown' || (notified && state !== 'quoting' && state !== 'sending');
}

/** Which right was missing when the request was claimed; `undefined` where none was. */
function lackOf({ created, log }: TeamHistory, operation: Operation): string | undefined {
  const isOf = (each: AuditEntry) => each.operation === operation.id;
  const claim = log.findLastIndex((each) => isOf(each) && each.event === 'operation' && each.state === 'sending');
  if (claim === -1) return 'the log tells no claim';
  const asker = roleAt(created, log, claim, operation.userId);
  const least = operation.kind === 'power' ? 'operator' : 'admin';
  if (!asker || !isAtLeast(asker, least)) return `its person was ${asker ?? 'no member'}`;
  if (!needsApproval(created, operation, asker)) return undefined;
  return approvalLackOf({ created, log }, operation, claim);
}

/** What was missing of the approval of a claim; `undefined` for nothing. @param claim the entry of the claim */
function approvalLackOf(
  { created, log }: Pick<TeamHistory, 'created' | 'log'>,
  operation: Operation,
  claim: number,
): string | undefined {
  const isOf = (each: AuditEntry) => each.operation === operation.id;
  const waited = log.findLastIndex((each, at) => at < claim && isOf(each) && each.state === 'waiting');
  const approved = log.findLastIndex((each, at) => at < claim && isOf(each) && each.event === 'approved');
  if (waited === -1 || approved < waited) return 'it was not approved';
  const approver = log[approved]?.actor?.id ?? 0;
  if (approver === operation.userId) return 'its own person approved it';
  for (const moment of [approved, claim]) {
    const role = roleAt(created, log, moment, approver);
    if (!role || !isAtLeast(role, 'admin')) return `its approver was ${role ?? 'no member'}`;
  }
  // Claimed once more since: that claim was not approved.
  const claimedAt = operation.claimedAt ?? 0;
  return claimedAt > (log[approved]?.at ?? 0) + CLOCKS_MS ? 'the approval was for an earlier claim' : undefined;
}

/** What costs money is above the limit of all but the owner: nobody has one. */
function needsApproval(created: Team, { kind, subject }: Operation, asker: Role): boolean {
  if (kind !== 'power') return asker !== 'owner';
  return created.protected.some(({ serverId }) => serverId === subject);
}

function latenessOf({ approval, sentAt = 0, expiresAt }: Operation): string | undefined {
  const isLate = approval?.by !== undefined && sentAt >= expiresAt;
  return isLate ? `claimed ${sentAt - expiresAt} ms after its time` : undefined;
}

/** The role that a person had right before an entry; `undefined` for none, also once the team has ended. */
function roleAt({ members }: Team, log: readonly AuditEntry[], before: number, userId: number): Role | undefined {
  let role: string | undefined = members.find((each) => each.userId === userId)?.role;
  for (const { event, member, after } of log.slice(0, before)) {
    if (event === 'teamEnded') return undefined;
    if (member?.id !== userId) continue;
    if (event === 'roleChanged') role = after;
    if (event === 'memberRemoved') role = undefined;
  }
  return (['viewer', 'operator', 'admin', 'owner'] as const).find((each) => each === role);
}
