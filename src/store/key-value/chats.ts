import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { openKeyValueStore } from './index.ts';

const silence = z.object({
  /** `muted`: forbidden to write. `refused`: for a reason without an update. `slowed`: for example by slow mode. */
  why: z.enum(['removed', 'muted', 'refused', 'slowed']),
  at: z.number(),
  until: z.number().optional(),
});
export type Silence = z.infer<typeof silence>;

const introduction = z.object({
  at: z.number(),
  message: z.number().optional(),
  locale: z.string(),
  by: z.number(),
  /** The /start that a link brings came as well: it needs no other answer. */
  started: z.boolean().optional(),
});
export type Introduction = z.infer<typeof introduction>;

const quietHours = z.object({
  topicId: z.number(),
  /** `HH:MM` in the zone. Where the end is the earlier time, it is on the next day. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
});
/** Only urgent messages come in these hours of each day. */
export type QuietHours = z.infer<typeof quietHours>;

const chatNotes = z.object({
  introduction: introduction.optional(),
  /** Topics of which the group was told that their messages come into the general one. */
  lostTopics: z.array(z.number()).optional(),
  silence: silence.optional(),
  left: z.array(z.number()).optional(),
  quiet: z.array(quietHours).optional(),
  zones: z.array(z.object({ topicId: z.number(), zone: z.string() })).optional(),
  unwatched: z.array(z.object({ topicId: z.number(), accountId: z.string(), team: z.string().optional() })).optional(),
});
export type ChatNotes = z.infer<typeof chatNotes>;

export interface Chats {
  get(chatId: number): Promise<ChatNotes>;
  change<T>(chatId: number, edit: (notes: ChatNotes) => T): Promise<T>;
  /** Values read before the work are not used after it. */
  altering<T>(chatId: number, work: () => Promise<T>): Promise<T>;
  /** The supergroup's topics and rights are new. @param move moves all else, and calls `notes` in its transaction */
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
