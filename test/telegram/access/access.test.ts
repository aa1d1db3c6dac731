import { expect, test } from 'vitest';
import type { Hosting } from '../../../src/hosting/index.ts';
import { createAccesses } from '../../../src/telegram/access/access.ts';
import { connected } from '../../hosting/support.ts';
import { memoryStore } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';

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
    { forToken: () => listing, isSilent: () => false, close: async () => undefined },
    (error) => expect.unreachable(String(error)),
  );
  await lists.read('7:account', listing);
  lists.forget('7:account');
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written).toEqual([20_000, 0]);
  expect(await store.lists.get('7:account')).toEqual([]);
});

test('the token of an operation is that of its own binding, of a team’s owner, and none once that is gone', async () => {
  const store = await memoryStore();
  const { hosting } = await connected();
  const accesses = createAccesses(
    store,
    { forToken: () => hosting, isSilent: () => false, close: async () => undefined },
    (error) => expect.unreachable(String(error)),
  );
  await store.accounts.change(7, ({ accounts }) =>
    accounts.push({ id: 'a', label: '', token: 'the token', connectedAt: 1, aliases: new Map() }),
  );
  const ofTeam = { userId: 8, accountId: 'a', team: 'ended', teamOwner: 7 };
  expect(await accesses.tokenOf({ userId: 7, accountId: 'a' })).toBe('the token');
  expect(await accesses.tokenOf(ofTeam)).toBe('the token');
  expect(await accesses.tokenOf({ userId: 8, accountId: 'a' })).toBeUndefined();
  await store.accounts.change(7, (binding) => {
    binding.accounts = [];
  });
  expect(await accesses.tokenOf(ofTeam)).toBeUndefined();
});
