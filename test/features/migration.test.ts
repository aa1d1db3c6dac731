import { expect, onTestFinished, test } from 'vitest';
import { openStoreOf, type TestHouse } from '../support/app.ts';
import { asked, connect, enter, enterConnected } from './support.ts';

const UPGRADED = /upgraded to a supergroup/;

/** A house whose group is a basic one. */
async function enterGroup(options: Parameters<typeof enterConnected>[0] = {}) {
  const house = await enterConnected({ ...options, telegram: { group: 'group' } });
  const before = house.world.group.id;
  return Object.assign(house, { before, old: house.english.in(before) });
}

/** The group is upgraded; what stays behind is where it was. */
async function upgrade(house: TestHouse) {
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  await house.settled();
  return house.english.in(id);
}

/** Telegram’s word of it does not arrive: the bot finds out by being refused. */
async function upgradeUnheard(house: TestHouse) {
  await house.stopBot();
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  house.world.clearUpdates();
  await house.startBot();
  return house.english.in(id);
}

/** Calls about a message by its number in a chat where it is not. */
function astray({ world }: TestHouse): unknown[] {
  const { id } = world.group;
  return world.calls.filter(({ params, error }) => params.chat_id === id && /not found/.test(error?.description ?? ''));
}

test('a restart confirmed in a group is told in the supergroup it became meanwhile', async () => {
  await using house = await enterGroup({ timings: { rebootMs: 3_000 } });
  await house.old.say('/reboot 10.0.0.0');
  await house.old.press('Yes, restart');
  await house.old.sees(/accepted the restart/);
  const here = await upgrade(house);
  await here.sees(/10\.0\.0\.0 has restarted/);
  expect(asked(house, 'server.action')).toHaveLength(1);
  expect(astray(house)).toEqual([]);
});

test('found out by a refusal only, the news goes to the supergroup, and so does all that follows', async () => {
  await using house = await enterGroup({ timings: { rebootMs: 3_000 } });
  await house.old.say('/reboot 10.0.0.0');
  await house.old.press('Yes, restart');
  await house.old.sees(/accepted the restart/);
  house.world.deleteMessage(house.english.user.id, house.before, house.old.messages().at(-1)?.message_id ?? 0);
  const here = await upgradeUnheard(house);
  await here.sees(/10\.0\.0\.0 has restarted/);
  const refused = house.world.calls.filter(({ error }) => UPGRADED.test(error?.description ?? ''));
  expect(refused.map(({ method, params }) => [method, params.chat_id])).toEqual([['sendMessage', house.before]]);
  expect(astray(house)).toEqual([]);
  await here.press('Server');
  await here.sees(/10\.0\.0\.0[\s\S]*Status/);
});

test('a confirm shown before the upgrade works, though its message stayed behind', async () => {
  await using house = await enterGroup();
  await house.old.say('/reboot 10.0.0.0');
  await house.old.sees(/Yes, restart/);
  const here = await upgrade(house);
  // A message of the supergroup with the number of the old confirm must stay as it is.
  const number = house.old.messages().at(-1)?.message_id ?? 0;
  while ((here.messages().at(-1)?.message_id ?? 0) < number) await here.say('/help');
  const before = here.messages().find(({ message_id }) => message_id === number);
  house.old.tap('Yes, restart');
  await here.sees(/10\.0\.0\.0 has restarted/);
  expect(here.messages().find(({ message_id }) => message_id === number)).toEqual(before);
  expect(asked(house, 'server.action')).toHaveLength(1);
});

test('other buttons of the old history go on working', async () => {
  await using house = await enterGroup();
  await house.old.say('/server 10.0.0.0');
  await upgrade(house);
  await house.old.press('Servers');
  expect(house.old.screen()).toMatch(/Servers · Account 1/);
  await house.old.press('10.0.0.0');
  await house.old.press('Restart');
  await house.old.press('Yes, restart');
  await house.old.sees(/10\.0\.0\.0 has restarted/);
});

test('a command that was written before the upgrade and handled after it is answered in the supergroup', async () => {
  await using house = await enterGroup();
  await house.stopBot();
  house.world.say(house.english.user.id, house.before, '/reboot 10.0.0.0');
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  await house.startBot();
  const here = house.english.in(id);
  await here.sees(/Yes, restart/);
  await here.press('Yes, restart');
  await here.sees(/10\.0\.0\.0 has restarted/);
  expect(astray(house)).toEqual([]);
});

test('a check that runs is told in the supergroup', async () => {
  await using house = await enterGroup();
  house.provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 400 });
  await house.old.say('/check one.com two.com three.com');
  const here = await upgrade(house);
  await here.sees(/3 names checked/);
  await here.press('All as a file');
  expect(here.messages().at(-1)?.document?.file_name).toBe('domains.csv');
  expect(astray(house)).toEqual([]);
});

test('a check begun by a command from before is shown in the supergroup from the start', async () => {
  await using house = await enterGroup();
  await house.stopBot();
  house.world.say(house.english.user.id, house.before, '/check one.com');
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  await house.startBot();
  const here = house.english.in(id);
  await here.sees(/One name checked/);
  expect(here.screens()).toHaveLength(1);
});

test('a picture is sent there too', async () => {
  await using house = await enterGroup();
  await house.stopBot();
  house.world.say(house.english.user.id, house.before, '/graph 10.0.0.0');
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  await house.startBot();
  const here = house.english.in(id);
  await house.world.until(() => here.messages().at(-1)?.photo);
});

test('what only looks like an upgrade moves nothing', async () => {
  await using house = await enter();
  await connect(house.english);
  await house.english.say('/reboot 10.0.0.0');
  const { id, first_name } = house.english.user;
  const chat = { id, type: 'private', first_name };
  const { from } = house.english.messages()[0] ?? {};
  house.world.push({ message: { message_id: 1, date: 1, chat, from, migrate_to_chat_id: house.world.group.id } });
  house.world.push({ message: { message_id: 2, date: 1, chat: house.world.group, from, migrate_from_chat_id: id } });
  await house.settled();
  await house.english.press('Yes, restart');
  await house.english.sees(/10\.0\.0\.0 has restarted/);
  expect(house.english.in(house.world.group.id).screens()).toEqual([]);
});

test('a word about what was not answered goes to the supergroup', async () => {
  await using house = await enterGroup();
  const store = await openStoreOf(house);
  onTestFinished(() => store.close());
  await house.stopBot();
  const { message_id } = house.world.say(house.english.user.id, house.before, 'hello');
  await store.chores.add(house.before, message_id, Date.now(), { what: 'unanswered', locale: 'en' });
  const { id } = house.world.upgradeGroup(house.persian.user.id);
  await house.startBot();
  const here = house.english.in(id);
  await here.sees(/./);
  expect(here.messages().at(-1)?.reply_to_message).toBeUndefined();
});
