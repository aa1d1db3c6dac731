import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../support/app.ts';
import { createEd25519 } from '../support/ssh-keys.ts';

const OWN = 'Own-Passw0rd-of-the-test';
const CANCELLED = 'Cancelled-Passw0rd-77';
const EXPIRED = 'Expired-Passw0rd-88';
const LOST = 'Lost-Passw0rd-99';
const UNFIT = 'Unfit-Passw0rd-11\nsecond line';
const PRIVATE = createEd25519().openssh;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ timings: { rebootMs: 100, reinstallMs: 200 } });
  await app.english.say(`/connect ${TOKEN}`);
});
afterAll(() => app.close());

test('no password and no private key is in the bytes of the store or in the log after any outcome', async () => {
  const { english, provider, world } = app;
  const go = async (...labels: string[]) => {
    await english.say('/server 10.0.0.0');
    for (const label of labels) await english.press(label);
  };
  const own = async (password: string) => {
    await go('More', 'Password', 'Type my own');
    await english.say(password);
  };
  const secrets = [OWN, CANCELLED, EXPIRED, LOST, UNFIT.slice(0, 17), ...PRIVATE.split('\n').slice(1, 3)];

  await own(OWN);
  // While it waits for its confirm it is in the store: sealed.
  expect(found(secrets)).toEqual([]);
  await english.press('Yes');
  await english.sees(/^🔑/);
  await own(UNFIT);
  await own(CANCELLED);
  await english.press('Cancel');
  provider.fault({ operation: 'server.password', kind: 'cutAfter', times: 1 });
  await own(LOST);
  await english.press('Yes');
  await english.sees(/this password may or may not be set/);
  await own(EXPIRED);
  await app.stopBot();
  app.later(11 * 60_000);
  await app.startBot();
  await world.until(() => english.screens().some((screen) => screen.startsWith('⌛')));
  provider.fault({
    operation: 'server.vnc',
    kind: 'errorOn200',
    body: { hostname: 'a.example', port: 1, password: 'Vnc-Passw0rd-5' },
    times: 1,
  });
  await go('Console');
  await go('More', 'SSH key');
  await english.say(PRIVATE);
  await english.sees(/That was a private key/);
  await go('More', 'Reinstall', 'AlmaLinux 9', 'Continue without');
  await english.say('10.0.0.0');
  await world.until(() => english.screens().some((screen) => /^✅ .* reinstalled/.test(screen)));
  const made = provider.account(TOKEN).server('srv-10001').password;

  expect(found([...secrets, 'Vnc-Passw0rd-5', made])).toEqual([]);
  await app.stopBot();
  expect(found([...secrets, 'Vnc-Passw0rd-5', made])).toEqual([]);
  await app.startBot();
  expect(shown([OWN, CANCELLED, EXPIRED, LOST])).toEqual([]);
});

/** The secrets that stand readable in the files of the store or in the log. */
function found(secrets: readonly string[]): string[] {
  const files = readdirSync(app.directory).map((name) => readFileSync(join(app.directory, name)).toString('latin1'));
  expect(files.length).toBeGreaterThan(0);
  const all = files.join('\n') + app.log.join('\n');
  return secrets.filter((secret) => all.includes(secret) || all.includes(Buffer.from(secret).toString('base64')));
}

/** The secrets that can still be read in the chat after ten minutes. */
function shown(secrets: readonly string[]): string[] {
  const chat = JSON.stringify(app.english.messages());
  return secrets.filter((secret) => chat.includes(secret));
}
