import type { CallbackQuery, Chat, Update, User } from 'grammy/types';

export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'my_chat_member',
  'chat_member',
] as const satisfies readonly Exclude<keyof Update, 'update_id'>[];
export type UpdateKind = (typeof UPDATE_KINDS)[number] | 'other';

export interface SeenUpdate {
  kind: UpdateKind;
  /** `declined`: beyond its person's limits, or a tap without a message. `again`: not begun, and so delivered again. */
  outcome: 'handled' | 'failed' | 'declined' | 'again';
  ms: number;
}

const arrivals = new WeakMap<Update, number>();

/** In epoch ms. The first call counts: an update may come from the inbox of an ended process. */
export function noteArrival(update: Update, at: number): void {
  if (!arrivals.has(update)) arrivals.set(update, at);
}

export function arrivalOf(update: Update): number | undefined {
  return arrivals.get(update);
}

const taps = new WeakMap<Update, string>();

export function noteTapBehind(update: Update, tapId: string): void {
  taps.set(update, tapId);
}

export function tapBehind(update: Update): string | undefined {
  return taps.get(update);
}

const TYPED = 'typed:';

/** Telegram waits for no answer to a typed tap, and its screen comes below the text. */
export function typedTapId({ update_id: id }: Update): string {
  return `${TYPED}${id}`;
}

export function isTypedTap(tapId: string): boolean {
  return tapId.startsWith(TYPED);
}

export function isUpdate(body: unknown): body is Update {
  return typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id);
}

export function kindOf(update: Update): UpdateKind {
  return UPDATE_KINDS.find((kind) => kind in update) ?? 'other';
}

/** By person, since Telegram brings a person's messages and taps side by side. */
export function laneOf(update: Update): { lane: string; shared: boolean } {
  const { person, chat } = sourceOf(update);
  if (update.inline_query) return { lane: `inline ${update.inline_query.id}`, shared: false };
  return { lane: String((person && !isAnonymous(update, person) ? person.id : chat?.id) ?? 'none'), shared: true };
}

/** All anonymous admins share one account, and channels and bots are no persons. */
export function isAnonymous(update: Update, from: User): boolean {
  return from.is_bot || (update.message ?? update.edited_message)?.sender_chat !== undefined;
}

/** Bots that share a store have separate lanes. */
export function leaseName(botId: number, lane: string): string {
  return `lane:${botId}:${lane}`;
}

/** A change of a chat's members has no person, because it is not answered. */
export interface UpdateSource {
  tap: CallbackQuery | undefined;
  person: User | undefined;
  chat: Chat | undefined;
  topicId: number | undefined;
}

export function sourceOf(update: Update): UpdateSource {
  const { callback_query: tap, inline_query: inline } = update;
  const message = update.message ?? update.edited_message;
  const about = tap?.message ?? message;
  const topicId = about && 'is_topic_message' in about ? about.message_thread_id : undefined;
  const { chat } = about ?? update.my_chat_member ?? update.chat_member ?? {};
  return { tap, person: tap?.from ?? message?.from ?? inline?.from, chat, topicId };
}

export function isAddressed({ message }: Update): boolean {
  return message?.chat.type === 'private' || (message?.text ?? message?.caption ?? '').startsWith('/');
}
