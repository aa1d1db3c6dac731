import type { CallbackQuery, Chat, Update, User } from 'grammy/types';

/** The kinds of updates that the bot asks for. */
export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'my_chat_member',
  'chat_member',
] as const satisfies readonly Exclude<keyof Update, 'update_id'>[];
export type UpdateKind = (typeof UPDATE_KINDS)[number] | 'other';

/** The outcome of one update. */
export interface SeenUpdate {
  kind: UpdateKind;
  /**
   * `failed`: its error was reported, and the person may have seen nothing.
   * `declined`: beyond its person's limits, or a tap without a message.
   * `again`: not begun, and so delivered again.
   */
  outcome: 'handled' | 'failed' | 'declined' | 'again';
  /** How long its handler took, without the waiting before. */
  ms: number;
}

const arrivals = new WeakMap<Update, number>();

/**
 * Notes when an update reached the bot (epoch ms). The first note counts, because the update may come from the inbox of an ended
 * process.
 */
export function noteArrival(update: Update, at: number): void {
  if (!arrivals.has(update)) arrivals.set(update, at);
}

/** When the update reached the bot, epoch ms; `undefined` without a note. */
export function arrivalOf(update: Update): number | undefined {
  return arrivals.get(update);
}

const taps = new WeakMap<Update, string>();

/** Notes the tap that led to a message which the bot handles as if the person had sent it. */
export function noteTapBehind(update: Update, tapId: string): void {
  taps.set(update, tapId);
}

/** The id of the tap noted with {@link noteTapBehind}. */
export function tapBehind(update: Update): string | undefined {
  return taps.get(update);
}

const TYPED = 'typed:';

/** The id of a tap that was typed. Telegram waits for no answer to it, and its screen comes below the text. */
export function typedTapId({ update_id: id }: Update): string {
  return `${TYPED}${id}`;
}

export function isTypedTap(tapId: string): boolean {
  return tapId.startsWith(TYPED);
}

/** Whether a value is an update. Its contents are trusted: they come from Telegram or from the sealed inbox. */
export function isUpdate(body: unknown): body is Update {
  return typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id);
}

export function kindOf(update: Update): UpdateKind {
  return UPDATE_KINDS.find((kind) => kind in update) ?? 'other';
}

/**
 * The lane of an update. It goes by person, in any chat, because Telegram brings a person's messages and taps side by side; by
 * chat where no person acts. An inline query changes nothing and has a lane of its own.
 */
export function laneOf(update: Update): { lane: string; shared: boolean } {
  const { person, chat } = sourceOf(update);
  if (update.inline_query) return { lane: `inline ${update.inline_query.id}`, shared: false };
  return { lane: String((person && !isAnonymous(update, person) ? person.id : chat?.id) ?? 'none'), shared: true };
}

/** All anonymous admins share one account, and channels and bots are no persons: none of them has a question or an operation. */
export function isAnonymous(update: Update, from: User): boolean {
  return from.is_bot || (update.message ?? update.edited_message)?.sender_chat !== undefined;
}

/** The name of a lane's lease among replicas. It includes the bot's id: bots that share a store have separate lanes. */
export function leaseName(botId: number, lane: string): string {
  return `lane:${botId}:${lane}`;
}

/** The tap, the person and the chat of an update. A change of a chat's members has no person, because it is not answered. */
export interface UpdateSource {
  tap: CallbackQuery | undefined;
  /** The person who acted. */
  person: User | undefined;
  chat: Chat | undefined;
  /** The forum topic in which they acted. */
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

/** Whether the message is meant for the bot: in a group people also talk to each other. */
export function isAddressed({ message }: Update): boolean {
  return message?.chat.type === 'private' || (message?.text ?? message?.caption ?? '').startsWith('/');
}
