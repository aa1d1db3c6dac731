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

/** How long an operation waits for a second person's approval. */
export const APPROVAL_LIFE_MS = 15 * 60_000;

/** The requests for approval of one person that a team has before it at once. */
const MOST_REQUESTS = 3;
/** The approvers that a request names, and so mentions; the others are counted. */
const MOST_NAMED = 20;
/** Operations that cost what they show once they are sent. */
const UNSENT: readonly Operation['state'][] = ['ready', 'waiting', 'quoting'];

/** The person has no right to what they asked for; nothing was written down. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly verdict: Extract<Permission, { may: 'no' }>;
  /** The entry about it in the team's audit log; absent where that was done, or there is no team. */
  readonly about: RefusedAction | undefined;
  constructor(verdict: NotAllowed['verdict'], about?: RefusedAction) {
    super(`Not allowed: ${verdict.reason}`);
    this.verdict = verdict;
    this.about = about;
  }
}

/** The refused action, and its team. */
export interface RefusedAction
  extends Pick<AuditDraft, 'action' | 'kind' | 'server' | 'domain' | 'operation' | 'total' | 'currency'> {
  team: string;
}

type Asked = Pick<Operation, 'kind' | 'userId' | 'chatId' | 'subject' | 'parameters' | 'quote'>;

/** The answer of {@link may} about an operation. @param sent the team's operations sent within {@link SPENDING_MS} */
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

/** Whether a second person would have to approve it, if the team were not in break-glass. */
export function usesBreakGlass(team: Team, asked: Asked, sent: readonly Operation[], now: number): boolean {
  if (!isBreakGlassOn(team, now)) return false;
  return verdictOn({ ...team, breakGlass: undefined }, asked, sent, now).may !== 'yes';
}

/**
 * The person who may see the secret of an operation now: its person while they have the right to what it does, else the owner of the account.
 * @param team the operation's team as it is now
 */
export function secretFor(operation: Operation, team: Team | undefined, now: number): number | undefined {
  const { kind, userId, chatId, parameters, teamOwner } = operation;
  if (operation.team === undefined) return userId;
  const action = KINDS[kind].right(parameters);
  const { may: verdict } = may(team, { person: userId, place: { chatId }, action, now });
  return verdict === 'no' ? (team?.ownerId ?? teamOwner) : userId;
}

/**
 * Why the person of an operation may not follow it any more: they are no member of its team. The owner may, also once the team has
 * ended. `undefined` where they may.
 */
export async function notToFollow(operation: Operation, view: GuardView, now: number): Promise<NotAllowed | undefined> {
  const { team, teamOwner, userId, chatId } = operation;
  if (team === undefined || userId === teamOwner) return undefined;
  const verdict = may(await view.team(), { person: userId, place: { chatId }, action: 'read', now });
  return verdict.may === 'no' ? new NotAllowed(verdict, { team, ...actionOf(operation) }) : undefined;
}

/** The person who decides about an operation that waits, and the state they saw. */
export interface Approver {
  id: number;
  name: string;
}

/** The time of a claim, its price and its approver. */
interface Claim {
  at: number;
  /** The price that the request will be sent at; the operation's by default. */
  quote?: QuoteShown | undefined;
  /** The approver of this claim. */
  approver?: Approver | undefined;
  /** The part of the tap that the operation keeps, where it begins to wait. */
  tapped?(operation: Operation): Partial<Operation>;
}

/**
 * Asks for the right once more, in the transaction that claims the operation of a team: a right that was taken away in between means
 * that nothing is sent. Returns the change to make instead of the claim: it is refused, or waits for approval; `no` where the approver
 * may not approve it. Returns `also` where the claim is made, and the operation keeps whether break-glass allowed it.
 */
export async function guardClaim(
  operation: Operation,
  view: GuardView,
  { at, quote = operation.quote, approver, tapped = () => ({}) }: Claim,
): Promise<Guarded> {
  // The operation was prepared before the account was lent: no team's rules were asked for.
  if (operation.team === undefined) return (await view.lentTo()) && notAllowed({ may: 'no', reason: 'lent' }, at);
  const team = await view.team();
  // An operation keeps the approval of the claim that it is in alone: see `unapproved`.
  const isApproved = isApprovedBy(approver?.id ?? operation.approval?.by?.id, team, operation);
  // Without the team it can never be sent; of an approver without the right nothing follows.
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

/** The change that makes an operation wait for approval; one too many of its person is refused. */
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
  const named = namesIn(team, of.slice(0, MOST_NAMED));
  return waiting({ why, asker: asker?.name, of: named, unnamed: of.length - named.length || undefined }, at, tapped);
}

/** Whether the person waits for as many approvals as one may: each asks others to decide. Operations that are confirmed together count as one. */
async function waitsForMost(operation: Operation, view: GuardView, at: number): Promise<boolean> {
  const own = togetherWith(operation);
  const others = (await view.waitingInTeam()).filter(({ id, expiresAt }) => expiresAt > at && !own.includes(id));
  return new Set(others.map((each) => togetherWith(each).join())).size >= MOST_REQUESTS;
}

function isApprovedBy(approver: number | undefined, team: Team | undefined, { userId }: Operation): boolean {
  return approver !== undefined && mayApprove(team, approver, userId).may === 'yes';
}

function namesIn(team: Team | undefined, ids: readonly number[]): Approver[] {
  return ids.map((id) => ({ id, name: (team && memberOf(team, id)?.name) ?? '' }));
}

/** The sum of what is confirmed together with the operation, as far as it is not sent yet. */
async function sumOfAll(operation: Operation, view: GuardView, quote: QuoteShown): Promise<QuoteShown | undefined> {
  const others = await view.others(togetherWith(operation).filter((id) => id !== operation.id));
  return sumOf(
    quote,
    others.filter(({ state }) => UNSENT.includes(state)).map((each) => each.quote),
  );
}

/** The sum of all that is confirmed together: a limit holds for the sum, so that none of it is sent where the rest has to wait. */
export function sumOf(
  quote: QuoteShown | undefined,
  others: readonly (QuoteShown | undefined)[],
): QuoteShown | undefined {
  const same = others.filter((each) => each !== undefined).filter(({ currency }) => currency === quote?.currency);
  return quote && { ...quote, total: same.reduce((sum, { total }) => sum + total, quote.total) };
}

/** The approval of an operation that has to be confirmed again: an approval holds for the values that were shown. */
export function unapproved({ approval }: Pick<Operation, 'approval'>): Pick<Operation, 'approval'> {
  if (!approval) return {};
  const { by: _, of: __, askedAt: ___, ...shown } = approval;
  return { approval: shown };
}

/** How long the confirm of an operation lives that was claimed and not sent: the person may have turned away while it waited. */
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

/** Ends an operation for lack of a right. Nothing was sent. */
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
