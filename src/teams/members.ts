import type { AuditDraft } from '../store/audit/index.ts';
import type { TeamNews } from '../store/jobs/reminders.ts';
import type { Member, Role, Rota, Team } from '../store/key-value/teams.ts';
import { isBreakGlassOn, memberName, memberOf } from './rights.ts';
import { mayBeOnCall, withoutPerson, withPersonAgain } from './rota.ts';

export const MOST_MEMBERS = 200;
export const MOST_REQUESTS = 50;
/** The people whose wish to join a team hears of within a day. */
const MOST_ASKED = 200;
/** The former members whose names are kept. */
const MOST_FORMER = 50;
const DAY_MS = 24 * 3_600_000;

/** The roles that an owner gives. Their own can't be given or taken. */
export const GIVEN_ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** A member before and after a change; `undefined` where they are none. */
export interface MemberChange {
  userId: number;
  before: Member | undefined;
  after: Member | undefined;
  /** The rota, where the change took them out of it. */
  rota?: { before: Rota; after: Rota | undefined } | undefined;
}

/**
 * The result of a change. `same`: it is so already. `owner`: the owner's role stays. `full`: the team takes no more members. `absent`:
 * they are no member. `outdated`: something else has changed it since.
 */
export type MemberResult = MemberChange | 'same' | 'owner' | 'full' | 'absent' | 'outdated';

/** The actor and time of a change. `note` appends to its audit log; all of it happens in the transaction of `store.teams.change`. */
export interface ChangeContext {
  actor?: { id: number; name?: string };
  at: number;
  note(entry: AuditDraft): void;
}

/** Gives a person a role: a new member gets only what is given here. Takes their request off the list. */
export function giveRole(
  team: Team,
  person: { id: number; name: string },
  role: GivenRole,
  change: ChangeContext,
): MemberResult {
  const { id, name } = person;
  const before = memberOf(team, id);
  if (id === team.ownerId) return 'owner';
  if (before?.role === role) return 'same';
  if (!before && team.members.length >= MOST_MEMBERS) return 'full';
  const after: Member = before ? { ...before, role } : { userId: id, name, role, addedAt: change.at };
  return put(team, { userId: id, before, after }, change);
}

/** The result of a request to join. `again`: the owner was told of this person within a day, and is not told again: leaving and asking again can't flood them. */
export type JoinResult = 'member' | 'waits' | 'full' | 'again' | 'asked';

/** Notes that a person asks to join. */
export function askToJoin(team: Team, person: { id: number; name: string }, { at, note }: ChangeContext): JoinResult {
  const { id: userId, name } = person;
  if (memberOf(team, userId)) return 'member';
  if (team.requests.some((each) => each.userId === userId)) return 'waits';
  const asked = (team.asked ?? []).filter((each) => each.at > at - DAY_MS);
  const isKnown = asked.some((each) => each.userId === userId);
  if (team.requests.length >= MOST_REQUESTS || (!isKnown && asked.length >= MOST_ASKED)) return 'full';
  team.requests.push({ userId, name, at });
  if (isKnown) return 'again';
  team.asked = [...asked, { userId, at }];
  note({ at, event: 'memberAsked', actor: person, member: person });
  return 'asked';
}

/** Tells that a person who asked to join left before an answer. */
function withdraw(team: Team, { userId, name }: Team['requests'][number], { at, note }: ChangeContext): void {
  const asked = team.asked?.find((each) => each.userId === userId);
  if (asked?.withdrawn) return;
  if (asked) asked.withdrawn = true;
  note({ at, event: 'requestWithdrawn', member: { id: userId, name } });
}

/** Takes all rights of a member. @param event `memberLeft` where they left the group themselves, or were removed from it */
export function removeMember(
  team: Team,
  userId: number,
  change: ChangeContext,
  event: 'memberRemoved' | 'memberLeft' = 'memberRemoved',
): MemberResult {
  const request = team.requests.find((each) => each.userId === userId);
  team.requests = team.requests.filter((each) => each !== request);
  const before = memberOf(team, userId);
  if (userId === team.ownerId) return 'owner';
  if (!before && request) withdraw(team, request, change);
  if (!before) return 'absent';
  return put(team, { userId, before, after: undefined }, change, event);
}

/** Whether a member is as a change made them. */
export function isSoStill(team: Team, { userId, after }: MemberChange): boolean {
  return essence(memberOf(team, userId)) === essence(after);
}

