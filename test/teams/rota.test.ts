import { expect, test } from 'vitest';
import type { Rota, Team } from '../../src/store/key-value/teams.ts';
import {
  isTime,
  nextChange,
  nextHandOver,
  onCallNow,
  peopleFromNow,
  turnsFrom,
  withoutPerson,
  zoneOf,
} from '../../src/teams/rota.ts';
import { createChance } from '../support/random/chance.ts';

const DAY_MS = 86_400_000;
const ZONES = ['Asia/Tehran', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'];

function teamOf(rota: Partial<Rota>, more: Partial<Team> = {}): Team {
  const member = (userId: number, role: 'operator' | 'viewer' | 'owner') => ({
    userId,
    name: `P${userId}`,
    role,
    addedAt: 0,
  });
  return {
    id: 'team',
    ownerId: 1,
    accountId: 'account',
    chatId: -1,
    topicId: 0,
    title: 'Shift',
    createdAt: 0,
    members: [member(1, 'owner'), member(2, 'operator'), member(3, 'operator'), member(4, 'viewer')],
    requests: [],
    protected: [],
    limits: [],
    rota: { people: [1, 2, 3], time: '09:00', zone: 'UTC', since: 0, ...rota },
    ...more,
  };
}

const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;
const clock = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

test('turns go round by weekday and time of the zone', () => {
  const team = teamOf({ weekday: 6, time: '08:30', zone: 'Asia/Tehran', since: at('2026-11-23T10:00[Asia/Tehran]') });
  const person = (text: string) => onCallNow(team, at(`${text}[Asia/Tehran]`));
  expect(person('2026-11-28T08:29')).toBe(1);
  expect(person('2026-11-28T08:30')).toBe(2);
  expect(person('2026-12-05T08:29')).toBe(2);
  expect(person('2026-12-05T08:30')).toBe(3);
  expect(person('2026-12-12T08:30')).toBe(1);
  expect(clock(nextHandOver(team, at('2026-11-28T08:30[Asia/Tehran]')) ?? 0, 'Asia/Tehran')).toBe('2026-12-05T08:30');
});

test('a hand-over at a time that the clock skips or shows twice happens once', () => {
  const team = teamOf({ time: '02:30', zone: 'Europe/Berlin', since: at('2027-03-26T12:00[Europe/Berlin]') });
  const next = (text: string) => nextHandOver(team, at(text)) ?? 0;
  expect(clock(next('2027-03-27T12:00[Europe/Berlin]'), 'Europe/Berlin')).toBe('2027-03-28T03:30');
  expect(onCallNow(team, at('2027-03-28T03:29[Europe/Berlin]'))).toBe(2);
  expect(onCallNow(team, at('2027-03-28T03:30[Europe/Berlin]'))).toBe(3);
  const twice = next('2027-10-30T12:00[Europe/Berlin]');
  expect(twice).toBe(at('2027-10-31T02:30+02:00[Europe/Berlin]'));
  expect(nextHandOver(team, twice)).toBe(at('2027-11-01T02:30[Europe/Berlin]'));
  // Tehran changed its clock at midnight until 2022.
  const tehran = teamOf({ time: '00:30', zone: 'Asia/Tehran', since: at('2022-03-20T12:00[Asia/Tehran]') });
  const skipped = nextHandOver(tehran, at('2022-03-21T12:00[Asia/Tehran]')) ?? 0;
  expect(clock(skipped, 'Asia/Tehran')).toBe('2022-03-22T01:30');
  expect(clock(nextHandOver(tehran, skipped) ?? 0, 'Asia/Tehran')).toBe('2022-03-23T00:30');
});

test('of who left the team, or became a viewer, the next one takes the turn', () => {
  const team = teamOf({ people: [2, 9, 4, 3], since: at('2026-11-23T10:00Z[UTC]') });
  const people = turnsFrom(team, at('2026-11-23T11:00Z[UTC]'), 5).map(({ userId }) => userId);
  expect(people).toEqual([2, 3, 3, 3, 2]);
  const none = teamOf({ people: [9, 4] });
  expect(onCallNow(none, DAY_MS)).toBeUndefined();
  expect(turnsFrom(none, DAY_MS, 3)).toEqual([]);
});

test('a person who took it is on call until that ends, or until they leave', () => {
  const now = at('2026-11-23T10:00Z[UTC]');
  const onCall = { userId: 3, since: now, until: now + 3_600_000 };
  const team = teamOf({ since: now }, { onCall });
  expect(onCallNow(team, now)).toBe(3);
  expect(nextChange(team, now)).toBe(onCall.until);
  expect(onCallNow(team, onCall.until)).toBe(1);
  expect(nextChange(team, onCall.until)).toBe(nextHandOver(team, now));
  expect(onCallNow({ ...team, members: team.members.filter(({ userId }) => userId !== 3) }, now)).toBe(1);
  const { rota: _, ...without } = team;
  expect(onCallNow({ ...without, onCall: { userId: 3, since: now } }, now + 400 * DAY_MS)).toBe(3);
  expect(onCallNow({ ...without, onCall: { userId: 4, since: now } }, now)).toBeUndefined();
});

test('an edited rota begins with the person whose turn it is', () => {
  const team = teamOf({ since: at('2026-11-23T10:00Z[UTC]') });
  expect(peopleFromNow(team, at('2026-11-24T10:00Z[UTC]'))).toEqual([2, 3, 1]);
});

test('zones are checked, and offsets are none', () => {
  expect(zoneOf('asia/tehran')).toBe('Asia/Tehran');
  expect(zoneOf(' europe/berlin ')).toBe('Europe/Berlin');
  expect(zoneOf('America/Argentina/Buenos Aires')).toMatch(/Buenos_Aires$/);
  expect(zoneOf('utc')).toBe('UTC');
  for (const wrong of ['+03:30', 'Tehran', 'Asia/Nowhere', '', 'Asia/Tehran|x', '../etc'])
    expect(zoneOf(wrong)).toBeUndefined();
  expect(['00:00', '23:30'].every(isTime)).toBe(true);
  expect(['24:00', '9:00', '09:60', ''].some(isTime)).toBe(false);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'over four years the turns follow each other without a gap (seed %i)',
  (seed) => {
    const chance = createChance(seed);
    const random = (below: number) => chance.whole(0, below - 1);
    const zone = ZONES[random(ZONES.length)] ?? 'UTC';
    const weekday = random(2) === 0 ? undefined : 1 + random(7);
    const time = `${String(random(6)).padStart(2, '0')}:${random(2) === 0 ? '00' : '30'}`;
    const since = at('2020-01-01T00:00Z[UTC]') + random(900 * 86_400) * 1_000;
    const team = teamOf({ people: [3, 1, 2], time, zone, since, ...(weekday === undefined ? {} : { weekday }) });
    const turns = turnsFrom(team, since, weekday === undefined ? 1_461 : 209);
    let before = since;
    turns.forEach(({ userId, from, to }, index) => {
      expect(from).toBe(before);
      expect(to).toBeGreaterThan(from);
      expect(userId).toBe([3, 1, 2][index % 3]);
      before = to;
      const local = Temporal.Instant.fromEpochMilliseconds(to).toZonedDateTimeISO(zone);
      if (weekday !== undefined) expect(local.dayOfWeek).toBe(weekday);
      // The clock skips an hour at most.
      const late = local.toPlainTime().since(Temporal.PlainTime.from(time)).total('minutes');
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(60);
    });
    // Asked at any moment, the answer is the same as when the turns are walked through.
    for (let asked = 0; asked < 200; asked++) {
      const turn = turns[random(turns.length)];
      if (!turn) continue;
      for (const now of [turn.from, turn.to - 1, turn.from + random(turn.to - turn.from)]) {
        expect(onCallNow(team, now)).toBe(turn.userId);
        expect(nextHandOver(team, now)).toBe(turn.to);
      }
    }
  },
);

test('a person who leaves the rota gives their turn to the next one, and the hand-overs keep their times', () => {
  const morning = (day: number) => at(`2027-03-0${day}T12:00[UTC]`);
  const rota: Rota = { people: [1, 2, 3], time: '09:00', zone: 'UTC', since: at('2027-03-01T10:00[UTC]') };
  const after = (userId: number, day: number) => withoutPerson(rota, userId, morning(day));
  const turns = (left: Rota | undefined, day: number) =>
    left && turnsFrom(teamOf(left), morning(day), 3).map(({ userId, from }) => [userId, clock(from, 'UTC')]);
  expect(turns(after(2, 1), 1)).toEqual([
    [1, '2027-03-01T10:00'],
    [3, '2027-03-02T09:00'],
    [1, '2027-03-03T09:00'],
  ]);
  expect(turns(after(2, 2), 2)?.map(([userId]) => userId)).toEqual([3, 1, 3]);
  expect(turns(after(1, 3), 3)).toEqual([
    [3, '2027-03-03T09:00'],
    [2, '2027-03-04T09:00'],
    [3, '2027-03-05T09:00'],
  ]);
  expect(after(4, 2)).toBe(rota);
  expect(withoutPerson({ ...rota, people: [2] }, 2, morning(2))).toBeUndefined();
});
