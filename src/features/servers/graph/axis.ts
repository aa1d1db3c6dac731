import type { Locale } from '../../../telegram/i18n/index.ts';
import { languageTag, zone } from '../../../telegram/ui/format.ts';

export interface Tick {
  /** Milliseconds since the epoch. */
  at: number;
  label: string;
}

const MAX_TICKS = 6;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year';
const UNITS = { minute: MINUTE, hour: HOUR, day: DAY, month: 30.4 * DAY, year: 365.25 * DAY } as const;
const STEPS: readonly { unit: Unit; count: number }[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => ({ unit: 'minute' as const, count })),
  ...[1, 2, 3, 4, 6, 12].map((count) => ({ unit: 'hour' as const, count })),
  ...[1, 2, 5, 7, 10].map((count) => ({ unit: 'day' as const, count })),
  ...[1, 2, 3, 6].map((count) => ({ unit: 'month' as const, count })),
  ...[1, 2, 5, 10, 20].map((count) => ({ unit: 'year' as const, count })),
];

/** Round times by the reader's clock and calendar: six at most, none within less than a minute. */
export function timeTicks(from: number, to: number, locale: Locale): Tick[] {
  const step = STEPS.find(({ unit, count }) => (to - from) / (UNITS[unit] * count) <= MAX_TICKS) ?? STEPS.at(-1);
  if (!step) return [];
  const { calendar } = new Intl.DateTimeFormat(languageTag(locale)).resolvedOptions();
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone(locale)).withCalendar(calendar);
  const ticks: Tick[] = [];
  for (let time = firstOf(start, step); ; time = time.add({ [`${step.unit}s`]: step.count })) {
    const at = time.epochMilliseconds;
    if (at > to || ticks.length > MAX_TICKS) return ticks;
    if (at >= from) ticks.push({ at, label: labelOf(time, step.unit, locale) });
  }
}

/** The round time at or shortly before `start`. */
function firstOf(
  start: Temporal.ZonedDateTime,
  { unit, count }: { unit: Unit; count: number },
): Temporal.ZonedDateTime {
  if (unit === 'minute' || unit === 'hour')
    return start.round({ smallestUnit: unit, roundingIncrement: count, roundingMode: 'ceil' });
  if (unit === 'month') return start.with({ day: 1 }).startOfDay();
  if (unit === 'year') return start.with({ month: 1, day: 1 }).startOfDay();
  return start.round({ smallestUnit: 'day', roundingMode: 'ceil' });
}

const LABELS = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function labelOf(time: Temporal.ZonedDateTime, unit: Unit, locale: Locale): string {
  const atMidnight = time.equals(time.startOfDay());
  const kind = unit !== 'minute' && unit !== 'hour' ? unit : atMidnight ? 'day' : 'time';
  return format(time.epochMilliseconds, locale, LABELS[kind]);
}

function format(at: number, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(languageTag(locale), { ...options, timeZone: zone(locale) }).format(at);
}

export function timeRange(from: number, to: number, locale: Locale): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone(locale) } as const;
  return new Intl.DateTimeFormat(languageTag(locale), options).formatRange(from, to);
}

/** Three significant digits, in the digits and words of the language. */
export function shortNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 3,
    notation: notationOf(value),
  }).format(value);
}

function notationOf(value: number): 'standard' | 'compact' | 'scientific' {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-3)) return 'scientific';
  return size >= 1e4 ? 'compact' : 'standard';
}
