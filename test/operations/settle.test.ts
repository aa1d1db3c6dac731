import { expect, type TestContext, test } from 'vitest';
import { startProvider } from '../../src/sandbox/provider/index.ts';
import { openTestApp, type TestApp, type TestAppOptions, TOKEN } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';

const actions = ({ provider }: TestApp) =>
  provider.requests.filter(({ operation }) => operation === 'server.action').length;

/** An app of its own for each test, with the confirm to restart a server on the screen. */
async function asked({ onTestFinished }: TestContext, options?: TestAppOptions): Promise<TestApp> {
  const app = await openTestApp(options);
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.say('/reboot 10.0.0.1');
  app.provider.forget();
  return app;
}

test.concurrent('goes on reading the provider while Telegram can’t be told, and tells when it can', async (context) => {
  const app = await asked(context);
  const { english, world } = app;
  const before = world.calls.length;
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true, times: 2 });
  english.tap('Yes, restart');
  await english.sees(/10\.0\.0\.1 restarted/);
  const failed = world.calls.slice(before).filter(({ ok }) => !ok);
  expect(failed).toHaveLength(2);
  expect(actions(app)).toBe(1);
});

test.concurrent('reads the provider once a second while nothing has come of it', async (context) => {
  const app = await asked(context, { pauseFactor: 1, timings: { rebootMs: 60_000 } });
  await app.english.press('Yes, restart');
  const readings = () => {
    const { requests } = app.provider;
    const sent = requests.findIndex(({ operation }) => operation === 'server.action');
    return requests.slice(sent).filter(({ operation }) => operation === 'server.status');
  };
  await eventually(() => readings().length === 3);
  const [first = 0, second = 0, third = 0] = readings().map(({ at }) => at);
  expect(Math.min(second - first, third - second)).toBeGreaterThan(900);
});

test.concurrent('tells how it ended, however often Telegram has to be asked', async (context) => {
  const app = await asked(context);
  const { english, world } = app;
  world.fail({ method: 'editMessageText', chat: english.chat, code: 502, description: 'Bad Gateway' });
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true });
  english.tap('Cancel');
  await english.sees(/Cancelled: 10\.0\.0\.1/);
  expect(actions(app)).toBe(0);
});

test.concurrent('tells in a new message where the old one was deleted', async (context) => {
  const app = await asked(context);
  const { english, world } = app;
  english.tap('Yes, restart');
  await english.sees(/Restarting 10\.0\.0\.1/);
  world.deleteMessage(english.user.id, english.chat, english.messages().at(-1)?.message_id ?? 0);
  await english.sees(/10\.0\.0\.1 restarted/);
  expect(actions(app)).toBe(1);
});

test.concurrent.for(['status', 'html', 'truncated', 'cutBefore', 'cutAfter'] as const)(
  'an answer lost by %s is never asked for again, and told as lost or as what was seen',
  async (kind, context) => {
    const app = await asked(context);
    app.provider.fault({ operation: 'server.action', kind, status: 502, times: 1 });
    await app.english.press('Yes, restart');
    await app.english.sees(/Restart of 10\.0\.0\.1: no answer\. It may|10\.0\.0\.1 restarted/);
    expect(actions(app)).toBe(1);
  },
);

test.concurrent('a refusal is told with the provider’s words, and nothing was done', async (context) => {
  const app = await asked(context);
  app.provider.fault({ operation: 'server.action', kind: 'errorOn200', times: 1 });
  await app.english.press('Yes, restart');
  await app.english.sees(/10\.0\.0\.1 was not restarted/);
  expect(actions(app)).toBe(1);
});

test.concurrent('an account that is disconnected meanwhile still gets an outcome', async (context) => {
  const app = await asked(context);
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', kind: 'status', status: 503 });
  english.tap('Yes, restart');
  await english.sees(/can’t be read right now/);
  const shown = english.messages().at(-1)?.message_id;
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('Disconnect');
  await english.press('Yes, disconnect');
  const text = () => english.messages().find(({ message_id }) => message_id === shown)?.text;
  await app.world.until(() => /not confirmed[\s\S]*the account was disconnected/.test(text() ?? ''), {
    describe: () => String(text()),
  });
});

test.concurrent('a confirm that came too late sends nothing, and its message says so', async (context) => {
  const app = await asked(context);
  const { english } = app;
  app.later(60_001);
  expect(await english.press('Yes, restart')).toMatchObject({
    text: 'Nothing was sent: the button works for one minute only. Ask again.',
  });
  await english.sees(/10\.0\.0\.1 was not restarted: the time to confirm is over/);
  expect(actions(app)).toBe(0);
});

test.concurrent('a request that surely never left can be confirmed once more', async (context) => {
  const { english, provider } = await asked(context);
  await provider.close();
  english.tap('Yes, restart');
  await english.sees(/Nothing was sent[\s\S]*Yes, restart/);

  const port = Number(new URL(provider.baseUrl).port);
  const timings = { rebootMs: 1500, untilSeen: true };
  const back = await startProvider({ port, accounts: [{ token: TOKEN, servers: 3 }], timings });
  context.onTestFinished(() => back.close());
  english.tap('Yes, restart');
  await english.sees(/10\.0\.0\.1 restarted/);
  expect(back.requests.filter(({ operation }) => operation === 'server.action')).toHaveLength(1);
});
