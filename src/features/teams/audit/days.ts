import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatMonth, zone } from '../../../telegram/ui/format.ts';
import { normalise } from '../../common/input/typed-input.ts';

export const DAY_MS = 86_400_000;
/** A Jalali year has a smaller number for another six centuries. */
const FIRST_GREGORIAN_YEAR = 1700;
/** A Jalali year begins in March of the Gregorian year that is so many later. */
const JALALI_LATER = 621;

/** When a day begins and ends for the readers of a language, epoch milliseconds. @param day midnight UTC of the same date */
export function boundsOf(day: number, t: Translate): { from: number; to: number } {
  return { from: beginningOf(day, zone(t.locale)), to: beginningOf(day + DAY_MS, zone(t.locale)) };
}

/** The day that a moment is for the readers of a language, as midnight UTC of that date. */
export function dayOf(at: number, t: Translate): number {
  return Math.floor(clockIn(zone(t.locale), at) / DAY_MS) * DAY_MS;
}

/** The first day of the month in which a day is, in the calendar of a language. */
export function firstOfMonth(day: number, { locale }: Translate): number {
  let first = day;
  while (formatMonth(first - DAY_MS, locale) === formatMonth(day, locale)) first -= DAY_MS;
  return first;
}

/** A moment by the clock of the readers of a language, as `2026-11-22 14:03:05`. */
export function clockOf(at: number, t: Translate): string {
  return new Date(clockIn(zone(t.locale), at)).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Reads a day that a person typed, as midnight UTC of its date: `2026-11-22`, `1405/9/1`, `22 November 2026`, `۱ آذر`, "today".
 * @returns `undefined` where it is no day, or one that does not exist
 */
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
  // The last one that has been.
  const last = found.isJalali ? new Date(today).getUTCFullYear() - JALALI_LATER : new Date(today).getUTCFullYear();
  return [last, last - 1].map((each) => dateOf(each, found.month, date)).find((day = today + 1) => day <= today);
}

function dateOf(year: number, month: number, date: number): number | undefined {
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  return year < FIRST_GREGORIAN_YEAR ? jalaliDate(year, month, date) : gregorianDate(year, month, date);
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

/** Searches around the day on which it would be if all months had thirty days and a half. */
function jalaliDate(year: number, month: number, date: number): number | undefined {
  const about = Date.UTC(year + JALALI_LATER, 2, 21) + Math.round((month - 1) * 30.5 + date - 1) * DAY_MS;
  for (let day = about - 5 * DAY_MS; day <= about + 5 * DAY_MS; day += DAY_MS) {
    const parts = new Map(JALALI.formatToParts(day).map(({ type, value }) => [type, Number.parseInt(value, 10)]));
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === date) return day;
  }
  return undefined;
}

/** The names of months in which people type days: English ones of the Gregorian calendar, and Persian ones of both. */
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

/** The moment at which a day begins in a time zone. */
function beginningOf(day: number, timeZone: string): number {
  const aheadAt = (at: number) => clockIn(timeZone, at) - at;
  return day - aheadAt(day - aheadAt(day));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time on a clock of the zone at a moment, as if it were UTC; whole seconds. */
function clockIn(timeZone: string, at: number): number {
  const known = clocks.get(timeZone);
  // Swedish writes moments as ISO 8601 does.
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  if (!known) clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
}
