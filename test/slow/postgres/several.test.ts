import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { SealBroken } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { exceeds } from '../../../src/store/operations/index.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { postgresDatabase } from '../../support/databases/postgres.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

const KEYS = [newKey()];
const SEVERAL = 4;
const numbers = (most: number) => Array.from({ length: most }, (_, index) => index);

/** Stores over one database, each with connections of its own: as many processes have them. */
async function openSeveral(): Promise<Store[]> {
  const url = await postgresDatabase();
  const stores = await Promise.all(numbers(SEVERAL).map(() => openStore(url, KEYS)));
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  return stores;
}

/** Runs it with each of the stores in turn, all at the same time. */
function spread<T>(stores: Store[], most: number, work: (store: Store, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(
    numbers(most).map((index) => {
      const store = stores[index % stores.length];
      if (!store) throw new RangeError();
      return work(store, index);
    }),
  );
}

onPostgres(() => {
  test('several that start at once make one store, and one with another key is refused', async () => {
    const url = await postgresDatabase();
    const keys = [newKey(), newKey()];
    const starts = await Promise.allSettled(
      numbers(8).map((index) => openStore(url, keys.slice(index % 2).slice(0, 1))),
    );
    const opened = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await Promise.all(opened.map((store) => store.close()));
    expect(opened).toHaveLength(4);
    for (const start of starts) if (start.status === 'rejected') expect(start.reason).toBeInstanceOf(SealBroken);
    const sql = openPostgres(url);
    const [row] = await sql.query('SELECT COUNT(*) AS count, MAX(version) AS newest FROM schema_version');
    expect(row?.newest).toBeGreaterThan(4);
    expect(row?.count).toBe(row?.newest);
    await sql.close();
  });

  test('of claims in several processes one wins', async () => {
    const stores = await openSeveral();
    await stores[0]?.ledger.add(readyOperation('op'));
    const won = await spread(stores, 100, ({ ledger }) => ledger.move('op', { from: ['ready'], to: 'sending' }));
    expect(won.filter((moved) => moved !== undefined)).toHaveLength(1);
  });

  test('of operations on one server one gets through, whichever process they are confirmed in', async () => {
    const stores = await openSeveral();
    const servers = 20;
    for (const index of numbers(80))
      await stores[0]?.ledger.add(
        readyOperation(`op${index}`, { userId: index, subject: `server ${index % servers}` }),
      );
    // Connected already, they all come at the same moment.
    await spread(stores, 40, (store) => store.ping());
    const won = await spread(stores, 80, ({ ledger }, index) =>
      ledger.move(`op${index}`, {
        from: ['ready'],
        to: 'sending',
        exclusive: (_, underWay) => (underWay.length > 0 ? { to: 'ready' } : undefined),
      }),
    );
    const subjects = won.flatMap((moved) => (moved?.state === 'sending' ? [moved.subject] : []));
    expect(new Set(subjects).size).toBe(servers);
    expect(subjects).toHaveLength(servers);
  });

  test('a spending limit holds over all processes', async () => {
    const stores = await openSeveral();
    const quote = { total: 30, currency: 'toman' };
    const allowance = { most: 100, since: 0, worth: ({ total }: { total: number }) => total };
    for (const index of numbers(40)) await stores[0]?.ledger.add(readyOperation(`op${index}`, { quote }));
    const won = await spread(stores, 40, ({ ledger }, index) =>
      ledger.move(`op${index}`, {
        from: ['ready'],
        serializedPerUser: {
          since: 0,
          decide: (operation, sent) =>
            exceeds(allowance, operation, sent) ? {} : { to: 'sending', edit: () => ({ sentAt: 1 }) },
        },
      }),
    );
    expect(won.filter((moved) => moved?.state === 'sending')).toHaveLength(3);
  });

  test('no change of an operation, an account or a list of known domains is lost under another', async () => {
    const stores = await openSeveral();
    await stores[0]?.ledger.add(readyOperation('op', { notifyRetry: { times: 0, againAt: 0 } }));
    await spread(stores, 40, async ({ ledger, accounts, domains }, index) => {
      await ledger.move('op', {
        from: ['ready'],
        edit: ({ notifyRetry }) => ({ notifyRetry: { times: (notifyRetry?.times ?? 0) + 1, againAt: 0 } }),
      });
      const id = String(index);
      await accounts.change(7, (binding) =>
        binding.accounts.push({ id, label: id, token: id, connectedAt: 0, aliases: new Map() }),
      );
      await domains.change('account', (knownDomains) => knownDomains.domains.push({ domain: `${id}.example` }));
    });
    expect((await stores[1]?.ledger.get('op'))?.notifyRetry?.times).toBe(40);
    expect((await stores[1]?.accounts.get(7))?.accounts).toHaveLength(40);
    expect((await stores[1]?.domains.get('account'))?.domains).toHaveLength(40);
  });

  test('a due row goes to one process, and a change beside it does not give it to a second', async () => {
    const stores = await openSeveral();
    const ids = numbers(60).map((index) => `op${index}`);
    for (const id of ids) {
      await stores[0]?.ledger.add(readyOperation(id, { dueAt: 1 }));
      await stores[0]?.reminders.add(7, Number(id.slice(2)), 1);
    }
    const taken = await spread(stores, 80, async ({ ledger, reminders }, index) => {
      await ledger.move(`op${index % 60}`, { from: ['ready'], edit: () => ({ messageId: 2 }) });
      const [operations, messages] = await Promise.all([ledger.takeDue(1, 1000), reminders.takeDue(1, 1000)]);
      return [...operations.taken.map(({ id }) => id), ...messages.taken.map(({ messageId }) => `m${messageId}`)];
    });
    const once = [...ids, ...numbers(60).map((index) => `m${index}`)];
    expect(taken.flat().sort()).toEqual(once.sort());
  });

  test('lots of a check that are found at once are all kept', async () => {
    const stores = await openSeveral();
    const words = { accountId: 'a', locale: 'en', junkCount: 0, duplicates: 0 };
    const check = { ...words, cut: false, round: 1, id: 'check', state: 'running', userId: 7, chatId: 7 } as const;
    await stores[0]?.checks.add({ ...check, domains: [], rest: [], junk: [] }, 1, 2);
    await spread(stores, 40, ({ checks }, at) => checks.addResults('check', [{ at, state: 'available', round: 1 }]));
    expect((await stores[0]?.checks.results('check'))?.size).toBe(40);
  });

  test('transactions that deadlock are tried again, and done once', async () => {
    const url = await postgresDatabase();
    const [one, other] = [openPostgres(url), openPostgres(url)];
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
    await one.query('CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)');
    await one.query('INSERT INTO t VALUES (1, 0), (2, 0)');
    let tries = 0;
    let begun = 0;
    const { promise: bothBegan, resolve } = Promise.withResolvers<void>();
    const add = async (sql: typeof one, ids: number[]) =>
      sql.transaction(async (inside) => {
        tries++;
        for (const id of ids) {
          await inside.query('UPDATE t SET n = n + 1 WHERE id = $1', id);
          if (++begun === 2) resolve();
          await bothBegan;
        }
      });
    await Promise.all([add(one, [1, 2]), add(other, [2, 1])]);
    // The one that is tried again may meet the other once more.
    expect(tries).toBeGreaterThan(2);
    expect(await one.query('SELECT n FROM t')).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
