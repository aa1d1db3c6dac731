import { expect, test } from 'vitest';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, connect, enter, enterConnected } from '../support.ts';

const UPGRADED = /upgraded to a supergroup/;

/** An app whose group is a basic one. */
async function enterGroup(options: Parameters<typeof enterConnected>[0] = {}) {
  const app = await enterConnected({ ...options, telegram: { ...options.telegram, group: 'group' } });
  const before = app.world.group.id;
  return Object.assign(app, { before, old: app.english.in(before) });
}

/** The group is upgraded; `app.old` stays in the group as it was before. */
async function upgrade(app: TestApp) {
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.settled();
  return app.english.in(id);
}

/** Telegram knows by then which commands are ephemeral: such a one stays behind, and has to be sent again. */
async function publishCommands({ world }: TestApp): Promise<void> {
  await world.until(() => world.calls.filter(({ method }) => method === 'setMyCommands').length === 9);
}

/** Telegram’s word of it does not arrive: the bot finds out by being refused. */
async function upgradeUnheard(app: TestApp) {
  await app.stopBot();
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  app.world.clearUpdates();
  await app.startBot();
  return app.english.in(id);
}

/** Calls about a message by its number in a chat where it is not. */
function astray({ world }: TestApp): unknown[] {
  const { id } = world.group;
  return world.calls.filter(({ params, error }) => params.chat_id === id && /not found/.test(error?.description ?? ''));
}

