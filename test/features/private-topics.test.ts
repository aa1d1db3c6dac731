import { expect, test } from 'vitest';
import { privatePlace } from '../../src/telegram/ui/screen.ts';
import { IS_DIGEST, run, untilDue } from '../slow/watches/digest-support.ts';
import { DOMAIN, ownDomain, rounds, setPower } from '../slow/watches/support.ts';
import type { TestApp } from '../support/app.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import type { Person } from '../support/person.ts';
import { server } from './servers/support.ts';
import { forms, walk } from './shop/buy/buying.ts';
import { enterBothConnected } from './support.ts';

interface TopicsApp extends TestApp, AsyncDisposable {
  /** Two topics of the English person's private chat. */
  topics: [Person, Person];
  /** Deletes the first topic. */
  deleteTopic(): void;
}

/** A private chat in BotFather's threaded mode. */
async function enterTopics(): Promise<TopicsApp> {
  const app = await enterBothConnected({}, /message thread not found/);
  const { english, world } = app;
  world.threadedMode(true);
  const [first, second] = ['servers', 'orders'].map((name) => world.openTopic(english.chat, name, english.chat));
  await app.settled();
  if (!first || !second) throw new Error('no topics');
  const topics: TopicsApp['topics'] = [
    english.in(english.chat, first.message_id),
    english.in(english.chat, second.message_id),
  ];
  return Object.assign(app, {
    topics,
    deleteTopic: () => world.deleteTopic(english.chat, first.message_id, english.chat),
  });
}

const shownWith = (person: Person, text: string) => person.messages().filter((message) => message.text?.includes(text));

test.concurrent('a console and a new password come into the topic that asked', async () => {
  await using app = await enterTopics();
  const { english, provider, topics } = app;
  const [topic] = topics;
  const before = english.in(english.chat, 'general').messages().length;
  const body = { hostname: 'vnc.example.com', port: '6080', password: 'of-the-console' };
  provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body, times: 1 });
  await topic.say('/console 10.0.0.0');
  expect(shownWith(topic, 'of-the-console')).toHaveLength(1);
  await topic.say('/server 10.0.0.0');
  for (const label of ['More', 'Password', 'Make a strong one', 'Yes']) await topic.press(label);
  await topic.shows(/^✅ Password of 10\.0\.0\.0 changed/);
  expect(shownWith(topic, server(app).password)).toHaveLength(1);
  expect(english.in(english.chat, 'general').messages()).toHaveLength(before);
});

test.concurrent('of a topic that was deleted meanwhile nothing is lost', async () => {
  await using app = await enterTopics();
  const { english, provider, topics } = app;
  const [topic] = topics;
  await topic.say('/server 10.0.0.0');
  for (const label of ['More', 'Password', 'Make a strong one']) await topic.press(label);
  const answer = holdAnswers(provider, { operation: 'server.password', times: 1 });
  const tap = topic.tap('Yes');
  app.deleteTopic();
  answer();
  await tap.answered;
  await english.shows(/^✅ Password of 10\.0\.0\.0 changed/);
  expect(shownWith(english, server(app).password)).toHaveLength(1);
  expect(english.screens().filter((screen) => /topic .* was deleted/.test(screen))).toHaveLength(1);
});

test.concurrent('what is asked in a topic of a group comes into the private chat without a topic', async () => {
  await using app = await enterTopics();
  const { english, provider, world } = app;
  const { message_id } = world.openTopic(world.persian.id, 'servers');
  await app.settled();
  const body = { hostname: 'vnc.example.com', port: '6080', password: 'of-the-console' };
  provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body });
  await english.in(world.group.id, message_id).say('/console 10.0.0.0');
  expect(shownWith(english.in(english.chat, 'general'), 'of-the-console')).toHaveLength(1);
  const sent = world.calls.filter(({ params }) => params.chat_id === english.chat);
  expect(sent.filter(({ params }) => 'message_thread_id' in params)).toEqual([]);
});

const ask = async (topic: Person, ...labels: string[]) => {
  await topic.say('/server 10.0.0.0');
  for (const label of ['More', ...labels]) await topic.press(label);
};

test.concurrent('a question is answered in its topic alone, and goes on beside commands and buttons of another one', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  await ask(first, 'Set a name');
  await second.say('web9');
  await second.say('/server 10.0.0.1');
  await second.press('More');
  await second.say('/reboot');
  await second.say('/cancel');
  await app.english.say('web8');
  await first.say('web1');
  expect(first.screen()).toContain('🖥 web1');
  expect([second, app.english].flatMap((each) => each.screens()).join()).not.toMatch(/web[89]/);
});

test.concurrent('a question of another topic takes its place, and says so', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  await ask(first, 'Set a name');
  await ask(second, 'Password', 'Type my own');
  expect(first.screen()).not.toContain('Send a name');
  await first.say('web1');
  expect(first.screen()).not.toContain('🖥 web1');
});

