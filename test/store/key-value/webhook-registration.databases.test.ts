import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

onEachDatabase(({ place }) => {
  async function newStores(count: number) {
    const [url, key] = [await place(), newKey()];
    const stores: Store[] = [];
    for (let index = 0; index < count; index++) stores.push(await openStore(url, [key]));
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    return stores;
  }

  test('the secret is made once, whichever of the replicas asks first', async () => {
    const stores = await newStores(3);
    const secrets = await Promise.all(stores.map(({ webhook }) => webhook.secret()));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await stores[0]?.webhook.secret()).toBe(secrets[0]);
  });

  test('the webhook’s registration is kept for each bot', async () => {
    const [store] = await newStores(1);
    await store?.webhook.note(1, { mark: 'a', at: 5 });
    await store?.webhook.note(1, { mark: 'b', at: 6 });
    expect(await store?.webhook.registration(1)).toEqual({ mark: 'b', at: 6 });
    expect(await store?.webhook.registration(2)).toBeUndefined();
  });

  test('the stats count open operations and unknown outcomes', async () => {
    const [store] = await newStores(1);
    if (!store) throw new Error('no store');
    const { stats, ledger } = store;
    expect(await stats.operations()).toEqual(new Map());
    for (const id of ['a', 'b', 'c', 'd']) await ledger.add(readyOperation(id, { dueAt: 1 }));
    await ledger.move('b', { from: ['ready'], to: 'unknown', dueAt: 7 });
    await ledger.move('c', { from: ['ready'], to: 'unknown', dueAt: null });
    await ledger.move('d', { from: ['ready'], to: 'done', dueAt: null });
    expect(await stats.operations()).toEqual(new Map(Object.entries({ ready: 1, unknown: 1 })));
    expect(await stats.unknown()).toBe(2);
    await ledger.move('c', { from: ['unknown'], edit: () => ({ said: { happened: true, at: 9 } }) });
    expect(await stats.unknown()).toBe(1);
  });
});
