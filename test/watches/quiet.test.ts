import { expect, test } from 'vitest';
import { quietUntil } from '../../src/watches/quiet.ts';

const at = (time: string) => Date.parse(time);
/** The end of the quiet hours that a moment lies in; `undefined` where it lies in none. */
function endAt(hours: string, zone: string, time: string): string | undefined {
  const [from = '', to = ''] = hours.split('-');
  const end = quietUntil({ topicId: 0, from, to, zone }, at(time));
  return end === undefined ? undefined : new Date(end).toISOString().slice(0, 16);
}

test('quiet hours of a day end on it; their end itself is not quiet', () => {
  expect(endAt('13:00-15:30', 'UTC', '2026-11-23T12:59:59Z')).toBeUndefined();
  expect(endAt('13:00-15:30', 'UTC', '2026-11-23T13:00Z')).toBe('2026-11-23T15:30');
  expect(endAt('13:00-15:30', 'UTC', '2026-11-23T15:29:59Z')).toBe('2026-11-23T15:30');
  expect(endAt('13:00-15:30', 'UTC', '2026-11-23T15:30Z')).toBeUndefined();
  expect(quietUntil(undefined, 0)).toBeUndefined();
});

test('those of a night end on the next day, by the clock of their zone', () => {
  expect(endAt('23:00-07:00', 'Asia/Tehran', '2026-11-23T19:29Z')).toBeUndefined();
  expect(endAt('23:00-07:00', 'Asia/Tehran', '2026-11-23T19:30Z')).toBe('2026-11-24T03:30');
  expect(endAt('23:00-07:00', 'Asia/Tehran', '2026-11-24T03:29Z')).toBe('2026-11-24T03:30');
  expect(endAt('23:00-07:00', 'Asia/Tehran', '2026-11-24T03:30Z')).toBeUndefined();
  // On the last day of a month and of a year.
  expect(endAt('23:00-07:00', 'UTC', '2026-12-31T23:10Z')).toBe('2027-01-01T07:00');
  expect(endAt('00:00-08:00', 'UTC', '2026-11-23T00:00Z')).toBe('2026-11-23T08:00');
  expect(endAt('22:00-00:00', 'UTC', '2026-11-23T23:59Z')).toBe('2026-11-24T00:00');
  expect(endAt('22:00-00:00', 'UTC', '2026-11-24T00:00Z')).toBeUndefined();
});

test('a night in which the clock changes is an hour shorter or longer', () => {
  const berlin = (time: string) => endAt('23:00-07:00', 'Europe/Berlin', time);
  expect(berlin('2026-03-28T22:00Z')).toBe('2026-03-29T05:00');
  expect(berlin('2026-03-29T05:00Z')).toBeUndefined();
  expect(berlin('2026-10-24T21:00Z')).toBe('2026-10-25T06:00');
  expect(berlin('2026-10-25T05:59Z')).toBe('2026-10-25T06:00');
  expect(berlin('2026-10-25T06:00Z')).toBeUndefined();
});

test('an end that the clock skips comes later, and one that it shows twice is the second', () => {
  expect(endAt('23:00-02:30', 'Europe/Berlin', '2026-03-29T00:59Z')).toBe('2026-03-29T01:30');
  expect(endAt('23:00-02:30', 'Europe/Berlin', '2026-03-29T01:00Z')).toBeUndefined();
  expect(endAt('23:00-02:30', 'Europe/Berlin', '2026-10-25T00:15Z')).toBe('2026-10-25T01:30');
  expect(endAt('23:00-02:30', 'Europe/Berlin', '2026-10-25T01:15Z')).toBe('2026-10-25T01:30');
});
