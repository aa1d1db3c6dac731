import { expect, test } from 'vitest';
import { Failure } from '../../../../src/hosting/index.ts';
import { B, enter } from '../round-support.ts';

const ABOVE = { server: 'a', name: 'a', above: 10 };

/** The chat gets an alert about much traffic of the first server. @param isOn the power of all servers is watched, too */
async function enterMuch(isOn: boolean, rest: Parameters<typeof enter>[0] = {}) {
  const world = await enter({ power: { all: isOn, except: [] }, traffic: [ABOVE], ...rest });
  const { dependencies, rounds, open } = world;
  const { serversOf } = dependencies;
  dependencies.serversOf = async (ownerId, accountId) => {
    const servers = await serversOf(ownerId, accountId);
    return (
      servers && {
        ...servers,
        status: async (id, signal) => ({ ...(await servers.status(id, signal)), trafficUsage: '99' }),
      }
    );
  };
  await rounds(65);
  expect(await open()).toEqual(['traffic']);
  return world;
}

test.each([
  ['too', true, 15],
  ['not', false, 65],
])('the traffic of a deleted server whose power is watched %s is told and read no more', async (_, isOn, within) => {
  const { provider, rounds, open, account } = await enterMuch(isOn, { names: ['a.com'] });
  provider.list = [B];
  provider.status.delete('a');
  await rounds(within);
  expect(await open()).toEqual([]);
  const { chats, offers } = await account();
  expect(chats).toMatchObject([{ names: ['a.com'], traffic: [] }]);
  expect(offers?.filter(({ kind }) => kind === 'traffic') ?? []).toEqual([]);
  provider.asked = [];
  await rounds(180);
  expect(provider.asked).not.toContain('status a');
});

test('a chat that watched nothing but the traffic of a deleted server is told nothing more', async () => {
  const { provider, rounds, store } = await enterMuch(false);
  provider.list = [B];
  provider.status.delete('a');
  await rounds(65);
  expect(await store.watches.get(1001, 'account')).toBeUndefined();
});

test('the traffic of a server that the provider does not know is watched on while its list has it', async () => {
  const { provider, rounds, open } = await enterMuch(false);
  provider.status.delete('a');
  provider.asked = [];
  await rounds(300);
  expect(await open()).toEqual(['traffic']);
  expect(provider.asked.filter((each) => each === 'list').length).toBeLessThanOrEqual(6);
  expect(provider.asked.filter((each) => each === 'status a').length).toBeLessThanOrEqual(12);
});

test('the traffic of a server that one list lacks and the next one has is watched on', async () => {
  const { provider, rounds, open, account } = await enterMuch(false);
  provider.list = [B];
  provider.status.delete('a');
  const isDoubted = async () => (await account()).offers?.some(({ goneAt = 0 }) => goneAt > 0) === true;
  for (let done = 0; done < 65 && !(await isDoubted()); done++) await rounds(1);
  expect(await isDoubted()).toBe(true);
  provider.list = [{ id: 'a' }, B];
  await rounds(300);
  expect(await open()).toEqual(['traffic']);
});

test('a server of a list that can’t be read, or that does not answer itself, is not gone', async () => {
  const { provider, rounds, open, account } = await enterMuch(false);
  provider.list = [B];
  provider.faults.set('list', new Failure('unavailable', 'server.list'));
  provider.status.delete('a');
  await rounds(240);
  expect(await open()).toContain('traffic');
  provider.faults.clear();
  provider.faults.set('a', new Failure('unavailable', 'server.status'));
  await rounds(240);
  expect(await open()).toContain('traffic');
  expect((await account()).chats[0]?.traffic).toEqual([ABOVE]);
});
