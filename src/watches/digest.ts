import type { QuietHours } from '../store/key-value/chats.ts';
import { quietSince, quietUntil } from './quiet.ts';

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
/** Where nothing is worth telling without that provider, it is asked again so often, until the evening. */
export const LATE_RETRY_MS = 3_600_000;
/** A try may come so much later than planned: it waits for its turn, and for readings. */
const LATENESS_MS = 15 * 60_000;
/** So late, or after the evening, as after a downtime of the bot, the digest of a day is left out: it would come at night. */
const LATEST_MS = 12 * 3_600_000;
const EVENING_HOUR = 21;
/** A digest of the evening, or of the night, has so long. */
const LEAST_MS = 3_600_000;

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

/** The digest for a chat that is due. */
export interface DigestTurn {
  /** Whether it is to get its digest. */
  isDue: boolean;
  /** Whether the chat is told its news now, though a provider does not answer. */
  isLast: boolean;
  /** The last time that a provider which does not answer is asked: an hour later it would be too late. */
  isEnd: boolean;
  /** The day of that digest, ISO 8601. */
  day: string;
}

/** A day that is left out loses nothing: an expiry that came near on it is still news on the next one. */
export function turnAt(timetable: Timetable, now: number): DigestTurn {
  const today = dateIn(timetable, now);
  const before = today.subtract({ days: 1 });
  // Quiet hours let the digest of a late hour come on the day after.
  const isBefore = momentOn(timetable, today) > now && dateIn(timetable, momentOn(timetable, before)).equals(today);
  const date = isBefore ? before : today;
  const at = momentOn(timetable, date);
  const day = date.toString();
  const end = endOf(timetable, at);
  const isDue = day > (timetable.day ?? '') && at <= now && now < end;
  const isLast = now + RETRY_MS > at + RETRIED_FOR_MS || now + RETRY_MS + LATENESS_MS >= end;
  return { isDue, isLast, isEnd: now + LATE_RETRY_MS + LATENESS_MS >= end, day };
}

/** Until when the digest of a moment is tried, epoch ms: until the evening, or the quiet hours in which that lies. */
function endOf({ zone, quiet }: Timetable, at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const today = local.toPlainDate();
  const evening = today.toPlainDateTime({ hour: EVENING_HOUR }).toZonedDateTime(zone).epochMilliseconds;
  const midnight = today.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const end = Math.min(at + LATEST_MS, Math.max(evening, at + LEAST_MS), midnight);
  const quietFrom = quietSince(quiet, end);
  return quietFrom !== undefined && quietFrom > at ? quietFrom : end;
}

/**
 * When a digest is due whose settings change: epoch ms. One that waits today, for its provider or its chat, is not put off by that.
 * @param dueAt when it was due by the earlier settings, epoch ms
 */
export function plannedAnew(dueAt: number | null, timetable: Timetable, now: number): number {
  if (dueAt !== null && dueAt <= now + RETRY_MS && turnAt(timetable, Math.max(dueAt, now)).isDue) return dueAt;
  // Without a day there was none yet: an account that was just connected is told of at its hour.
  const isMissing = dueAt !== null && timetable.day !== undefined && turnAt(timetable, now).isDue;
  return isMissing ? now : nextDigestAt(timetable, now);
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

/** A renewal for a month is within {@link SHOWN_DAYS} at once: it is shown again from the second step on. */
export function isShown(daysLeft: number, isMonthly = false): boolean {
  return daysLeft <= (isMonthly ? NEAR[1] : SHOWN_DAYS);
}

/** Whether so many days before its end are told. */
export function isStep(daysLeft: number | undefined): boolean {
  return NEAR.some((days) => days === daysLeft);
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
