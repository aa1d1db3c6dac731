import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatMonth, zone } from '../../../telegram/ui/format.ts';
import { normalise } from '../../common/input/typed-input.ts';

export const DAY_MS = 86_400_000;
const MIN_GREGORIAN_YEAR = 1700;
const JALALI_YEAR_OFFSET = 621;

/** Epoch milliseconds in the time zone of the readers. @param day midnight UTC of the same date */
export function boundsOf(day: number, t: Translate): { from: number; to: number } {
  return { from: beginningOf(day, zone(t.locale)), to: beginningOf(day + DAY_MS, zone(t.locale)) };
}

/** Midnight UTC of the date in the time zone of the readers. */
export function dayOf(at: number, t: Translate): number {
  return Math.floor(clockIn(zone(t.locale), at) / DAY_MS) * DAY_MS;
}

export function firstOfMonth(day: number, { locale }: Translate): number {
  let first = day;
  while (formatMonth(first - DAY_MS, locale) === formatMonth(day, locale)) first -= DAY_MS;
  return first;
}

export function clockOf(at: number, t: Translate): string {
  return new Date(clockIn(zone(t.locale), at)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads a date such as `2026-11-22`, `1405/9/1`, `22 November 2026`, `۱ آذر` or "today", as midnight UTC. */
export function readDay(typed: string, now: number, t: Translate): number | undefined {
  const text = normalise(typed);
  const today = dayOf(now, t);
  if (text === normalise(t.plain('audit-words-today'))) return today;
  if (text === normalise(t.plain('audit-words-yesterday'))) return today - DAY_MS;
  const numbers = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (numbers) return dateOf(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  const words = /^(\d{1,2}) (\p{L}+)(?: (\d{4}))?$/u.exec(text);
  return words ? dayWithMonth(Number(words[1]), words[2] ?? '', words[3], today) : undefined;
}

function dayWithMonth(date: number, name: string, year: string | undefined, today: number): number | undefined {
  const found = MONTHS.find(({ names }) => names.includes(name));
  if (!found) return undefined;
  if (year !== undefined) return dateOf(Number(year), found.month, date);
  // Without a year the newest such date in the past is meant.
  const last = found.isJalali
    ? new Date(today).getUTCFullYear() - JALALI_YEAR_OFFSET
    : new Date(today).getUTCFullYear();
  return [last, last - 1].map((each) => dateOf(each, found.month, date)).find((day = today + 1) => day <= today);
}

function dateOf(year: number, month: number, date: number): number | undefined {
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  return year < MIN_GREGORIAN_YEAR ? jalaliDate(year, month, date) : gregorianDate(year, month, date);
}

function gregorianDate(year: number, month: number, date: number): number | undefined {
  const day = Date.UTC(year, month - 1, date);
  return new Date(day).getUTCMonth() === month - 1 ? day : undefined;
}

const JALALI = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Estimates the date with months of 30.5 days, and searches around it. */
function jalaliDate(year: number, month: number, date: number): number | undefined {
  const about = Date.UTC(year + JALALI_YEAR_OFFSET, 2, 21) + Math.round((month - 1) * 30.5 + date - 1) * DAY_MS;
  for (let day = about - 5 * DAY_MS; day <= about + 5 * DAY_MS; day += DAY_MS) {
    const parts = new Map(JALALI.formatToParts(day).map(({ type, value }) => [type, Number.parseInt(value, 10)]));
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === date) return day;
  }
  return undefined;
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => {
  const named = (tag: string, day: number, style: 'long' | 'short') =>
    normalise(new Intl.DateTimeFormat(tag, { month: style, timeZone: 'UTC' }).format(day));
  const gregorian = Date.UTC(2026, month - 1, 15);
  const jalali = jalaliDate(1405, month, 15) ?? gregorian;
  return [
    {
      month,
      isJalali: false,
      names: [
        named('en-US', gregorian, 'long'),
        named('en-US', gregorian, 'short'),
        named('fa-IR-u-ca-gregory', gregorian, 'long'),
      ],
    },
    { month, isJalali: true, names: [named('fa-IR-u-ca-persian', jalali, 'long')] },
  ];
});

function beginningOf(day: number, timeZone: string): number {
  const aheadAt = (at: number) => clockIn(timeZone, at) - at;
  return day - aheadAt(day - aheadAt(day));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock of the zone at a moment, as if it were UTC; whole seconds. */
function clockIn(timeZone: string, at: number): number {
  const known = clocks.get(timeZone);
  // The Swedish format is ISO 8601.
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  if (!known) clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
}
