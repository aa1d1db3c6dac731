import { expect, onTestFinished, test } from 'vitest';
import { createOperations } from '../../src/operations/index.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey, readyOperation } from '../support/databases/store.ts';

const MESSAGE = 99;
const DRAFT = {
  kind: 'power',
  userId: 7,
  chatId: 7,
  topicId: undefined,
  accountId: 'account',
  locale: 'en',
  parameters: { serverId: 'server', name: 'web1', action: 'reboot' },
  progress: { before: 'on' },
} as const;

onEachDatabase(({ place }) => {
  async function newOperations() {
    const { ledger, now, close } = await openStore(await place(), [newKey()]);
    onTestFinished(close);
    const operations = createOperations({
      ledger,
      now,
      hostingFor: async () => undefined,
      notify: async () => undefined,
      deliver: async () => 'sent',
      report: expect.fail,
    });
    return { ledger, operations, now };
  }

  test('among a thousand receipts of one person it is looked for in steps, and others have their turn', async () => {
    const { ledger, operations } = await newOperations();
    const receipt = { kind: 'renewal', state: 'done', dueAt: null } as const;
    for (let index = 0; index < 1_000; index++)
      await ledger.add(readyOperation(`op${index}`, { ...receipt, createdAt: 5 + Math.trunc(index / 3) }));
    await ledger.add(readyOperation('first', { ...receipt, createdAt: 1, messageId: MESSAGE }));
    await ledger.add(readyOperation('elsewhere', { ...receipt, chatId: 8, messageId: MESSAGE + 1 }));
    await ledger.add(readyOperation('ungiven', { state: 'expired', messageId: MESSAGE + 1 }));
    let turns = 0;
    let looking = setImmediate(function turn() {
      turns++;
      looking = setImmediate(turn);
    });
    onTestFinished(() => clearImmediate(looking));
    expect(await operations.tellsIn(7, 7, MESSAGE, 0)).toBe(true);
    expect(turns).toBeGreaterThan(10);
    expect(await operations.tellsIn(7, 7, MESSAGE + 1, 0)).toBe(false);
    expect(await operations.tellsIn(7, 7, MESSAGE, 2)).toBe(false);
    expect(await operations.tellsIn(7, 7, MESSAGE, Number.POSITIVE_INFINITY)).toBe(false);
  });

  test('of operations that are confirmed together a crash leaves all or none', async () => {
    const { ledger, operations } = await newOperations();
    const drafts = ['one', 'other'].map((id) => ({ ...DRAFT, id, subject: id }));
    const unwritable = { ...DRAFT, id: 'third', subject: 'third', parameters: { serverId: 1n } };
    await expect(operations.prepareTogether([...drafts, unwritable])).rejects.toThrow(TypeError);
    expect(await ledger.get('one')).toBe(undefined);
    const prepared = await operations.prepareTogether(drafts);
    expect(prepared.map(({ id, state }) => [id, state])).toEqual([
      ['one', 'ready'],
      ['other', 'ready'],
    ]);
    await operations.cancel('other', DRAFT.userId);
    const again = await operations.prepareTogether(drafts);
    expect(again.map(({ id, state }) => [id, state])).toEqual([
      ['one', 'ready'],
      ['other', 'cancelled'],
    ]);
  });

  test('of operations that wait for a top-up the newest 20 stay, beside the confirms', async () => {
    const { ledger, operations, now } = await newOperations();
    const end = now() + 3_600_000;
    const waiting = { failure: { kind: 'insufficientBalance' }, claimedAt: 1, expiresAt: end, dueAt: end };
    for (let index = 0; index < 25; index++)
      await ledger.add(readyOperation(`op${index}`, { ...waiting, createdAt: 1_000 + index, messageId: index + 1 }));
    const { id } = await operations.prepare(DRAFT);
    await operations.stop();
    const open = (await ledger.openOf(7)).map((each) => each.id).sort();
    expect(open).toEqual([...Array.from({ length: 20 }, (_, index) => `op${index + 5}`), id].sort());
    expect(await ledger.get('op4')).toMatchObject({ state: 'expired', failure: { kind: 'withdrawn' } });
  });

  test('of confirms that a person cancels, one after another, the newest hundred are kept', async () => {
    const { ledger, operations } = await newOperations();
    for (let count = 0; count < 125; count++) {
      const { id } = await operations.prepare(DRAFT);
      await (await operations.cancel(id, 7)).shown;
    }
    await operations.stop();
    expect(await ledger.countOf(7, ['power'])).toBeLessThan(105);
  });
});
