import { expect, onTestFinished, test } from 'vitest';
import type { Hosting, ServerListItem } from '../../../src/hosting/index.ts';
import { createKeptLists, type KeptLists, serverReference } from '../../../src/hosting/kept/kept-lists.ts';
import { connected, TOKEN } from '../support.ts';

const ACCOUNT = '7:account';
const NEW = { geo: 'tehran', ram: 4, cpu: 2, disk: 50, backup: 1, traffic: 0, period: 30, os: 'debian13' } as const;

async function openKeptLists() {
  const { sandbox, hosting } = await connected();
  /** The lists that processes with one store keep there. */
  const saved = new Map<string, readonly ServerListItem[]>();
  const errors: unknown[] = [];
  onTestFinished(() => expect(errors).toEqual([]));
  return {
    account: sandbox.account(TOKEN),
    hosting,
    saved,
    /** The lists of one more process; its clock stands still, so that its entries never grow old. */
    open: (): KeptLists =>
      createKeptLists(
        {
          load: async (account) => saved.get(account),
          save: async (account, items) => void saved.set(account, items),
        },
        (error) => void errors.push(error),
        () => 1_700_000_000_000,
      ),
    /** How often the provider was asked for the list. */
    asked: () => sandbox.requests.filter(({ operation }) => operation === 'server.list').length,
    /** Orders a server, which is listed at once. Resolves to its reference. */
    async buy(): Promise<string> {
      await hosting.cloudOrders.order(NEW);
      return serverReference(sandbox.account(TOKEN).servers.at(-1)?.id ?? '');
    },
  };
}

/** A client whose list has been answered when `answered` resolves, and arrives when it is let go. */
function heldBack(hosting: Hosting) {
  const gate = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const list = async () => {
    const items = await hosting.servers.list();
    answered.resolve();
    await gate.promise;
    return items;
  };
  const slow: Hosting = { ...hosting, servers: { ...hosting.servers, list } };
  return { slow, answered: answered.promise, letGo: gate.resolve };
}

test('a list that had to leave the memory is saved again only when it has changed', async () => {
  const { hosting } = await openKeptLists();
  const items = new Map<string, ServerListItem[]>();
  const listing = (account: string): Hosting => {
    const list = async () => [...(items.get(account) ?? [])];
    return { ...hosting, servers: { ...hosting.servers, list } };
  };
  const saved: string[] = [];
  const lists = createKeptLists(
    { load: async () => undefined, save: async (account) => void saved.push(account) },
    (error) => expect.unreachable(String(error)),
  );
  // Sixteen lists of 20,000 are more than are kept.
  const accounts = Array.from({ length: 16 }, (_, index) => `account ${index}`);
  for (const account of accounts) items.set(account, many(account, 20_000));
  for (const account of accounts) await lists.read(account, listing(account));
  expect(saved).toEqual(accounts);
  await lists.read('account 0', listing('account 0'));
  expect(saved).toEqual(accounts);
  items.get('account 1')?.pop();
  await lists.read('account 1', listing('account 1'));
  expect(saved).toEqual([...accounts, 'account 1']);
});

