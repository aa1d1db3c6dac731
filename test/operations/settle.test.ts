import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../src/sandbox/provider/index.ts';
import { openHouse, type TestHouse, TOKEN } from '../support/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ accounts: [{ token: TOKEN, servers: 9 }] });
  await house.english.say(`/connect ${TOKEN}`);
});
afterAll(() => house.close());

const actions = () => house.provider.requests.filter(({ operation }) => operation === 'server.action').length;

async function askFor(server: string): Promise<void> {
  await house.english.say(`/reboot ${server}`);
  house.provider.forget();
}

test('goes on reading the provider while Telegram can’t be told, and tells when it can', async () => {
  const { english, world } = house;
  await askFor('10.0.0.1');
  const before = world.calls.length;
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true, times: 2 });
  english.tap('Yes, restart');
  await english.sees(/10\.0\.0\.1 has restarted/);
  const failed = world.calls.slice(before).filter(({ ok }) => !ok);
  expect(failed).toHaveLength(2);
  expect(actions()).toBe(1);
});

test('tells how it ended, however often Telegram has to be asked', async () => {
  const { english, world } = house;
  await askFor('10.0.0.6');
  world.fail({ method: 'editMessageText', chat: english.chat, code: 502, description: 'Bad Gateway' });
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true });
  english.tap('Cancel');
  await english.sees(/Cancelled: 10\.0\.0\.6/);
  expect(actions()).toBe(0);
});

test('tells in a new message where the old one was deleted', async () => {
  const { english, world } = house;
  await askFor('10.0.0.2');
  english.tap('Yes, restart');
  await english.sees(/accepted the restart of 10\.0\.0\.2/);
  world.deleteMessage(english.user.id, english.chat, english.messages().at(-1)?.message_id ?? 0);
  await english.sees(/10\.0\.0\.2 has restarted/);
  expect(actions()).toBe(1);
});

test.for(['status', 'html', 'truncated', 'cutBefore', 'cutAfter'] as const)(
  'an answer lost by %s is never asked for again, and told as lost or as what was seen',
  async (kind) => {
    const server = `10.0.0.${['status', 'html', 'truncated', 'cutBefore', 'cutAfter'].indexOf(kind) + 3}`;
    await askFor(server);
    house.provider.fault({ operation: 'server.action', kind, status: 502, times: 1 });
    await house.english.press('Yes, restart');
    await house.english.sees(new RegExp(`restart of ${server} was lost|${server} has restarted`));
    expect(actions()).toBe(1);
  },
);

test('a refusal is told with the provider’s words, and nothing was done', async () => {
  await askFor('10.0.0.8');
  house.provider.fault({ operation: 'server.action', kind: 'errorOn200', times: 1 });
  await house.english.press('Yes, restart');
  await house.english.sees(/10\.0\.0\.8 was not restarted/);
  expect(actions()).toBe(1);
});

test('an account that is disconnected meanwhile leaves nobody in suspense', async () => {
  const { english, provider } = house;
  await askFor('10.0.0.8');
  provider.fault({ operation: 'server.status', kind: 'status', status: 503 });
  english.tap('Yes, restart');
  await english.sees(/does not answer my readings/);
  const shown = english.messages().at(-1)?.message_id;
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('Disconnect');
  await english.press('Yes, disconnect');
  provider.clearFaults();
  const text = () => english.messages().find(({ message_id }) => message_id === shown)?.text;
  await house.world.until(() => text()?.includes('did not see it go and come back'), {
    timeoutMs: 10_000,
    describe: () => String(text()),
  });
});

test('a confirm that came too late sends nothing, and its message says so', async () => {
  const { english } = house;
  await english.say(`/connect ${TOKEN}`);
  await askFor('10.0.0.6');
  house.later(60_001);
  expect(await english.press('Yes, restart')).toMatchObject({ text: 'Too late: the confirm works for a minute.' });
  await english.sees(/confirm to restart 10\.0\.0\.6 has expired/);
  expect(actions()).toBe(0);
});

test('a request that surely never left can be confirmed once more', async () => {
  const own = await openHouse();
  onTestFinished(() => own.close());
  await own.english.say(`/connect ${TOKEN}`);
  await own.english.say('/reboot 10.0.0.1');
  await own.provider.close();
  own.english.tap('Yes, restart');
  await own.english.sees(/nothing was sent[\s\S]*Yes, restart/);

  const port = Number(new URL(own.provider.baseUrl).port);
  const back = await startProvider({ port, accounts: [{ token: TOKEN, servers: 3 }], timings: { rebootMs: 1500 } });
  onTestFinished(() => back.close());
  own.english.tap('Yes, restart');
  await own.english.sees(/10\.0\.0\.1 has restarted/);
  expect(back.requests.filter(({ operation }) => operation === 'server.action')).toHaveLength(1);
});
