const MAX_CHATS = 10_000;

/** The chats that take no ephemeral messages; `unasked`: only in answer to a tap or command. */
export interface EphemeralChats {
  takes(chatId: number, asked: 'asked' | 'unasked'): boolean;
  note(chatId: number, refused: 'all' | 'unasked'): void;
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
      if (refusing.size >= MAX_CHATS) refusing.clear();
      refusing.set(chatId, refused);
    },
    forget: (chatId) => void refusing.delete(chatId),
  };
}
