import { versionOf } from '../../../src/store/database/migrations.ts';
import type { Row, Sql } from '../../../src/store/database/sql.ts';
import { pagesOf, TABLES, valueIn } from '../../../src/store/database/tables.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { watchedAccountId } from '../../../src/store/jobs/watches.ts';
import { readyOperation } from './store.ts';

export const SECRET = 'the-token-of-somebody';

/** Accounts with a watch and a digest: their rows cost four transactions. */
export const WATCHED = 3;

/** Fills a store with rows of every table, for this many people. */
export async function fill(url: string, keys: readonly Uint8Array[], people = 3): Promise<void> {
  const store = await openStore(url, keys);
  for (let id = 1; id <= people; id++) {
    await store.accounts.change(id, (binding) =>
      binding.accounts.push({
        id: `a${id}`,
        label: 'خانه',
        token: SECRET,
        connectedAt: id,
        aliases: new Map([['s', 'web1']]),
      }),
    );
    await store.notes.set(`n${id}`, 'note', 3_600_000);
    await store.inbox.add(77, [{ update_id: id, message: { text: SECRET } }]);
    await store.ledger.add(readyOperation(`op${id}`, { subject: `s${id}`, dueAt: id % 2 ? 5_000_000_000_000 : null }));
    await store.reminders.add(id, id, 5_000_000_000_000);
    const words = {
      accountId: 'a',
      locale: 'en',
      rest: [],
      junk: [],
      junkCount: 0,
      duplicates: 0,
      cut: false,
      round: 1,
    };
    const check = { ...words, id: `c${id}`, state: 'done' as const, userId: id, chatId: id, domains: ['a.example'] };
    await store.checks.add(check, Date.now(), 5_000_000_000_000);
    for (let lot = 0; lot < 2; lot++)
      await store.checks.addResults(`c${id}`, [{ at: lot, state: 'available', round: 1 }]);
    const team = {
      ...{ id: `t${id}`, ownerId: id, accountId: `a${id}`, chatId: -id, topicId: 0, title: 'Shift', createdAt: id },
      ...{ members: [], requests: [], protected: [], limits: [] },
    };
    await store.teams.create(team, { at: id, event: 'teamCreated', actor: { id } });
    if (id <= WATCHED) await watch(store, id);
    await store.leases.take(`lane ${id}`, 1_000, 60_000);
  }
  await store.close();
}

/** Adds people who have only an account and an operation: a page of rows costs a sixth of {@link fill}'s time. */
export async function fillAccounts(url: string, keys: readonly Uint8Array[], from: number, to: number): Promise<void> {
  const store = await openStore(url, keys);
  for (let id = from; id <= to; id++) {
    await store.accounts.change(id, (binding) =>
      binding.accounts.push({ id: `a${id}`, label: 'home', token: SECRET, connectedAt: id, aliases: new Map() }),
    );
    await store.ledger.add(readyOperation(`op${id}`, { subject: `s${id}`, dueAt: null }));
  }
  await store.close();
}

/** An account whose server is off, and its digest. */
async function watch({ watches, digests }: Store, person: number): Promise<void> {
  const chat = { chatId: person, topicId: 0, locale: 'fa', power: { all: true, except: [] } };
  await watches.change(person, `a${person}`, 5_000_000_000_000, (chats) => chats.push(chat));
  const server = { id: 's', name: 'web1' };
  const place = { ownerId: person, accountId: `a${person}`, chatId: person, topicId: undefined, serverId: 's' };
  const memory = { agreed: 'off', last: 'off', inRow: 3, since: 1, changes: 1 };
  const found = {
    account: {},
    readings: new Map([['s', memory]]),
    listed: [['s', '10.0.0.1', '2026-12-01'] as [string, string, string]],
    alerts: [{ ...place, change: 'open' as const, alert: { locale: 'fa', what: 'down' as const, server, since: 1 } }],
    dueAt: 5_000_000_000_001,
  };
  await digests.begin(person, 'fa', 5_000_000_000_000);
  await watches.endRound(watchedAccountId(person, `a${person}`), 5_000_000_000_000, found, 5_000_000_000_000);
}

/** All rows of all tables, byte for byte, in a fixed order. */
export async function dump(sql: Sql): Promise<string[]> {
  const lines: string[] = [];
  const version = await versionOf(sql);
  for (const table of TABLES.filter(({ since }) => since <= version))
    for await (const page of pagesOf(sql, table)) for (const row of page) lines.push(`${table.name} ${line(row)}`);
  return lines.sort();
}

function line(row: Row): string {
  const columns = Object.keys(row).sort();
  return columns.map((column) => `${column}=${shown(valueIn(row, column))}`).join(' ');
}

function shown(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value);
}
