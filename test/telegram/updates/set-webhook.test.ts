import { Api } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { startTelegram } from '../../../src/sandbox/telegram/index.ts';
import { keepRegistered, type WebhookRegistrationDependencies } from '../../../src/telegram/updates/set-webhook.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { memoryStore } from '../../support/databases/store.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/programs/port.ts';

/** A Telegram and a store that see webhooks set and removed; no server listens at the address. */
async function openRegistration() {
  const telegram = await startTelegram({ token: BOT_TOKEN, strict: true, webhookSecondMs: 1 });
  onTestFinished(() => telegram.close());
  const { webhook: notes } = await memoryStore();
  const api = new Api(BOT_TOKEN, { apiRoot: telegram.url });
  const url = `http://127.0.0.1:${await freePort()}/updates`;
  const reported: string[] = [];
  const register = (changes: Partial<WebhookRegistrationDependencies> = {}) => {
    const registration = keepRegistered({
      api,
      botId: 1,
      url,
      secret: 'secret-of-the-test',
      allowedUpdates: ['message', 'callback_query'],
      notes,
      report: (error) => reported.push(error instanceof Error ? error.message : String(error)),
      lookAgainMs: 20,
      ...changes,
    });
    onTestFinished(() => registration.stop());
    return registration;
  };
  const { world } = telegram;
  const calls = (name: string) => world.calls.filter(({ method, ok }) => method === name && ok).length;
  const looked = async (times: number) => {
    const before = calls('getWebhookInfo');
    await eventually(() => calls('getWebhookInfo') >= before + times);
  };
  return { world, api, url, reported, register, calls, looked };
}

test('a webhook that is set is watched and left alone; one that was removed is set again', async () => {
  const { api, url, reported, register, calls, looked } = await openRegistration();
  register();
  await looked(6);
  expect(calls('setWebhook')).toBe(1);
  await api.deleteWebhook();
  await eventually(() => calls('setWebhook') === 2);
  await looked(3);
  expect(await api.getWebhookInfo()).toMatchObject({ url, max_connections: 100 });
  expect(calls('setWebhook')).toBe(2);
  expect(reported).toEqual([]);
});

test('other updates, another secret or another address are news to Telegram; the same ones are not', async () => {
  const { register, calls, looked, url } = await openRegistration();
  const settings: Partial<WebhookRegistrationDependencies>[] = [
    {},
    {},
    { allowedUpdates: ['callback_query', 'message'] },
    { allowedUpdates: ['message'] },
    { allowedUpdates: ['message'], secret: 'another-secret-of-the-test' },
    { allowedUpdates: ['message'], secret: 'another-secret-of-the-test', url: `${url}/new` },
  ];
  const counts: number[] = [];
  for (const changes of settings) {
    const registration = register(changes);
    await looked(3);
    await registration.stop();
    counts.push(calls('setWebhook'));
  }
  expect(counts).toEqual([1, 1, 1, 2, 3, 4]);
});

test('a failed delivery is reported once, and a refused one sets the secret anew', async () => {
  const { world, api, reported, register, looked, calls } = await openRegistration();
  let told: { last_error_date: number; last_error_message: string } | undefined;
  api.config.use(async (previous, method, payload, signal) => {
    const answer = await previous(method, payload, signal);
    if (method === 'getWebhookInfo' && answer.ok && told) Object.assign(answer.result, told);
    return answer;
  });
  register();
  await looked(3);
  const seconds = Math.floor(Date.now() / 1000) + 60;
  told = { last_error_date: seconds, last_error_message: 'Connection timed out' };
  await looked(4);
  expect(reported).toEqual(['Telegram could not deliver: Connection timed out']);
  expect(calls('setWebhook')).toBe(1);
  told = { last_error_date: seconds, last_error_message: 'Wrong response from the webhook: 401 Unauthorized' };
  await eventually(() => calls('setWebhook') > 1);
  expect(world.calls.filter(({ ok }) => !ok)).toEqual([]);
});

test('an outage of Telegram is reported and waited out; a token it refuses ends the matter', async () => {
  const { world, reported, register, calls } = await openRegistration();
  world.fail({ method: 'setWebhook', code: 502, description: 'Bad Gateway' });
  const registration = register();
  await eventually(() => calls('setWebhook') === 1);
  expect(reported).toHaveLength(1);
  world.fail({ method: 'getWebhookInfo', code: 401, description: 'Unauthorized' });
  await expect(registration.ended).rejects.toThrow('Telegram refuses the bot token');
});
