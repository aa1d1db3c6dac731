import { expect, type TestContext, test } from 'vitest';
import { openTestApp, type TestApp, type TestAppOptions, TOKEN } from '../../support/app.ts';

const HALF_HOUR_S = 1_800;
const WORD = /blocked the bot’s replies here for a while/;

async function open({ onTestFinished }: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** Refuses the next calls in a chat, with a pause that is too long to wait for. */
function quiet({ world }: TestApp, chat: number, times: number): void {
  const pause = { code: 429, description: 'Too Many Requests', retryAfter: HALF_HOUR_S };
  for (const method of ['sendMessage', 'editMessageText']) world.fail({ ...pause, method, chat, times });
}

/** Restarts the bot too, since the notice must survive that. */
async function overThePause(app: TestApp): Promise<void> {
  await app.stopBot();
  app.world.clearFaults();
  app.later(HALF_HOUR_S * 1_000);
  await app.startBot();
}

const words = ({ english }: TestApp) => english.messages().filter(({ text }) => WORD.test(text ?? ''));

test.concurrent('a person whose messages got no answer in a long pause hears so after it, once, at their last message', async (context) => {
  const app = await open(context);
  const { english, log } = app;
  quiet(app, english.chat, 99);
  await english.say('/help');
  const last = await english.say('/language');
  expect(words(app)).toEqual([]);
  await overThePause(app);
  await english.sees(WORD);
  expect(words(app).map(({ reply_to_message }) => reply_to_message?.message_id)).toEqual([last.message_id]);
  await english.say('/help');
  expect(english.screen()).toContain('What you can type');
  expect(words(app)).toHaveLength(1);
  expect(log.filter((line) => line.includes('"where":"pause"'))).toHaveLength(2);
  // The bot does not try a second time during the pause.
  const { calls } = app.world;
  expect(calls.filter(({ method, ok }) => method === 'sendMessage' && !ok)).toHaveLength(2);
});

test.concurrent('a failure that can’t be told for a long pause is no other matter', async (context) => {
  const app = await open(context);
  const { english, provider } = app;
  await english.say(`/connect ${TOKEN}`);
  await english.sees(/Connected/);
  provider.fault({ operation: 'server.list', kind: 'status', status: 503, times: 9 });
  quiet(app, english.chat, 99);
  await english.press('🖥 Servers');
  await overThePause(app);
  await english.sees(WORD);
});

test.concurrent('a person who blocked the bot meanwhile is left in peace', async (context) => {
  const app = await open(context);
  const { english, log } = app;
  quiet(app, english.chat, 99);
  await english.say('/help');
  await app.stopBot();
  app.world.clearFaults();
  app.world.fail({
    method: 'sendMessage',
    code: 403,
    description: 'Forbidden: bot was blocked by the user',
    times: 9,
  });
  app.later(HALF_HOUR_S * 1_000);
  const before = log.length;
  await app.startBot();
  await app.world.until(() => app.world.calls.some(({ error }) => error?.code === 403));
  await app.stopBot();
  expect(log.slice(before).filter((line) => line.includes('"where":"unanswered"'))).toEqual([]);
});
