import { expect, type TestContext, test } from 'vitest';
import { ORDER, WANTED } from '../../../features/shop/buy/buying.ts';
import { TOKEN } from '../../../support/app.ts';
import { openProcessApp, type ProcessApp } from '../../../support/bots/process.ts';
import { eventually } from '../../../support/eventually.ts';

const BOUGHT = /: ordered and ready|the order went through/;
const BELOW = /^⤵️ .*: see below$/;
const ANSWER_HELD_MS = 120_000;
/** Longer than any confirm lives. */
const LONG_AFTER_MS = 3 * 3_600_000;

async function connectedApp({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<ProcessApp> {
  const app = await openProcessApp({ accounts: [{ token: TOKEN, servers: 2, wallet: 10 ** 9 }] });
  onTestFinished(() => app.close());
  await app.english.say(`/connect ${TOKEN}`);
  await app.english.sees(/Connected/);
  return app;
}

const orders = ({ provider }: ProcessApp) =>
  provider.requests.filter(({ operation }) => operation === 'cloud.order').length;

/** Goes through the form, and kills the bot when the confirm is shown and the bot does not know its message yet. */
async function killedOnceShown(app: ProcessApp): Promise<void> {
  const { english, world } = app;
  await english.say('/buy');
  for (const field of ORDER) await english.say(String(WANTED[field]));
  await english.sees(/\[Continue/);
  world.fail({ method: 'editMessageText', chat: english.chat, afterHandling: true, delayMs: ANSWER_HELD_MS });
  english.tap(/^Continue/);
  await english.sees(/Order this server/);
  await app.kill();
  world.clearFaults();
}

/** Starts the bot once more, long after every confirm has had its time, and waits until it has looked at all that is due. */
async function longAfter(app: ProcessApp): Promise<void> {
  await app.kill();
  app.later(LONG_AFTER_MS);
  await app.startBot();
  await app.english.say('/orders');
  await app.settled();
}

test.concurrent('a confirm drawn twice by a crash, given once, and a crash before its answer: never denied later', async (context) => {
  const app = await connectedApp(context);
  const { english, provider } = app;
  await killedOnceShown(app);
  english.tap(/^Order for/);
  provider.fault({ operation: 'cloud.order', kind: 'hang', afterHandling: true, times: 1 });
  await app.start();
  await eventually(() => orders(app) === 1, {
    describe: () => english.screens().join('\n---\n'),
  });
  await app.kill();
  await app.start();
  await english.shows(BOUGHT);
  // The outcome counts as sent from here on: a kill before may repeat the message.
  await english.shows(BELOW);
  await longAfter(app);
  expect(english.screens().filter((screen) => /nothing was bought/i.test(screen))).toEqual([]);
  expect(english.screens().filter((screen) => BOUGHT.test(screen))).toHaveLength(1);
  expect(orders(app)).toBe(1);
});

test.concurrent('the tap on a confirm whose step comes again after a crash is acted on', async (context) => {
  const app = await connectedApp(context);
  const { english } = app;
  await killedOnceShown(app);
  const tapped = english.tap(/^Order for/);
  await app.startBot();
  await tapped.answered;
  await english.shows(BOUGHT);
  expect(orders(app)).toBe(1);
  expect(english.screens().filter((screen) => /Order this server/.test(screen))).toEqual([]);
});

const renewals = ({ provider }: ProcessApp) => provider.requests.filter(({ operation }) => operation === 'cloud.renew');

/** Confirms a renewal, and kills the bot while it asks for the price once more. */
async function killedWhilePriced(app: ProcessApp): Promise<void> {
  const { english, provider } = app;
  await english.say('/renew 10.0.0.0');
  await english.sees(/\[30 days/);
  await english.press(/^30 days/);
  await english.sees(/Renew for/);
  provider.fault({ operation: 'cloud.renewQuote', kind: 'hang' });
  provider.forget();
  english.tap(/^Renew for/);
  await eventually(() => provider.requests.some(({ operation }) => operation === 'cloud.renewQuote'));
  await app.kill();
  provider.clearFaults();
}

test.concurrent('a purchase that was confirmed in time goes on after a crash, though its confirm has expired since', async (context) => {
  const app = await connectedApp(context);
  const { english } = app;
  await killedWhilePriced(app);
  app.later(65_000);
  await app.startBot();
  await english.shows(/✅ 10\.0\.0\.0 renewed/);
  expect(renewals(app)).toHaveLength(1);
});

/** Confirms a restart while an earlier question of the same person waits for the provider, and kills the bot then. */
async function killedBeforeTheTapHadItsTurn(app: ProcessApp): Promise<void> {
  const { english, provider, world } = app;
  await english.say('/reboot 10.0.0.0');
  await english.sees(/Yes, restart/);
  provider.forget();
  provider.fault({ operation: 'server.list', kind: 'hang' });
  world.say(english.user.id, english.chat, '/servers');
  await eventually(() => provider.requests.some(({ operation }) => operation === 'server.list'));
  await english.tap(/^Yes, restart/).answered;
  await app.kill();
  provider.clearFaults();
}

const actions = ({ provider }: ProcessApp) =>
  provider.requests.filter(({ operation }) => operation === 'server.action');

test.concurrent('a tap that the inbox kept in time is acted on after a crash', async (context) => {
  const app = await connectedApp(context);
  await killedBeforeTheTapHadItsTurn(app);
  app.later(65_000);
  await app.startBot();
  await app.english.shows(/10\.0\.0\.0 restarted/);
  expect(actions(app)).toHaveLength(1);
});

test.concurrent('kept for long, nothing is sent for it, and the person is told that the bot was interrupted', async (context) => {
  const app = await connectedApp(context);
  await killedBeforeTheTapHadItsTurn(app);
  app.later(LONG_AFTER_MS);
  await app.startBot();
  await app.english.shows(
    /^⚠️ You confirmed in time, but the bot handled your confirmation too late[\s\S]*was not restarted: the time to confirm is over\.\n\[Ask again\]/,
  );
  expect(actions(app)).toEqual([]);
});

test.concurrent('a purchase tapped hours ago and cut off while its price was asked is not bought at the start', async (context) => {
  const app = await connectedApp(context);
  const { english } = app;
  await killedWhilePriced(app);
  app.later(LONG_AFTER_MS);
  await app.startBot();
  // A backup put back would look the same: then it may have been sent.
  await english.sees(
    /^⚠️ Renewal of 10\.0\.0\.0 for 30 days: this request can no longer be confirmed, because the bot was down in the meantime/,
  );
  await english.say('/help');
  expect(renewals(app)).toEqual([]);
});

test.concurrent('an old tap of several buys nothing at a price that its screen did not show', async (context) => {
  const app = await connectedApp(context);
  const { english, provider, world } = app;
  const dearer = {
    operation: 'cloud.renewQuote',
    kind: 'errorOn200',
    body: { total: 999_999, currency: 'toman', period: 30 },
  } as const;
  await english.say('/renew');
  await english.sees(/10\.0\.0\.0/);
  await english.press(/^.*10\.0\.0\.0 ·/);
  await english.sees(/the one chosen/);
  await english.press(/^.*10\.0\.0\.1 ·/);
  await english.sees(/Renew the 2 chosen/);
  await english.press(/Renew the 2 chosen/);
  await english.sees(/\[30 days/);
  await english.press(/^30 days/);
  await english.sees(/Renew 2 for/);
  const message = english.messages().at(-1);
  const button = message?.reply_markup?.inline_keyboard.flat().find(({ text }) => /Renew 2 for/.test(text));
  if (!message || !button || !('callback_data' in button)) throw new Error(english.screen());
  provider.fault({ ...dearer, times: 1 });
  await english.press(/Renew 2 for/);
  await english.sees(/the price has changed[\s\S]*✅|✅[\s\S]*the price has changed/);
  // The tap on the earlier screen waits for its turn when the bot is killed.
  provider.fault({ ...dearer, times: 9 });
  provider.forget();
  provider.fault({ operation: 'server.list', kind: 'hang' });
  world.say(english.user.id, english.chat, '/servers');
  await eventually(() => provider.requests.some(({ operation }) => operation === 'server.list'));
  await world.pressRaw(english.user.id, english.chat, message.message_id, button.callback_data).answered;
  await app.kill();
  provider.clearFaults();
  provider.fault({ ...dearer, times: 9 });
  provider.forget();
  app.later(70_000);
  await app.startBot();
  await english.shows(/too late, not bought/);
  await english.say('/help');
  expect(renewals(app)).toEqual([]);
});
