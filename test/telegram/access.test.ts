import { expect, test } from 'vitest';
import type { Hosting } from '../../src/hosting/index.ts';
import { createAccesses } from '../../src/telegram/access.ts';
import { connected } from '../hosting/support.ts';
import { memoryStore } from '../support/databases/store.ts';
import { waitFor } from '../support/eventually.ts';

test('the list of an account that is disconnected while a long one is written is empty', async () => {
  const store = await memoryStore();
  const { hosting } = await connected();
  const items = Array.from({ length: 20_000 }, (_, at) => ({ id: `srv-${at}`, ip: '10.0.0.1', geo: 'tehran' }));
  const listing: Hosting = { ...hosting, servers: { ...hosting.servers, list: async () => items } };
  const written: number[] = [];
  const { lists } = createAccesses(
    {
      ...store,
      lists: {
        ...store.lists,
        async set(account, list) {
          await store.lists.set(account, list);
          written.push(list.length);
        },
      },
    },
    { forToken: () => listing, close: async () => undefined },
    (error) => expect.unreachable(String(error)),
  );
  await lists.read('7:account', listing);
  lists.forget('7:account');
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written).toEqual([20_000, 0]);
  expect(await store.lists.get('7:account')).toEqual([]);
});
