import type { QuietHours } from '../store/key-value/chats.ts';
import { quietUntil } from './quiet.ts';

/** The hour of a digest without a chosen one. */
export const DEFAULT_HOUR = 9;
/** A digest shows nothing that expires in more days than these. */
export const SHOWN_DAYS = 30;
/** Coming so near, in days, is news. */
const NEAR = [SHOWN_DAYS, 14, 7, 3, 1] as const;
/** The digests of one hour are spread over so long, so that not everybody's accounts are read at once. */
const SPREAD_MS = 10 * 60_000;
/** A provider that does not answer is asked again so often, for so long. */
export const RETRY_MS = 15 * 60_000;
const RETRIED_FOR_MS = 3 * 3_600_000;
/** So late, as after a downtime of the bot, the digest of a day is left out: it would come at night. */
const LATEST_MS = 12 * 3_600_000;

/** A digest leaves out so many domains by their bells. */
export const MOST_WITHOUT = 2_000;

/** Whether a digest tells when a domain expires. */
export function isExpiryTold({ without = [] }: { without?: readonly string[] }, domain: string): boolean {
  return !without.includes(domain);
}

/** When a chat gets its digest. */
export interface Timetable {
  chatId: number;
  /** 0 to 23, by the clock of the zone. */
  hour: number;
  /** An IANA zone. */
  zone: string;
  /** A digest whose time lies within them comes at their end. */
  quiet?: QuietHours | undefined;
  /** The day of the last digest, ISO 8601. */
  day?: string | undefined;
}

/** When the next digest after a moment is due, on a day without one: epoch ms. */
export function nextDigestAt(timetable: Timetable, after: number): number {
  const { day = '' } = timetable;
  let date = dateIn(timetable, after).subtract({ days: 1 });
  while (momentOn(timetable, date) <= after || date.toString() <= day) date = date.add({ days: 1 });
  return momentOn(timetable, date);
}

/** What a chat that is due is to get now. */
export interface Turn {
  /** Whether it is to get its digest. */
  isDue: boolean;
  /** The last time that it is tried. */
  isLast: boolean;
  /** The day of that digest, ISO 8601. */
  day: string;
}

/** A day that is left out loses nothing: what came near on it is still news on the next one. */
export function turnAt(timetable: Timetable, now: number): Turn {
  const today = dateIn(timetable, now);
  const before = today.subtract({ days: 1 });
  // Quiet hours let the digest of a late hour come on the day after.
  const isBefore = momentOn(timetable, today) > now && dateIn(timetable, momentOn(timetable, before)).equals(today);
  const date = isBefore ? before : today;
  const at = momentOn(timetable, date);
  const day = date.toString();
  const isDue = day > (timetable.day ?? '') && at <= now && now - at < LATEST_MS;
  return { isDue, isLast: now + RETRY_MS > at + RETRIED_FOR_MS, day };
}

/** How much later than its hour, or the end of quiet hours, the digest of a chat comes. */
export function spreadOf(chatId: number): number {
  return (Math.abs(chatId) % (SPREAD_MS / 1000)) * 1000;
}

/**
 * Whether something has come near since the last look. Without one all that is shown is news.
 * @param before the days that were left then
 */
export function isNews(daysLeft: number, before: number | undefined): boolean {
  if (before === undefined) return daysLeft <= SHOWN_DAYS;
  return NEAR.some((days) => daysLeft <= days && before > days);
}

function dateIn({ zone }: Timetable, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
}

/** A time that the clock skips comes as much later as it skips; of a time that it shows twice the first counts. */
function momentOn({ chatId, hour, zone, quiet }: Timetable, date: Temporal.PlainDate): number {
  const on = date.toPlainDateTime({ hour }).toZonedDateTime(zone, { disambiguation: 'compatible' });
  const spread = spreadOf(chatId);
  const at = on.epochMilliseconds + spread;
  const end = quietUntil(quiet, at);
  return end === undefined ? at : end + spread;
}
