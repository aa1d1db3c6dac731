import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { TOKEN } from '../support/house.ts';
import { openProcessHouse, type ProcessHouse } from '../support/process.ts';

/** One bot process after another over one store: each story ends with a process that the next one kills. */
let house: ProcessHouse;
beforeAll(async () => {
  house = await openProcessHouse({
    accounts: [
      { token: TOKEN, servers: 10 },
      { token: 'second-token', servers: 2 },
    ],
    timings: { rebootMs: 2500 },
  });
  await house.english.say(`/connect ${TOKEN}`);
  await house.english.sees(/Connected/);
});
afterAll(() => house.close());

const actions = () => house.provider.requests.filter(({ operation }) => operation === 'server.action').length;

async function askFor(server: string): Promise<void> {
  await house.english.say(`/reboot ${server}`);
  await house.english.sees(new RegExp(`Restart ${server.replaceAll('.', '\\.')}`));
  house.provider.forget();
}

async function confirmed(): Promise<void> {
  house.english.tap('Yes, restart');
  await eventually(() => actions() === 1);
}

test('killed after the provider did it, before its answer: sent once, seen, told', async () => {
  await askFor('10.0.0.1');
  house.provider.fault({ operation: 'server.action', kind: 'hang', afterHandling: true, times: 1 });
  await confirmed();
  await house.kill();
  await house.start();
  await house.english.sees(/10\.0\.0\.1 has restarted/);
  expect(actions()).toBe(1);
});

test('killed while the provider does nothing: sent once, and the person is told that it is not known', async () => {
  await askFor('10.0.0.2');
  house.provider.fault({ operation: 'server.action', kind: 'hang', times: 1 });
  await confirmed();
  await house.kill();
  await house.start();
  await house.english.sees(/answer to the restart of 10\.0\.0\.2 was lost.*I will not send it again/);
  await house.english.sees(/Its status reads: 🟢 on/);
  expect(actions()).toBe(1);
});

test('killed between the answer and the message: told after the restart', async () => {
  const { english, world } = house;
  await askFor('10.0.0.3');
  const before = world.calls.length;
  world.fail({ method: 'editMessageText', chat: english.chat, cut: true });
  await confirmed();
  await world.until(() => world.calls.slice(before).some((call) => call.method === 'editMessageText' && !call.ok));
  await house.kill();
  expect(english.screen()).toContain('Yes, restart');
  await house.start();
  await english.sees(/10\.0\.0\.3 has restarted/);
  expect(actions()).toBe(1);
});

test('killed while it watches: goes on watching', async () => {
  await askFor('10.0.0.4');
  await confirmed();
  await house.english.sees(/accepted the restart of 10\.0\.0\.4.*\n.*rebooting/);
  await house.kill();
  await house.start();
  await house.english.sees(/10\.0\.0\.4 has restarted/);
  expect(actions()).toBe(1);
});

test('killed with a command under way and a confirm waiting behind it: both are handled, once', async () => {
  const { english, world } = house;
  await askFor('10.0.0.5');
  house.provider.fault({ operation: 'server.status', kind: 'hang', times: 1 });
  await english.say('/server 10.0.0.6');
  await eventually(() => house.provider.requests.some(({ operation }) => operation === 'server.status'));
  const press = english.tap('Yes, restart');
  expect(await press.answered).toEqual({});
  await world.until(() => world.pending() === 0);
  expect(actions()).toBe(0);
  await house.kill();
  await house.start();
  await world.until(() => english.screens().some((screen) => /10\.0\.0\.5 has restarted/.test(screen)), {
    timeoutMs: 10_000,
    describe: () => english.screens().slice(-3).join('\n---\n'),
  });
  expect(english.screens().filter((screen) => screen.startsWith('🖥 10.0.0.6'))).toHaveLength(1);
  expect(actions()).toBe(1);
});

test('killed with an update that nobody has taken: it waits at Telegram', async () => {
  const { english, world } = house;
  await house.kill();
  world.say(english.user.id, english.chat, '/help');
  await house.start();
  await english.sees(/What you can type/);
});

test('killed while a token is being proved: connected after the restart, and the message with it is gone', async () => {
  const { persian, world } = house;
  house.provider.forget();
  house.provider.fault({ operation: 'server.list', kind: 'hang', times: 1 });
  await persian.say('/connect second-token');
  await eventually(() => house.provider.requests.length === 1);
  await house.kill();
  await house.start();
  await persian.sees(/۲ سرور/);
  expect(world.messages(persian.user.id, persian.chat).filter(({ text }) => text?.includes('second-token'))).toEqual(
    [],
  );
});
