import { copyFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { Operation } from '../../../src/store/operations/index.ts';
import type { Bench } from '../support/result.ts';

/** The people who use the bot: a hundredth of 10,000, since the size follows people's actions. `BENCH_PEOPLE` sets more. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100);
/** The days after which the database is measured. After the first there is as much of everything as is kept: 90 days. */
const MEASURED = [120, 180, 240, 300, 365];
/** The second database keeps its receipts for this time. */
const KEPT_DAYS = 30;
const LIMIT = 1.1;
/** At the end only what a person has one of is left, such as the account. */
const LEFT_LIMIT = 0.2;
const BOT_ID = 123_456_789;
const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUOTE = { total: 455_400, currency: 'toman', period: 30 };
const ENDED = { dueAt: null, notified: true } as const;

/** The actions of a person, and every how many days each happens. */
const HABITS: readonly (readonly [everyDays: number, act: (life: Life) => Promise<void>])[] = [
  [1, looksAtServers],
  [2, (life) => letsExpire(life, 'power')],
  [5, (life) => confirms(life, 'power')],
  [10, (life) => letsExpire(life, 'renewal')],
  [20, checksNames],
  [30, (life) => confirms(life, 'renewal')],
];

/** A day of a person; `name` differs from that of every other. */
interface Life {
  store: Store;
  person: number;
  now: number;
  name: string;
}

/** Bytes of the database's file, as it is and once its receipts were taken out of it. */
interface Size {
  whole: number;
  withoutReceipts: number;
  receipts: number;
}

/** The size of the database over a year: only receipts make it grow. */
export const run: Bench = async () => {
  const forEver = await aYear(undefined);
  const limited = await aYear(KEPT_DAYS);
  const flat = forEver.sizes.map(({ withoutReceipts }) => withoutReceipts);
  const whole = limited.sizes.map((size) => size.whole);
  const last = forEver.sizes.at(-1) ?? { whole: Number.NaN, receipts: Number.NaN };
  return [
    {
      name: 'database in a year, receipts left out: the largest after day 120 over that day',
      value: growthOf(flat),
      limit: LIMIT,
      detail: `${course(flat)}; ${PEOPLE} people, in ${forEver.seconds} s; with ${last.receipts} receipts ${megabytes(last.whole)}`,
    },
    {
      name: `the same with its receipts, which KEEP_RECEIPTS=${KEPT_DAYS} limits`,
      value: growthOf(whole),
      limit: LIMIT,
      detail: `${course(whole)}; in ${limited.seconds} s`,
    },
    {
      name: 'the file once all had its time, over its largest',
      value: forEver.left / last.whole,
      limit: LEFT_LIMIT,
      detail: `${megabytes(forEver.left)} over ${megabytes(last.whole)}`,
    },
  ];
};

/** @param receiptsDays `KEEP_RECEIPTS`; without it they are kept for ever */
async function aYear(receiptsDays: number | undefined): Promise<{ sizes: Size[]; left: number; seconds: number }> {
  const begun = performance.now();
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-year-'));
  const path = join(directory, 'bot.sqlite');
  let now = Date.parse('2026-01-01');
  const store = await openStore(`sqlite:${path}`, parseKeys('c'.repeat(64)), () => now);
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1);
  for (const person of people) await connects(store, person, now);
  const sizes: Size[] = [];
  for (let day = 1; day <= Math.max(...MEASURED); day++) {
    now += DAY_MS;
    for (const person of people)
      for (const [at, [everyDays, act]] of HABITS.entries())
        if ((day + person) % everyDays === 0) await act({ store, person, now, name: `${person}-${day}-${at}` });
    await clean(store, receiptsDays);
    if (MEASURED.includes(day)) sizes.push(sizeOf(path));
  }
  now += 2 * Math.max(...MEASURED) * DAY_MS;
  await clean(store, 1);
  const left = sizeOf(path).whole;
  await store.close();
  await rm(directory, { recursive: true });
  return { sizes, left, seconds: Math.round((performance.now() - begun) / 1_000) };
}

async function clean(store: Store, receiptsDays: number | undefined): Promise<void> {
  const [unreadable] = await store.clean({ receiptsDays });
  if (unreadable !== undefined) throw unreadable;
}

