import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { openHooked, sets } from '../support/hooked.ts';
import { BOT_TOKEN, TOKEN } from '../support/app.ts';
import { type ProcessHouse, startProcess } from '../support/process.ts';

const actions = (house: ProcessHouse) =>
  house.provider.requests.filter(({ operation }) => operation === 'server.action').length;

describe.concurrent('a webhook', () => {
  test('is set once, with the updates it needs and a secret that nobody reads', async ({ onTestFinished }) => {
    const house = await openHooked();
    onTestFinished(() => house.close());
    expect(sets(house)[0]?.params).toMatchObject({
      url: house.env.WEBHOOK_URL,
      allowed_updates: ['message', 'edited_message', 'callback_query', 'inline_query'],
      max_connections: 100,
    });
    const secret = String(sets(house)[0]?.params.secret_token);
    expect(secret).toMatch(/^[\w-]{43}$/);
    await house.english.say('/help');
    expect(house.english.screen()).toContain('What you can type');

    await house.bot().end('SIGTERM');
    const asked = house.world.calls.length;
    house.world.say(house.english.user.id, house.english.chat, '/language');
    await house.start();
    await house.english.sees(/Which language/);
    await eventually(() => house.world.calls.slice(asked).some(({ method }) => method === 'getWebhookInfo'));
    await house.settled();
    const calls = house.world.calls.map(({ at, method, error }) => [at, method, error]);
    expect(sets(house), JSON.stringify(calls) + house.bot().output()).toHaveLength(1);
    expect(house.bot().output()).not.toContain(secret);
    expect(house.bot().output()).not.toContain(BOT_TOKEN);
  });

  test('is set anew with another secret, and given up for long polling', async ({ onTestFinished }) => {
    const house = await openHooked();
    onTestFinished(() => house.close());
    await house.bot().end('SIGTERM');
    house.env.WEBHOOK_SECRET = 'another-secret-of-the-operator';
    await house.start();
    await eventually(() => sets(house).length === 2);
    expect(sets(house)[1]?.params.secret_token).toBe(house.env.WEBHOOK_SECRET);
    await house.english.say('/help');
    expect(house.english.screen()).toContain('What you can type');

    await house.bot().end('SIGTERM');
    const { WEBHOOK_URL, WEBHOOK_SECRET, ...env } = house.env;
    const polling = startProcess(env);
    await polling.ready();
    await house.english.say('/language');
    await house.english.sees(/Which language/);
    await polling.end('SIGTERM');
  });

  test('loses nothing and does nothing twice when it ends in the middle', async ({ onTestFinished }) => {
    const house = await openHooked();
    onTestFinished(() => house.close());
    await house.english.say(`/connect ${TOKEN}`);
    await house.english.sees(/Connected/);
    await house.english.say('/reboot 10.0.0.1');
    await house.english.sees(/Yes, restart/);
    house.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
    house.provider.fault({ operation: 'server.action', kind: 'delay', ms: 1000, times: 1 });
    house.english.tap('Yes, restart');
    house.world.say(house.english.user.id, house.english.chat, '/servers 10.0.0.2');
    await eventually(() => actions(house) === 1);
    house.world.say(house.english.user.id, house.english.chat, '/language');
    const begun = performance.now();
    expect(await house.bot().end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(10_000);
    house.provider.clearFaults();
    await house.start();
    await house.english.sees(/Which language/);
    await house.settled();
    expect(actions(house)).toBe(1);
    expect(house.english.screens().filter((screen) => /Which language/.test(screen))).toHaveLength(1);
  });

  test('handles an update before anything slow of the start is done', async ({ onTestFinished }) => {
    const house = await openHooked();
    onTestFinished(() => house.close());
    await house.bot().end('SIGTERM');
    house.world.fail({ method: 'setMyCommands', delayMs: 120_000, times: 99 });
    house.world.fail({ method: 'getWebhookInfo', delayMs: 120_000, times: 99 });
    house.world.say(house.english.user.id, house.english.chat, '/help');
    const from = house.world.calls.length;
    await house.start();
    await house.english.sees(/What you can type/);
    const seen = house.world.calls.slice(from).map(({ method }) => method);
    expect(seen).not.toContain('getWebhookInfo');
    expect(seen).not.toContain('setMyCommands');
  });
});
