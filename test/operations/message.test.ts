import { expect, test } from 'vitest';
import { LATE_MS } from '../../src/operations/dependencies.ts';
import { closed, evicted, takeMessage, withdrawOldest } from '../../src/operations/message.ts';
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

test('a confirm that was tapped, and is shown again, since they were counted is not among those withdrawn', async () => {
  const { ledger } = await memoryStore();
  const newest = readyOperation('newest', { createdAt: 2_000, messageId: 22 });
  const others = Array.from({ length: 21 }, (_, at) =>
    readyOperation(`op${at}`, { createdAt: 1_000 + at, messageId: at + 1 }),
  );
  await ledger.add(...others, newest);
  const open = await ledger.openOf(7);
  await ledger.move('op0', { from: ['ready'], to: 'quoting', dueAt: 30_000 });
  await ledger.move('op0', { from: ['quoting'], to: 'ready', dueAt: 90_000 });
  const withdrawn = await withdrawOldest(ledger, newest, { open, unsent: 0 }, 3_000);
  expect(withdrawn.map(({ id }) => id)).toEqual(['op1']);
  expect(await ledger.get('op0')).toMatchObject({ state: 'ready' });
});

test('a closed confirm is claimed by no late tap, not even by one that found it merely expired', async () => {
  const { ledger } = await memoryStore();
  const at = 70_000;
  const lateTap = { from: ['expired'], to: 'sending', only: { userId: 7, aliveAt: at - LATE_MS } } as const;
  for (const id of ['expired', 'closed']) await ledger.add(readyOperation(id, { state: 'quoting' }));
  await ledger.move('expired', { from: ['quoting'], to: 'expired' });
  await ledger.move('closed', { from: ['quoting'], ...closed(readyOperation('closed'), { kind: 'away' }, at) });
  expect(await ledger.move('expired', lateTap)).toMatchObject({ state: 'sending' });
  expect(await ledger.move('closed', lateTap)).toBeUndefined();
});