function sizeOf(path: string): Size {
  const copy = `${path}.copy`;
  inFile(path, (file) => file.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  copyFileSync(path, copy);
  const receipts = inFile(copy, (file) => {
    const { changes } = file.prepare(`DELETE FROM operations WHERE retention = 'paid'`).run();
    file.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    return Number(changes);
  });
  return { whole: statSync(path).size, withoutReceipts: statSync(copy).size, receipts };
}

function inFile<T>(path: string, work: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(path);
  try {
    return work(file);
  } finally {
    file.close();
  }
}

function growthOf([first = Number.NaN, ...later]: readonly number[]): number {
  return Math.max(...later) / first;
}

function course(sizes: readonly number[]): string {
  return sizes.map((size, at) => `day ${MEASURED[at]}: ${megabytes(size)}`).join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(2)} MB`;
}

async function connects({ accounts, preferences }: Store, person: number, now: number): Promise<void> {
  await accounts.change(person, (binding) => {
    const token = `token-${person}`;
    binding.accounts.push({ id: 'a', label: 'Account 1', token, connectedAt: now, aliases: new Map() });
    binding.current = 'a';
  });
  await preferences.set(`${person}`, { locale: 'fa' });
}

/** An update goes through the inbox; the list is kept with the account, a search and a question for a while. */
async function looksAtServers({ store, person, now, name }: Life): Promise<void> {
  const update = { update_id: now / MINUTE_MS + person, message: { text: '/servers' } };
  await store.inbox.add(BOT_ID, [update]);
  const servers = Array.from({ length: 5 }, (_, at) => ({
    id: `server-${person}-${at}`,
    ip: '192.0.2.1',
    geo: 'Tehran',
  }));
  await store.lists.set(`${person}:a`, servers);
  await store.notes.set(`${person}:${name}`, 'x'.repeat(100), DAY_MS);
  await store.questions.set(`${person}`, { name: 'alias', about: ['web1'], messageId: 1 }, 15 * MINUTE_MS);
  await store.inbox.remove(BOT_ID, update.update_id);
}

async function letsExpire({ store: { ledger }, person, now, name }: Life, kind: Kind): Promise<void> {
  await ledger.add(operationOf(name, person, now, kind));
  await ledger.move(name, { from: ['ready'], edit: () => ({ messageId: 2 }) });
  await ledger.move(name, { from: ['ready'], to: 'expired', notified: false, dueAt: now + MINUTE_MS });
  await ledger.move(name, { from: ['expired'], ...ENDED });
}

async function confirms({ store: { ledger, reminders }, person, now, name }: Life, kind: Kind): Promise<void> {
  await ledger.add(operationOf(name, person, now, kind));
  const only = { userId: person, aliveAt: now };
  const claim = { claimedAt: now, sentAt: now };
  const claimed = kind === 'renewal' ? 'quoting' : 'sending';
  await ledger.move(name, { from: ['ready'], to: claimed, only, edit: () => claim, dueAt: now + MINUTE_MS });
  if (claimed === 'quoting') await ledger.move(name, { from: ['quoting'], to: 'sending' });
  await ledger.move(name, { from: ['sending'], to: 'accepted', notified: false });
  await ledger.move(name, { from: ['accepted'], to: 'done', edit: () => ({ endedAt: now + MINUTE_MS }), ...ENDED });
  const reminder = await reminders.add(person, 3, now + MINUTE_MS);
  await reminders.remove(reminder);
}

async function checksNames({ store: { checks }, person, now, name }: Life): Promise<void> {
  const domains = Array.from({ length: 20 }, (_, index) => `name-${index}.example`);
  const counts = { rest: [], junk: [], junkCount: 0, duplicates: 0, cut: false, round: 0 };
  const check = { ...counts, id: name, userId: person, chatId: person, accountId: 'a', locale: 'fa', domains };
  await checks.add({ ...check, state: 'running' }, now, now + MINUTE_MS);
  for (let from = 0; from < domains.length; from += 5)
    await checks.addResults(
      name,
      domains.slice(from, from + 5).map((_, at) => ({ at: from + at, state: 'registered', round: 0 })),
    );
  await checks.change(name, ['running'], () => ({ state: 'done', heldUntil: undefined }));
}

type Kind = 'power' | 'renewal';

function operationOf(id: string, person: number, now: number, kind: Kind): Operation {
  const target = { serverId: `server-${person}-0`, name: 'web1' };
  const ofKind =
    kind === 'power'
      ? { parameters: { ...target, action: 'reboot' }, progress: { before: 'on' } }
      : { parameters: { ...target, period: 30 }, progress: { seen: { before: '2026-12-01' } }, quote: QUOTE };
  return {
    ...ofKind,
    id,
    kind,
    state: 'ready',
    userId: person,
    chatId: person,
    accountId: 'a',
    locale: 'fa',
    messageId: 1,
    subject: target.serverId,
    createdAt: now,
    expiresAt: now + MINUTE_MS,
    dueAt: now + MINUTE_MS,
    notified: true,
  };
}
