import { describe, expect, test } from 'vitest';
import { BOT_TOKEN, openTestApp, TOKEN } from '../../support/app.ts';
import { openHooked, sets, webhookOptions } from '../../support/bots/hooked.ts';
import type { ProcessApp } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';

const actions = (app: ProcessApp) =>
  app.provider.requests.filter(({ operation }) => operation === 'server.action').length;

describe.concurrent('a webhook', () => {
  test('is set once, with the updates it needs and a secret that can’t be read', async ({ onTestFinished }) => {
    const app = await openHooked();
    onTestFinished(() => app.close());
    expect(sets(app)[0]?.params).toMatchObject({
      url: app.env.WEBHOOK_URL,
      allowed_updates: ['message', 'edited_message', 'callback_query', 'inline_query', 'my_chat_member', 'chat_member'],
      max_connections: 100,
    });
    const secret = String(sets(app)[0]?.params.secret_token);
    expect(secret).toMatch(/^[\w-]{43}$/);
    await app.english.say('/help');
    expect(app.english.screen()).toContain('What you can type');

    await app.bot().end('SIGTERM');
    const asked = app.world.calls.length;
    app.world.say(app.english.user.id, app.english.chat, '/language');
    await app.startBot();
    await app.english.sees(/Which language/);
    await eventually(() => app.world.calls.slice(asked).some(({ method }) => method === 'getWebhookInfo'));
    await app.settled();
    const calls = app.world.calls.map(({ at, method, error }) => [at, method, error]);
    const written = app.bot().output() + app.log.join('\n');
    expect(sets(app), JSON.stringify(calls) + written).toHaveLength(1);
    expect(written).not.toContain(secret);
    expect(written).not.toContain(BOT_TOKEN);
  });

  test('is set anew with another secret, and given up for long polling', async ({ onTestFinished }) => {
    const app = await openTestApp(await webhookOptions());
    onTestFinished(() => app.close());
    await eventually(() => sets(app).length === 1);
    await app.stopBot();
    app.env.WEBHOOK_SECRET = 'another-secret-of-the-operator';
    await app.startBot();
    await eventually(() => sets(app).length === 2);
    expect(sets(app)[1]?.params.secret_token).toBe(app.env.WEBHOOK_SECRET);
    await app.english.say('/help');
    expect(app.english.screen()).toContain('What you can type');

    await app.stopBot();
    delete app.env.WEBHOOK_URL;
    delete app.env.WEBHOOK_SECRET;
    await app.startBot();
    await app.english.say('/language');
    await app.english.sees(/Which language/);
  });

  test('loses nothing and does nothing twice when it ends in the middle', async ({ onTestFinished }) => {
    const app = await openHooked();
    onTestFinished(() => app.close());
    await app.english.say(`/connect ${TOKEN}`);
    await app.english.sees(/Connected/);
    await app.english.say('/reboot 10.0.0.1');
    await app.english.sees(/Yes, restart/);
    app.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
    const answer = holdAnswers(app.provider, { operation: 'server.action', times: 1 });
    app.english.tap('Yes, restart');
    app.world.say(app.english.user.id, app.english.chat, '/servers 10.0.0.2');
    await eventually(() => actions(app) === 1);
    app.world.say(app.english.user.id, app.english.chat, '/language');
    const begun = performance.now();
    const ended = app.bot().end('SIGTERM');
    await eventually(() => app.bot().output().includes('"msg":"stopping"'));
    answer();
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(20_000);
    app.provider.clearFaults();
    await app.startBot();
    await app.english.sees(/Which language/);
    await app.settled();
    expect(actions(app)).toBe(1);
    expect(app.english.screens().filter((screen) => /Which language/.test(screen))).toHaveLength(1);
  });

  test('handles an update before anything slow of the start is done', async ({ onTestFinished }) => {
    const app = await openTestApp(await webhookOptions());
    onTestFinished(() => app.close());
    await eventually(() => sets(app).length === 1);
    await app.stopBot();
    app.world.fail({ method: 'setMyCommands', delayMs: 120_000, times: 99 });
    app.world.fail({ method: 'getWebhookInfo', delayMs: 120_000, times: 99 });
    app.world.say(app.english.user.id, app.english.chat, '/help');
    const from = app.world.calls.length;
    await app.startBot();
    await app.english.sees(/What you can type/);
    const seen = app.world.calls.slice(from).map(({ method }) => method);
    expect(seen).not.toContain('getWebhookInfo');
    expect(seen).not.toContain('setMyCommands');
  });
});
