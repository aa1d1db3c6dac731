import { expect, type TestContext, test } from 'vitest';
import { TOKEN } from '../../../support/app.ts';
import { openProcessApp, type ProcessApp } from '../../../support/bots/process.ts';
import { eventually } from '../../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../../support/hasten.ts';

/** A connected app of its own for each test. */
async function connectedApp({ onTestFinished }: TestContext): Promise<ProcessApp> {
  const app = await openProcessApp({
    accounts: [
      { token: TOKEN, servers: 3 },
      { token: 'second-token', servers: 2 },
    ],
    timings: { rebootMs: ENDLESS_MS },
  });
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return app;
}

const actions = ({ provider }: ProcessApp) =>
  provider.requests.filter(({ operation }) => operation === 'server.action').length;

async function asked(context: TestContext): Promise<ProcessApp> {
  const app = await connectedApp(context);
  await app.english.say('/reboot 10.0.0.1');
  await app.english.sees(/Restart 10\.0\.0\.1/);
  // From here on the news may not be the newest message: killed so soon, the command is answered once more, below it.
  app.provider.forget();
  return app;
}

async function confirmed(app: ProcessApp): Promise<void> {
  app.english.tap('Yes, restart');
  await eventually(() => actions(app) === 1);
}

test.concurrent('killed after the provider did it, before its answer: sent once, seen, told', async (context) => {
  const app = await asked(context);
  app.provider.fault({ operation: 'server.action', kind: 'hang', afterHandling: true, times: 1 });
  await confirmed(app);
  await app.kill();
  await app.startBot();
  hasten(app);
  await app.english.shows(/10\.0\.0\.1 restarted/, 40_000);
  expect(actions(app)).toBe(1);
});

test.concurrent('killed while the provider does nothing: sent once, and the person is told that it is not known', async (context) => {
  const app = await asked(context);
  app.provider.fault({ operation: 'server.action', kind: 'hang', times: 1 });
  await confirmed(app);
  await app.kill();
  await app.startBot();
  await app.english.shows(/Restart of 10\.0\.0\.1: no answer.*won’t be sent again/);
  await app.english.shows(/no answer[\s\S]*Status: 🟢 on/);
  expect(actions(app)).toBe(1);
});

test.concurrent('killed between the answer and the message: told after the restart', async (context) => {
  const app = await asked(context);
  const { english, world } = app;
  const before = world.calls.length;
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true });
  await confirmed(app);
  await world.until(() => world.calls.slice(before).some((call) => call.method === 'editMessageText' && !call.ok));
  await app.kill();
  expect(english.screen()).toContain('Yes, restart');
  await app.startBot();
  hasten(app);
  await english.shows(/10\.0\.0\.1 restarted/, 40_000);
  expect(actions(app)).toBe(1);
});

test.concurrent('killed while it watches: goes on watching', async (context) => {
  const app = await asked(context);
  await confirmed(app);
  await app.english.sees(/Restarting 10\.0\.0\.1.*\n.*rebooting/);
  await app.kill();
  await app.startBot();
  hasten(app);
  await app.english.shows(/10\.0\.0\.1 restarted/, 40_000);
  expect(actions(app)).toBe(1);
});

test.concurrent('killed with a command under way and a confirm waiting behind it: both are handled, once', async (context) => {
  const app = await asked(context);
  const { english, world } = app;
  app.provider.fault({ operation: 'server.status', kind: 'hang', times: 1 });
  await english.say('/server 10.0.0.2');
  await eventually(() => app.provider.requests.some(({ operation }) => operation === 'server.status'));
  const press = english.tap('Yes, restart');
  expect(await press.answered).toEqual({});
  await world.until(() => world.pending() === 0);
  expect(actions(app)).toBe(0);
  await app.kill();
  await app.startBot();
  await eventually(() => actions(app) === 1);
  hasten(app);
  await world.until(() => english.screens().some((screen) => /10\.0\.0\.1 restarted/.test(screen)), {
    describe: () => english.screens().slice(-3).join('\n---\n'),
  });
  expect(english.screens().filter((screen) => screen.startsWith('🖥 10.0.0.2'))).toHaveLength(1);
  expect(actions(app)).toBe(1);
});

test.concurrent('killed with an update that was not fetched: it waits at Telegram', async (context) => {
  const app = await connectedApp(context);
  const { english, world } = app;
  await app.kill();
  world.say(english.user.id, english.chat, '/help');
  await app.startBot();
  await english.sees(/What you can type/);
});

test.concurrent('killed while a token is being proved: connected after the restart, and the message with it is gone', async (context) => {
  const app = await connectedApp(context);
  const { persian, world } = app;
  app.provider.forget();
  app.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  await persian.say('/connect second-token');
  await eventually(() => app.provider.requests.length === 1);
  await app.kill();
  await app.startBot();
  await persian.sees(/۲ سرور/);
  expect(world.messages(persian.user.id, persian.chat).filter(({ text }) => text?.includes('second-token'))).toEqual(
    [],
  );
});

test.concurrent('killed while a token typed as an answer is being proved: connected after the restart, and the message with it is gone', async (context) => {
  const app = await connectedApp(context);
  const { persian, world } = app;
  app.provider.forget();
  app.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  await persian.say('/connect');
  await persian.sees(/توکن/);
  await persian.say('second-token');
  await eventually(() => app.provider.requests.length === 1);
  await app.kill();
  await app.startBot();
  await persian.sees(/۲ سرور/);
  expect(world.messages(persian.user.id, persian.chat).filter(({ text }) => text?.includes('second-token'))).toEqual(
    [],
  );
});
