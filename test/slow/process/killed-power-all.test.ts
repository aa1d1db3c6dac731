import { expect, test } from 'vitest';
import { asked, connect, TOKEN } from '../../features/support.ts';
import { openProcessApp } from '../../support/bots/process.ts';

const SERVERS = Array.from({ length: 6 }, () => ({ geo: 'qom' }));

test('killed while "Power on all" is being sent: nothing is sent twice, and each that may be lost is told so', async ({
  onTestFinished,
}) => {
  const env = { WATCH_ROUND_MS: '1500' };
  const app = await openProcessApp({ accounts: [{ token: TOKEN, servers: SERVERS }], env });
  onTestFinished(() => app.close());
  const { english, provider } = app;
  const sent = () => asked(app, 'server.action');
  await connect(english);
  await english.sees(/Connected/);
  await english.say('/watch');
  const isRead = () => new Set(asked(app, 'server.status')).size;
  await expect.poll(isRead, { timeout: 20_000 }).toBe(SERVERS.length);
  const account = provider.account(TOKEN);
  for (const { id } of account.servers) account.setStatus(id, 'off');
  await english.shows(/6 servers in qom/);
  await english.press('▶️ Power on all');
  await english.shows(/^▶️ Power on 6 servers\?/);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  provider.fault({ operation: 'server.action', kind: 'delay', until: held, times: 4 });
  await english.press('Yes, power on 6 servers');
  await expect.poll(() => sent().length).toBe(4);
  await app.kill();
  letGo();
  await app.start();
  await english.shows(/Result unknown|^✅ All 6/);
  await english.shows(/no answer/);
  expect(sent()).toHaveLength(4);
  expect(new Set(sent()).size).toBe(4);
});
