import { expect, test } from 'vitest';
import { enterConnected, TOKEN } from '../support.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

test.concurrent.for([
  [1, false],
  [3, true],
] as const)('an end that moves by %d years tells of a lost renewal for three: %s', async ([years, done]) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/register mine.com');
  await english.say('1');
  await english.say('ns1.example.com ns2.example.com');
  await english.press('Register for');
  await english.sees(/registered and active/);
  await english.say('/domain mine.com');
  await english.press(/Renew/);
  await english.press(/^3$/);
  provider.fault({ operation: 'domain.renew', kind: 'cutBefore', times: 1 });
  await english.press('Renew for');
  await english.sees(/no answer/);
  const [domain] = provider.account(TOKEN).domains;
  expect(domain).toBeDefined();
  if (domain) domain.endsAt += years * YEAR_MS;
  if (done) return void (await english.sees(/✅ mine\.com renewed for 3 years/));
  await english.sees(/Expires: .* \(was .*\)\. This renewal is for 3 years\./);
  app.later(100_000);
  await english.sees(/result unknown[\s\S]*\(was /, 15_000);
});
