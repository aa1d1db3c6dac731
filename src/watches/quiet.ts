import type { Alert } from '../store/jobs/alerts.ts';
import type { Chats, QuietHours } from '../store/key-value/chats.ts';

export function callsPeople({ what }: Pick<Alert, 'what'>): boolean {
  return what === 'down' || what === 'unstable';
}

/** A refused token is urgent where power is watched: without a new one nothing reports the power. */
export function isUrgent({ what, hidesPower }: Pick<Alert, 'what' | 'hidesPower'>): boolean {
  return callsPeople({ what }) || hidesPower === true;
}

/** Epoch ms; `undefined` outside quiet time. A time that the clock shows twice is quiet both times. */
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

/** Epoch ms; `undefined` outside quiet time. */
export function quietSince(quiet: QuietHours | undefined, at: number): number | undefined {
  if (!quiet || quietUntil(quiet, at) === undefined) return undefined;
  const { from, to, zone } = quiet;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const clock = local.toPlainTime().toString().slice(0, 'HH:MM'.length);
  const today = local.toPlainDate();
  const firstDay = from > to && clock < to ? today.subtract({ days: 1 }) : today;
  return firstDay.toPlainDateTime(Temporal.PlainTime.from(from)).toZonedDateTime(zone).epochMilliseconds;
}

export interface NoticeClock {
  quiet?: QuietHours | undefined;
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

export async function quietIn(
  chats: Pick<Chats, 'get'>,
  chatId: number,
  topicId: number | undefined,
): Promise<QuietHours | undefined> {
  return (await noticeClockOf(chats, chatId, topicId)).quiet;
}
