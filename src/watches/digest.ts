import type { QuietHours } from '../store/key-value/chats.ts';
import { quietSince, quietUntil } from './quiet.ts';

export const DEFAULT_HOUR = 9;
export const SHOWN_DAYS = 30;
const NEWS_DAYS = [SHOWN_DAYS, 14, 7, 3, 1] as const;
/** Spreads the digests of one hour, so that not all accounts are read at once. */
const DIGEST_SPREAD_MS = 10 * 60_000;
export const RETRY_MS = 15 * 60_000;
const RETRY_LIMIT_MS = 3 * 3_600_000;
/** Retries until the evening where only the silent provider could have news. */
export const LATE_RETRY_MS = 3_600_000;
/** An attempt may wait for its turn and for readings. */
const MAX_ATTEMPT_DELAY_MS = 15 * 60_000;
/** A later digest is left out, as after a downtime: it would come at night. */
const MAX_DIGEST_DELAY_MS = 12 * 3_600_000;
const EVENING_HOUR = 21;
const MIN_DIGEST_TIME_MS = 3_600_000;

export const MOST_WITHOUT = 2_000;

export function isExpiryTold({ without = [] }: { without?: readonly string[] }, domain: string): boolean {
  return !without.includes(domain);
}

export interface Timetable {
  chatId: number;
  hour: number;
  zone: string;
  /** Quiet hours postpone a digest to their end. */
  quiet?: QuietHours | undefined;
  day?: string | undefined;
}

export function nextDigestAt(timetable: Timetable, after: number): number {
  const { day = '' } = timetable;
  let date = dateIn(timetable, after).subtract({ days: 1 });
  while (momentOn(timetable, date) <= after || date.toString() <= day) date = date.add({ days: 1 });
  return momentOn(timetable, date);
}

export interface DigestTurn {
  isDue: boolean;
  /** The chat gets its digest even without an answer from the provider. */
  isLast: boolean;
  isEnd: boolean;
  day: string;
}

/** Leaving a day out loses nothing: an expiry that came near then is still news on the next day. */
export function turnAt(timetable: Timetable, now: number): DigestTurn {
  const today = dateIn(timetable, now);
  const before = today.subtract({ days: 1 });
  // Quiet hours may postpone a late digest to the next day.
  const isBefore = momentOn(timetable, today) > now && dateIn(timetable, momentOn(timetable, before)).equals(today);
  const date = isBefore ? before : today;
  const at = momentOn(timetable, date);
  const day = date.toString();
  const end = endOf(timetable, at);
  const isDue = day > (timetable.day ?? '') && at <= now && now < end;
  const isLast = now + RETRY_MS > at + RETRY_LIMIT_MS || now + RETRY_MS + MAX_ATTEMPT_DELAY_MS >= end;
  return { isDue, isLast, isEnd: now + LATE_RETRY_MS + MAX_ATTEMPT_DELAY_MS >= end, day };
}

function endOf({ zone, quiet }: Timetable, at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const today = local.toPlainDate();
  const evening = today.toPlainDateTime({ hour: EVENING_HOUR }).toZonedDateTime(zone).epochMilliseconds;
  const midnight = today.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const end = Math.min(at + MAX_DIGEST_DELAY_MS, Math.max(evening, at + MIN_DIGEST_TIME_MS), midnight);
  const quietFrom = quietSince(quiet, end);
  return quietFrom !== undefined && quietFrom > at ? quietFrom : end;
}

/** New settings do not delay a digest that is waiting for its provider or chat. @param dueAt by the earlier settings, epoch ms */
export function plannedAnew(dueAt: number | null, timetable: Timetable, now: number): number {
  if (dueAt !== null && dueAt <= now + RETRY_MS && turnAt(timetable, Math.max(dueAt, now)).isDue) return dueAt;
  // A new account has no day yet: it gets its digest at the next hour.
  const isMissing = dueAt !== null && timetable.day !== undefined && turnAt(timetable, now).isDue;
  return isMissing ? now : nextDigestAt(timetable, now);
}

export function spreadOf(chatId: number): number {
  return (Math.abs(chatId) % (DIGEST_SPREAD_MS / 1000)) * 1000;
}

/** @param before the days left at the last look; without one everything shown is news */
export function isNews(daysLeft: number, before: number | undefined): boolean {
  if (before === undefined) return daysLeft <= SHOWN_DAYS;
  return NEWS_DAYS.some((days) => daysLeft <= days && before > days);
}

/** A renewal for a month is always within {@link SHOWN_DAYS}: it is shown from the second threshold on. */
export function isShown(daysLeft: number, isMonthly = false): boolean {
  return daysLeft <= (isMonthly ? NEWS_DAYS[1] : SHOWN_DAYS);
}

export function isStep(daysLeft: number | undefined): boolean {
  return NEWS_DAYS.some((days) => days === daysLeft);
}

function dateIn({ zone }: Timetable, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
}

/** A time that the clock skips comes later by the skipped time; of a time that occurs twice the first counts. */
function momentOn({ chatId, hour, zone, quiet }: Timetable, date: Temporal.PlainDate): number {
  const on = date.toPlainDateTime({ hour }).toZonedDateTime(zone, { disambiguation: 'compatible' });
  const spread = spreadOf(chatId);
  const at = on.epochMilliseconds + spread;
  const end = quietUntil(quiet, at);
  return end === undefined ? at : end + spread;
}
