import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

const [OLD, NEW, OTHER] = [-4_001_700_001, -1_001_700_000_001, -4_002];

const CHECK = {
  state: 'running',
  userId: 7,
  accountId: 'account',
  locale: 'en',
  messageId: 2,
  domains: ['one.com'],
  rest: [],
  junk: [],
  junkCount: 0,
  duplicates: 0,
  cut: false,
  round: 0,
} as const;

onEachDatabase(({ place }) => {
  async function open() {
    const store = await openStore(await place(), [newKey()]);
    onTestFinished(() => store.close());
    return store;
  }

  test('a group’s rows become its supergroup’s, without the messages that stayed behind', async () => {
    const store = await open();
    const { ledger, checks, reminders } = store;
    for (const state of ['ready', 'accepted', 'done'] as const)
      await ledger.add(readyOperation(state, { state, chatId: OLD }));
    await ledger.add(readyOperation('other', { chatId: OTHER }));
    const check = { ...CHECK, domains: [...CHECK.domains], rest: [], junk: [], id: 'check', chatId: OLD };
    await checks.add(check, 1_000, 2_000);
    const promised = await reminders.add(OLD, 3, 5_000, { what: 'unanswered', locale: 'fa' });

    await store.moveChat(OLD, NEW);
    // Told of in both chats, it happens twice.
    await store.moveChat(OLD, NEW);

    expect(await ledger.get('ready')).toMatchObject({ chatId: NEW, state: 'ready', dueAt: 61_000 });
    expect((await ledger.get('ready'))?.messageId).toBeUndefined();
    expect((await ledger.get('accepted'))?.messageId).toBeUndefined();
    expect((await ledger.get('done'))?.chatId).toBe(NEW);
    expect(await ledger.get('other')).toMatchObject({ chatId: OTHER, messageId: 1 });
    expect(await checks.get('check')).toMatchObject({ chatId: NEW, state: 'running', heldUntil: 2_000 });
    expect((await checks.get('check'))?.messageId).toBeUndefined();
    expect(await reminders.get(promised)).toBeUndefined();
    const moved = { chatId: NEW, what: 'unanswered', locale: 'fa', dueAt: 5_000, moved: true };
    expect(await reminders.get(`unanswered:${NEW}`)).toMatchObject(moved);
  });

  test('all of it goes, or nothing', async () => {
    const store = await open();
    await store.ledger.add(readyOperation('ready', { chatId: OLD }));
    await store.reminders.add(OLD, 3, 5_000, { what: 'unanswered' });
    // Nothing that can be kept: the last of the steps fails.
    await expect(store.moveChat(OLD, Number.NaN)).rejects.toThrow();
    expect(await store.ledger.get('ready')).toMatchObject({ chatId: OLD, messageId: 1 });
    expect(await store.reminders.get(`unanswered:${OLD}`)).toMatchObject({ chatId: OLD });
  });
});