function many(account: string, count: number): ServerListItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${account} ${index}`, geo: 'tehran' }));
}

test('a server that an order’s watch read is found without another request, also by a process that starts later', async () => {
  const { hosting, open, asked, buy } = await openKeptLists();
  const lists = open();
  await lists.read(ACCOUNT, hosting);
  const bought = await buy();
  await lists.keeping(ACCOUNT, hosting).servers.list();
  expect(asked()).toBe(2);
  expect(await lists.find(ACCOUNT, hosting, bought)).toMatchObject({ geo: 'tehran' });
  expect(asked()).toBe(2);
  const later = await open().recent(ACCOUNT, hosting);
  expect(later.items.map(({ id }) => serverReference(id))).toContain(bought);
});

test('a filtered reading is not taken for the list', async () => {
  const { hosting, open } = await openKeptLists();
  const lists = open();
  await lists.read(ACCOUNT, hosting);
  expect(await lists.keeping(ACCOUNT, hosting).servers.list({ geo: 'frankfurt' })).toHaveLength(1);
  expect((await lists.recent(ACCOUNT, hosting)).items).toHaveLength(4);
});

test('a list however young calls no server gone that another process has seen; one that is gone is asked for once', async () => {
  const { account, hosting, open, asked, buy } = await openKeptLists();
  const lists = open();
  await lists.read(ACCOUNT, hosting);
  const bought = await buy();
  await open().keeping(ACCOUNT, hosting).servers.list();
  expect(await lists.find(ACCOUNT, hosting, bought)).toMatchObject({ geo: 'tehran' });
  expect(asked()).toBe(3);
  account.removeServer(account.servers.at(-1)?.id ?? '');
  await lists.read(ACCOUNT, hosting);
  expect(await lists.find(ACCOUNT, hosting, bought)).toBeUndefined();
  expect(asked()).toBe(5);
});

test('a reading that was under way before the server was there is followed by another', async () => {
  const { hosting, open, buy } = await openKeptLists();
  const lists = open();
  const { slow, answered, letGo } = heldBack(hosting);
  const early = lists.read(ACCOUNT, slow);
  await answered;
  const bought = await buy();
  const found = lists.find(ACCOUNT, hosting, bought);
  letGo();
  await early;
  expect(await found).toMatchObject({ geo: 'tehran' });
});

test('an answer that comes late takes the place of no newer one', async () => {
  const { hosting, open, asked, buy } = await openKeptLists();
  const lists = open();
  const { slow, answered, letGo } = heldBack(hosting);
  const old = lists.keeping(ACCOUNT, slow).servers.list();
  await answered;
  const bought = await buy();
  await lists.keeping(ACCOUNT, hosting).servers.list();
  letGo();
  expect(await old).toHaveLength(4);
  expect(await lists.find(ACCOUNT, hosting, bought)).toMatchObject({ geo: 'tehran' });
  expect(asked()).toBe(2);
});

test('a person waits for no list of background readings, and does not fail with it', async () => {
  const { hosting, open, asked, buy } = await openKeptLists();
  const lists = open();
  const { slow, answered, letGo } = heldBack(hosting);
  const behind = lists.readInBackground(ACCOUNT, slow);
  await answered;
  await buy();
  expect((await lists.read(ACCOUNT, hosting)).items).toHaveLength(5);
  letGo();
  // The older answer came later: it does not replace the newer one.
  expect((await behind).items).toHaveLength(5);
  const ended = lists.readInBackground(ACCOUNT, hosting, AbortSignal.abort());
  const read = lists.read(ACCOUNT, hosting);
  await expect(ended).rejects.toThrow('server.list: unavailable');
  expect((await read).items).toHaveLength(5);
  expect(asked()).toBe(3);
});

test('an answer that comes after the account was disconnected is not kept', async () => {
  const { hosting, open, saved } = await openKeptLists();
  const lists = open();
  const reading = lists.keeping(ACCOUNT, hosting).servers.list();
  lists.forget(ACCOUNT);
  await reading;
  expect(saved.get(ACCOUNT)).toEqual([]);
});

test('lists that are asked for with another token are kept again, those of the old one are not', async () => {
  const { hosting, open, saved, asked } = await openKeptLists();
  const lists = open();
  await lists.read(ACCOUNT, hosting);
  const { slow, answered, letGo } = heldBack(hosting);
  const old = lists.read(ACCOUNT, slow);
  await answered;
  lists.renew(ACCOUNT);
  letGo();
  await old;
  expect(saved.get(ACCOUNT)).toEqual([]);
  expect((await lists.known(ACCOUNT)).items).toEqual([]);
  const { items } = await lists.read(ACCOUNT, hosting);
  expect(await lists.known(ACCOUNT)).toMatchObject({ items });
  expect(saved.get(ACCOUNT)).toEqual(items);
  expect(asked()).toBe(3);
});

test.each([
  ['1234567890123456800', 1],
  ['1234567890123456789', 0],
])('a saved list with the id %s is asked for again %i times: an older release rounded ids', async (id, times) => {
  const { hosting, asked } = await openKeptLists();
  const lists = createKeptLists(
    { load: async () => [{ id }], save: async () => undefined },
    (error) => expect.unreachable(String(error)),
    () => 0,
  );
  await lists.recent(ACCOUNT, hosting);
  expect(asked()).toBe(times);
});
