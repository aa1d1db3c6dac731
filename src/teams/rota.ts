import type { Rota, Team } from '../store/key-value/teams.ts';
import { roleMay } from './actions.ts';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** An IANA zone, such as `Asia/Tehran`, or `UTC`. `Temporal` also takes offsets, which know no daylight saving time. */
const ZONE = /^[a-z][\w+-]*(?:\/[\w+-]+){0,2}$/i;

/** Epoch milliseconds. */
export interface RotaTurn {
  userId: number;
  from: number;
  to: number;
}

/** The user id of the person who took the call, else of the one whose turn it is. Skips people who may not be on call. */
export function onCallNow(team: Team, now: number): number | undefined {
  return takenBy(team, now)?.userId ?? turnNow(team, now)?.userId;
}

export function takenBy(team: Team, now: number): NonNullable<Team['onCall']> | undefined {
  const { onCall } = team;
  const holds = onCall && (onCall.until === undefined || now < onCall.until) && mayBeOnCall(team, onCall.userId);
  return holds ? onCall : undefined;
}

/** Ignores a person who took the call. */
export function turnNow(team: Team, now: number): RotaTurn | undefined {
  return turnsFrom(team, now, 1)[0];
}

export function nextHandOver({ rota }: Team, now: number): number | undefined {
  return rota && rota.people.length > 0 ? handOverAfter(rota, Math.max(now, rota.since)) : undefined;
}

/** The next hand-over, or the end of the hours that a person took; epoch milliseconds. */
export function nextChange(team: Team, now: number): number | undefined {
  const times = [nextHandOver(team, now), takenBy(team, now)?.until].filter((each) => each !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Empty where no person of the rota may be on call. */
export function turnsFrom(team: Team, now: number, most: number): RotaTurn[] {
  const { rota } = team;
  if (!rota?.people.some((userId) => mayBeOnCall(team, userId))) return [];
  const at = Math.max(now, rota.since);
  const turns: RotaTurn[] = [];
  let from = lastHandOver(rota, at);
  for (let index = handOversUntil(rota, at); turns.length < most; index++) {
    const to = handOverAfter(rota, from);
    turns.push({ userId: personAt(team, rota, index), from, to });
    from = to;
  }
  return turns;
}

/** The next person takes the turn, and later ones move up. `undefined` where the rota is empty then. */
export function withoutPerson(rota: Rota, userId: number, now: number): Rota | undefined {
  const { people } = rota;
  if (!people.includes(userId)) return rota;
  const at = Math.max(now, rota.since);
  const turn = handOversUntil(rota, at) % people.length;
  const others = [...people.slice(turn), ...people.slice(0, turn)].filter((each) => each !== userId);
  if (others.length === 0) return undefined;
  return { ...rota, people: others, order: rota.order ?? people, since: lastHandOver(rota, at) };
}

/** Keeps the present turn. A rota that was set anew stays as it is. */
export function withPersonAgain(rota: Rota, userId: number, now: number): Rota {
  const { people, order = [] } = rota;
  if (people.includes(userId) || !order.includes(userId)) return rota;
  const at = Math.max(now, rota.since);
  const turn = handOversUntil(rota, at) % people.length;
  const coming = [...people.slice(turn), ...people.slice(0, turn)];
  const place = order.indexOf(userId);
  const next = [...order.slice(place), ...order.slice(0, place)].find((each) => coming.includes(each));
  const index = coming.indexOf(next ?? 0);
  // A place before the person whose turn it is means the last place.
  const after = index <= 0 ? [...coming, userId] : coming.toSpliced(index, 0, userId);
  return { ...rota, people: after, since: lastHandOver(rota, at) };
}

export function peopleFromNow(team: Team, now: number): number[] {
  const { rota } = team;
  if (!rota) return [];
  const here = rota.people.filter((userId) => mayBeOnCall(team, userId));
  const first = here.indexOf(turnNow(team, now)?.userId ?? 0);
  return [...here.slice(Math.max(0, first)), ...here.slice(0, Math.max(0, first))];
}

export function mayBeOnCall({ members }: Team, userId: number): boolean {
  return members.some((each) => each.userId === userId && roleMay(each.role, 'takeOnCall'));
}

/** The IANA name of a typed zone, in any case; `undefined` where there is no such zone. */
export function zoneOf(typed: string): string | undefined {
  const name = typed.trim().replace(/\s+/g, '_');
  if (!ZONE.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function isTime(text: string): boolean {
  return TIME.test(text);
}

function personAt(team: Team, { people }: Rota, index: number): number {
  for (let step = 0; step < people.length; step++) {
    const userId = people[(index + step) % people.length];
    if (userId !== undefined && mayBeOnCall(team, userId)) return userId;
  }
  throw new RangeError('Nobody of the rota may be on call');
}

/** Counts calendar days, so that a change of the clock adds or drops no hand-over. */
function handOversUntil(rota: Rota, now: number): number {
  const first = dayAfter(rota, rota.since);
  const last = dayUntil(rota, now);
  const days = first.until(last, { largestUnit: 'days' }).days;
  return days < 0 ? 0 : days / stepOf(rota) + 1;
}

function lastHandOver(rota: Rota, now: number): number {
  return Math.max(rota.since, momentOn(rota, dayUntil(rota, now)));
}

function handOverAfter(rota: Rota, now: number): number {
  return momentOn(rota, dayAfter(rota, now));
}

function dayAfter(rota: Rota, at: number): Temporal.PlainDate {
  let day = dayUntil(rota, at);
  while (momentOn(rota, day) <= at) day = day.add({ days: stepOf(rota) });
  return day;
}

function dayUntil(rota: Rota, at: number): Temporal.PlainDate {
  const { weekday } = rota;
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(rota.zone).toPlainDate();
  // A change of the clock may move a hand-over past midnight.
  let day = today.add({ days: 1 });
  if (weekday !== undefined) day = day.subtract({ days: (day.dayOfWeek - weekday + 7) % 7 });
  while (momentOn(rota, day) > at) day = day.subtract({ days: stepOf(rota) });
  return day;
}

/** A time that the clock skips comes later by the skipped time; of a time that occurs twice the first counts. */
function momentOn({ time, zone }: Rota, day: Temporal.PlainDate): number {
  const at = day.toPlainDateTime(Temporal.PlainTime.from(time));
  return at.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

function stepOf({ weekday }: Rota): number {
  return weekday === undefined ? 1 : 7;
}
