import type { Operation } from '../../../../src/operations/index.ts';
import type { AuditEntry } from '../../../../src/store/audit/index.ts';
import type { Team } from '../../../../src/store/key-value/teams.ts';
import { isAtLeast } from '../../../../src/teams/actions.ts';
import { type Moment, needsApproval, overLimitAt, roleAt } from './rules.ts';

/** The clocks of two processes and of their database differ by less on one machine. */
const CLOCKS_MS = 1_000;

/** The evidence about a team: its creation, its audit log since, and the operations sent. */
export interface TeamHistory {
  created: Team;
  /** In the order of their commits. */
  log: readonly AuditEntry[];
  operations: readonly Operation[];
  /** The number of requests at the provider. */
  sent(operation: Operation): number;
}

/** The figures of one team. All but the first five must be 0. */
export interface TeamFigures {
  asked: number;
  sent: number;
  approved: number;
  declined: number;
  /** Requests that needed no approval during break-glass. */
  breakGlass: number;
  /** Requests without the right to it, or without the approval that it needed, when they were claimed. */
  withoutRight: number;
  twice: number;
  /** Requests after the time for their approval was over. */
  late: number;
  /** Purchases above the rest of the team's limit at their claim. */
  overLimit: number;
  /** Operations without an end, or without a message about it. */
  unsettled: number;
}
export const NOTHING: TeamFigures = {
  asked: 0,
  sent: 0,
  approved: 0,
  declined: 0,
  breakGlass: 0,
  withoutRight: 0,
  twice: 0,
  late: 0,
  overLimit: 0,
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
      breakGlass: told('breakGlassUsed'),
      withoutRight: count('withoutRight'),
      twice: count('twice'),
      late: count('late'),
      overLimit: count('overLimit'),
      unsettled: count('unsettled'),
    },
    wrong: mistakes.map(({ kind, operation, why }) => `${kind}: ${operation.kind} ${operation.id}: ${why}`),
  };
}

interface Mistake {
  kind: 'withoutRight' | 'twice' | 'late' | 'overLimit' | 'unsettled';
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
    ['overLimit', times > 0 ? overLimitOf(history, operation) : undefined],
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

/** The last claim of the operation, with the log before it; `undefined` without a claim. */
function claimOf({ created, log, operations }: TeamHistory, operation: Operation): Moment | undefined {
  const claim = log.findLastIndex(
    (each) => each.operation === operation.id && each.event === 'operation' && each.state === 'sending',
  );
  const entry = log[claim];
  return entry && { created, before: log.slice(0, claim), entry, operations };
}

/** Which right was missing when the request was claimed; `undefined` where none was. */
function lackOf(history: TeamHistory, operation: Operation): string | undefined {
  const moment = claimOf(history, operation);
  if (!moment) return 'the log tells no claim';
  const asker = roleAt(moment, operation.userId);
  const least = operation.kind === 'power' ? 'operator' : 'admin';
  if (!asker || !isAtLeast(asker, least)) return `its person was ${asker ?? 'no member'}`;
  const why = needsApproval(moment, operation, asker);
  return why === undefined ? undefined : approvalLackOf(moment, operation, why);
}

/** The missing part of the approval of a claim; `undefined` for nothing. @param why it needed one */
function approvalLackOf(moment: Moment, operation: Operation, why: string): string | undefined {
  const { before, entry } = moment;
  const isOf = (each: AuditEntry) => each.operation === operation.id;
  const waited = before.findLastIndex((each) => isOf(each) && each.state === 'waiting');
  const approved = before.findLastIndex((each) => isOf(each) && each.event === 'approved');
  if (waited === -1 || approved < waited) return `it was not approved (${why})`;
  const approver = before[approved]?.actor?.id ?? 0;
  if (approver === operation.userId) return 'its own person approved it';
  for (const at of [{ ...moment, before: before.slice(0, approved) }, moment]) {
    const role = roleAt(at, approver);
    if (!role || !isAtLeast(role, 'admin')) return `its approver was ${role ?? 'no member'}`;
  }
  const [shown, sent] = [before[waited]?.total, entry.total];
  if (shown !== sent) return `it was approved at the price ${shown}, not ${sent}`;
  // Claimed once more since: that claim was not approved.
  const claimedAt = operation.claimedAt ?? 0;
  return claimedAt > (before[approved]?.at ?? 0) + CLOCKS_MS ? 'the approval was for an earlier claim' : undefined;
}

function overLimitOf(history: TeamHistory, operation: Operation): string | undefined {
  const moment = claimOf(history, operation);
  return moment && overLimitAt(moment, operation);
}

function latenessOf({ approval, sentAt = 0, expiresAt }: Operation): string | undefined {
  const isLate = approval?.by !== undefined && sentAt >= expiresAt;
  return isLate ? `claimed ${sentAt - expiresAt} ms after its time` : undefined;
}
