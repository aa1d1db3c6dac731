import type { Alert } from '../store/jobs/alerts.ts';
import type { Chats, QuietHours } from '../store/key-value/chats.ts';

/** Alerts about the power of a server call people of a team; all others call no people. */
export function callsPeople({ what }: Pick<Alert, 'what'>): boolean {
  return what === 'down' || what === 'unstable';
}

/**
 * Whether an alert can't wait for the end of quiet hours: the power of a server, and a refused token where power is watched, because nothing
 * tells of the power until there is another.
 */
export function isUrgent({ what, hidesPower }: Pick<Alert, 'what' | 'hidesPower'>): boolean {
  return callsPeople({ what }) || hidesPower === true;
}

/** When the quiet time ends that a moment lies in, epoch ms; `undefined` where it lies in none. A time that the clock shows twice is quiet both times. */
export function quietUntil(quiet: QuietHours | undefined, at: number): number | undefined {
  if (!quiet) return undefined;
  const { from, to, zone } = quiet;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const clock = local.toPlainTime().toString().slice(0, 'HH:MM'.length);
  const isOvernight = from > to;
  const isQuiet = isOvernight ? clock >= from || clock < to : clock >= from && clock < to;
  if (!isQuiet) return undefined;
  const today = local.toPlainDate();
  const lastDay = isOvernight && clock >= from ? today.add({ days: 1 }) : today;
  const end = lastDay.toPlainDateTime(Temporal.PlainTime.from(to)).toZonedDateTime(zone, { disambiguation: 'later' });
  return end.epochMilliseconds;
}

/** When the quiet time began that a moment lies in, epoch ms; `undefined` where it lies in none. */
export function quietSince(quiet: QuietHours | undefined, at: number): number | undefined {
  if (!quiet || quietUntil(quiet, at) === undefined) return undefined;
  const { from, to, zone } = quiet;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const clock = local.toPlainTime().toString().slice(0, 'HH:MM'.length);
  const today = local.toPlainDate();
  const firstDay = from > to && clock < to ? today.subtract({ days: 1 }) : today;
  return firstDay.toPlainDateTime(Temporal.PlainTime.from(from)).toZonedDateTime(zone).epochMilliseconds;
}

/** By which clock notices of a chat, or of a topic in it, come. */
export interface NoticeClock {
  quiet?: QuietHours | undefined;
  /** The zone that its people chose. */
  zone?: string | undefined;
}

export async function noticeClockOf(
  chats: Pick<Chats, 'get'>,
  chatId: number,
  topicId: number | undefined,
): Promise<NoticeClock> {
  const notes = await chats.get(chatId);
  const isHere = (each: { topicId: number }) => each.topicId === (topicId ?? 0);
  const quiet = notes.quiet?.find(isHere);
  return { quiet, zone: notes.zones?.find(isHere)?.zone ?? quiet?.zone };
}

/** The quiet hours of a chat, or of a topic in it. */
export async function quietIn(
  chats: Pick<Chats, 'get'>,
  chatId: number,
  topicId: number | undefined,
): Promise<QuietHours | undefined> {
  return (await noticeClockOf(chats, chatId, topicId)).quiet;
}