test.concurrent('a restart confirmed in a group is told in the supergroup it became meanwhile', async () => {
  await using app = await enterGroup({ timings: { rebootMs: ENDLESS_MS } });
  await app.old.say('/reboot 10.0.0.0');
  await app.old.press('Yes, restart');
  await app.old.sees(/⏳ Restarting/);
  const here = await upgrade(app);
  hasten(app);
  await here.sees(/10\.0\.0\.0 restarted/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  expect(astray(app)).toEqual([]);
});

test.concurrent('found out by a refusal only, the news goes to the supergroup, and so does all that follows', async () => {
  await using app = await enterGroup({ timings: { rebootMs: ENDLESS_MS } });
  await app.old.say('/reboot 10.0.0.0');
  await app.old.press('Yes, restart');
  await app.old.sees(/⏳ Restarting/);
  app.world.deleteMessage(app.world.persian.id, app.before, app.old.messages().at(-1)?.message_id ?? 0);
  const here = await upgradeUnheard(app);
  hasten(app);
  await here.sees(/10\.0\.0\.0 restarted/);
  const refused = app.world.calls.filter(({ error }) => UPGRADED.test(error?.description ?? ''));
  expect(refused.map(({ method, params }) => [method, params.chat_id])).toEqual([['sendMessage', app.before]]);
  expect(astray(app)).toEqual([]);
  await here.press('Open server');
  await here.sees(/10\.0\.0\.0[\s\S]*🟢 on/);
});

test.concurrent('a confirm shown before the upgrade works, though its message stayed behind', async () => {
  // The group gets some fifty messages at once, for which flood limits would need minutes.
  await using app = await enterGroup({ telegram: { rateLimits: false, older: true } });
  await app.old.say('/reboot 10.0.0.0');
  await app.old.sees(/Yes, restart/);
  const here = await upgrade(app);
  // A message of the supergroup with the number of the old confirm must stay as it is.
  const number = app.old.messages().at(-1)?.message_id ?? 0;
  while ((here.messages().at(-1)?.message_id ?? 0) < number) await here.say('/help');
  const before = here.messages().find(({ message_id }) => message_id === number);
  app.old.tap('Yes, restart');
  await here.sees(/10\.0\.0\.0 restarted/);
  expect(here.messages().find(({ message_id }) => message_id === number)).toEqual(before);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('other buttons of the old history go on working', async () => {
  await using app = await enterGroup({ telegram: { older: true } });
  await app.old.say('/server 10.0.0.0');
  const here = await upgrade(app);
  await app.old.press('Servers');
  expect(app.old.screen()).toMatch(/Servers · Account 1/);
  await app.old.press('10.0.0.0');
  await app.old.press('Restart');
  await app.old.press('Yes, restart');
  // An outcome that took ten seconds comes in a new message, which is sent into the supergroup.
  await app.world.until(() => [app.old, here].some((person) => /10\.0\.0\.0 restarted/.test(person.screen())));
});

test.concurrent('an ephemeral command from before the upgrade has to be sent again in the supergroup', async () => {
  await using app = await enterGroup({ publishes: true, timings: { rebootMs: 5_000 } });
  await publishCommands(app);
  await app.stopBot();
  app.world.say(app.english.user.id, app.before, '/reboot 10.0.0.0');
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.startBot();
  const here = app.english.in(id);
  await here.sees(/can no longer be shown to you alone\. Ask again/);
  await here.say('/reboot 10.0.0.0');
  await here.press('Yes, restart');
  await here.sees(/10\.0\.0\.0 restarted/);
  expect(astray(app)).toEqual([]);
});

test.concurrent('a check that runs is told in the supergroup', async () => {
  await using app = await enterGroup();
  const answer = holdAnswers(app.provider, { operation: 'domain.availability' });
  await app.old.say('/check one.com two.com three.com');
  const here = await upgrade(app);
  answer();
  await here.sees(/3 names checked/);
  await here.press('All as a file');
  expect(here.messages().at(-1)?.document?.file_name).toBe('domains.csv');
  expect(astray(app)).toEqual([]);
});

test.concurrent('a check begun by a command from before is shown in the supergroup from the start', async () => {
  await using app = await enterGroup();
  await app.stopBot();
  app.world.say(app.english.user.id, app.before, '/check one.com');
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.startBot();
  const here = app.english.in(id);
  await here.sees(/One name checked/);
  expect(here.screens()).toHaveLength(1);
});

test.concurrent('a picture is sent there too', async () => {
  await using app = await enterGroup({ publishes: true });
  await publishCommands(app);
  await app.stopBot();
  app.world.say(app.english.user.id, app.before, '/graph 10.0.0.0');
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.startBot();
  const here = app.english.in(id);
  await here.sees(/can no longer be shown to you alone\. Ask again/);
  await here.say('/graph 10.0.0.0');
  await app.world.until(() => here.messages().at(-1)?.photo);
});

test.concurrent('a message that only looks like an upgrade moves nothing', async () => {
  await using app = await enter();
  await connect(app.english);
  await app.english.say('/reboot 10.0.0.0');
  const { id, first_name } = app.english.user;
  const chat = { id, type: 'private', first_name };
  const { from } = app.english.messages()[0] ?? {};
  app.world.push({ message: { message_id: 1, date: 1, chat, from, migrate_to_chat_id: app.world.group.id } });
  app.world.push({ message: { message_id: 2, date: 1, chat: app.world.group, from, migrate_from_chat_id: id } });
  await app.settled();
  await app.english.press('Yes, restart');
  await app.english.sees(/10\.0\.0\.0 restarted/);
  expect(app.english.in(app.world.group.id).screens()).toEqual([]);
});

test.concurrent('a word about what was not answered goes to the supergroup', async ({ onTestFinished }) => {
  await using app = await enterGroup();
  const store = await openStoreOf(app);
  onTestFinished(() => store.close());
  await app.stopBot();
  const { message_id } = app.world.say(app.english.user.id, app.before, 'hello');
  await store.reminders.add(app.before, message_id, Date.now(), { what: 'unanswered', locale: 'en' });
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.startBot();
  const here = app.english.in(id);
  await here.sees(/./);
  expect(here.messages().at(-1)?.reply_to_message).toBeUndefined();
});

test.concurrent('a person who left a group before its upgrade is told in private', async () => {
  await using app = await enterGroup({ timings: { rebootMs: ENDLESS_MS } });
  await app.old.say('/reboot 10.0.0.0');
  await app.old.press('Yes, restart');
  await app.old.sees(/⏳ Restarting/);
  app.world.leaveGroup(app.english.user.id);
  await app.settled();
  const { id } = app.world.upgradeGroup(app.persian.user.id);
  await app.settled();
  hasten(app);
  await app.english.shows(/10\.0\.0\.0 restarted/);
  expect(app.english.screen()).toMatch(/no longer in the group/);
  const store = await openStoreOf(app);
  expect([await store.chats.get(app.before), await store.chats.get(id)]).toEqual([{}, { left: [app.english.user.id] }]);
  await store.close();
});
