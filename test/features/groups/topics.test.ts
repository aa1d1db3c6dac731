import type { Message } from 'grammy/types';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/telegram/ui/commands-menu.ts';
import { openStoreOf } from '../../support/app.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, enterBothConnected } from '../support.ts';

const TOPIC_GONE = /TOPIC_CLOSED|thread not found/;

/** An app whose group has a topic, in which both people write. */
async function enterTopic(options: Parameters<typeof enterBothConnected>[0] = {}) {
  const app = await enterBothConnected({ ...options, telegram: { rateLimits: false } }, TOPIC_GONE);
  const group = app.world.group.id;
  const topic = app.world.openTopic(app.persian.user.id, 'servers').message_id;
  await app.settled();
  return Object.assign(app, {
    topic,
    here: { english: app.english.in(group, topic), persian: app.persian.in(group, topic) },
    general: { english: app.english.in(group, 'general'), persian: app.persian.in(group, 'general') },
  });
}
type TopicApp = Awaited<ReturnType<typeof enterTopic>>;

/** The bot's messages in the group that stand outside of the topic. */
function astray({ world, topic }: TopicApp): Message[] {
  return world
    .messages(world.persian.id, world.group.id)
    .filter(({ from, message_thread_id }) => from?.id === world.bot.id && message_thread_id !== topic);
}

/** The commands that can be typed, with their arguments; and the words of a language that mean the same. */
const TYPED = [
  ...COMMANDS.flatMap((command) => [`/${command}`, `/${command} 10.0.0.0`]),
  ...[
    '/server nothing',
    '/check one.com two.com',
    '/domain one.com',
    '/price one.com',
    '/register one.com',
    '/restrat 10.0.0.0',
    'restart 10.0.0.0',
    'سرور 10.0.0.0 را ریستارت کن',
  ],
];

function buttonsOf({ message_id, reply_markup }: Message): { message_id: number; data: string }[] {
  const all = reply_markup?.inline_keyboard.flat() ?? [];
  return all.flatMap((each) => ('callback_data' in each ? [{ message_id, data: each.callback_data }] : []));
}

for (const who of ['english', 'persian'] as const)
  test.concurrent(`all that is typed and tapped in a topic is answered there (${who})`, async () => {
    await using app = await enterTopic();
    const { world, group } = Object.assign(app, { group: app.world.group.id });
    const person = app.here[who];
    for (const typed of TYPED) {
      const before = person.messages().length;
      await person.say(typed);
      const shown = person
        .messages()
        .slice(before)
        .filter(({ from }) => from?.id === world.bot.id);
      for (const { message_id, data } of shown.flatMap(buttonsOf)) {
        // Of a message that is gone Telegram tells no topic.
        if (!person.messages().some((each) => each.message_id === message_id)) continue;
        world.pressRaw(person.user.id, group, message_id, data);
        await app.settled();
      }
    }
    await person.upload('list.txt', 'text/plain', Buffer.from('one.com\ntwo.com'), '/check');
    await person.shows(/2 names checked|۲ نام بررسی شد/);
    expect(person.screens().length).toBeGreaterThan(40);
    expect(astray(app).map(({ text, caption }) => text ?? caption)).toEqual([]);
  });

test.concurrent('an outcome comes into the topic after a restart, also where its message was deleted', async () => {
  await using app = await enterTopic({ timings: { rebootMs: ENDLESS_MS } });
  const { here, world } = app;
  await here.persian.say('/reboot 10.0.0.0');
  await here.persian.press('بله');
  await here.persian.sees(/⏳/);
  await app.stopBot();
  world.deleteMessage(world.persian.id, world.group.id, here.persian.messages().at(-1)?.message_id ?? 0);
  await app.startBot();
  hasten(app);
  await here.persian.sees(/ری‌استارت شد/);
  expect(astray(app)).toEqual([]);
});

