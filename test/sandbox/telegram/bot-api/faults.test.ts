import { type Api, GrammyError, HttpError } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RateLimiter } from '../../../../src/sandbox/telegram/bot-api/rate-limits.ts';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { holdCalls } from '../../../support/hold-answers.ts';
import { call, outcome, startChat, TOKEN } from '../support/call.ts';

let telegram: SandboxTelegram;
let api: Api;
let me: number;

beforeEach(async () => {
  ({ telegram, api, me } = await startChat({ strict: true }));
});

afterEach(() => telegram.close());

test('a planned 429 reaches grammY with its retry_after, as often as planned', async () => {
  const { world } = telegram;
  const description = 'Too Many Requests: retry after 7';
  world.fail({ method: 'sendMessage', chat: me, code: 429, description, retryAfter: 7, times: 2 });
  const errors = [await failure(api.sendMessage(me, 'x')), await failure(api.sendMessage(me, 'x'))];
  for (const error of errors) {
    expect(error).toBeInstanceOf(GrammyError);
    expect(error).toMatchObject({ error_code: 429, parameters: { retry_after: 7 } });
  }
  await api.sendMessage(me, 'x');
  expect(world.messages(me, me)).toHaveLength(2);
  expect(world.calls.map(({ ok }) => ok)).toEqual([false, false, true]);
});

test('a cut connection, before the work and after it', async () => {
  const { world } = telegram;
  world.fail({ cut: true });
  expect(await failure(api.sendMessage(me, 'lost'))).toBeInstanceOf(HttpError);
  world.fail({ cut: true, afterHandling: true });
  expect(await failure(api.sendMessage(me, 'arrived'))).toBeInstanceOf(HttpError);
  expect(world.messages(me, me).map(({ text }) => text)).toEqual(['/start', 'arrived']);
});

test('a delay and the latency come before the effect', async () => {
  const { world } = telegram;
  world.latencyMs = 30;
  world.fail({ method: 'sendMessage', delayMs: 30 });
  await api.sendMessage(me, 'x');
  const { at, endedAt } = world.calls.at(-1) ?? { at: 0, endedAt: 0 };
  expect(endedAt - at).toBeGreaterThanOrEqual(55);
});

test('a call that is held back goes on with its event, before its effect and after it', async () => {
  const { world } = telegram;
  const texts = () => world.messages(me, me).map(({ text }) => text);
  const before = holdCalls(world, { text: 'first' });
  const first = api.sendMessage(me, 'first').then(() => texts());
  const after = holdCalls(world, { text: 'second', afterHandling: true });
  const second = api.sendMessage(me, 'second').then(() => texts());
  await world.until(() => texts().includes('second'));
  expect(texts()).toEqual(['/start', 'second']);
  before();
  expect(await first).toEqual(['/start', 'second', 'first']);
  await api.sendMessage(me, 'third');
  after();
  expect(await second).toEqual(['/start', 'second', 'first', 'third']);
});

test('the rate limits Telegram has, when asked for', async () => {
  const limited = await startTelegram({ token: TOKEN, strict: true, rateLimits: true, now: () => 0 });
  limited.world.say(me, me, '/start');
  const sent = [];
  for (let count = 0; count < 21; count++) sent.push(await outcome(limited, 'sendMessage', { chat_id: me, text: 'x' }));
  expect(sent).toEqual([...Array.from({ length: 20 }, () => 'ok'), '429 Too Many Requests: retry after 1']);
  const last = await call(limited, 'sendMessage', { chat_id: me, text: 'x' });
  expect(last.parameters).toEqual({ retry_after: 1 });
  const query = new URLSearchParams({ chat_id: String(me), text: 'x' });
  const { headers } = await fetch(`${limited.url}/bot${TOKEN}/sendMessage?${query}`);
  expect(headers.get('retry-after')).toBe('1');
  await limited.close();
});

test('the brakes on getUpdates', () => {
  let at = 1_000_000;
  const limiter = new RateLimiter(() => at);
  const later = (ms: number) => {
    at += ms;
  };
  expect(limiter.slowPoll({ limit: 9 })).toEqual({ limit: 9 });
  expect(limiter.slowPoll({ timeout: 1 })).toEqual({ timeout: 3, limit: 1 });
  later(500);
  expect(limiter.slowPoll({ timeout: 30 })).toEqual({ timeout: 30 });
  later(2_999);
  expect(limiter.slowPoll({ offset: 0, timeout: 2 })).toEqual({ offset: 0, timeout: 3 });
  expect(limiter.slowPoll({ offset: 7 })).toEqual({ offset: 7 });
  later(3_000);
  expect(limiter.slowPoll({ offset: 7 })).toEqual({ offset: 7 });

  expect([limiter.conflictDelayMs(), limiter.conflictDelayMs()]).toEqual([0, 3_000]);
  later(3_000);
  expect(limiter.conflictDelayMs()).toBe(0);
});

test('until tells what it waited for, and passes on what its predicate throws', async () => {
  const { world } = telegram;
  const waiting = world.until(() => false, { timeoutMs: 10, describe: () => 'saw nothing' });
  await expect(waiting).rejects.toThrow('not within 10 ms. saw nothing');
  const broken = () => {
    throw new Error('broken');
  };
  await expect(world.until(broken)).rejects.toThrow('broken');
});

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'worked',
    (error: unknown) => error,
  );
}
