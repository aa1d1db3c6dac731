import type { CallbackQuery, Chat, Update, User } from 'grammy/types';

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