/** Restores the state before a change, unless another change has replaced it since. */
export function undoChange(team: Team, changed: MemberChange, change: ChangeContext): MemberResult {
  const { userId, before, rota } = changed;
  const now = memberOf(team, userId);
  if (userId === team.ownerId) return 'owner';
  if (!isSoStill(team, changed)) return 'outdated';
  if (before && !now && team.members.length >= MOST_MEMBERS) return 'full';
  const undone = put(team, { userId, before: now, after: before }, change);
  if (rota && mayBeOnCall(team, userId)) team.rota = rotaWith(team, userId, rota, change.at);
  return undone;
}

/** The rota with a person who comes back to it. A rota that was set or turned off since stays as it is. */
function rotaWith(
  team: Team,
  userId: number,
  { before, after }: NonNullable<MemberChange['rota']>,
  at: number,
): Rota | undefined {
  const { rota } = team;
  if (JSON.stringify(rota) === JSON.stringify(after)) return before;
  if (rota) return withPersonAgain(rota, userId, at);
  // The rota was turned off where another person of it could still be on call; else it ended with the last of them.
  const isTurnedOff = before.people.some((each) => each !== userId && mayBeOnCall(team, each));
  return isTurnedOff ? undefined : { ...before, people: [userId], order: before.order ?? before.people };
}

/** The news of changed members, for those people in private. */
export function newsOfChanges(changes: readonly MemberChange[]): TeamNews[] {
  const removed = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const returned = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
  const people = (all: typeof removed) => all.map(({ userId, locale }) => ({ userId, locale }));
  return [
    ...(removed.length > 0 ? [{ what: 'removed' as const, people: people(removed) }] : []),
    ...(returned.length > 0 ? [{ what: 'returned' as const, people: people(returned) }] : []),
  ];
}

/** All of a member that a person decides about. */
function essence(member: Member | undefined): string {
  return member ? JSON.stringify([member.role, member.addedAt, member.limits ?? []]) : '';
}

function put(
  team: Team,
  changed: MemberChange,
  { actor, at, note }: ChangeContext,
  event?: AuditDraft['event'],
): MemberChange {
  const { userId, before, after } = changed;
  const others = team.members.filter((each) => each.userId !== userId);
  const index = team.members.findIndex((each) => each.userId === userId);
  team.members = after && index >= 0 ? team.members.with(index, after) : [...others, ...(after ? [after] : [])];
  team.requests = team.requests.filter((each) => each.userId !== userId);
  if (!after) keepFormer(team, userId, before?.name ?? '');
  const rota = mayBeOnCall(team, userId) ? undefined : leaveOnCall(team, userId, at);
  note({
    at,
    event: event ?? eventOf(changed),
    ...(actor ? { actor } : {}),
    member: { id: userId, name: (after ?? before)?.name ?? '' },
    ...(before ? { before: before.role } : {}),
    ...(after ? { after: after.role } : {}),
  });
  endBreakGlass(team, { at, note });
  return rota ? { ...changed, rota } : changed;
}

/**
 * Notes that break-glass has ended: its time is over, or the person who began it has no right to it any more. A role given back does not begin it
 * again.
 */
export function endBreakGlass(team: Team, { at, note }: Pick<ChangeContext, 'at' | 'note'>): void {
  const glass = team.breakGlass;
  if (!glass || glass.ended || isBreakGlassOn(team, at)) return;
  const why = at < glass.until ? 'role' : 'time';
  const until = Math.min(at, glass.until);
  team.breakGlass = { ...glass, until, ended: { at: until, why } };
  const member = { id: glass.by, name: memberName(team, glass.by) };
  note({ at, event: 'breakGlassEnded', reason: { written: glass.reason }, after: why, member });
}

/** Takes a person who may not be on call any more out of it, and out of the rota. */
function leaveOnCall(team: Team, userId: number, at: number): MemberChange['rota'] {
  if (team.onCall?.userId === userId) delete team.onCall;
  const { rota: before } = team;
  if (!before?.people.includes(userId)) return undefined;
  team.rota = withoutPerson(before, userId, at);
  return { before, after: team.rota };
}

/** Keeps the name of a person who is no member any more. */
function keepFormer(team: Team, userId: number, name: string): void {
  const others = (team.former ?? []).filter((each) => each.userId !== userId);
  team.former = [...others, { userId, name }].slice(-MOST_FORMER);
}

function eventOf({ before, after }: MemberChange): AuditDraft['event'] {
  if (before && after) return 'roleChanged';
  return after ? 'memberAdded' : 'memberRemoved';
}
