import { expect, test } from 'vitest';
import { openStoreOf } from '../../support/app.ts';
import { waitUntil } from '../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, enterBothConnected, enterConnected } from '../support.ts';

test.concurrent('an operation for a group that removed the bot ends without it, and after its return it answers again', async () => {
  await using app = await enterConnected({ timings: { rebootMs: ENDLESS_MS } });
  const { world } = app;
  const english = app.english.in(world.group.id);
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  world.removeBot(world.persian.id);
  await app.settled();
  const before = english.screens();
  hasten(app);
  await app.english.shows(/10\.0\.0\.0 restarted/);
  expect(world.calls.filter(({ error }) => error?.code === 403)).toEqual([]);
  expect(english.screens()).toEqual(before);
  world.addBot(world.persian.id);
  await app.settled();
  await english.say('/server 10.0.0.0');
  // The restart may last longer than the first refusal took.
  await english.sees(/^🖥 10\.0\.0\.0/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  expect(app.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test.concurrent('a basic group that removes the bot is not answered', async () => {
  await using app = await enterConnected({ telegram: { group: 'group' } });
  const { world } = app;
  world.removeBot(world.persian.id);
  await app.settled();
  expect(world.calls.filter(({ params }) => params.chat_id === world.group.id)).toEqual([]);
  expect(app.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test.concurrent('in a group where it may not write the bot stays silent, and speaks again afterwards', async () => {
  await using app = await enterConnected({ telegram: { older: true } }, /not enough rights to send text messages/);
  const { world } = app;
  const english = app.english.in(world.group.id);
  world.restrictBot(world.persian.id, ['messages', 'photos', 'documents']);
  await english.say('/server 10.0.0.0');
  expect(english.screens()).toEqual([]);
  expect(world.calls.some(({ error }) => error?.description.includes('not enough rights'))).toBe(true);
  world.restrictBot(world.persian.id, []);
  await english.say('/server 10.0.0.0');
  await english.sees(/🟢 on/);
  expect(app.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test.concurrent('in slow mode the bot waits as long as Telegram asks', async () => {
  await using app = await enterConnected({ telegram: { older: true }, clockStands: true }, /Too Many Requests/);
  const { world } = app;
  const english = app.english.in(world.group.id);
  world.promotePerson(world.persian.id, world.english.id, { can_pin_messages: true });
  world.slowDown(world.persian.id, 2);
  await english.say('/server 10.0.0.0');
  world.say(english.user.id, world.group.id, '/server 10.0.0.1');
  await world.until(() => world.calls.some(({ error }) => error?.code === 429));
  app.later(2_000);
  await english.sees(/10\.0\.0\.1/);
});

test.concurrent.for([
  ['english', /One name checked/],
  ['persian', /یک نام بررسی شد/],
] as const)('a check that ends while the bot is away is shown when it is back (%s)', async ([who, checked]) => {
  await using app = await enterBothConnected({}, /bot was kicked|bot is not a member/);
  const { world, provider } = app;
  const person = app[who].in(world.group.id);
  const answer = holdAnswers(provider, { operation: 'domain.availability' });
  await person.say('/check one.com');
  await person.sees(/one\.com|1|۱/);
  world.removeBot(world.persian.id);
  await app.settled();
  answer();
  const store = await openStoreOf(app);
  await waitUntil(async () => (await store.checks.running(app[who].user.id)) === 0);
  await store.close();
  await app.stopBot();
  await app.startBot();
  await app.settled();
  expect(person.screens().filter((each) => checked.test(each))).toEqual([]);
  world.addBot(world.persian.id);
  await app.settled();
  await app.stopBot();
  // The check is due again after some minutes.
  const later = await openStoreOf(app);
  await later.checks.takeDue(later.now() + 400_000, -400_000);
  await later.close();
  await app.startBot();
  await person.shows(checked);
});
