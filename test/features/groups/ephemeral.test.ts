import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { asked, connect, enter, OTHER_TOKEN } from '../support.ts';

/** After this time an answer can no longer be ephemeral. */
const LATE_S = PATIENCE_MS / 1_000 + 1;
const PEOPLE: User[] = [
  { id: 700_000_001, is_bot: false, first_name: 'سارا', language_code: 'fa' },
  { id: 700_000_002, is_bot: false, first_name: 'Alex', language_code: 'en' },
  { id: 700_000_003, is_bot: false, first_name: 'Kim', language_code: 'en' },
];

/** The words and taps of each of the two, and the answers to them. */
const LANGUAGES = {
  alex: {
    ip: '10.0.0.0',
    yes: 'Yes, restart',
    over: /restarted[\s\S]*Requested by Alex · ended at \d\d:\d\d UTC/,
    card: 'Open server',
    servers: 'Servers',
    on: /🟢 on/,
    list: /Servers · Account 1/,
    slow: /The provider is slow/,
    tooLate: /^⌛ The answer took too long and can no longer be shown to you alone\. Ask again\.$/,
    wrong: /Something went wrong in the bot/,
  },
  sara: {
    ip: '10.1.134.160',
    yes: 'بله',
    over: /ری‌استارت شد[\s\S]*درخواست‌کننده: سارا · پایان ساعت [۰-۹:]+ به وقت تهران/,
    card: 'سرور',
    servers: 'سرورها',
    on: /🟢 روشن/,
    list: /سرورها · /,
    slow: /هاستینگ کند شده است/,
    tooLate: /^⌛ پاسخ دیر آماده شد و دیگر نمی‌شود آن را فقط به شما نشان داد\. دوباره درخواست بدهید\.$/,
    wrong: /مشکلی در ربات پیش آمد/,
  },
} as const;
const BOTH = ['alex', 'sara'] as const;

interface Group {
  sara: Person;
  alex: Person;
  /** Reads along, and must see nothing that is meant for the others. */
  kim: Person;
}

/** A group of three, of whom two have an account. */
async function enterGroup(options: TestAppOptions = {}, fair?: RegExp): Promise<TestApp & AsyncDisposable & Group> {
  const app = await enter({ publishes: true, ...options, people: PEOPLE }, fair);
  const [, , third] = PEOPLE;
  if (!third) throw new Error('Kim is missing');
  const kim = createPerson(app.world, third, app.settled);
  await connect(app.english);
  await connect(app.persian, OTHER_TOKEN);
  // Telegram knows by then which commands are ephemeral.
  await app.world.until(() => app.world.calls.filter(({ method }) => method === 'setMyCommands').length === 9);
  app.provider.forget();
  const group = app.world.group.id;
  return Object.assign(app, {
    alex: app.english.in(group),
    sara: app.persian.in(group),
    kim: kim.in(group),
  });
}

test.concurrent('a refusal is seen by who asked alone', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/server web9');
  expect(alex.screen()).toMatch(/web9/);
  await sara.say('/server web9');
  expect(sara.screen()).toMatch(/web9/);
  expect(kim.messages()).toEqual([]);
  expect(sara.screens()).toHaveLength(1);
});

test.concurrent('a card goes on in its message, which only its person sees', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/server 10.0.0.0');
  expect(alex.screen()).toContain('🟢 on');
  await alex.press('Servers');
  expect(alex.screen()).toContain('Servers · Account 1');
  expect(alex.screens()).toHaveLength(1);
  await sara.say('/server 10.1.134.160');
  expect(sara.screen()).toMatch(/🟢 روشن/);
  expect(sara.screens()).toHaveLength(1);
  expect(kim.messages()).toEqual([]);
});

test.concurrent('the outcome of a restart is told to all, its confirm to its person alone', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/reboot 10.0.0.0');
  await sara.say('/reboot 10.1.134.160');
  expect(kim.messages()).toEqual([]);
  await alex.press('Yes, restart');
  await kim.sees(/restarted[\s\S]*Requested by Alex/);
  await sara.press('بله');
  await kim.sees(/ری‌استارت شد[\s\S]*درخواست‌کننده: سارا/);
  expect(alex.screens()).toEqual(kim.screens());
  expect(sara.screens()).toEqual(kim.screens());
  expect(asked(app, 'server.action')).toHaveLength(2);
});

test.concurrent.each(BOTH)('an older server shows all to everybody, as before (%s)', async (who) => {
  await using app = await enterGroup({ telegram: { older: true } });
  const { [who]: person, kim } = app;
  const { ip, servers, list, yes, over } = LANGUAGES[who];
  await person.say(`/server ${ip}`);
  await person.press(servers);
  expect(kim.screens()).toEqual([expect.stringMatching(list)]);
  await person.say(`/reboot ${ip}`);
  await person.press(yes);
  await kim.sees(over);
  expect(kim.screens()).toHaveLength(2);
});

