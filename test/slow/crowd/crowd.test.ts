import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Call } from '../../../src/sandbox/telegram/index.ts';
import { GUESSES } from '../../../src/telegram/secrets/token-guesses.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../../features/support.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { amountOf } from '../../support/random/seeds.ts';

const SECRET = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4';
const ORDINARY = [
  { id: 1001, is_bot: false, first_name: 'Persian', language_code: 'fa' },
  { id: 1002, is_bot: false, first_name: 'English', language_code: 'en' },
];
const SKIPPED = /^⏳ Your message was not read: too many came at once/;
/** Several times what the bot takes of one person, and of all together: more of them show nothing else, and come in `npm run soak`. */
const MESSAGES = amountOf(100, 1_000);
const EDITS = amountOf(40, 200);
const STRANGERS = amountOf(45, 100);
const WAITING = amountOf(60, 150);

/** English people in addition to the {@link ORDINARY} ones. */
function crowdOf(count: number) {
  return Array.from({ length: count }, (_, at) => {
    return { id: 2001 + at, is_bot: false, first_name: `Person ${at}`, language_code: 'en' };
  });
}

test.concurrent('hundreds of messages of one person delay no other person, and most of them get no answer', async () => {
  await using app = await enterBothConnected({ clockStands: true });
  const { english, persian, provider, world } = app;
  provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  world.say(english.user.id, english.chat, '/servers');
  await eventually(() => asked(app, 'server.list').length === 1);
  for (let count = 0; count < MESSAGES; count++) world.say(english.user.id, english.chat, '/help');
  world.say(persian.user.id, persian.chat, '/help');
  await persian.sees(/راهنمای دستورها/);
  expect(english.screens().filter((screen) => SKIPPED.test(screen))).toHaveLength(1);
  provider.clearFaults();
  await app.stopBot();
  expect(english.screens().filter((screen) => /What you can type/.test(screen)).length).toBeLessThanOrEqual(20);
});

test.concurrent('declined messages leave no secret behind, and every declined tap is answered', async () => {
  await using app = await enterConnected({ clockStands: true });
  const { english, provider, world } = app;
  await english.say('/help');
  const { message_id = 0 } = english.messages().at(-1) ?? {};
  provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  world.say(english.user.id, english.chat, '/servers');
  await eventually(() => asked(app, 'server.list').length === 1);
  for (let count = 0; count < 20; count++) world.say(english.user.id, english.chat, '/help');
  const secret = [SECRET, `token=${SECRET}`, `/connect ${TOKEN}`].map((text) =>
    world.say(english.user.id, english.chat, text),
  );
  world.say(english.user.id, world.group.id, `/connect ${TOKEN}`);
  const harmless = world.say(english.user.id, english.chat, 'good morning');
  const taps = Array.from({ length: 40 }, () => world.pressRaw(english.user.id, english.chat, message_id, 'hp'));
  const answers = await Promise.all(taps.map(({ answered }) => answered));
  expect(answers.filter(({ text }) => text?.startsWith('Too fast')).length).toBeGreaterThanOrEqual(10);
  const shown = () => english.messages().map((message) => message.message_id);
  await eventually(() => secret.every((message) => !shown().includes(message.message_id)));
  expect(shown()).toContain(harmless.message_id);
  const inGroup = ({ method, params }: Call) => method === 'deleteMessage' && params.chat_id === world.group.id;
  await eventually(() => world.calls.some(inGroup));
  provider.clearFaults();
  await app.stopBot();
  expect(app.log.join('\n')).not.toContain(TOKEN);
});

test.concurrent('an answer to a question for a secret goes too, when it is declined', async () => {
  await using app = await enter({ clockStands: true });
  const { english, provider, world } = app;
  await english.say('/connect');
  provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  world.say(english.user.id, english.chat, TOKEN);
  await eventually(() => asked(app, 'server.list').length === 1);
  for (let count = 0; count < 20; count++) world.say(english.user.id, english.chat, '/help');
  const late = world.say(english.user.id, english.chat, 'pass word');
  await eventually(() => english.messages().every((message) => message.message_id !== late.message_id));
  provider.clearFaults();
  await app.stopBot();
});

