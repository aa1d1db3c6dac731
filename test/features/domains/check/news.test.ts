import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected, enterConnected } from '../../support.ts';

const NAMES = ['one.com', 'two.com', 'three.com'];

type App = Awaited<ReturnType<typeof enterConnected>>;

/** Begins a check whose answers are held back, and waits until the provider was asked. */
async function begin({ provider }: App, person: Person) {
  const answer = holdAnswers(provider, { operation: 'domain.availability', times: NAMES.length });
  await person.say(`/check ${NAMES.join(' ')}`);
  await eventually(() => provider.requests.some(({ operation }) => operation === 'domain.availability'));
  return { before: person.messages().length, answer };
}

test.concurrent('a check that took long ends in a new message, which answers its progress', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const { before, answer } = await begin(app, english);
  const progress = english.messages().at(-1);
  app.later(11_000);
  answer();
  await english.sees(/^3 names checked/);
  await english.shows(/^⤵️ Check of 3 names: see below$/);
  expect(english.messages()).toHaveLength(before + 1);
  expect(english.messages().at(-1)?.reply_to_message?.message_id).toBe(progress?.message_id);
  await app.stopBot();
  await app.startBot();
  await english.press('All as a file');
  expect(english.screens().filter((screen) => screen.startsWith('3 names checked'))).toHaveLength(1);
});

test.concurrent('a quick one, and one that its person stops, end in the message that is there', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  const quick = await begin(app, english);
  quick.answer();
  await english.sees(/^3 names checked/);
  expect(english.messages()).toHaveLength(quick.before);
  const stopped = await begin(app, persian);
  app.later(60_000);
  await persian.press('توقف');
  await persian.sees(/نام متوقف شد|متوقف/);
  expect(persian.messages()).toHaveLength(stopped.before);
});

test.concurrent('after a restart of the bot it ends in a new message, in a group as well', async () => {
  await using app = await enterBothConnected();
  const group = app.persian.in(app.world.group.id);
  const { before, answer } = await begin(app, group);
  await app.stopBot();
  answer();
  await app.startBot();
  await group.sees(/۳ نام بررسی شد/);
  await group.shows(/^⤵️ بررسی ۳ نام: پایین‌تر را ببینید$/);
  expect(group.messages()).toHaveLength(before + 1);
});

test.concurrent('Telegram fails at the old message: it is reduced later, and the end is not told twice', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  const { before, answer } = await begin(app, english);
  app.later(11_000);
  await english.say('/start');
  world.fail({ method: 'editMessageText', code: 500, description: 'planned' });
  answer();
  await english.sees(/^3 names checked/);
  await english.shows(/^⤵️ Check of 3 names/, 40_000);
  expect(english.screens().filter((screen) => screen.startsWith('3 names checked'))).toHaveLength(1);
  expect(english.messages()).toHaveLength(before + 3);
});
