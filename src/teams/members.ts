import type { AuditDraft } from '../store/audit/index.ts';
import type { TeamNews } from '../store/jobs/reminders.ts';
import type { Member, Role, Rota, Team } from '../store/key-value/teams.ts';
import { isBreakGlassOn, memberName, memberOf } from './rights.ts';
import { mayBeOnCall, withoutPerson, withPersonAgain } from './rota.ts';

export const MOST_MEMBERS = 200;
export const MOST_REQUESTS = 50;
const MAX_ASKERS_PER_DAY = 200;
const MAX_FORMER_MEMBERS = 50;
const DAY_MS = 24 * 3_600_000;

/** The roles that an owner gives. Their own can't be given or taken. */
export const GIVEN_ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** `undefined` stands for a person who is no member. */
export interface MemberChange {
  userId: number;
  before: Member | undefined;
  after: Member | undefined;
  rota?: { before: Rota; after: Rota | undefined } | undefined;
}

/** `owner`: the owner's role stays. `full`: no room. `outdated`: another change came between. */
export type MemberResult = MemberChange | 'same' | 'owner' | 'full' | 'absent' | 'outdated';

/** `note` appends to the audit log in the same transaction. */
export interface ChangeContext {
  actor?: { id: number; name?: string };
  at: number;
  note(entry: AuditDraft): void;
}

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

/** `again`: the owner was notified within a day, so that leaving and asking again can't flood them. */
export type JoinResult = 'member' | 'waits' | 'full' | 'again' | 'asked';

export function askToJoin(team: Team, person: { id: number; name: string }, { at, note }: ChangeContext): JoinResult {
  const { id: userId, name } = person;
  if (memberOf(team, userId)) return 'member';
  if (team.requests.some((each) => each.userId === userId)) return 'waits';
  const asked = (team.asked ?? []).filter((each) => each.at > at - DAY_MS);
  const isKnown = asked.some((each) => each.userId === userId);
  if (team.requests.length >= MOST_REQUESTS || (!isKnown && asked.length >= MAX_ASKERS_PER_DAY)) return 'full';
  team.requests.push({ userId, name, at });
  if (isKnown) return 'again';
  team.asked = [...asked, { userId, at }];
  note({ at, event: 'memberAsked', actor: person, member: person });
  return 'asked';
}

function withdraw(team: Team, { userId, name }: Team['requests'][number], { at, note }: ChangeContext): void {
  const asked = team.asked?.find((each) => each.userId === userId);
  if (asked?.withdrawn) return;
  if (asked) asked.withdrawn = true;
  note({ at, event: 'requestWithdrawn', member: { id: userId, name } });
}

/** @param event `memberLeft` where the person left the group or was removed from it */
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

export function isSoStill(team: Team, { userId, after }: MemberChange): boolean {
  return decidedValues(memberOf(team, userId)) === decidedValues(after);
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

function rotaWith(
  team: Team,
  userId: number,
  { before, after }: NonNullable<MemberChange['rota']>,
  at: number,
): Rota | undefined {
  const { rota } = team;
  if (JSON.stringify(rota) === JSON.stringify(after)) return before;
  if (rota) return withPersonAgain(rota, userId, at);
  // Without a rota, either a person turned it off, or it ended with its last person.
  const isTurnedOff = before.people.some((each) => each !== userId && mayBeOnCall(team, each));
  return isTurnedOff ? undefined : { ...before, people: [userId], order: before.order ?? before.people };
}

export function newsOfChanges(changes: readonly MemberChange[]): TeamNews[] {
  const removed = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const returned = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
  const people = (all: typeof removed) => all.map(({ userId, locale }) => ({ userId, locale }));
  return [
    ...(removed.length > 0 ? [{ what: 'removed' as const, people: people(removed) }] : []),
    ...(returned.length > 0 ? [{ what: 'returned' as const, people: people(returned) }] : []),
  ];
}

function decidedValues(member: Member | undefined): string {
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

/** A role given back does not start break-glass again. */
export function endBreakGlass(team: Team, { at, note }: Pick<ChangeContext, 'at' | 'note'>): void {
  const glass = team.breakGlass;
  if (!glass || glass.ended || isBreakGlassOn(team, at)) return;
  const why = at < glass.until ? 'role' : 'time';
  const until = Math.min(at, glass.until);
  team.breakGlass = { ...glass, until, ended: { at: until, why } };
  const member = { id: glass.by, name: memberName(team, glass.by) };
  note({ at, event: 'breakGlassEnded', reason: { written: glass.reason }, after: why, member });
}

function leaveOnCall(team: Team, userId: number, at: number): MemberChange['rota'] {
  if (team.onCall?.userId === userId) delete team.onCall;
  const { rota: before } = team;
  if (!before?.people.includes(userId)) return undefined;
  team.rota = withoutPerson(before, userId, at);
  return { before, after: team.rota };
}

function keepFormer(team: Team, userId: number, name: string): void {
  const others = (team.former ?? []).filter((each) => each.userId !== userId);
  team.former = [...others, { userId, name }].slice(-MAX_FORMER_MEMBERS);
}

function eventOf({ before, after }: MemberChange): AuditDraft['event'] {
  if (before && after) return 'roleChanged';
  return after ? 'memberAdded' : 'memberRemoved';
}