test.concurrent('the lists in ten files a minute are read; more are not', async () => {
  await using app = await enterConnected({ clockStands: true });
  const { english } = app;
  const before = english.screens().length;
  for (let count = 0; count < 11; count++) {
    const list = new TextEncoder().encode(`name-${count}.com`);
    await english.upload('names.txt', 'text/plain', list, '/check');
    await english.sees(count < 10 ? new RegExp(`name-${count}\\.com`) : SKIPPED);
  }
  expect(english.screens()).toHaveLength(before + 11);
  expect(asked(app, 'domain.availability')).toHaveLength(10);
});

test.concurrent('a message edited too often gets no answer and its file is not fetched, but secrets are still deleted', async () => {
  await using app = await enter({ clockStands: true });
  const { english, world } = app;
  const note = await english.upload('notes.txt', 'text/plain', new TextEncoder().encode('buy milk'));
  const calls = (called: string) => world.calls.filter(({ method }) => method === called).length;
  const [fetched, sent] = [calls('getFile'), calls('sendMessage')];
  for (let count = 0; count < EDITS; count++) {
    world.push({ edited_message: { ...note, edit_date: note.date + count, caption: `version ${count}` } });
    await app.settled();
  }
  expect(calls('getFile') - fetched).toBeLessThanOrEqual(10);
  const chat = { id: english.user.id, type: 'private', first_name: 'E' };
  for (let count = 0; count < EDITS; count++)
    world.push({ edited_message: { message_id: 5_000 + count, date: 1, chat, from: english.user, text: SECRET } });
  await app.settled();
  expect(calls('deleteMessage')).toBe(EDITS);
  // One for each file that was fetched.
  expect(calls('sendMessage') - sent).toBeLessThanOrEqual(31);
});

test.concurrent('five wrong tokens are tried; then a pause that doubles, also after a restart', async () => {
  await using app = await enter({ clockStands: true });
  const { english, persian } = app;
  for (let count = 0; count < 5; count++) {
    await english.say(`/connect wrong-token-${count}`);
    expect(english.screen()).toContain('does not accept this token');
  }
  const { message_id } = await english.say('/connect wrong-token-5');
  expect(english.screen()).toContain(
    'This token was not tried, because too many were refused before. Try again in one minute.',
  );
  expect(english.messages().map((message) => message.message_id)).not.toContain(message_id);
  await app.stopBot();
  await app.startBot();
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('This token was not tried');
  expect(asked(app, 'server.list')).toHaveLength(5);
  // Another person is not held up.
  await connect(persian);
  expect(persian.screen()).toContain('وصل شد');
  app.later(61_000);
  await english.say('/connect wrong-token-6');
  expect(english.screen()).toContain('does not accept this token');
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Try again in 2 minutes');
  app.later(121_000);
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Connected as Account 1');
});

test.concurrent('a provider that is out of order does not count as a wrong token', async () => {
  await using app = await enter();
  const { english, provider } = app;
  provider.fault({ operation: 'server.list', kind: 'html', status: 503 });
  for (let count = 0; count < 6; count++) await english.say(`/connect ${TOKEN}`);
  provider.clearFaults();
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Connected as Account 1');
});

test.concurrent.each([
  ['its page to log in', { kind: 'html', status: 200 }],
  ['a way to that page', { kind: 'html', status: 302 }],
  ['a firewall’s page', { kind: 'html', status: 403 }],
  ['a word to come less often', { kind: 'rateLimit', ms: 60_000 }],
] as const)('a token that the provider answers with %s counts as a wrong one', async (_, fault) => {
  await using app = await enter();
  const { english, provider } = app;
  provider.fault({ operation: 'server.list', ...fault });
  for (let count = 0; count < 6; count++) await english.say(`/connect wrong-token-${count}`);
  expect(english.screen()).toContain(
    'This token was not tried, because too many were refused before. Try again in one minute.',
  );
  expect(asked(app, 'server.list')).toHaveLength(5);
});

