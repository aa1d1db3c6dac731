import { type ZodType, z } from 'zod';
import type { Store } from '../../store/index.ts';

/** A flow that nobody went on with for this long is closed: what is typed then is not an answer any more. */
export const FLOW_LIFE_MS = 60 * 60_000;

/** Where a flow stands: everything it knows, and the one message that shows it. */
export interface Open<State> {
  messageId: number;
  state: State;
}

/** What is kept of where a flow stands, whatever its state holds. */
export const keptPlace = z.object({
  messageId: z.number(),
  state: z.unknown(),
  updateId: z.number().optional(),
  /** Nothing is open any more: only the answer that ended it is still known. */
  ended: z.boolean().optional(),
});

/** What the store holds of where a flow stands. */
export type Kept<State> = Omit<z.output<typeof keptPlace>, 'state'> & { state: State };

/** Where the flows of one kind stand in the store, for work that no update brings. */
export interface FlowPlaces<State> {
  /** Where it stood when its last update had been handled. */
  kept(store: Pick<Store, 'conversations'>, personId: number): Promise<Open<State> | undefined>;
  /** Where it stands from now on, where it is `kept`; to be called in the person's turn. */
  keep(store: Pick<Store, 'conversations'>, personId: number, open: Open<State>): Promise<void>;
}

/** @param id the conversation's, with its version */
export function flowPlaces<State>(id: string, state: ZodType<State>): FlowPlaces<State> {
  const place = z.tuple([keptPlace.extend({ state })]);

  async function find(store: Pick<Store, 'conversations'>, personId: number) {
    const stored = await store.conversations.get(String(personId));
    const [conversation] = new Map(Object.entries(stored?.state ?? {})).get(id) ?? [];
    const open = place.safeParse(JSON.parse(conversation?.args ?? '[]')).data?.[0];
    return stored && conversation && open && !open.ended ? { stored, conversation, open } : undefined;
  }

  return {
    kept: async (store, personId) => (await find(store, personId))?.open,
    async keep(store, personId, changed) {
      const found = await find(store, personId);
      if (!found) return;
      const { stored, conversation, open } = found;
      const after = [{ ...conversation, args: JSON.stringify([{ ...open, ...changed }]) }];
      await store.conversations.set(
        String(personId),
        { ...stored, state: { ...stored.state, [id]: after } },
        FLOW_LIFE_MS,
      );
    },
  };
}
