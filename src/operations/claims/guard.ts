import { LEASE_MS } from '../../jobs/lease.ts';
import type { AuditDraft } from '../../store/audit/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import {
  actionOf,
  type Guarded,
  type GuardView,
  type Operation,
  type OperationChange,
  type QuoteShown,
} from '../../store/operations/index.ts';
import { isBreakGlassOn, may, mayApprove, memberOf, type Permission, SPENDING_MS } from '../../teams/rights.ts';
import { withoutSecret } from '../deliver-secret.ts';
import { CONFIRM_LIFE_MS } from '../dependencies.ts';
import { KINDS } from '../kinds/index.ts';
import { togetherWith } from '../message.ts';

export const APPROVAL_LIFE_MS = 15 * 60_000;

const MAX_REQUESTS_PER_PERSON = 3;
/** A request names, and so mentions, these approvers; the others are counted. */
const MAX_APPROVERS_NAMED = 20;
const UNSENT: readonly Operation['state'][] = ['ready', 'waiting', 'quoting'];

export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly verdict: Extract<Permission, { may: 'no' }>;
  /** The entry for the team's audit log; absent if it was made, or there is no team. */
  readonly about: RefusedAction | undefined;
  constructor(verdict: NotAllowed['verdict'], about?: RefusedAction) {
    super(`Not allowed: ${verdict.reason}`);
    this.verdict = verdict;
    this.about = about;
  }
}

export interface RefusedAction
  extends Pick<AuditDraft, 'action' | 'kind' | 'server' | 'domain' | 'operation' | 'total' | 'currency'> {
  team: string;
}

type Asked = Pick<Operation, 'kind' | 'userId' | 'chatId' | 'subject' | 'parameters' | 'quote'>;

/** The verdict of {@link may} on an operation. @param sent the team's operations sent within {@link SPENDING_MS} */
export function verdictOn(team: Team | undefined, asked: Asked, sent: readonly Operation[], now: number): Permission {
  const { kind, userId, chatId, subject, parameters, quote } = asked;
  return may(team, {
    person: userId,
    place: { chatId },
    action: KINDS[kind].right(parameters),
    server: subject,
    amount: quote && KINDS[kind].quote ? { quote, sent } : undefined,
    now,
  });
}

export function usesBreakGlass(team: Team, asked: Asked, sent: readonly Operation[], now: number): boolean {
  if (!isBreakGlassOn(team, now)) return false;
  return verdictOn({ ...team, breakGlass: undefined }, asked, sent, now).may !== 'yes';
}

/** The operation's person while they have the right to its action, else the owner. @param team as it is now */
export function secretFor(operation: Operation, team: Team | undefined, now: number): number | undefined {
  const { kind, userId, chatId, parameters, teamOwner } = operation;
  if (operation.team === undefined) return userId;
  const action = KINDS[kind].right(parameters);
  const { may: verdict } = may(team, { person: userId, place: { chatId }, action, now });
  return verdict === 'no' ? (team?.ownerId ?? teamOwner) : userId;
}

/** Refuses a person who has left the operation's team. The owner can follow it, also after the team's end. */
export async function notToFollow(operation: Operation, view: GuardView, now: number): Promise<NotAllowed | undefined> {
  const { team, teamOwner, userId, chatId } = operation;
  if (team === undefined || userId === teamOwner) return undefined;
  const verdict = may(await view.team(), { person: userId, place: { chatId }, action: 'read', now });
  return verdict.may === 'no' ? new NotAllowed(verdict, { team, ...actionOf(operation) }) : undefined;
}

export interface Approver {
  id: number;
  name: string;
}

interface Claim {
  at: number;
  quote?: QuoteShown | undefined;
  approver?: Approver | undefined;
  tapped?(operation: Operation): Partial<Operation>;
}

/**
 * Checks the right in the transaction of the claim. Returns the change to make instead, `no` to an approver without the
 * right,
 * or `also` for a claim with the note whether break-glass allowed it.
 */