test.concurrent('wrong tokens of many strangers reach the provider at a rate; a right one has its turn, and rights are no guesses', async () => {
  const crowd = crowdOf(STRANGERS);
  await using app = await enter({ people: [...ORDINARY, ...crowd], clockStands: true });
  const { english, persian, world } = app;
  for (const { id } of crowd) world.say(id, id, `/connect ${TOKEN}`);
  await app.settled();
  expect(asked(app, 'server.list')).toHaveLength(STRANGERS);
  app.provider.forget();
  for (const { id } of crowd) world.say(id, id, `/connect wrong-token-of-${id}`);
  await app.settled();
  expect(asked(app, 'server.list')).toHaveLength(GUESSES.most);
  const { message_id } = await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(
    /^🔑 This token was not tried: too many people are connecting[\s\S]*Your place in the queue is kept[\s\S]*in \d minutes/,
  );
  expect(english.messages().map((message) => message.message_id)).not.toContain(message_id);
  await connect(persian);
  expect(persian.screen()).toMatch(/^🔑 این توکن امتحان نشد، چون الان افراد زیادی/);
  expect(asked(app, 'server.list')).toHaveLength(GUESSES.most);
  app.later(10 * 60_000);
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Connected as Account 1');
  expect(app.log.join('\n')).not.toContain('wrong-token-');
});

test.concurrent('a person who waits for a slow provider is told so until the answer replaces it', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const answer = holdAnswers(provider, { operation: 'server.list', times: 2 });
  const said = [english.say('/servers'), persian.say('/servers')];
  await english.sees(/^⏳ The provider is slow/);
  await persian.sees(/^⏳ هاستینگ کند/);
  answer();
  await Promise.all(said);
  for (const [person, words, servers] of [
    [english, /^⏳ The provider is slow/, '3 servers'],
    [persian, /^⏳ هاستینگ کند/, '۳ سرور'],
  ] as const) {
    await eventually(() => !person.screens().some((screen) => words.test(screen)));
    expect(person.screen()).toContain(servers);
  }
});

test.concurrent('of many people at a provider that hangs most are told at once, no other person waits, and all goes on when it answers', async () => {
  const crowd = crowdOf(WAITING);
  // The test measures waits at the provider. Flood limits would add waits for the answers to this crowd.
  await using app = await enterConnected({ people: [...ORDINARY, ...crowd], telegram: { rateLimits: false } });
  const { english, provider, world } = app;
  for (const { id } of crowd) world.say(id, id, `/connect ${TOKEN}`);
  await app.settled();
  provider.forget();
  provider.fault({ operation: 'server.list', kind: 'hang' });
  for (let count = 0; count < 4; count++) for (const { id } of crowd) world.say(id, id, '/servers');
  world.say(english.user.id, english.chat, '/help');
  await english.sees(/What you can type/);
  const told = () => crowd.filter(({ id }) => /^🐢/.test(world.messages(id, id).at(-1)?.text ?? '')).length;
  await eventually(() => told() >= WAITING - 50);
  expect(asked(app, 'server.list').length).toBeLessThanOrEqual(48);
  await eventually(() => app.log.some((line) => line.includes('"state":"open"')));
  provider.clearFaults();
  do {
    // As a person tries again.
    await wait(500);
    world.say(english.user.id, english.chat, '/servers');
  } while (!app.log.some((line) => line.includes('"state":"closed"')));
  await english.sees(/3 servers/);
});

test.concurrent('people who connect while the provider hangs are told so, and are connected once it answers; a newcomer at once', async () => {
  const crowd = crowdOf(WAITING);
  await using app = await enterConnected({ people: [...ORDINARY, ...crowd], telegram: { rateLimits: false } });
  const { persian, provider, world } = app;
  const back = Promise.withResolvers<void>();
  provider.fault({ operation: 'server.list', kind: 'delay', until: back.promise });
  for (const { id } of crowd) world.say(id, id, `/connect ${TOKEN}`);
  const screens = (words: RegExp) => crowd.filter(({ id }) => words.test(world.messages(id, id).at(-1)?.text ?? ''));
  await eventually(() => screens(/^⏳ Not tried yet/).length >= WAITING - 30);
  expect(screens(/too many people/)).toEqual([]);
  provider.clearFaults();
  back.resolve();
  await eventually(() => !app.log.at(-1)?.includes('"state":"open"'));
  await connect(persian);
  expect(persian.screen()).toMatch(/وصل شد/);
  await eventually(() => screens(/^✅ Connected/).length === WAITING);
});
