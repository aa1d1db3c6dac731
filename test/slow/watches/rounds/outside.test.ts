import { expect, test } from 'vitest';
import { asked, enterConnected, TOKEN } from '../../../features/support.ts';
import { enterEnglishTeam } from '../../../features/teams/support.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import { later, rounds, SERVER } from '../support.ts';

const DAY = 24 * 3_600_000;
const IS_CHANGE = /^🛰 Changed outside this bot/;

/** By the bot's clock it is soon after midnight, UTC: what the test does takes less than the day. */
async function atDayBegin(app: TestApp): Promise<void> {
  await later(app, DAY - (app.now() % DAY));
}

/** The list is read by a round, and the time until the next one goes by. */
async function listAgain(app: TestApp, times = 1): Promise<void> {
  for (let done = 0; done < times; done++) {
    await app.stopBot();
    app.later(10 * 60_000);
    await rounds(app, 1);
  }
}

const told = ({ english }: TestApp) => english.screens().filter((text) => IS_CHANGE.test(text));

async function enterWatched() {
  const app = await enterConnected();
  await app.english.say('/watch');
  await listAgain(app);
  app.provider.forget();
  return app;
}

test('changes made elsewhere come in one message: expiry, address and a new server', async () => {
  await using app = await enterWatched();
  const account = app.provider.account(TOKEN);
  account.server(SERVER).expiresAt += 30 * DAY;
  account.server('srv-10002').ip = '10.9.9.9';
  await listAgain(app);
  await expect.poll(() => told(app)).toHaveLength(1);
  const [message = ''] = told(app);
  expect(message).toMatch(/📅 10\.0\.0\.0: expires .* was /);
  expect(message).toMatch(/🔀 10\.9\.9\.9: address 10\.9\.9\.9, was 10\.0\.0\.1/);
  await listAgain(app, 2);
  await expect.poll(() => told(app)).toHaveLength(1);
});

test('a server that vanished is asked for once more before it is told', async () => {
  await using app = await enterWatched();
  app.provider.account(TOKEN).removeServer('srv-10003');
  await listAgain(app);
  expect(told(app)).toEqual([]);
  await rounds(app, 1);
  await expect.poll(() => told(app)).toHaveLength(1);
  const [message = ''] = told(app);
  expect(message).toMatch(/➖ 10\.0\.0\.2: no longer in the account/);
  expect(asked(app, 'server.status').filter((each) => each.includes('srv-10003'))).toHaveLength(2);
  await listAgain(app, 2);
  await expect.poll(() => told(app)).toHaveLength(1);
});

test('a renewal by this bot is no change outside it', async () => {
  await using app = await enterWatched();
  const { english } = app;
  await english.say(`/renew ${SERVER}`);
  await english.press('30 days');
  await english.press('Renew for');
  await english.sees(/✅/);
  await listAgain(app, 2);
  expect(told(app)).toEqual([]);
});

test('a list that fails tells nothing, and what changed meanwhile is told afterwards', async () => {
  await using app = await enterWatched();
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 500, times: 1_000 });
  app.provider.account(TOKEN).server(SERVER).expiresAt += 30 * DAY;
  await listAgain(app, 2);
  expect(told(app)).toEqual([]);
  app.provider.clearFaults();
  await rounds(app, 1);
  await expect.poll(() => told(app)).toHaveLength(1);
});

test('it is turned off and on by a tap', async () => {
  await using app = await enterWatched();
  const { english } = app;
  app.provider.account(TOKEN).server(SERVER).expiresAt += 30 * DAY;
  await listAgain(app);
  await expect.poll(() => told(app)).toHaveLength(1);
  await english.press('Stop alerts about outside changes');
  await english.sees(/Alerts about changes outside this bot are off/);
  app.provider.account(TOKEN).server(SERVER).expiresAt += 30 * DAY;
  await listAgain(app);
  const before = told(app).length;
  await english.press('Alert me to outside changes');
  await english.sees(/Alerts about changes outside this bot are on/);
  await listAgain(app, 2);
  await expect.poll(() => told(app)).toHaveLength(before);
});

test('more than 100 on a day are told once, with the key that turns them on', async () => {
  await using app = await enterConnected({ accounts: [{ token: TOKEN, servers: 120 }] });
  const { english, provider } = app;
  await atDayBegin(app);
  await english.say('/watch');
  await listAgain(app);
  const moveAll = () => {
    for (const server of provider.account(TOKEN).servers) server.expiresAt += 30 * DAY;
  };
  moveAll();
  await listAgain(app);
  expect(told(app)).toEqual([]);
  await english.sees(/More than 100 changes outside this bot today/);
  moveAll();
  await listAgain(app);
  expect(english.screens().filter((text) => /More than 100 changes/.test(text))).toHaveLength(1);
  await english.press('Alert me to outside changes');
  await listAgain(app);
  moveAll();
  await listAgain(app);
  await expect.poll(() => told(app)).toHaveLength(1);
  const [message = ''] = told(app);
  expect(message.match(/📅/g)).toHaveLength(10);
  expect(message).toContain('and 110 more');
});

test('in a team’s group it comes once, and only an operator may turn it off', async () => {
  await using app = await enterEnglishTeam();
  const { operator, viewer } = app.inGroup;
  await operator.say('/watch');
  await listAgain(app);
  app.provider.account(TOKEN).server(SERVER).expiresAt += 30 * DAY;
  await listAgain(app);
  await viewer.shows(IS_CHANGE);
  await viewer.press('Stop alerts about outside changes');
  app.provider.account(TOKEN).server(SERVER).expiresAt += 30 * DAY;
  await listAgain(app);
  await expect.poll(() => viewer.screens().filter((text) => IS_CHANGE.test(text))).toHaveLength(2);
});

test('changes that a chat can’t be told become one message, and none after a day', async () => {
  await using app = await enterWatched();
  const { english } = app;
  const store = await openStoreOf(app);
  await app.stopBot();
  await store.chats.change(english.chat, (notes) => {
    notes.silence = { why: 'slowed', at: Date.now(), until: Date.now() + 3 * DAY };
  });
  const account = app.provider.account(TOKEN);
  for (const ip of ['10.9.9.8', '10.9.9.9']) {
    account.server('srv-10002').ip = ip;
    await listAgain(app);
  }
  const open = () => store.alerts.openIn(english.chat);
  await expect.poll(async () => (await open()).map(({ what, count }) => [what, count])).toEqual([['changed', 2]]);
  expect((await open())[0]?.changes).toMatchObject([{ to: '10.9.9.8' }, { to: '10.9.9.9' }]);
  await app.stopBot();
  app.later(DAY + 1);
  await app.startBot();
  await expect.poll(open).toEqual([]);
  await app.settled();
  expect(told(app)).toEqual([]);
  await store.close();
});
