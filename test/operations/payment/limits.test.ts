import { expect, type TestContext, test } from 'vitest';
import { openTestApp, type TestApp, type TestAppOptions, TOKEN } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import type { Person } from '../../support/person.ts';

async function connected({ onTestFinished }: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options);
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return app;
}

async function askToRestart(person: Person): Promise<void> {
  await person.say('/reboot 10.0.0.1');
  await person.sees(/Yes, restart/);
}

/** The calls without the one by which the bot finds out whether a group takes ephemeral answers. */
const callsOf = ({ world }: TestApp) =>
  world.calls.filter(({ error }) => !error?.description.endsWith('MESSAGE_NOT_COMMAND'));
const shown = (app: TestApp, chat: number) =>
  callsOf(app).filter(({ method, params }) => /^(send|edit)Message/.test(method) && params.chat_id === chat);

test.concurrent('a pause in one chat is kept there and delays no other chat', async (context) => {
  const app = await connected(context);
  const { world, english, persian } = app;
  const group = world.group.id;
  world.fail({ method: 'sendMessage', chat: group, code: 429, description: 'Too Many Requests', retryAfter: 7 });
  world.say(english.user.id, group, '/help@host_test_bot');
  await eventually(() => shown(app, group).length === 1);
  world.say(persian.user.id, persian.chat, '/help');
  await eventually(() => shown(app, persian.chat).length === 1);
  expect(shown(app, group)).toHaveLength(1);
  await eventually(() => shown(app, group).length === 2);
  const [refused, answered] = shown(app, group);
  expect(Number(answered?.at) - Number(refused?.at)).toBeGreaterThanOrEqual(7_000);
  expect(answered?.ok).toBe(true);
  await app.settled();
  expect(shown(app, group)).toHaveLength(2);
});

test.concurrent('news waits as long as Telegram asks, without a try in between', async (context) => {
  const app = await connected(context);
  const { world, english } = app;
  await askToRestart(english);
  const before = shown(app, english.chat).length;
  world.fail({ method: 'editMessageText', chat: english.chat, code: 429, description: 'x', retryAfter: 7 });
  english.tap('Yes, restart');
  await english.sees(/10\.0\.0\.1 restarted/);
  const [refused, next] = shown(app, english.chat).slice(before);
  expect(refused?.ok).toBe(false);
  expect(Number(next?.at) - Number(refused?.at)).toBeGreaterThanOrEqual(7_000);
});

test.concurrent('a person who blocked the bot hears no more of it, until they write again', async (context) => {
  // Long enough for three looks of a busy machine.
  const app = await connected(context, { timings: { rebootMs: 10_000 } });
  const { world, english } = app;
  await askToRestart(english);
  const before = shown(app, english.chat).length;
  const blocked = { method: 'editMessageText', code: 403, description: 'Forbidden: bot was blocked by the user' };
  world.fail({ ...blocked, chat: english.chat, times: 99 });
  english.tap('Yes, restart');
  const looks = () => app.provider.requests.filter(({ operation }) => operation === 'server.status').length;
  const asked = looks();
  await eventually(() => looks() >= asked + 3);
  await app.stopBot();
  expect(shown(app, english.chat).slice(before)).toHaveLength(1);
  await app.startBot();
  await english.say('/help');
  expect(english.screen()).toContain('What you can type');
});

test.concurrent('in a group that has seen much within a minute an outcome comes at once', async (context) => {
  const app = await connected(context, { telegram: { rateLimits: true }, timings: { rebootMs: 7_000 } });
  const { world, english } = app;
  const group = english.in(world.group.id);
  for (let count = 0; count < 14; count++) await group.say('/help@host_test_bot');
  await group.say('/reboot@host_test_bot 10.0.0.1');
  await group.sees(/Yes, restart/);
  const begun = performance.now();
  group.tap('Yes, restart');
  await group.sees(/10\.0\.0\.1 restarted/);
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(callsOf(app).filter(({ ok }) => !ok)).toEqual([]);
});
