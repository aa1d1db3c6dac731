/** The number of chats to remember. */
const MOST_CHATS = 10_000;

/**
 * The chats that take no ephemeral messages, or only those that answer a tap or an ephemeral command: the bot is no administrator there.
 * Each process learns it by asking once a chat.
 */
export interface EphemeralChats {
  takes(chatId: number, asked: 'asked' | 'unasked'): boolean;
  note(chatId: number, refused: 'all' | 'unasked'): void;
  /** The bot's rights in the chat have changed. */
  forget(chatId: number): void;
}

export function createEphemeralChats(): EphemeralChats {
  const refusing = new Map<number, 'all' | 'unasked'>();
  return {
    takes(chatId, asked) {
      const refused = refusing.get(chatId);
      return refused === undefined || (refused === 'unasked' && asked === 'asked');
    },
    note(chatId, refused) {
      if (refusing.size >= MOST_CHATS) refusing.clear();
      refusing.set(chatId, refused);
    },
    forget: (chatId) => void refusing.delete(chatId),
  };
}
