import { expect, test } from 'vitest';
import { dayIn, movedBy } from '../../../src/operations/kinds/dates.ts';

const SENT = Date.parse('2025-06-10T12:00:00Z');
const MONTH = [30, 30] as const;
const TWO_YEARS = [730, 732] as const;

test.each([
  [MONTH, '2025-07-01', '2025-07-31', true],
  [MONTH, '2025-07-01', '2025/8/1', true],
  [MONTH, '2025-07-01T23:59:59Z', '2025-07-30 00:10', true],
  [MONTH, '2025-07-01', '2025-07-02', false],
  [MONTH, '2025-07-01', '2025-07-01', false],
  [MONTH, '2025-07-01', '2025-08-30', false],
  [MONTH, '2025-07-31', '2025-07-01', false],
  // An expired server is renewed from the day of the request, or from its old end.
  [MONTH, '2025-06-01', '2025-07-10', true],
  [MONTH, '2025-06-01', '2025-07-01', true],
  [MONTH, '2025-06-01', '2025-06-11', false],
  [MONTH, '1404/04/10', '1404/05/09', true],
  [MONTH, '1403/12/30', '1404/01/30', true],
  [MONTH, '1404/04/10', '1404/04/11', false],
  [TWO_YEARS, '2027-02-28T00:00:00.000000Z', '2029-02-28T00:00:00.000000Z', true],
  [TWO_YEARS, '2026-02-01', '2028-02-01', true],
  [TWO_YEARS, '2026-02-01', '2027-02-01', false],
  [MONTH, '01.07.2025', '31.07.2025', undefined],
  [MONTH, undefined, '2025-07-31', undefined],
  [MONTH, '2025-07-01', 'soon', undefined],
  [MONTH, '2025-13-01', '2025-13-31', undefined],
] as const)('%j days from %s to %s: %s', (days, before, after, moved) => {
  expect(movedBy(days, before, after, SENT)).toBe(moved);
});

test('every day from 1980 to 2080 reads the same in both calendars', () => {
  const jalali = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { dateStyle: 'short', timeZone: 'UTC' });
  const other = [];
  for (let day = Date.UTC(1980, 0, 1); day < Date.UTC(2080, 0, 1); day += 24 * 3_600_000) {
    const [month, date, year] = jalali.format(day).match(/\d+/g) ?? [];
    const gregorian = new Date(day).toISOString();
    if (dayIn(`${year}/${month}/${date}`) !== dayIn(gregorian)) other.push(gregorian);
  }
  expect(other).toEqual([]);
});