test.concurrent('a confirm that could not be shown is written down with its topic', async ({ onTestFinished }) => {
  await using app = await enterTopic();
  const { here, world } = app;
  const store = await openStoreOf(app);
  onTestFinished(() => store.close());
  const description = 'Internal Server Error: planned';
  world.fail({ method: 'sendMessage', chat: world.group.id, code: 500, description });
  await here.english.say('/reboot 10.0.0.0');
  const [prepared] = await store.ledger.openOf(here.english.user.id);
  expect(prepared).toMatchObject({ topicId: app.topic });
  expect(prepared?.messageId).toBeUndefined();
});

test.concurrent('a tap on an old message, of which Telegram does not tell the topic, is answered in it', async () => {
  await using app = await enterTopic();
  const { here, world } = app;
  await here.english.say('/server 10.0.0.0');
  world.inaccessibleTaps(true);
  await here.english.press('Restart');
  await here.english.sees(/Yes, restart/);
  await here.english.press('Yes, restart');
  await here.english.shows(/10\.0\.0\.0 restarted/);
  expect(astray(app)).toEqual([]);
});

test.concurrent('after a pause of Telegram the word about it comes into the topic', async ({ onTestFinished }) => {
  await using app = await enterTopic();
  const { here, world } = app;
  const store = await openStoreOf(app);
  onTestFinished(() => store.close());
  const pause = { code: 429, description: 'Too Many Requests: retry after 40', retryAfter: 40 };
  world.fail({ method: 'sendMessage', chat: world.group.id, ...pause });
  const { message_id } = await here.persian.say('/server 10.0.0.0');
  expect(here.persian.screens()).toEqual([]);
  await app.stopBot();
  // No reply leads there.
  world.deleteMessage(world.persian.id, world.group.id, message_id);
  await store.reminders.hasten('unanswered', store.now());
  await app.startBot();
  await here.persian.sees(/تلگرام مدتی اجازه نداد/);
  expect(astray(app)).toEqual([]);
});

/** How a topic ends, the word of it in each language, and whether it can be opened again. */
const ENDS = {
  closed: { english: /A topic that uses this bot is closed/, persian: /یکی از تاپیک‌هایی که .* بسته شده/ },
  deleted: { english: /A topic that uses this bot was deleted/, persian: /یکی از تاپیک‌هایی که .* حذف شده/ },
};

function end({ world, topic }: TopicApp, how: keyof typeof ENDS): void {
  if (how === 'closed') world.closeTopic(world.persian.id, topic);
  else world.deleteTopic(world.persian.id, topic);
}

for (const how of ['closed', 'deleted'] as const)
  for (const who of ['english', 'persian'] as const)
    test.concurrent(`a ${how} topic: what belongs there comes into the general one, which is said once (${who})`, async () => {
      await using app = await enterTopic({ timings: { rebootMs: ENDLESS_MS } });
      const { here, general } = app;
      const yes = { english: 'Yes, restart', persian: 'بله' }[who];
      await here[who].say('/reboot 10.0.0.0');
      await here[who].press(yes);
      await here[who].sees(/⏳/);
      await app.stopBot();
      end(app, how);
      await app.startBot();
      hasten(app);
      await general[who].sees(/10\.0\.0\.0 restarted|ری‌استارت شد/);
      expect(general[who].screens()[0]).toMatch(ENDS[how][who]);
      expect(general[who].screens()).toHaveLength(2);
      // Said once, also after a restart.
      const store = await openStoreOf(app);
      const { ledger } = store;
      await app.stopBot();
      for (const { id } of await ledger.listOf(here[who].user.id, ['power'], 0, 9)) await showAgain(ledger, id);
      await store.close();
      await app.startBot();
      await app.world.until(() => general[who].screens().length === 3);
      expect(general[who].screens().filter((each) => ENDS[how][who].test(each))).toHaveLength(1);
      expect(asked(app, 'server.action')).toHaveLength(1);
    });

