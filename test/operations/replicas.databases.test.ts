import { expect, onTestFinished, test } from 'vitest';
import { createProvider, Failure, type Hosting } from '../../src/hosting/index.ts';
import { LEASE_MS } from '../../src/jobs/lease.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import { createOperations, type Operation } from '../../src/operations/index.ts';
import { startProvider } from '../../src/sandbox/provider/index.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';
import { eventually } from '../support/eventually.ts';
import { SERVER, TOKEN } from './payment/payment-ledger.ts';

const PERSON = 7;

onEachDatabase(({ place, open: openSql }) => {
  /** Two processes over one ledger, with one clock. */
  async function twoReplicas() {
    const provider = await startProvider({ accounts: [{ token: TOKEN, servers: 3 }], timings: { orderMs: 50 } });
    const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
    const [url, keys] = [await place(), [newKey()]];
    const hosting = client.forToken(TOKEN);
    const errors: unknown[] = [];
    let ahead = 0;
    const open = async (mine: Hosting, dependencies: Partial<Dependencies> = {}) => {
      const store = await openStore(url, keys);
      const told: Operation[] = [];
      const operations = createOperations({
        // On SQLite too, the other replica may hold the running work.
        ledger: { ...store.ledger, takeOver: async () => undefined },
        hostingFor: async () => mine,
        notify: async (operation) => void told.push(operation),
        deliver: async () => 'sent',
        report: (error) => void errors.push(error),
        now: () => Date.now() + ahead,
        ...dependencies,
      });
      onTestFinished(async () => {
        await operations.stop();
        await store.close();
      });
      return { ledger: store.ledger, operations, told };
    };
    onTestFinished(async () => {
      await client.close();
      await provider.close();
      expect(errors).toEqual([]);
    });
    const sql = openSql(url);
    onTestFinished(() => sql.close());
    return {
      hosting,
      open,
      sql,
      errors,
      later: (ms: number) => {
        ahead += ms;
      },
      orders: () => provider.account(TOKEN).orders.length,
    };
  }

  /** A provider's client whose price stands still until it is let go, and is what `priced` makes of it then. */
  function standingStill(hosting: Hosting, priced: Hosting['cloudOrders']['quote']) {
    const [asked, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const quote: typeof priced = async (...values) => {
      asked.resolve();
      await woken.promise;
      return priced(...values);
    };
    return {
      hosting: { ...hosting, cloudOrders: { ...hosting.cloudOrders, quote } },
      asked: asked.promise,
      wake: woken.resolve,
    };
  }

  const noPrice = async () => {
    throw new Failure('unavailable', 'cloud.quote');
  };

  test.for([
    ['has no price', noPrice, undefined],
    ['has a price, and the person has a limit', undefined, 10],
    ['has a price', undefined, undefined],
  ] as const)(
    'a replica that stood still while another bought does not offer it again: it %s on waking',
    async ([, priced, limit]) => {
      const { hosting, open, later, orders } = await twoReplicas();
      const first = standingStill(hosting, priced ?? hosting.cloudOrders.quote);
      const answer = Promise.withResolvers<void>();
      const busy: Hosting['cloudOrders']['order'] = async (server) => {
        const acknowledged = await hosting.cloudOrders.order(server);
        await answer.promise;
        return acknowledged;
      };
      const quote = await hosting.cloudOrders.quote(SERVER);
      const allowance = async () => ({
        most: (limit ?? 0) * quote.total,
        since: 0,
        worth: ({ total }: { total: number }) => total,
      });
      const a = await open(first.hosting, limit === undefined ? {} : { allowance });
      const b = await open({ ...hosting, cloudOrders: { ...hosting.cloudOrders, order: busy } });
      const { id } = await a.operations.prepare({ ...ORDER, quote });

      const { shown } = await a.operations.confirm({ id, userId: PERSON, message: 1 });
      await first.asked;
      later(2 * LEASE_MS);
      await b.operations.start();
      const back = await eventually(() => b.told.find(({ state }) => state === 'ready'));
      const again = await b.operations.confirm({ id, userId: PERSON, message: 1, offer: back.offer });
      expect(again.outcome).toBe('moved');
      await eventually(() => (orders() === 1 ? true : undefined));

      first.wake();
      await shown;
      expect(await a.ledger.get(id)).toMatchObject({ state: 'sending' });
      expect(
        (await a.operations.confirm({ id, userId: PERSON, message: 1, offer: (await a.ledger.get(id))?.offer }))
          .outcome,
      ).toBe('closed');
      answer.resolve();
      await again.shown;
      expect(b.told.map(({ state }) => state)).toContain('accepted');
      expect(orders()).toBe(1);
    },
  );

  test('a replica that stood still does not send an order at its old price while another confirms it anew', async () => {
    const { hosting, open, later, orders } = await twoReplicas();
    const quote = await hosting.cloudOrders.quote(SERVER);
    const dearer = { ...quote, total: quote.total + 1 };
    const first = standingStill(hosting, async () => quote);
    const second = standingStill(hosting, async () => dearer);
    const a = await open(first.hosting);
    const b = await open(second.hosting);
    const { id } = await a.operations.prepare({ ...ORDER, quote });
    const { shown } = await a.operations.confirm({ id, userId: PERSON, message: 1 });
    await first.asked;
    later(2 * LEASE_MS);
    await b.operations.start();
    const back = await eventually(() => b.told.find(({ state }) => state === 'ready'));
    const again = await b.operations.confirm({ id, userId: PERSON, message: 1, offer: back.offer });
    await second.asked;

    first.wake();
    await shown;
    expect(await a.ledger.get(id)).toMatchObject({ state: 'quoting' });
    second.wake();
    await again.shown;
    expect(await a.ledger.get(id)).toMatchObject({ state: 'ready', quote: dearer, quotedBefore: quote });
    expect(orders()).toBe(0);
  });

  test.for([
    ['due', `due_at = 0`],
    ['shown anew', `told = 'no'`],
    ['ready', `state = 'ready', due_at = 0`],
    ['another person’s', `user_id = 8`],
  ])(
    'an operation that is being sent and made %s from outside is sent once, and its answer counts',
    async ([, columns]) => {
      const { hosting, open, orders, sql, errors } = await twoReplicas();
      const quote = await hosting.cloudOrders.quote(SERVER);
      const [sent, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow: Hosting['cloudOrders']['order'] = async (server) => {
        const acknowledged = await hosting.cloudOrders.order(server);
        sent.resolve();
        await answer.promise;
        return acknowledged;
      };
      const a = await open({ ...hosting, cloudOrders: { ...hosting.cloudOrders, order: slow } });
      const b = await open(hosting);
      const { id } = await a.operations.prepare({ ...ORDER, quote });
      const { shown } = await a.operations.confirm({ id, userId: PERSON, message: 1 });
      await sent.promise;
      await sql.query(`UPDATE operations SET ${columns} WHERE id = $1`, id);
      await expect(b.operations.confirm({ id, userId: PERSON, message: 1 })).rejects.toThrow('changed outside');
      await b.operations.start();
      answer.resolve();
      await shown;
      expect(errors.splice(0).map(String)).toContainEqual(
        expect.stringContaining(`operation:${id} was changed outside`),
      );
      expect((await a.ledger.get(id))?.state).toMatch(/accepted|done/);
      expect([...a.told, ...b.told].map(({ state }) => state)).toContain('accepted');
      expect(orders()).toBe(1);
    },
  );
});

const ORDER = {
  kind: 'order',
  userId: PERSON,
  chatId: PERSON,
  topicId: undefined,
  accountId: 'account',
  locale: 'en',
  parameters: { server: SERVER },
  progress: { seen: {} },
  lifeMs: 3_600_000,
} as const;
