import { expect, test } from 'vitest';
import {
  isNews,
  isShown,
  LATE_RETRY_MS,
  nextDigestAt,
  plannedAnew,
  RETRY_MS,
  type Timetable,
  turnAt,
} from '../../src/watches/digest.ts';
import { quietUntil } from '../../src/watches/quiet.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The hour without the minutes that a chat's number adds. */
const AT_ONCE = { chatId: 600, hour: 9 };
const at = (time: string) => Date.parse(time);
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);

test('a digest comes at its hour by the clock of the zone, and not again on the day of the last one', () => {
  const tehran = { ...AT_ONCE, zone: 'Asia/Tehran' };
  expect(iso(nextDigestAt(tehran, at('2026-11-23T05:29Z')))).toBe('2026-11-23T05:30');
  expect(iso(nextDigestAt(tehran, at('2026-11-23T05:30Z')))).toBe('2026-11-24T05:30');
  const done = { ...tehran, hour: 21, day: '2026-11-23' };
  expect(iso(nextDigestAt(done, at('2026-11-23T06:00Z')))).toBe('2026-11-24T17:30');
});

test('chats are spread over ten minutes, each always at the same minute', () => {
  const minutes = Array.from({ length: 1_000 }, (_, chatId) =>
    nextDigestAt({ chatId, hour: 9, zone: 'UTC' }, at('2026-11-23T00:00Z')),
  );
  const first = at('2026-11-23T09:00Z');
  expect(Math.min(...minutes)).toBe(first);
  expect(Math.max(...minutes)).toBe(first + 10 * 60_000 - 1_000);
  expect(nextDigestAt({ chatId: 7, hour: 9, zone: 'UTC' }, 0) % DAY).toBe(9 * HOUR + 7_000);
});

test('a digest that waits is not put off by settings, one that was told today is', () => {
  const utc = { ...AT_ONCE, zone: 'UTC', day: '2026-11-22' };
  const now = at('2026-11-23T09:20Z');
  const anew = (dueAt: string | null, settings = {}) =>
    iso(plannedAnew(dueAt === null ? null : at(dueAt), { ...utc, ...settings }, now));
  // The digest waits for its provider, for readings, or for quiet hours that end earlier now.
  expect(anew('2026-11-23T09:30Z')).toBe('2026-11-23T09:30');
  expect(anew('2026-11-23T09:30Z', { day: undefined })).toBe('2026-11-23T09:30');
  expect(anew('2026-11-23T09:30Z', { hour: 8 })).toBe('2026-11-23T09:30');
  expect(anew('2026-11-23T14:00Z')).toBe('2026-11-23T09:20');
  // Its hour is yet to come.
  expect(anew('2026-11-23T09:30Z', { hour: 20 })).toBe('2026-11-23T20:00');
  // The digest was told today, is turned on, or belongs to an account that was just connected.
  expect(anew('2026-11-24T09:00Z', { day: '2026-11-23', hour: 8 })).toBe('2026-11-24T08:00');
  expect(anew(null)).toBe('2026-11-24T09:00');
  expect(anew('2026-11-24T09:00Z', { day: undefined, hour: 8 })).toBe('2026-11-24T08:00');
});

test('over a change of the clock it stays at its hour, once a day', () => {
  const berlin = { ...AT_ONCE, zone: 'Europe/Berlin' };
  expect(iso(nextDigestAt(berlin, at('2026-03-28T12:00Z')))).toBe('2026-03-29T07:00');
  expect(iso(nextDigestAt(berlin, at('2026-10-24T12:00Z')))).toBe('2026-10-25T08:00');
  // The hour that the clock skips comes an hour later; the one that it shows twice comes once.
  expect(iso(nextDigestAt({ ...berlin, hour: 2 }, at('2026-03-28T12:00Z')))).toBe('2026-03-29T01:00');
  const first = nextDigestAt({ ...berlin, hour: 2 }, at('2026-10-24T12:00Z'));
  expect(iso(first)).toBe('2026-10-25T00:00');
  const { day } = turnAt({ ...berlin, hour: 2 }, first);
  expect(turnAt({ ...berlin, hour: 2, day }, first + HOUR).isDue).toBe(false);
  expect(iso(nextDigestAt({ ...berlin, hour: 2, day }, first))).toBe('2026-10-26T01:00');
});

test('a digest that is late comes the same day, not at night; what is known is told after three hours', () => {
  const utc = { ...AT_ONCE, zone: 'UTC' };
  const nine = at('2026-11-23T09:00Z');
  expect(turnAt(utc, nine - 1).isDue).toBe(false);
  expect(turnAt(utc, nine)).toEqual({ isDue: true, isLast: false, isEnd: false, day: '2026-11-23' });
  expect(turnAt(utc, nine + 2.75 * HOUR)).toEqual({ isDue: true, isLast: false, isEnd: false, day: '2026-11-23' });
  expect(turnAt(utc, nine + 3 * HOUR)).toEqual({ isDue: true, isLast: true, isEnd: false, day: '2026-11-23' });
  expect(turnAt(utc, nine + 11 * HOUR)).toEqual({ isDue: true, isLast: true, isEnd: true, day: '2026-11-23' });
  expect(turnAt(utc, nine + 12 * HOUR).isDue).toBe(false);
  // In the first hours after midnight the day before is over.
  expect(turnAt({ ...utc, hour: 23 }, at('2026-11-24T00:30Z')).isDue).toBe(false);
});

