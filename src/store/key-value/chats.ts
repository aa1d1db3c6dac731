import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { type KeyValueStore, openKeyValueStore } from './index.ts';

const chatNotes = z.object({
  /** The closed or deleted topics of which the group was told that their messages come into the general one. */
  lostTopics: z.array(z.number()).optional(),
});
/** What the bot has to remember about a chat. */
export type ChatNotes = z.infer<typeof chatNotes>;

/** Notes about chats, by the chat's id. A group that became a supergroup begins with none: its topics and rights are new. */
export type Chats = KeyValueStore<ChatNotes>;

export function openChats(sql: Sql, seal: Seal): Chats {
  return openKeyValueStore(sql, seal, 'chats', (stored) => chatNotes.parse(stored));
}
