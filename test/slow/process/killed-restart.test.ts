import { expect, test } from 'vitest';
import { asked, connect, TOKEN } from '../../features/support.ts';
import { openProcessApp } from '../../support/bots/process.ts';

const RESTARTED = /^✅ 10\.0\.0\.0 restarted/;

test('killed while the server restarts: the next start tells the outcome in a new message, and reduces the old one', async () => {
  const app = await openProcessApp({ timings: { rebootMs: 600_000 } });
  const { english, provider } = app;
  await connect(english);
  await english.sees(/Connected/);
  await english.say('/reboot 10.0.0.0');
  await english.sees(/\[Yes/);
  english.tap('Yes');
  await english.sees(/^⏳[\s\S]*rebooting/);
  await app.kill();
  provider.account(TOKEN).setStatus('srv-10001', 'on');
  await app.start();
  await english.sees(RESTARTED);
  await english.shows(/^⤵️ [^\n]*10\.0\.0\.0[^\n]*: see below$/);
  expect(english.screens().filter((screen) => RESTARTED.test(screen))).toHaveLength(1);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await app.close();
});
