import { glob, readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Row, Sql } from '../../../src/store/database/sql.ts';
import { pagesOf, type StoredTable, TABLES, valueIn } from '../../../src/store/database/tables.ts';
import { createSeal, type Seal } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { AlertChange } from '../../../src/store/jobs/alerts.ts';
import { watchedAccountId } from '../../../src/store/jobs/watches.ts';
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

/** The meaning of the keys in each namespace of values. A value of a chat has to move with the chat, or to be forgotten. */
const NAMESPACES: Readonly<
  Record<string, 'account' | 'bot' | 'chat' | 'person' | 'person, in private' | 'short-lived'>
> = {
  'accepted-tokens': 'bot',
  accounts: 'person',
  chats: 'chat',
  conversations: 'person',
  domains: 'account',
  'ended-teams': 'person',
  habits: 'person',
  lists: 'account',
  notes: 'short-lived',
  preferences: 'person',
  questions: 'person, in private',
  refusals: 'short-lived',
  seal: 'bot',
  'team-creations': 'person',
  'team-ends': 'short-lived',
  'team-links': 'chat',
  teams: 'chat',
  'token-shapes': 'bot',
  webhook: 'bot',
  wishes: 'person',
  'wrong-tokens': 'person',
};

test('of every namespace of values it is known whether it belongs to a chat', async () => {
  const found = new Set<string>();
  for await (const path of glob('src/store/**/*.ts'))
    for (const [, name = ''] of (await readFile(path, 'utf8')).matchAll(
      /KeyValueStore(?:<\w+>)?\(\s*sql,\s*seal,\s*'([\w-]+)'/g,
    ))
      found.add(name);
  expect([...found].sort()).toEqual(Object.keys(NAMESPACES));
});

type Change =
  | Pick<Extract<AlertChange, { change: 'open' }>, 'change' | 'alert'>
  | Pick<Extract<AlertChange, { change: 'resolve' }>, 'change' | 'why'>;

/** Ends a round of readings that changed an alert about the provider. */
async function endRound({ watches }: Store, dueAt: number, chatId: number, change: Change): Promise<void> {
  const slot = { ownerId: 7, accountId: 'a', chatId, topicId: undefined, serverId: undefined };
  const round = { account: {}, alerts: [{ ...slot, ...change }], dueAt: 2_000 };
  expect(await watches.endRound(watchedAccountId(7, 'a'), dueAt, round, 1_000)).toBe(true);
}

/** Tables in which no chat stands. */
const WITHOUT_CHATS = [
  'audit',
  'audit_ranges',
  'digest_readings',
  'key_proofs',
  'leases',
  'offsets',
  'watch_lists',
  'watch_readings',
];

/** Where the number of a chat stands, as `table.column`, in plain columns and in sealed values. */
async function placesOf(chatId: number, sql: Sql, seal: Seal): Promise<string[]> {
  const found = new Set<string>();
  const note = (table: StoredTable, column: string, value: unknown) => {
    if (JSON.stringify(value).includes(String(chatId))) found.add(`${table.name}.${column}`);
  };
  for (const table of TABLES)
    for await (const page of pagesOf(sql, table)) for (const row of page) lookAt(table, row, seal, note);
  return [...found].sort();
}

function lookAt(
  table: StoredTable,
  row: Row,
  seal: Seal,
  note: (table: StoredTable, column: string, value: unknown) => void,
): void {
  const { column: sealed, place } = table.sealed ?? {};
  for (const column of Object.keys(row)) if (column !== sealed) note(table, column, valueIn(row, column));
  if (sealed !== undefined && place) note(table, sealed, seal.open(row[sealed], place(row)));
}

onEachDatabase(({ place, open: openSql }) => {
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
    // Telegram reports the move in both chats, so it is handled twice.
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
    // No row can hold this number: the last step fails.
    await expect(store.moveChat(OLD, Number.NaN)).rejects.toThrow();
    expect(await store.ledger.get('ready')).toMatchObject({ chatId: OLD, messageId: 1 });
    expect(await store.reminders.get(`unanswered:${OLD}`)).toMatchObject({ chatId: OLD });
  });

  test('nothing in the store names the old group any more', async () => {
    const [url, key] = [await place(), newKey()];
    const store = await openStore(url, [key]);
    for (const state of ['ready', 'sending', 'accepted', 'unknown', 'done', 'expired'] as const)
      await store.ledger.add(readyOperation(state, { state, chatId: OLD, formerMessages: [7] }));
    const check = { ...CHECK, domains: ['one.com'], rest: [], junk: [], chatId: OLD };
    for (const state of ['running', 'done', 'stopped'] as const)
      await store.checks.add({ ...check, id: state, state }, 1_000, 2_000);
    await store.checks.addResults('done', [{ at: 0, state: 'available', round: 0 }]);
    await store.reminders.add(OLD, 3, 5_000, { what: 'unanswered', locale: 'fa' });
    const quiet = [{ topicId: 0, from: '23:00', to: '07:00', zone: 'UTC' }];
    await store.chats.change(OLD, (notes) => Object.assign(notes, { lostTopics: [OLD], left: [7], quiet }));
    await store.groupMessages.count(OLD, 1_000);
    const team = {
      ...{ id: 'team', ownerId: 7, accountId: 'a', chatId: OLD, topicId: 0, title: 'Shift', createdAt: 1 },
      ...{ members: [], requests: [], protected: [], limits: [] },
    };
    await store.teams.create(team, { at: 1, event: 'teamCreated' });
    const told = { chatId: OLD, topicId: 0, locale: 'fa', team: 'team' };
    await store.watches.change(7, 'a', 1_000, (chats) => chats.push({ ...told, power: { all: true, except: [] } }));
    await endRound(store, 1_000, OLD, { change: 'open', alert: { locale: 'fa', what: 'unreachable', since: 1 } });
    await store.digests.begin(OLD, 'fa', 1_000);
    await store.inbox.add(77, [{ update_id: 1, message: { chat: { id: OLD } } }]);
    const sql = openSql(url);
    const seal = createSeal([key]);
    try {
      const before = await placesOf(OLD, sql, seal);
      const tables = new Set(before.map((each) => each.split('.')[0]));
      // Each table is here, or known to be without chats.
      const others = TABLES.map(({ name }) => name).filter((name) => !tables.has(name) && name !== 'check_results');
      expect(others.sort()).toEqual(WITHOUT_CHATS);
      await store.moveChat(OLD, NEW);
      // These rows keep the old number: counts start anew, and waiting updates and rounds follow the move at their end.
      expect(await placesOf(OLD, sql, seal)).toEqual(['group_messages.chat_id', 'inbox.body', 'watches.body']);
      // The watch of the new group ends the same alert.
      await endRound(store, 2_000, NEW, { change: 'resolve', why: 'answers' });
      expect(await store.alerts.openIn(NEW)).toEqual([]);
      expect(await placesOf(OLD, sql, seal)).toEqual(['group_messages.chat_id', 'inbox.body']);
      expect(await store.chats.get(NEW)).toEqual({ left: [7], quiet });
      expect(await store.digests.get(NEW)).toMatchObject({ chatId: NEW, dueAt: 1_000, locale: 'fa' });
    } finally {
      await sql.close();
      await store.close();
    }
  });
});
