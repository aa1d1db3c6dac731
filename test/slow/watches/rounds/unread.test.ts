import { expect, test } from 'vitest';
import { unreadIn } from '../../../../src/features/watches/rounds/reading.ts';
import { Failure } from '../../../../src/hosting/index.ts';
import { enterConnected } from '../../../features/support.ts';
import { A, B, enter } from '../round-support.ts';
import { rounds } from '../support.ts';

test('a server that can’t be read while others can is named by /alerts and /watch, until it answers', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/watch');
  await rounds(app, 1);
  await english.say('/alerts');
  expect(await english.sees(/Current problems/)).toContain('No current problems');
  for (let done = 0; done < 3; done++) {
    app.provider.fault({ operation: 'server.status', kind: 'status', status: 500, times: 1 });
    await rounds(app, 1);
  }
  await english.say('/alerts');
  const alerts = await english.sees(/Current problems.*10\.\d+\.\d+\.\d+ · can’t be read · since /s);
  expect(alerts).not.toContain('No current problems');
  await english.say('/watch');
  await english.sees(/Monitoring.*10\.\d+\.\d+\.\d+ · can’t be read · since /s);
  await english.say('/alerts');
  await english.press(/^🖥 10\./);
  await english.sees(/Operating system/);
  await rounds(app, 3);
  await english.say('/alerts');
  await english.sees(/No current problems/);
});

async function enterUnread() {
  const world = await enter();
  const unread = async () => {
    const account = await world.account();
    const [chat] = account.chats;
    return chat ? unreadIn(account, chat).map(({ id }) => id) : [];
  };
  return { ...world, unread };
}

test('a server of the list that the provider does not know counts as unread once a newer list has it', async () => {
  const { provider, rounds, unread } = await enterUnread();
  provider.status.delete('a');
  await rounds(12);
  expect(await unread()).toEqual(['a']);
  provider.asked = [];
  await rounds(20);
  expect(provider.asked.filter((each) => each === 'status a').length).toBeLessThanOrEqual(4);
  provider.status.set('a', 'on');
  await rounds(10);
  expect(await unread()).toEqual([]);
});

test('a server that was deleted never counts as unread, and its watch ends as early as before', async () => {
  const { provider, rounds, unread, store } = await enterUnread();
  provider.list = [B];
  provider.status.delete('a');
  const seen = new Set<string>();
  for (let done = 0; done < 13; done++) {
    await rounds(1);
    for (const id of await unread()) seen.add(id);
  }
  expect([...seen]).toEqual([]);
  expect([...(await store.watches.readings('1001:account')).keys()]).toEqual(['b']);
});

test('no server counts as unread that the chat does not watch, or while the provider answers nothing', async () => {
  const { provider, rounds, unread, store, account } = await enterUnread();
  provider.faults.set('a', new Failure('unavailable', 'server.status'));
  await rounds(2);
  expect(await unread()).toEqual([]);
  await rounds(1);
  expect(await unread()).toEqual([A.id]);
  provider.fault = new Failure('unavailable', 'server.status');
  await rounds(3);
  expect(await unread()).toEqual([]);
  provider.fault = undefined;
  await rounds(3);
  expect(await unread()).toEqual([A.id]);
  const { ownerId, accountId } = await account();
  await store.watches.change(ownerId, accountId, 0, ([chat]) => {
    if (chat) chat.power.except = ['a'];
  });
  expect(await unread()).toEqual([]);
});
