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
  version: z.tuple([z.literal(0), z.union([z.string(), z.number()])]),
  state: z.record(z.string(), z.array(conversation)),
});

export type Conversations = z.infer<typeof conversations>;

/** Data of another plugin version in another shape is ignored: it could only be resumed wrongly. */
export function openConversations(sql: Sql, seal: Seal): KeyValueStore<Conversations | undefined> {
  return openGuardedKeyValueStore(sql, seal, 'conversations', (stored) => conversations.safeParse(stored).data);
}