test.concurrent.each([
  ['alex', 'sara'],
  ['sara', 'alex'],
] as const)(
  'an outcome stays where all see it, and its buttons lead to what one person sees (%s)',
  async (who, another) => {
    await using app = await enterGroup();
    const { [who]: person, [another]: other, kim } = app;
    const { ip, yes, over, card, on, servers, list } = LANGUAGES[who];
    await person.say(`/reboot ${ip}`);
    await person.press(yes);
    await kim.sees(over);
    const outcome = kim.screen();
    await person.press(card);
    expect(person.screen()).toMatch(on);
    expect(await other.press(card)).toMatchObject({ show_alert: true });
    expect(kim.screens()).toEqual([outcome]);
    await person.press(servers);
    expect(person.screens()).toEqual([outcome, expect.stringMatching(list)]);
  },
);

test.concurrent.each([
  ['alex', '10.0.0.0', 'Yes, restart', /restarted[\s\S]*Requested by Alex/],
  ['sara', '10.1.134.160', 'بله', /ری‌استارت شد[\s\S]*درخواست‌کننده: سارا/],
] as const)(
  'after a restart of the bot the outcome is told to all, and the confirm goes (%s)',
  async (who, ip, yes, over) => {
    await using app = await enterGroup({ timings: { rebootMs: 3_000 } });
    const { kim } = app;
    const person = app[who];
    await person.say(`/reboot ${ip}`);
    // The bot tells the provider's answer once it is back.
    app.world.fail({ method: 'sendMessage', chat: kim.chat, code: 500, description: 'planned', times: 99 });
    person.tap(yes);
    await eventually(() => asked(app, 'server.action').length > 0);
    await app.stopBot();
    app.world.clearFaults();
    expect(kim.screens()).toEqual([]);
    await app.startBot();
    await kim.sees(over);
    await app.world.until(() => person.screens().length === kim.screens().length);
    expect(person.screens()).toEqual(kim.screens());
    expect(asked(app, 'server.action')).toHaveLength(1);
  },
);

