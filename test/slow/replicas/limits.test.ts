import { expect, test } from 'vitest';
import type { Operation } from '../../../src/store/operations/index.ts';
import { openReplicas } from '../../support/bots/replicas.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { readyOperation } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';

/** More than one replica takes at a time. */
const NEWS = 80;
/** By then both know of it, and wake for it at the same moment. */
const SOON_MS = 7_000;

onPostgres(() => {
  test('two replicas with news for one group keep to its limit together, and tell the rest later', async () => {
    await using town = await openReplicas({ telegram: { rateLimits: true } });
    const { app, store } = town;
    const { world } = app;
    const group = world.group.id;
    const dueAt = store.now() + SOON_MS;
    for (let index = 0; index < NEWS; index++)
      await store.ledger.add(
        readyOperation(`op${index}`, {
          state: 'done',
          chatId: group,
          messageId: undefined,
          progress: { seen: { before: 'on' } },
          notified: false,
          dueAt,
        }),
      );
    const seen = await waitFor(async () => {
      const all: (Operation | undefined)[] = [];
      // One after another: the first operation that still waits ends the attempt, which would read hundreds.
      for (let index = 0; index < NEWS; index++) {
        const operation = await store.ledger.get(`op${index}`);
        expect(operation?.notified || operation?.notifyRetry).toBeTruthy();
        all.push(operation);
      }
      return all;
    });
    const sent = world.calls.filter(({ method, params }) => method === 'sendMessage' && params.chat_id === group);
    expect(sent.map(({ ok }) => ok)).toEqual(Array.from({ length: 15 }, () => true));
    const waiting = seen.filter((operation) => operation?.notified === false);
    expect(waiting).toHaveLength(NEWS - 15);
    // Nothing went wrong with these: the bot sends them when there is room.
    expect(new Set(waiting.map((operation) => operation?.notifyRetry?.times))).toEqual(new Set([0]));
    for (const operation of waiting) expect(operation?.dueAt).toBeGreaterThan(dueAt);
  });
});
