import { describe, expect, type TestContext, test } from 'vitest';
import { BOT_TOKEN, openTestApp, type TestApp, type TestAppOptions, TOKEN } from '../../../support/app.ts';
import { type BotProcess, openProcessApp, type ProcessApp, startProcess } from '../../../support/bots/process.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';

/** Docker waits ten seconds, which the bot's own deadlines keep to; a busy machine begins them late. */
const LATE_MS = 20_000;

/** Until the test has ended. @param open {@link openProcessApp}, or {@link openTestApp} where no end of the bot is looked at */
async function opened<App extends TestApp>(
  { onTestFinished }: TestContext,
  open: (options: TestAppOptions) => Promise<App>,
  options: TestAppOptions = {},
): Promise<App> {
  const app = await open(options);
  onTestFinished(() => app.close());
  return app;
}

async function connected<App extends TestApp>(app: App): Promise<App> {
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return app;
}

const actions = (app: TestApp) => app.provider.requests.filter(({ operation }) => operation === 'server.action').length;

async function confirmed(app: TestApp): Promise<void> {
  await app.english.say('/reboot 10.0.0.1');
  await app.english.sees(/Yes, restart/);
  app.english.tap('Yes, restart');
  await eventually(() => actions(app) === 1);
}

/** SIGTERM: how it ended, and after how long. */
async function terminate(app: ProcessApp) {
  const begun = performance.now();
  const ended = await app.bot().end('SIGTERM');
  return { ...ended, inTime: performance.now() - begun < LATE_MS };
}

const isStopping = (bot: BotProcess) => eventually(() => bot.output().includes('"msg":"stopping"'));

