import { worthIn } from '../hosting/index.ts';
import type { Member, Role, Team } from '../store/key-value/teams.ts';
import type { Operation, QuoteShown } from '../store/operations/index.ts';
import { ACTIONS, type Action, type Rule, roleMay } from './actions.ts';
import { onCallNow } from './rota.ts';

/** `anyone` where the button or command touches no account. */
export type Right = Action | 'anyone';

export type Spent = Pick<Operation, 'userId' | 'quote' | 'sentAt'>;

export const SPENDING_MS = 24 * 3_600_000;

export type Why = 'protected' | 'restart' | 'limit' | 'noLimit';
export type Reason =
  | 'notMember'
  /** Telegram gave no answer whether a member who acts in private is still in the group. */
  | 'unsure'
  /** The member has left the group, and the bot had not heard of it. */
  | 'left'
  | 'role'
  | 'paused'
  | 'elsewhere'
  | 'noApprover'
  /** The action needs a second person, but while the team is paused only the owner acts. */
  | 'pausedAlone'
  | 'teamLimit'
  | 'limitUnclear'
  | 'ended'
  /** The person has reached the limit of open approval requests. */
  | 'tooManyRequests'
  /** The account was shared with a team after the confirm was shown. */
  | 'lent';
/** `of`: the user ids of those who may approve. `role`: the lowest role that may, with the reason `role`. */
export type Permission =
  | { may: 'yes' }
  | { may: 'no'; reason: Reason; role?: Role }
  | { may: 'approval'; why: Why; of: readonly number[] };
const YES: Permission = { may: 'yes' };

/** A private chat has the id of its person. */
export interface QueryPlace {
  chatId: number;
}

export interface RightQuery {
  person: number;
  place: QueryPlace;
  action: Action;
  server?: string | undefined;
  /** The team's operations within {@link SPENDING_MS}. */
  amount?: { quote: QuoteShown; sent: readonly Spent[] } | undefined;
  /** epoch milliseconds */
  now: number;
}

/** Decides every right on a team's account: at the tap, at the confirm, and in the transaction that claims an operation. */
export function may(team: Team | undefined, question: RightQuery): Permission {
  if (!team) return no('ended');
  const { person, place, action, server, amount, now } = question;
  const member = memberOf(team, person);
  if (!member) return no('notMember');
  if (!isHere(team, member, place)) return no('elsewhere');
  if (team.paused && !mayWhilePaused(team, member, place, action)) return no('paused');
  if (!roleMay(member.role, action, place.chatId === person)) return lacksRole(action);
  const spending = amount ? spendingVerdict(team, member, amount, now) : undefined;
  if (spending && typeof spending !== 'string') return spending;
  const why = spending ?? protectionOf(team, member, action, server, now);
  if (!why) return YES;
  if (team.paused) return no('pausedAlone');
  const of = approversOf(team, person);
  return of.length > 0 ? { may: 'approval', why, of } : no('noApprover');
}

/** The owner of a paused team acts outside the group as usual. In the group they can only end the pause. */
function mayWhilePaused({ chatId }: Team, { role }: Member, place: QueryPlace, action: Action): boolean {
  return role === 'owner' && (place.chatId !== chatId || action === 'account' || action === 'members');
}

export function mayApprove(team: Team | undefined, approver: number, asker: number): Permission {
  if (!team) return no('ended');
  if (team.paused) return no('paused');
  const member = memberOf(team, approver);
  if (!member) return no('notMember');
  return approver !== asker && roleMay(member.role, 'approve') ? YES : lacksRole('approve');
}

export function memberOf({ members }: Team, userId: number): Member | undefined {
  return members.find((each) => each.userId === userId);
}

export function memberName(team: Team, userId: number): string {
  const known = memberOf(team, userId) ?? team.former?.find((each) => each.userId === userId);
  return known?.name || '–';
}

export function approversOf({ members }: Team, asker: number): number[] {
  return members.filter(({ userId, role }) => userId !== asker && roleMay(role, 'approve')).map(({ userId }) => userId);
}

/** Break-glass ends at once where its person loses the right to it. */
export function isBreakGlassOn(team: Team, now: number): boolean {
  const { breakGlass } = team;
  return breakGlass !== undefined && now < breakGlass.until && mayBreakGlass(team, breakGlass.by);
}

export function mayBreakGlass(team: Team, userId: number): boolean {
  const member = memberOf(team, userId);
  return member !== undefined && roleMay(member.role, 'breakGlass');
}

function isHere(team: Team, { userId, role }: Member, { chatId }: QueryPlace): boolean {
  return role === 'owner' || chatId === userId || chatId === team.chatId;
}

function protectionOf(
  team: Team,
  { userId, role }: Member,
  action: Action,
  server: string | undefined,
  now: number,
): Why | undefined {
  const protection = team.protected.find(({ serverId }) => serverId === server);
  if (!protection || isBreakGlassOn(team, now)) return undefined;
  const rule: Rule = ACTIONS[action];
  if (rule.isProtected) return 'protected';
  const isOnlyOperator = role === 'operator' && onCallNow(team, now) !== userId;
  return rule.restarts && protection.level === 'restarts' && isOnlyOperator ? 'restart' : undefined;
}

/** Above the member's own limit a second person has to approve; nothing may exceed the team's limit. */
function spendingVerdict(
  team: Team,
  member: Member,
  { quote, sent }: NonNullable<RightQuery['amount']>,
  now: number,
): Why | Permission | undefined {
  const ofTeam = spendingIn(team.limits, quote.currency, sent, now);
  if (ofTeam === 'unclear') return no('limitUnclear');
  if (ofTeam !== 'unlimited' && isAbove(ofTeam, quote)) return no('teamLimit');
  if (member.role === 'owner') return undefined;
  const own = sent.filter(({ userId }) => userId === member.userId);
  const ofMember = spendingIn(member.limits ?? [], quote.currency, own, now);
  if (ofMember === 'unlimited') return 'noLimit';
  return ofMember === 'unclear' || isAbove(ofMember, quote) ? 'limit' : undefined;
}

/** The limit and the sum spent within {@link SPENDING_MS}. `unclear`: no limit can be compared with the currency. */
export type Spending = { most: number; spent: number } | 'unlimited' | 'unclear';

export function spendingIn(
  limits: readonly { total: number; currency: string }[],
  currency: string,
  sent: readonly Spent[],
  now: number,
): Spending {
  if (limits.length === 0) return 'unlimited';
  const most = limits.map((limit) => worthIn(currency, limit)).find((each) => each !== undefined);
  return most === undefined ? 'unclear' : { most, spent: spentOf(sent, currency, now) };
}

function isAbove({ most, spent }: { most: number; spent: number }, { total }: QuoteShown): boolean {
  return spent + total > most;
}

/** Unknown outcomes count even where their person denies them: else people could raise their own limits. */
export function spentOf(sent: readonly Spent[], currency: string, now: number): number {
  return sent
    .filter(({ sentAt = 0 }) => sentAt >= now - SPENDING_MS)
    .reduce((sum, { quote }) => sum + ((quote && worthIn(currency, quote)) ?? 0), 0);
}

function no(reason: Reason): Permission {
  return { may: 'no', reason };
}

function lacksRole(action: Action): Permission {
  return { may: 'no', reason: 'role', role: ACTIONS[action].from };
}