/** When the provider is asked for the last time, where each try comes so late. Each of them has to be in time. */
function lastTry(timetable: Timetable, lateMs: number): number {
  for (let now = nextDigestAt(timetable, at('2026-11-23T00:00Z')); ; ) {
    now = (quietUntil(timetable.quiet, now) ?? now) + lateMs;
    const turn = turnAt(timetable, now);
    expect(turn, new Date(now).toISOString()).toMatchObject({ isDue: true, day: '2026-11-23' });
    if (turn.isLast && turn.isEnd) return now;
    now += turn.isLast ? LATE_RETRY_MS : RETRY_MS;
  }
}

test.each([
  [9, undefined, '21:00'],
  [15, undefined, '21:00'],
  [20, undefined, '21:10'],
  [22, undefined, '23:10'],
  [23, undefined, '24:00'],
  [9, { topicId: 0, from: '20:00', to: '07:00', zone: 'UTC' }, '20:00'],
  [9, { topicId: 0, from: '12:00', to: '14:00', zone: 'UTC' }, '21:00'],
  [6, { topicId: 0, from: '20:00', to: '07:00', zone: 'UTC' }, '19:10'],
])('a digest of %d hours (quiet: %o) whose provider is silent has its last try by %s', (hour, quiet, end) => {
  const timetable = { hour, zone: 'UTC', quiet, day: '2026-11-22' };
  const latest = at('2026-11-23T00:00Z') + Number(end.slice(0, 2)) * HOUR + Number(end.slice(3)) * 60_000;
  // Spread over ten minutes; each try comes up to five minutes late.
  for (let chatId = 0; chatId < 600; chatId += 7) {
    for (const lateMs of [0, 1, 2, 5].map((minutes) => minutes * 60_000)) {
      const now = lastTry({ ...timetable, chatId }, lateMs);
      expect(now).toBeLessThan(latest);
      expect(now).toBeGreaterThan(latest - 1.6 * HOUR);
      expect(turnAt({ ...timetable, chatId }, latest).isDue).toBe(false);
    }
  }
});

test('a digest whose hour is quiet comes at the end of the quiet hours, also on the next day, and counts for its own', () => {
  const quiet = { topicId: 0, from: '22:00', to: '08:00', zone: 'UTC' };
  const early = { ...AT_ONCE, hour: 7, zone: 'UTC', quiet };
  expect(iso(nextDigestAt(early, at('2026-11-23T02:00Z')))).toBe('2026-11-23T08:00');
  const late = { ...AT_ONCE, hour: 23, zone: 'UTC', quiet };
  for (const now of ['2026-11-23T12:00Z', '2026-11-23T23:30Z', '2026-11-24T02:00Z'])
    expect(iso(nextDigestAt(late, at(now)))).toBe('2026-11-24T08:00');
  const end = at('2026-11-24T08:00Z');
  expect(turnAt(late, end)).toEqual({ isDue: true, isLast: false, isEnd: false, day: '2026-11-23' });
  expect(turnAt({ ...late, day: '2026-11-23' }, end + HOUR).isDue).toBe(false);
  expect(iso(nextDigestAt({ ...late, day: '2026-11-23' }, end))).toBe('2026-11-25T08:00');
  // Outside of them nothing changes.
  expect(iso(nextDigestAt({ ...late, hour: 8 }, at('2026-11-23T02:00Z')))).toBe('2026-11-23T08:00');
});

test('coming near is news once, also where days were missed', () => {
  const told: number[] = [];
  for (let left = 40; left >= -3; left--) if (isNews(left, left + 1)) told.push(left);
  expect(told).toEqual([30, 14, 7, 3, 1]);
  // A look every nine days.
  expect([31, 22, 13, 4, -5].map((left) => isNews(left, left + 9))).toEqual([false, true, true, true, true]);
  expect(isNews(13, 14)).toBe(false);
  // The server was renewed since: more days are left than before.
  expect(isNews(29, 2)).toBe(false);
});

test('what was renewed for a month is shown from the second step on', () => {
  const left = [31, 30, 15, 14, 0];
  expect(left.map((days) => isShown(days))).toEqual([false, true, true, true, true]);
  expect(left.map((days) => isShown(days, true))).toEqual([false, false, false, true, true]);
});

test('at the first look all that is near is news', () => {
  expect(isNews(30, undefined)).toBe(true);
  expect(isNews(-2, undefined)).toBe(true);
  expect(isNews(31, undefined)).toBe(false);
});
