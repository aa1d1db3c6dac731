import { test } from 'vitest';
import { enterConnected, TOKEN } from '../support.ts';

const DAY_MS = 24 * 3_600_000;

test.concurrent.for([
  ['a day for an outage', 1, false],
  ['two months by another person', 60, false],
  ['as far as the renewal', 30, true],
] as const)('the expiry date that moves by %s tells of a lost renewal what it can', async ([, days, done]) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/renew 10.0.0.1');
  await english.press(/^30 days/);
  provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await english.press('Renew for');
  await english.sees(/no answer/);
  provider.account(TOKEN).server('srv-10002').expiresAt += days * DAY_MS;
  if (done) return void (await english.sees(/✅ 10\.0\.0\.1 renewed for 30 days\nNew expiry date: /));
  await english.sees(/Expiry date: .* \(was .*\)\. This renewal is for 30 days\./);
  app.later(100_000);
  await english.sees(/result unknown[\s\S]*Expiry date: .* \(was /, 15_000);
});