test.concurrent('a confirm that is not given ends where only its person sees it', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/reboot 10.0.0.0');
  await alex.press('Cancel');
  await alex.sees(/Cancelled|cancelled/);
  await sara.say('/off 10.1.134.160');
  app.later(61_000);
  await sara.press('بله');
  await sara.sees(/^⌛/);
  expect(kim.messages()).toEqual([]);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent.each(BOTH)('a command that comes too late has to be sent again (%s)', async (who) => {
  await using app = await enterGroup({}, /MESSAGE_ID_INVALID/);
  const { kim, world } = app;
  const { ip, tooLate, list } = LANGUAGES[who];
  const person = app[who];
  await app.stopBot();
  for (const command of [`/server ${ip}`, `/reboot ${ip}`, '/servers']) world.say(person.user.id, person.chat, command);
  world.passTime(LATE_S);
  await app.startBot();
  await world.until(() => kim.screens().length === 3);
  await app.settled();
  expect(kim.screens()).toEqual(Array(3).fill(expect.stringMatching(tooLate)));
  expect(person.screens()).toEqual(kim.screens());
  // Only these answers were late: the next one is in time.
  await person.say('/servers');
  expect(person.screen()).toMatch(list);
  expect(kim.screens()).toHaveLength(3);
});

test.concurrent.each(BOTH)('a tap that comes too late leaves the outcome as it is (%s)', async (who) => {
  await using app = await enterGroup({}, /query is too old/);
  const { kim, world } = app;
  const { ip, yes, over, card, tooLate } = LANGUAGES[who];
  const person = app[who];
  await person.say(`/reboot ${ip}`);
  await person.press(yes);
  await kim.sees(over);
  const outcome = kim.screen();
  await app.stopBot();
  person.tap(card);
  world.passTime(LATE_S);
  await app.startBot();
  await kim.sees(tooLate);
  await app.settled();
  expect(kim.screens()).toEqual([outcome, expect.stringMatching(tooLate)]);
  expect(person.screens()).toEqual(kim.screens());
});

test.concurrent.each(BOTH)(
  'a slow provider’s answer stays with the asker, also once it can no longer be ephemeral (%s)',
  async (who) => {
    await using app = await enterGroup({}, /MESSAGE_ID_INVALID/);
    const { kim, world, provider } = app;
    const { ip, on, slow } = LANGUAGES[who];
    const person = app[who];
    const answer = holdAnswers(provider, { operation: 'server.list', times: 1 });
    world.say(person.user.id, person.chat, `/server ${ip}`);
    await person.sees(slow);
    world.passTime(LATE_S);
    answer();
    await person.sees(on);
    await app.settled();
    expect(person.screens()).toEqual([expect.stringMatching(on)]);
    expect(kim.messages()).toEqual([]);
  },
);

test.concurrent.each([
  ['alex', 'Bad Request: planned'],
  ['sara', 'Bad Request: EPHEMERAL_CONTENT_INVALID: planned'],
  ['alex', 'Bad Request: planned: MESSAGE_NOT_COMMAND'],
  ['sara', 'Bad Request: planned: USER_ID_INVALID'],
  ['alex', 'Bad Request: planned: PEER_ID_INVALID'],
] as const)(
  'an unknown refusal fails one answer, and nothing of it is shown to all (%s: %s)',
  async (who, description) => {
    await using app = await enterGroup();
    const { kim, world } = app;
    const { ip, on, list, wrong } = LANGUAGES[who];
    const person = app[who];
    const fault = { chat: person.chat, code: 400, description, times: 1 };
    for (const method of ['sendMessage', 'sendRichMessage']) world.fail({ method, ...fault });
    await person.say(`/server ${ip}`);
    await kim.sees(wrong);
    await person.say('/servers');
    expect(person.screen()).toMatch(list);
    await person.say(`/server ${ip}`);
    expect(person.screen()).toMatch(on);
    expect(kim.screens()).toEqual([expect.stringMatching(wrong)]);
  },
);

test.concurrent.each(BOTH)('a tap is not answered to all, though Telegram takes it for no tap (%s)', async (who) => {
  await using app = await enterGroup();
  const { [who]: person, kim, world } = app;
  const { ip, yes, over, card, wrong } = LANGUAGES[who];
  await person.say(`/reboot ${ip}`);
  await person.press(yes);
  await kim.sees(over);
  const outcome = kim.screen();
  world.fail({
    method: 'sendMessage',
    chat: kim.chat,
    code: 400,
    description: 'Bad Request: MESSAGE_NOT_COMMAND',
    times: 1,
  });
  await person.press(card);
  expect(kim.screens()).toEqual([outcome, expect.stringMatching(wrong)]);
});

test.concurrent.each([
  ['alex', 'Bad Request: USER_ID_INVALID'],
  ['sara', 'Bad Request: PEER_ID_INVALID'],
] as const)('a person who takes no ephemeral message is answered beside the outcome (%s)', async (who, description) => {
  await using app = await enterGroup({}, /_ID_INVALID/);
  const { kim, world } = app;
  const { ip, yes, over, card, on } = LANGUAGES[who];
  const person = app[who];
  await person.say(`/reboot ${ip}`);
  await person.press(yes);
  await kim.sees(over);
  const outcome = kim.screen();
  const fault = { chat: person.chat, code: 400, description, times: 1 };
  world.fail({ method: 'sendMessage', ...fault });
  await person.press(card);
  expect(kim.screens()).toEqual([outcome, expect.stringMatching(on)]);
  // The exception held for this answer alone.
  await person.say(`/server ${ip}`);
  expect(kim.screens()).toHaveLength(2);
});

test.concurrent.each(BOTH)(
  'what the bot may only do as an administrator is asked once, and again after its rights changed (%s)',
  async (who) => {
    await using app = await enterGroup();
    const { [who]: person, kim, world } = app;
    const refused = () => world.calls.filter(({ error }) => error?.description.endsWith('MESSAGE_NOT_COMMAND')).length;
    for (let time = 0; time < 2; time++) await person.say('/accounts');
    expect(kim.screens()).toHaveLength(2);
    expect(refused()).toBe(1);
    world.promoteBot(world.persian.id, { can_pin_messages: true });
    await app.settled();
    await person.say('/accounts');
    expect(person.screens()).toHaveLength(3);
    expect(kim.screens()).toHaveLength(2);
  },
);

test.concurrent.each(BOTH)(
  'a command from a closed topic is answered in the general one, to its asker alone (%s)',
  async (who) => {
    await using app = await enterGroup({}, /TOPIC_CLOSED/);
    const { alex, kim, world } = app;
    const { ip, on, list } = LANGUAGES[who];
    const general = app[who];
    const topic = world.openTopic(app.persian.user.id, 'servers').message_id;
    await app.settled();
    const before = kim.screens();
    const there = who === 'alex' ? app.english.in(alex.chat, topic) : app.persian.in(alex.chat, topic);
    world.fail({
      method: 'sendMessage',
      chat: alex.chat,
      code: 400,
      description: 'Bad Request: TOPIC_CLOSED',
      times: 1,
    });
    await there.say(`/server ${ip}`);
    await general.sees(on);
    // All hear that the topic is closed.
    expect(kim.screens().slice(before.length)).toEqual([expect.stringMatching(/is closed|بسته شده/)]);
    await general.say('/servers');
    expect(general.screen()).toMatch(list);
    expect(world.calls.filter(({ error }) => error?.description.endsWith('MESSAGE_NOT_COMMAND'))).toEqual([]);
  },
);
