import { expect, test } from 'vitest';
import { evicted, takeMessage } from '../../src/operations/message.ts';
import { memoryStore, readyOperation } from '../support/databases/store.ts';

test('an operation that was claimed since a confirm was written down keeps its message, and shows itself anew', async () => {
  const { ledger } = await memoryStore();
  await ledger.add(readyOperation('claimed', { state: 'accepted', createdAt: 1_000, claimedAt: 3_000, dueAt: 9_000 }));
  const confirm = readyOperation('confirm', { createdAt: 2_000 });
  await ledger.add(confirm);
  expect(await takeMessage(ledger, confirm, 4_000)).toMatchObject({ id: 'claimed', notified: false, dueAt: 4_000 });
  expect(await ledger.get('claimed')).toMatchObject({ state: 'accepted', messageId: 1 });
  const cancelled = await ledger.get('confirm');
  expect(cancelled).toMatchObject({ state: 'cancelled' });
  expect(cancelled?.messageId).toBeUndefined();
});

test('one that was claimed before has its news shown in a message of its own', async () => {
  const { ledger } = await memoryStore();
  await ledger.add(readyOperation('claimed', { state: 'accepted', createdAt: 1_000, claimedAt: 1_500, dueAt: 9_000 }));
  const confirm = readyOperation('confirm', { createdAt: 2_000 });
  await ledger.add(confirm);
  expect(await takeMessage(ledger, confirm, 4_000)).toBeUndefined();
  expect((await ledger.get('claimed'))?.messageId).toBeUndefined();
  expect(await ledger.get('confirm')).toMatchObject({ state: 'ready', messageId: 1 });
});

test('the claim of one takes its message in the same step: what has news there, or was never given, leaves it', async () => {
  const { ledger } = await memoryStore();
  await ledger.add(readyOperation('tapped'));
  await ledger.add(readyOperation('drawn again'));
  await ledger.add(readyOperation('late', { state: 'expired', notified: false }));
  await ledger.add(readyOperation('elsewhere', { messageId: 2 }));
  await ledger.move('tapped', { from: ['ready'], to: 'sending', only: { userId: 7, aliveAt: 0 }, others: evicted });
  const now = await Promise.all(['tapped', 'drawn again', 'late', 'elsewhere'].map((id) => ledger.get(id)));
  expect(now.map((each) => [each?.state, each?.messageId])).toEqual([
    ['sending', 1],
    ['cancelled', undefined],
    ['expired', undefined],
    ['ready', 2],
  ]);
});