test.concurrent('a password in another topic than its question is deleted, also once a question took its place', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  await ask(first, 'Password', 'Type my own');
  const deletes = async (topic: Person) => {
    const { message_id } = await topic.say('gol-o-bolbol');
    return topic.messages().every((each) => each.message_id !== message_id);
  };
  expect(await deletes(second)).toBe(true);
  expect(await deletes(app.english)).toBe(true);
  await ask(second, 'Set a name');
  expect(await deletes(first)).toBe(true);
  await second.say('x'.repeat(30));
  await second.say('web1');
  expect(second.screen()).toContain('🖥 web1');
  expect(await deletes(first)).toBe(true);
});

test.concurrent('a question behind a tap on an old message is answered in any topic', async () => {
  await using app = await enterTopics();
  const [first] = app.topics;
  app.world.inaccessibleTaps(true);
  await ask(first, 'Set a name');
  await first.say('web1');
  expect(first.screen()).toContain('🖥 web1');
});

const LEFT = 'Order cancelled. Nothing was ordered.';

test.concurrent('a form is filled in its topic alone, and goes on beside commands and texts of another one', async () => {
  await using app = await enterTopics();
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 404 });
  const [first, second] = app.topics;
  await walk(first, 3);
  await second.say('99');
  await second.say('/servers');
  await second.say('/cancel');
  await second.say('restart 10.0.0.0');
  expect(second.screen()).toMatch(/^Not found: it may have been deleted/);
  await app.english.say('98');
  await first.say('4');
  expect(first.screen()).toMatch(/RAM: 4 GB\n\n💽/);
  await app.stopBot();
  await app.startBot();
  await first.say('55');
  expect(first.screen()).toMatch(/RAM: 4 GB\nDisk: 55 GB\n/);
  expect(forms(second)).toEqual([]);
});

test.concurrent('a form ends where a question or the form itself is opened in another topic', async () => {
  await using app = await enterTopics();
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 404 });
  const [first, second] = app.topics;
  await walk(first, 3);
  await walk(second, 2);
  expect(forms(first)).toEqual([]);
  await first.say('4');
  await second.say('3');
  expect(second.screen()).toContain('CPU cores: 3');
  await first.say('/connect');
  expect(second.screen()).toContain(LEFT);
  await walk(second, 2);
  expect(first.screen()).toBe('Cancelled. Nothing was changed.');
  await first.say('web1');
  expect(first.screen()).toContain('The bot did not understand your message');
});

test.concurrent('a form goes on by taps on an old message', async () => {
  await using app = await enterTopics();
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 404 });
  const [first, second] = app.topics;
  app.world.inaccessibleTaps(true);
  await walk(first, 3);
  await second.say('99');
  await first.say('4');
  expect(first.screen()).toMatch(/RAM: 4 GB\n\n💽/);
});

test('alerts come into the topic that asked, and into the chat once it is deleted', async () => {
  await using app = await enterTopics();
  const [topic] = app.topics;
  await topic.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
  await topic.sees(/is no longer on/);
  app.deleteTopic();
  setPower(app, 'on');
  await rounds(app, 3);
  await app.english.shows(/is on again/);
});

test('alerts move into the topic that says /watch last, with what is watched as it was', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  await first.say('/watch');
  await rounds(app, 1);
  await second.say('/watch');
  expect(second.screen()).toContain('All 3 servers are monitored');
  await first.say('/alerts');
  setPower(app, 'off');
  await rounds(app, 3);
  await second.sees(/is no longer on/);
  expect(first.screens().join()).not.toContain('no longer on');
});

test.concurrent('the digest comes into the topic that set it last', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  for (const topic of [first, second]) {
    await topic.say('/watch');
    await topic.press('📋 Daily digest');
    await topic.press('18:00');
  }
  await untilDue(app);
  await run(app);
  const digests = app.topics.map((topic) => topic.screens().filter((screen) => IS_DIGEST.test(screen)).length);
  expect(digests).toEqual([0, 1]);
});

test.concurrent('the digest moves into the topic where the bell of a domain was tapped', async () => {
  await using app = await enterTopics();
  const [first, second] = app.topics;
  await ownDomain(app);
  await first.say('/watch');
  for (const label of ['📋 Daily digest', '18:00']) await first.press(label);
  await second.say(`/domain ${DOMAIN}`);
  for (const label of ['🔕 No warning before expiry', '🔔 Warn me before expiry']) await second.press(label);
  await untilDue(app);
  await run(app);
  const digests = app.topics.map((topic) => topic.screens().filter((screen) => IS_DIGEST.test(screen)).length);
  expect(digests).toEqual([0, 1]);
});

test('a topic belongs to its chat alone', () => {
  const person = { id: 7, locale: 'en' };
  expect(privatePlace(person, { chatId: 7, topicId: 5 })).toEqual({ chatId: 7, topicId: 5, locale: 'en' });
  expect(privatePlace(person, { chatId: 7 }).topicId).toBeUndefined();
  expect(privatePlace(person, { chatId: -9, topicId: 5 }).topicId).toBeUndefined();
});
