import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { openKeyValueStore } from './index.ts';

const silence = z.object({
  /**
   * `removed`: the bot was removed or blocked. `muted`: it was forbidden to write. `refused`: Telegram refused a message, for a reason
   * of which no update tells, as the permissions of all members. `slowed`: Telegram asked for a long pause, as in slow mode.
   */
  why: z.enum(['removed', 'muted', 'refused', 'slowed']),
  /** When the bot learned of it, epoch ms. */
  at: z.number(),
  /** When it ends by itself, epoch ms. */
  until: z.number().optional(),
});
/** Why the bot may not write in a chat. */
export type Silence = z.infer<typeof silence>;

const introduction = z.object({
  /** When it was begun, epoch ms. */
  at: z.number(),
  /** The message; absent until it was sent. */
  message: z.number().optional(),
  locale: z.string(),
  /** The person it answered. */
  by: z.number(),
  /** Whether the /start that a link brings came as well: it needs no other answer. */
  started: z.boolean().optional(),
});
/** The welcome that a group got when the bot came. */
export type Introduction = z.infer<typeof introduction>;

const quietHours = z.object({
  /** The forum topic; 0 where there is none. */
  topicId: z.number(),
  /** `HH:MM` by the clock of the zone. Where the end is the earlier time, it is on the next day. */
  from: z.string(),
  to: z.string(),
  /** An IANA zone, or an offset such as `+03:30`. */
  zone: z.string(),
});
/** The hours of each day in which a chat gets nothing but what can't wait. */
export type QuietHours = z.infer<typeof quietHours>;

const chatNotes = z.object({
  introduction: introduction.optional(),
  /** The closed or deleted topics of which the group was told that their messages come into the general one. */
  lostTopics: z.array(z.number()).optional(),
  silence: silence.optional(),
  /** Members who left the group, as far as Telegram told it. */
  left: z.array(z.number()).optional(),
  /** At most one for the chat, or for each of its topics. */
  quiet: z.array(quietHours).optional(),
  /** The clocks that the chat, or topics in it, chose: an IANA zone, or an offset. Without one that of the language counts. */
  zones: z.array(z.object({ topicId: z.number(), zone: z.string() })).optional(),
  /** The accounts, by their ids, of which the chat is told nothing any more because its people ended that; with its team then. */
  unwatched: z.array(z.object({ topicId: z.number(), accountId: z.string(), team: z.string().optional() })).optional(),
});
/** The notes of the bot about a chat. */
export type ChatNotes = z.infer<typeof chatNotes>;

/** Notes about chats, by the chat's id. */
export interface Chats {
  get(chatId: number): Promise<ChatNotes>;
  /** Reads, changes and writes; changes of the same chat run one at a time. */
  change<T>(chatId: number, edit: (notes: ChatNotes) => T): Promise<T>;
  /** Runs work that may change the notes in a transaction of its own: values read before it are not used after it. */
  altering<T>(chatId: number, work: () => Promise<T>): Promise<T>;
  /**
   * Moves what is known of a group's members, its quiet hours, its clock and the watches it ended, to the supergroup that it became. Its topics and rights are new.
   * @param move moves all else in a transaction, in which it calls `notes`
   */
  moveChat(from: number, to: number, move: (notes: (inside: Sql) => Promise<void>) => Promise<void>): Promise<void>;
}

export function openChats(sql: Sql, seal: Seal): Chats {
  const values = openIn(sql, seal);
  return {
    get: async (chatId) => (await values.get(String(chatId))) ?? {},
    change: (chatId, edit) => values.change(String(chatId), () => ({}), edit),
    altering: (chatId, work) => values.altering(String(chatId), work),
    moveChat: (from, to, move) =>
      values.altering(String(from), () =>
        values.altering(String(to), () =>
          move(async (inside) => {
            const within = openIn(inside, seal);
            const before = await within.get(String(from));
            if (before)
              await within.change(
                String(to),
                () => ({}),
                (notes) => joinNotes(notes, before),
              );
            await within.delete(String(from));
          }),
        ),
      ),
  };
}

function joinNotes(notes: ChatNotes, { left = [], quiet = [], zones = [], unwatched = [] }: ChatNotes): void {
  if (left.length > 0) notes.left = [...new Set([...(notes.left ?? []), ...left])];
  if (quiet.length > 0) notes.quiet ??= quiet;
  if (zones.length > 0) notes.zones ??= zones;
  if (unwatched.length > 0) notes.unwatched ??= unwatched;
}

function openIn(sql: Sql, seal: Seal) {
  return openKeyValueStore(sql, seal, 'chats', (stored) => chatNotes.parse(stored));
}
