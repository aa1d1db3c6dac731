import type { CallbackQuery, Chat, Update, User } from 'grammy/types';

const KINDS = ['message', 'edited_message', 'callback_query', 'inline_query'] as const;
export type UpdateKind = (typeof KINDS)[number] | 'other';

/** What became of an update. */
export interface SeenUpdate {
  kind: UpdateKind;
  /**
   * `failed`: its error was reported, and the person may have seen nothing; `declined`: one too many, or a tap on nothing;
   * `again`: not begun, and so delivered again.
   */
  outcome: 'handled' | 'failed' | 'declined' | 'again';
  /** The time its handler took, without what it waited before. */
  ms: number;
}

const arrivals = new WeakMap<Update, number>();

/** Notes when an update reached the bot (epoch ms). The first note counts: it may have waited in the inbox of a process that ended. */
export function noteArrival(update: Update, at: number): void {
  if (!arrivals.has(update)) arrivals.set(update, at);
}

/** When the update reached the bot, epoch ms; `undefined` where that was not noted. */
export function arrivalOf(update: Update): number | undefined {
  return arrivals.get(update);
}

/** Telegram's own word is taken for what is in it, and so is the store's. */
export function isUpdate(body: unknown): body is Update {
  return typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id);
}

export function kindOf(update: Update): UpdateKind {
  return KINDS.find((kind) => kind in update) ?? 'other';
}

/**
 * Whose turn an update takes: its person's, wherever they are, for Telegram brings what they write by chat and what they
 * tap by person, beside each other; the chat's where nobody in particular acts. An inline query changes nothing and waits
 * for nobody.
 */
export function laneOf(update: Update): { lane: string; shared: boolean } {
  const { person, chat } = partiesOf(update);
  if (update.inline_query) return { lane: `inline ${update.inline_query.id}`, shared: false };
  const somebody = person && !person.is_bot && !(update.message ?? update.edited_message)?.sender_chat;
  return { lane: String((somebody ? person.id : chat?.id) ?? 'none'), shared: true };
}

/** The lease that a lane is held by among replicas; another bot of the same store has lanes of its own. */
export function leaseOf(botId: number, lane: string): string {
  return `lane:${botId}:${lane}`;
}

/** Who an update is about. */
export interface Parties {
  tap: CallbackQuery | undefined;
  /** Who acted. */
  person: User | undefined;
  chat: Chat | undefined;
}

export function partiesOf(update: Update): Parties {
  const { callback_query: tap, inline_query: inline } = update;
  const message = update.message ?? update.edited_message;
  return { tap, person: tap?.from ?? message?.from ?? inline?.from, chat: tap?.message?.chat ?? message?.chat };
}

/** Whether it is written to the bot: in a group people talk to each other too. */
export function isAddressed({ message }: Update): boolean {
  return message?.chat.type === 'private' || (message?.text ?? message?.caption ?? '').startsWith('/');
}
