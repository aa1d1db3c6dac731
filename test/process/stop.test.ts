import { describe, expect, type TestContext, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { BOT_TOKEN, TOKEN } from '../support/app.ts';
import { openProcessHouse, type ProcessHouse, startProcess } from '../support/process.ts';

const DOCKERS_PATIENCE_MS = 10_000;

async function openHouse({ onTestFinished }: TestContext, env = {}): Promise<ProcessHouse> {
  const house = await openProcessHouse({ env });
  onTestFinished(() => house.close());
  return house;
}

async function connectedHouse(context: TestContext, env = {}): Promise<ProcessHouse> {
  const house = await openHouse(context, env);
  await house.english.say(`/connect ${TOKEN}`);
  await house.english.sees(/Connected/);
  return house;
}

const actions = (house: ProcessHouse) =>
  house.provider.requests.filter(({ operation }) => operation === 'server.action').length;

async function confirmed(house: ProcessHouse): Promise<void> {
  await house.english.say('/reboot 10.0.0.1');
  await house.english.sees(/Yes, restart/);
  house.english.tap('Yes, restart');
  await eventually(() => actions(house) === 1);
}

/** SIGTERM: how it ended, and after how long. */
async function terminate(house: ProcessHouse) {
  const begun = performance.now();
  const ended = await house.bot().end('SIGTERM');
  return { ...ended, inTime: performance.now() - begun < DOCKERS_PATIENCE_MS };
}

describe.concurrent('SIGTERM', () => {
  test('finishes and tells what runs, and goes on with it after the next start', async (context) => {
    const house = await connectedHouse(context);
    house.provider.fault({ operation: 'server.action', kind: 'delay', ms: 1500, times: 1 });
    await confirmed(house);
    expect(await terminate(house)).toEqual({ code: 0, signal: null, inTime: true });
    expect(house.english.screen()).toContain('accepted the restart');
    await house.start();
    await house.english.sees(/restart/);
    expect(actions(house)).toBe(1);
  });

  test('does not wait for a provider that hangs: what is lost is written down and told before the end', async (context) => {
    const house = await connectedHouse(context);
    house.provider.fault({ operation: 'server.action', kind: 'hang', times: 1 });
    await confirmed(house);
    house.provider.fault({ operation: 'server.status', kind: 'hang', times: 3 });
    await house.english.say('/server 10.0.0.2');
    await house.english.say('/help');
    expect(await terminate(house)).toEqual({ code: 0, signal: null, inTime: true });
    const screens = house.english.screens();
    expect(screens.some((screen) => /answer to the restart of 10\.0\.0\.1 was lost/.test(screen))).toBe(true);
    expect(screens.at(-1)).not.toContain('What you can type');

    house.provider.clearFaults();
    await house.start();
    await house.english.sees(/What you can type/);
    expect(actions(house)).toBe(1);
  });

  test('gives up what does not end, says so, and does it after the next start', async (context) => {
    const house = await openHouse(context);
    house.world.fail({ method: 'sendMessage', delayMs: 120_000 });
    house.world.say(house.english.user.id, house.english.chat, '/help');
    await house.world.until(() => house.world.pending() === 0);
    expect(await terminate(house)).toEqual({ code: 1, signal: null, inTime: true });
    expect(house.bot().output()).toMatch(/"running":1,"waiting":0,.*gave up/);
    await house.start();
    await house.english.sees(/What you can type/);
  });

  test('has what goes on by itself ask nothing more at once, however long a handler takes', async (context) => {
    const house = await connectedHouse(context, { CHECK_PARALLEL: '4' });
    const asked = () => house.provider.requests.filter(({ operation }) => operation === 'domain.availability').length;
    house.provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 200 });
    await house.english.say(`/check ${Array.from({ length: 200 }, (_, at) => `name${at}.com`).join(' ')}`);
    await eventually(() => asked() > 8);
    house.world.fail({ method: 'sendMessage', delayMs: 3_000, times: 1 });
    house.world.say(house.persian.user.id, house.persian.chat, '/help');
    await house.world.until(() => house.world.pending() === 0);
    const before = asked();
    expect(await terminate(house)).toEqual({ code: 0, signal: null, inTime: true });
    // Those that were on their way.
    expect(asked() - before).toBeLessThanOrEqual(8);
  });

  test('while it starts: what was under way ends, and is told', async (context) => {
    const house = await connectedHouse(context);
    await confirmed(house);
    await terminate(house);
    const looks = () => house.provider.requests.filter(({ operation }) => operation === 'server.status').length;
    const before = looks();
    house.world.fail({ method: 'deleteWebhook', code: 500, description: 'down', times: 100 });
    house.provider.fault({ operation: 'server.status', kind: 'delay', ms: 2_000, times: 1 });
    const starting = startProcess(house.env);
    await eventually(() => looks() > before);
    expect(await starting.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(starting.output()).not.toContain('"msg":"ready"');
    expect(house.english.screen()).toContain('10.0.0.1 has restarted');
  });

  test('ends at once while Telegram is out of reach', async (context) => {
    const house = await openHouse(context);
    const lost = startProcess({
      ...house.env,
      TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
      STORE_URL: `${house.env.STORE_URL}.other`,
    });
    await eventually(() => lost.output().includes('"where":"start"'));
    expect(await lost.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

describe.concurrent('what it can’t go on without', () => {
  test('a token that Telegram refuses ends it with code 1 and says which setting', async (context) => {
    const house = await openHouse(context);
    const wrong = '123456789:WrongWrongWrongWrongWrongWrongWrongWro';
    const refused = startProcess({ ...house.env, BOT_TOKEN: wrong, STORE_URL: `${house.env.STORE_URL}.other` });
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.output()).toContain('BOT_TOKEN');
    expect(refused.output() + refused.errors()).not.toContain(wrong);

    // Taken back while it runs.
    house.world.fail({ method: 'getUpdates', code: 401, description: 'Unauthorized' });
    house.world.say(house.english.user.id, house.english.chat, '/help');
    expect(await house.bot().ended).toEqual({ code: 1, signal: null });
    expect(house.bot().output()).toContain('is BOT_TOKEN the one');
    expect(house.english.screen()).toContain('What you can type');
  });

  test('without settings it says what is missing and where to look, and ends with code 1', async () => {
    const bot = startProcess({});
    expect(await bot.ended).toEqual({ code: 1, signal: null });
    expect(bot.errors()).toMatch(/BOT_TOKEN is missing.*npm run demo.*\n.*HOSTING_API_URL is missing.*npm run demo/);
    expect(bot.errors() + bot.output()).not.toMatch(/\bat .*\.ts:\d+/);
  });

  test('the wrong STORE_KEY ends it before it takes an update', async (context) => {
    const house = await openHouse(context, { STORE_KEY: 'a'.repeat(64) });
    await house.bot().end('SIGTERM');
    house.world.say(house.english.user.id, house.english.chat, '/help');
    const stranger = startProcess({ ...house.env, STORE_KEY: 'b'.repeat(64) });
    expect(await stranger.ended).toEqual({ code: 1, signal: null });
    expect(stranger.output()).toContain('is STORE_KEY the one it was written with?');
    expect(stranger.output()).not.toContain(BOT_TOKEN);
    expect(house.world.pending()).toBe(1);
  });
});