describe('SIGTERM', () => {
  test('finishes and tells what runs, and goes on with it after the next start', async (context) => {
    const app = await connected(await opened(context, openProcessApp));
    const answer = holdAnswers(app.provider, { operation: 'server.action', times: 1 });
    await confirmed(app);
    const ended = terminate(app);
    await isStopping(app.bot());
    answer();
    expect(await ended).toEqual({ code: 0, signal: null, inTime: true });
    expect(app.english.screen()).toContain('Restarting');
    await app.startBot();
    await app.english.sees(/restart/);
    expect(actions(app)).toBe(1);
  });

  test('does not wait for a provider that hangs: what is lost is written down and told before the end', async (context) => {
    const app = await connected(await opened(context, openProcessApp));
    app.provider.fault({ operation: 'server.action', kind: 'hang', times: 1 });
    await confirmed(app);
    app.provider.fault({ operation: 'server.status', kind: 'hang', times: 3 });
    await app.english.say('/server 10.0.0.2');
    await app.english.say('/help');
    expect(await terminate(app)).toEqual({ code: 0, signal: null, inTime: true });
    const screens = app.english.screens();
    expect(screens.some((screen) => /Restart of 10\.0\.0\.1: no answer/.test(screen))).toBe(true);
    expect(screens.at(-1)).not.toContain('What you can type');

    app.provider.clearFaults();
    await app.startBot();
    await app.english.sees(/What you can type/);
    expect(actions(app)).toBe(1);
  });

  test('gives up what does not end, says so, and does it after the next start', async (context) => {
    const app = await opened(context, openProcessApp);
    app.world.fail({ method: 'sendMessage', delayMs: 120_000 });
    app.world.say(app.english.user.id, app.english.chat, '/help');
    await app.world.until(() => app.world.pending() === 0);
    expect(await terminate(app)).toEqual({ code: 1, signal: null, inTime: true });
    expect(app.bot().output()).toMatch(/"running":1,"waiting":0,.*gave up/);
    await app.startBot();
    await app.english.sees(/What you can type/);
  });

  test('has what goes on by itself ask nothing more at once, however long a handler takes', async (context) => {
    const app = await connected(await opened(context, openProcessApp, { env: { CHECK_PARALLEL: '4' } }));
    const asked = () => app.provider.requests.filter(({ operation }) => operation === 'domain.availability').length;
    const answer = holdAnswers(app.provider, { operation: 'domain.availability' });
    await app.english.say(`/check ${Array.from({ length: 200 }, (_, at) => `name${at}.com`).join(' ')}`);
    await eventually(() => asked() === 4);
    app.world.fail({ method: 'sendMessage', delayMs: 3_000, times: 1 });
    app.world.say(app.persian.user.id, app.persian.chat, '/help');
    await app.world.until(() => app.world.pending() === 0);
    const ended = terminate(app);
    await isStopping(app.bot());
    answer();
    expect(await ended).toEqual({ code: 0, signal: null, inTime: true });
    expect(asked()).toBe(4);
  });

  test('while it starts: what was under way ends, and is told', async (context) => {
    const app = await connected(await opened(context, openTestApp));
    await confirmed(app);
    await app.stopBot();
    const looks = () => app.provider.requests.filter(({ operation }) => operation === 'server.status').length;
    const before = looks();
    app.world.fail({ method: 'deleteWebhook', code: 500, description: 'down', times: 100 });
    const answer = holdAnswers(app.provider, { operation: 'server.status', times: 1 });
    const starting = startProcess(app.env);
    await eventually(() => looks() > before);
    const ended = starting.end('SIGTERM');
    await isStopping(starting);
    app.provider.account(TOKEN).setStatus('srv-10002', 'on');
    answer();
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(starting.output()).not.toContain('"msg":"ready"');
    expect(app.english.screen()).toContain('10.0.0.1 restarted');
  });

  test('ends at once while Telegram is out of reach', async (context) => {
    const app = await opened(context, openTestApp, { withoutBot: true });
    const lost = startProcess({
      ...app.env,
      TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
      STORE_URL: `${app.env.STORE_URL}.other`,
    });
    await eventually(() => lost.output().includes('"where":"start"'));
    expect(await lost.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

describe('failures that end the process', () => {
  test('a token that Telegram refuses ends it with code 1 and says which setting', async (context) => {
    const app = await opened(context, openProcessApp);
    const wrong = '123456789:WrongWrongWrongWrongWrongWrongWrongWro';
    const refused = startProcess({ ...app.env, BOT_TOKEN: wrong, STORE_URL: `${app.env.STORE_URL}.other` });
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.output()).toContain('BOT_TOKEN');
    expect(refused.output() + refused.errors()).not.toContain(wrong);

    // Taken back while it runs.
    app.world.fail({ method: 'getUpdates', code: 401, description: 'Unauthorized' });
    app.world.say(app.english.user.id, app.english.chat, '/help');
    expect(await app.bot().ended).toEqual({ code: 1, signal: null });
    expect(app.bot().output()).toContain('is BOT_TOKEN the one');
    expect(app.english.screen()).toContain('What you can type');
  });

  test('without settings it says what is missing and where to look, and ends with code 1', async () => {
    const bot = startProcess({});
    expect(await bot.ended).toEqual({ code: 1, signal: null });
    expect(bot.errors()).toMatch(/BOT_TOKEN is missing.*npm run demo.*\n.*HOSTING_API_URL is missing.*npm run demo/);
    expect(bot.errors() + bot.output()).not.toMatch(/\bat .*\.ts:\d+/);
  });

  test('the wrong STORE_KEY ends it before it takes an update', async (context) => {
    const app = await opened(context, openTestApp, { env: { STORE_KEY: 'a'.repeat(64) } });
    await app.stopBot();
    app.world.say(app.english.user.id, app.english.chat, '/help');
    const stranger = startProcess({ ...app.env, STORE_KEY: 'b'.repeat(64) });
    expect(await stranger.ended).toEqual({ code: 1, signal: null });
    expect(stranger.output()).toContain('is STORE_KEY the one it was written with?');
    expect(stranger.output()).not.toContain(BOT_TOKEN);
    expect(app.world.pending()).toBe(1);
  });
});