/** Has the operation shown in a new message. */
async function showAgain(ledger: Awaited<ReturnType<typeof openStoreOf>>['ledger'], id: string): Promise<void> {
  const edit = () => ({ messageId: undefined, toldOutcome: undefined });
  await ledger.move(id, { from: ['done'], edit, notified: false, dueAt: 0 });
}

test.concurrent('a topic that is opened again gets its messages again, and another closing is said once more', async () => {
  await using app = await enterTopic({ timings: { rebootMs: 100 } });
  const { here, general, world } = app;
  await here.english.say('/check one.com');
  await here.english.shows(/One name checked/);
  const asks = async () => {
    await here.english.press('All as a file');
    await app.settled();
  };
  const said = () => general.english.screens().filter((each) => ENDS.closed.english.test(each)).length;
  const close = async (closed: boolean) => {
    world.closeTopic(world.persian.id, app.topic, closed);
    await app.settled();
  };
  await close(true);
  await asks();
  await asks();
  expect([said(), general.english.screens().length]).toEqual([1, 3]);
  await close(false);
  await asks();
  expect(here.english.messages().filter(({ document }) => document)).toHaveLength(1);
  await close(true);
  await asks();
  expect([said(), general.english.screens().length]).toEqual([2, 5]);
});

test.concurrent('where the general topic is closed as well, nothing is sent, and nothing is reported', async () => {
  await using app = await enterTopic();
  const { here, world } = app;
  await here.english.say('/check one.com');
  await here.english.shows(/One name checked/);
  world.closeTopic(world.persian.id, app.topic);
  world.closeTopic(world.persian.id, 1);
  await app.settled();
  await here.english.press('All as a file');
  expect(astray(app)).toEqual([]);
  expect(app.log.filter((line) => line.includes('trouble'))).toEqual([]);
});

test.concurrent('typing where no topic is open is no trouble', async () => {
  await using app = await enterTopic();
  const { here, world } = app;
  const answer = holdAnswers(app.provider, { operation: 'server.list' });
  world.say(here.english.user.id, here.english.chat, '/server 10.0.0.0', { topic: app.topic });
  await world.until(() => world.pending() === 0);
  world.closeTopic(world.persian.id, app.topic);
  world.closeTopic(world.persian.id, 1);
  const isRefused = (name: string) => world.calls.some(({ method, error }) => method === name && error);
  await world.until(() => isRefused('sendChatAction'));
  answer();
  await world.until(() => isRefused('sendMessage'));
  await app.settled();
  expect(app.log.filter((line) => line.includes('trouble'))).toEqual([]);
});

test.concurrent('an outcome whose topic is closed, as the general one is, comes in private, and no try follows', async () => {
  await using app = await enterTopic({ timings: { rebootMs: ENDLESS_MS } });
  const { here, world } = app;
  await here.english.say('/reboot 10.0.0.0');
  await here.english.press('Yes, restart');
  await here.english.sees(/⏳/);
  await app.stopBot();
  world.closeTopic(world.persian.id, app.topic);
  world.closeTopic(world.persian.id, 1);
  world.clearUpdates();
  await app.startBot();
  hasten(app);
  await app.english.shows(/10\.0\.0\.0 restarted/);
  expect(app.english.screen()).toMatch(/can’t write in the group/);
  expect(app.log.filter((line) => line.includes('may not write in a chat'))).toHaveLength(1);
  const store = await openStoreOf(app);
  // A message that was never said in the general topic is said once the topic is open.
  expect((await store.chats.get(world.group.id)).lostTopics).toEqual([]);
  await store.close();
  const tries = () =>
    world.calls.filter(({ method, params }) => method === 'sendMessage' && params.chat_id === world.group.id).length;
  const before = tries();
  await app.stopBot();
  await app.startBot();
  await app.settled();
  expect(tries()).toBe(before);
  expect(asked(app, 'server.action')).toHaveLength(1);
});
