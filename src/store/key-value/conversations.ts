import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { type KeyValueStore, openGuardedKeyValueStore } from './index.ts';

const conversation = z.object({
  args: z.string().exactOptional(),
  interrupts: z.array(z.number()),
  replay: z.object({
    send: z.array(z.object({ payload: z.string() })),
    receive: z.array(z.object({ send: z.number(), returnValue: z.unknown() })),
  }),
});

const conversations = z.object({
  /** The plugin's own version of its data, and a version of ours. */
  version: z.tuple([z.literal(0), z.union([z.string(), z.number()])]),
  /** By the conversation's identifier. */
  state: z.record(z.string(), z.array(conversation)),
});

/** The open conversations of one person, as @grammyjs/conversations keeps them. */
export type Conversations = z.infer<typeof conversations>;

/** What another release of the plugin wrote in another shape is not there for this one: it could only be resumed wrongly. */
export function openConversations(sql: Sql, seal: Seal): KeyValueStore<Conversations | undefined> {
  return openGuardedKeyValueStore(sql, seal, 'conversations', (stored) => conversations.safeParse(stored).data);
}