export async function guardClaim(
  operation: Operation,
  view: GuardView,
  { at, quote = operation.quote, approver, tapped = () => ({}) }: Claim,
): Promise<Guarded> {
  // Prepared before the account was shared: no team's rules were checked.
  if (operation.team === undefined) return (await view.lentTo()) && notAllowed({ may: 'no', reason: 'lent' }, at);
  const team = await view.team();
  // An approval holds only for the claim that it was given for, see `unapproved`.
  const isApproved = isApprovedBy(approver?.id ?? operation.approval?.by?.id, team, operation);
  // Without its team the operation is refused below; without the approver's right it stays as it is.
  if (approver && !isApproved && team) return 'no';
  const sent = quote ? await view.sentByTeam(at - SPENDING_MS) : [];
  const asked = { ...operation, quote: quote && (await sumOfAll(operation, view, quote)) };
  const verdict = verdictOn(team, asked, sent, at);
  if (verdict.may === 'yes' || (verdict.may === 'approval' && isApproved)) {
    const breakGlass = team !== undefined && !isApproved && usesBreakGlass(team, asked, sent, at);
    return breakGlass === (operation.breakGlass ?? false) ? undefined : { also: { breakGlass } };
  }
  if (verdict.may === 'no') return notAllowed(verdict, at);
  return waitFor(operation, verdict, view, { at, tapped });
}

async function waitFor(
  operation: Operation,
  { why, of }: Extract<Permission, { may: 'approval' }>,
  view: GuardView,
  { at, tapped }: Required<Pick<Claim, 'at' | 'tapped'>>,
): Promise<OperationChange> {
  if (operation.state !== 'waiting' && (await waitsForMost(operation, view, at)))
    return notAllowed({ may: 'no', reason: 'tooManyRequests' }, at);
  const team = await view.team();
  const [asker] = namesIn(team, [operation.userId]);
  const named = namesIn(team, of.slice(0, MAX_APPROVERS_NAMED));
  return waiting({ why, asker: asker?.name, of: named, unnamed: of.length - named.length || undefined }, at, tapped);
}

/** Operations that are confirmed together count as one. */
async function waitsForMost(operation: Operation, view: GuardView, at: number): Promise<boolean> {
  const own = togetherWith(operation);
  const others = (await view.waitingInTeam()).filter(({ id, expiresAt }) => expiresAt > at && !own.includes(id));
  return new Set(others.map((each) => togetherWith(each).join())).size >= MAX_REQUESTS_PER_PERSON;
}

function isApprovedBy(approver: number | undefined, team: Team | undefined, { userId }: Operation): boolean {
  return approver !== undefined && mayApprove(team, approver, userId).may === 'yes';
}

function namesIn(team: Team | undefined, ids: readonly number[]): Approver[] {
  return ids.map((id) => ({ id, name: (team && memberOf(team, id)?.name) ?? '' }));
}

async function sumOfAll(operation: Operation, view: GuardView, quote: QuoteShown): Promise<QuoteShown | undefined> {
  const others = await view.others(togetherWith(operation).filter((id) => id !== operation.id));
  return sumOf(
    quote,
    others.filter(({ state }) => UNSENT.includes(state)).map((each) => each.quote),
  );
}

/** A limit holds for the sum of all that is confirmed together, so that no part is sent while the rest waits. */
export function sumOf(
  quote: QuoteShown | undefined,
  others: readonly (QuoteShown | undefined)[],
): QuoteShown | undefined {
  const same = others.filter((each) => each !== undefined).filter(({ currency }) => currency === quote?.currency);
  return quote && { ...quote, total: same.reduce((sum, { total }) => sum + total, quote.total) };
}

/** Takes back the approval of an operation that has to be confirmed again: the approver saw other values. */
export function unapproved({ approval }: Pick<Operation, 'approval'>): Pick<Operation, 'approval'> {
  if (!approval) return {};
  const { by: _, of: __, askedAt: ___, ...shown } = approval;
  return { approval: shown };
}

/** The life of the next confirm after an approval is longer: the person may have turned away meanwhile. */
export function againLifeMs({ approval }: Pick<Operation, 'approval'>): number {
  return approval?.by ? APPROVAL_LIFE_MS : CONFIRM_LIFE_MS;
}

function waiting(
  asked: NonNullable<Operation['approval']>,
  at: number,
  tapped: NonNullable<Claim['tapped']>,
): OperationChange {
  return {
    to: 'waiting',
    edit: (before) => ({
      ...tapped(before),
      approval: { ...unapproved(before).approval, ...asked, askedAt: at },
      failure: undefined,
      heldBy: undefined,
    }),
    expiresAt: at + APPROVAL_LIFE_MS,
    dueAt: at + LEASE_MS,
    notified: false,
  };
}

export function notAllowed({ reason, role }: Extract<Permission, { may: 'no' }>, at: number): OperationChange {
  return {
    to: 'refused',
    edit: (before) => ({
      ...withoutSecret(before, undefined),
      failure: { kind: 'notAllowed', reason, role },
      endedAt: at,
    }),
    dueAt: at + LEASE_MS,
    notified: false,
  };
}
