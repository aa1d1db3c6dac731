import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { asked, connect, enter, OTHER_TOKEN } from '../support.ts';

const PEOPLE: User[] = [
  { id: 700_000_001, is_bot: false, first_name: 'سارا', language_code: 'fa' },
  { id: 700_000_002, is_bot: false, first_name: 'Alex', language_code: 'en' },
  { id: 700_000_003, is_bot: false, first_name: 'Kim', language_code: 'en' },
];

interface Group {
  sara: Person;
  alex: Person;
  /** Reads along, and must see nothing that is meant for the others. */
  kim: Person;
}

/** A group of three, of whom two have an account. */
async function enterGroup(options: TestAppOptions = {}, fair?: RegExp): Promise<TestApp & AsyncDisposable & Group> {
  const app = await enter({ ...options, people: PEOPLE }, fair);
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

test.concurrent('a card goes on in its message, which nobody else sees', async () => {
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

test.concurrent('what becomes of a restart is told to all, its confirm to nobody', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/reboot 10.0.0.0');
  await sara.say('/reboot 10.1.134.160');
  expect(kim.messages()).toEqual([]);
  await alex.press('Yes, restart');
  await kim.sees(/restarted[\s\S]*Asked by Alex/);
  await sara.press('بله');
  await kim.sees(/راه‌اندازی مجدد شد[\s\S]*درخواست از سارا/);
  expect(alex.screens()).toEqual(kim.screens());
  expect(sara.screens()).toEqual(kim.screens());
  expect(asked(app, 'server.action')).toHaveLength(2);
});

test.concurrent('an older server shows all to everybody, as before', async () => {
  await using app = await enterGroup({ telegram: { older: true } });
  const { alex, kim } = app;
  await alex.say('/server 10.0.0.0');
  await alex.press('Servers');
  expect(kim.screens()).toEqual([expect.stringContaining('Servers · Account 1')]);
  await alex.say('/reboot 10.0.0.0');
  await alex.press('Yes, restart');
  await kim.sees(/restarted[\s\S]*Asked by Alex/);
  expect(kim.screens()).toHaveLength(2);
});

test.concurrent('an outcome stays where all see it, and its buttons lead to what one person sees', async () => {
  await using app = await enterGroup();
  const { alex, sara, kim } = app;
  await alex.say('/reboot 10.0.0.0');
  await alex.press('Yes, restart');
  await kim.sees(/restarted[\s\S]*Asked by Alex/);
  const outcome = kim.screen();
  await alex.press('Server card');
  expect(alex.screen()).toContain('🟢 on');
  expect(await sara.press('Server card')).toMatchObject({ show_alert: true });
  expect(kim.screens()).toEqual([outcome]);
  await alex.press('Servers');
  expect(alex.screens()).toEqual([outcome, expect.stringContaining('Servers · Account 1')]);
});

test.concurrent.each([
  ['alex', '10.0.0.0', 'Yes, restart', /restarted[\s\S]*Asked by Alex/],
  ['sara', '10.1.134.160', 'بله', /راه‌اندازی مجدد شد[\s\S]*درخواست از سارا/],
] as const)(
  'after a restart of the bot the outcome is told to all, and the confirm goes (%s)',
  async (who, ip, yes, over) => {
    await using app = await enterGroup({ timings: { rebootMs: 3_000 } });
    const { kim } = app;
    const person = app[who];
    await person.say(`/reboot ${ip}`);
    // Whatever the provider answers, nobody hears it before the bot is back.
    app.world.fail({ method: 'sendMessage', chat: kim.chat, code: 500, description: 'planned', times: 99 });
    person.tap(yes);
    await app.world.until(() => asked(app, 'server.action').length > 0);
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

test.concurrent('a command that is answered after more than 15 seconds is answered to all', async () => {
  await using app = await enterGroup({}, /MESSAGE_ID_INVALID/);
  const { alex, kim, world } = app;
  await app.stopBot();
  world.say(alex.user.id, alex.chat, '/server 10.0.0.0');
  world.passTime(16);
  await app.startBot();
  await kim.sees(/🟢 on/);
  // That was this one answer: the next one is in time.
  const before = kim.screens();
  await alex.say('/servers');
  expect(alex.screen()).toContain('Servers · Account 1');
  expect(kim.screens()).toEqual(before);
});

test.concurrent('what the bot may only do as an administrator is asked once, and again after its rights changed', async () => {
  await using app = await enterGroup();
  const { alex, kim, world } = app;
  const refused = () => world.calls.filter(({ error }) => error?.description.endsWith('MESSAGE_NOT_COMMAND')).length;
  for (let time = 0; time < 2; time++) await alex.say('/accounts');
  expect(kim.screens()).toHaveLength(2);
  expect(refused()).toBe(1);
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  await app.settled();
  await alex.say('/accounts');
  expect(alex.screens()).toHaveLength(3);
  expect(kim.screens()).toHaveLength(2);
});
