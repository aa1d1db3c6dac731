import { LEASE_MS } from '../jobs/lease.ts';
import type { Team } from '../store/key-value/teams.ts';
import type { Guarded, GuardView, Operation, OperationChange, QuoteShown } from '../store/operations/index.ts';
import { isGlassBroken, may, mayApprove, memberOf, type Reason, SPENDING_MS, type Verdict } from '../teams/rights.ts';
import { withoutSecret } from './deliver-secret.ts';
import { KINDS } from './kinds/index.ts';

/** How long an operation waits for a second person's approval. */
export const APPROVAL_LIFE_MS = 15 * 60_000;

/** The approvers that a request names. */
const MOST_NAMED = 8;

/** The person has no right to what they asked for; nothing was written down. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly verdict: Extract<Verdict, { may: 'no' }>;
  constructor(verdict: NotAllowed['verdict']) {
    super(`Not allowed: ${verdict.reason}`);
    this.verdict = verdict;
  }
}

type Asked = Pick<Operation, 'kind' | 'userId' | 'chatId' | 'topicId' | 'subject' | 'parameters' | 'quote'>;

/** What {@link may} says of an operation. @param sent the team's operations sent within {@link SPENDING_MS} */
export function verdictOn(team: Team | undefined, asked: Asked, sent: readonly Operation[], now: number): Verdict {
  const { kind, userId, chatId, topicId, subject, parameters, quote } = asked;
  return may(team, {
    person: userId,
    place: { chatId, topicId },
    action: KINDS[kind].right(parameters),
    server: subject,
    amount: quote && KINDS[kind].quote ? { quote, sent } : undefined,
    now,
  });
}

/** Whether a second person would have to approve it, if the team had not broken the glass. */
export function usesGlass(team: Team, asked: Asked, sent: readonly Operation[], now: number): boolean {
  if (!isGlassBroken(team, now)) return false;
  return verdictOn({ ...team, breakGlass: undefined }, asked, sent, now).may !== 'yes';
}

/** Who decides about an operation that waits, and what they saw. */
export interface Approver {
  id: number;
  name: string;
}

/** What a claim is about. */
interface Claim {
  at: number;
  /** The price that the request will be sent at; the operation's by default. */
  quote?: QuoteShown | undefined;
  /** Who approves it with this claim. */
  approver?: Approver | undefined;
  /** What the operation keeps of the tap, where it begins to wait. */
  tapped?(operation: Operation): Partial<Operation>;
}

/**
 * Asks for the right once more, in the transaction that claims the operation of a team: a right that was taken away in between means
 * that nothing is sent. Returns the change to make instead of the claim: it is refused, or waits for approval; `no` where the approver
 * may not approve it. Returns `also` where the claim is made, and the operation keeps whether a broken glass allowed it.
 */
export async function guardClaim(
  operation: Operation,
  view: GuardView,
  { at, quote = operation.quote, approver, tapped = () => ({}) }: Claim,
): Promise<Guarded> {
  if (operation.team === undefined) return undefined;
  const team = await view.team();
  const approvedBy = approver?.id ?? (operation.state === 'quoting' ? operation.approval?.by?.id : undefined);
  const isApproved = approvedBy !== undefined && mayApprove(team, approvedBy, operation.userId).may === 'yes';
  if (approver && !isApproved) return 'no';
  const sent = quote ? await view.sentByTeam(at - SPENDING_MS) : [];
  const verdict = verdictOn(team, { ...operation, quote }, sent, at);
  if (verdict.may === 'yes' || (verdict.may === 'approval' && isApproved)) {
    const glass = team !== undefined && !isApproved && usesGlass(team, { ...operation, quote }, sent, at);
    return glass === (operation.glass ?? false) ? undefined : { also: { glass } };
  }
  if (verdict.may === 'no') return notAllowed(verdict.reason, at);
  const names = (ids: readonly number[]) =>
    ids.map((id) => ({ id, name: (team && memberOf(team, id)?.name) ?? '' })).slice(0, MOST_NAMED);
  const [asker] = names([operation.userId]);
  return waiting(operation, { why: verdict.why, asker: asker?.name, of: names(verdict.of) }, at, tapped);
}

function waiting(
  { approval }: Operation,
  asked: NonNullable<Operation['approval']>,
  at: number,
  tapped: NonNullable<Claim['tapped']>,
): OperationChange {
  return {
    to: 'waiting',
    edit: (before) => ({
      ...tapped(before),
      approval: { ...asked, askedAt: at, messageId: approval?.messageId },
      failure: undefined,
      heldBy: undefined,
    }),
    expiresAt: at + APPROVAL_LIFE_MS,
    dueAt: at + LEASE_MS,
    notified: false,
  };
}

function notAllowed(reason: Reason, at: number): OperationChange {
  return {
    to: 'refused',
    edit: (before) => ({ ...withoutSecret(before, undefined), failure: { kind: 'notAllowed', reason }, endedAt: at }),
    dueAt: at + LEASE_MS,
    notified: false,
  };
}
