import { expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { asked, enterBothConnected, enterConnected } from './support.ts';

const DOWN = { kind: 'status', status: 503, body: { message: 'x' } } as const;
/** More than the provider's client tries by itself. */
const TRIES = 4;

function breakDown({ provider }: TestApp, operation: string): () => void {
  provider.fault({ ...DOWN, operation, times: TRIES * 10 });
  return () => provider.clearFaults();
}

test.concurrent.each([
  ['/servers web', 'server.list', /No server|no server|10\.0\.0/],
  ['/server 10.0.0.1', 'server.status', /10\.0\.0\.1/],
  ['/graph 10.0.0.0', 'server.graph', /^📈 10\.0\.0\.0/],
  ['/snapshot 10.0.0.0 before the update', 'server.status', /before the update[\s\S]*\[Yes/],
  ['/price com', 'domain.price', /\.com: .* per year/],
] as const)(
  '%s fails: one tap asks for exactly that once more, and its answer replaces the failure',
  async (typed, operation, answer) => {
    await using app = await enterBothConnected();
    const { english } = app;
    const mend = breakDown(app, operation);
    await english.say(typed);
    expect(english.screen()).toMatch(/is not answering[\s\S]*\[🔄 Try again\]/);
    const before = english.messages().length;
    await english.press('Try again');
    expect(english.screen()).toMatch(/is not answering[\s\S]*\[🔄 Try again\]/);
    expect(english.messages()).toHaveLength(before);
    mend();
    await english.press('Try again');
    expect(english.screen()).toMatch(answer);
    expect(english.screens().filter((screen) => screen.includes('is not answering'))).toEqual([]);
    expect(english.messages()).toHaveLength(before);
  },
);

test.concurrent.each([
  ['english', 'console 10.0.0.0', 'server.list', /^🖥 Console of 10\.0\.0\.0/],
  ['persian', 'نمودار ۱۰.۰.۰.۱', 'server.list', /^📈 10\.0\.0\.1/],
  ['english', '10.0.0.2', 'server.list', /^🖥 10\.0\.0\.2/],
  ['persian', '/price', 'domain.price', /\.com .*تومان/],
] as const)('%s: “%s” fails, and one tap asks for the same', async (who, typed, operation, answer) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  // The list that was kept is too old by then.
  app.later(10 * 60_000);
  const mend = breakDown(app, operation);
  await person.say(typed);
  expect(person.screen()).toMatch(/\[🔄 (Try again|تلاش دوباره)\]/);
  const before = person.messages().length;
  mend();
  await person.press(/^🔄/);
  expect(person.screen()).toMatch(answer);
  expect(person.screen()).not.toMatch(/Try again|تلاش دوباره/);
  expect(person.messages()).toHaveLength(before);
});

test.concurrent('a tap that fails is repeated in its message', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/servers');
  const before = persian.messages().length;
  const mend = breakDown(app, 'server.status');
  await persian.press('10.0.0.0');
  expect(persian.screen()).toContain('[🔄 تلاش دوباره]');
  mend();
  await persian.press('تلاش دوباره');
  expect(persian.screen()).toContain('10.0.0.0');
  expect(persian.screen()).not.toContain('تلاش دوباره');
  expect(persian.messages()).toHaveLength(before);
});

test.concurrent('an answer to a question that fails is repeated as it was typed', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/renew 10.0.0.0');
  await english.press('Another number of days');
  const mend = breakDown(app, 'cloud.renewQuote');
  await english.say('45');
  expect(english.screen()).toMatch(/\[🔄 Try again\]/);
  mend();
  await english.press('Try again');
  expect(english.screen()).toMatch(/45 days/);
  expect(english.screens().filter((screen) => screen.includes('Try again'))).toEqual([]);
});

test.concurrent('in a group it is the asker’s own button', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const english = app.english.in(app.world.group.id);
  const persian = app.persian.in(app.world.group.id);
  const mend = breakDown(app, 'server.list');
  await english.say('/servers');
  expect(english.screen()).toContain('[🔄 Try again]');
  mend();
  app.provider.forget();
  expect(await persian.press('Try again')).toMatchObject({ show_alert: true });
  expect(asked(app, 'server.list')).toEqual([]);
  await english.press('Try again');
  expect(english.screen()).toContain(' 10.0.0.0 · ');
});

test.concurrent('a token is never repeated by a button', async () => {
  await using app = await enterConnected();
  const { english } = app;
  breakDown(app, 'server.list');
  await english.say('/connect another-token-of-the-provider-1234567890');
  expect(english.screen()).not.toContain('[🔄');
});

test.concurrent('a provider that hangs at a confirm is told of after five seconds, in the message of the confirm', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const answer = holdAnswers(provider, { operation: 'server.action', times: 2 });
  for (const [person, yes] of [
    [english, 'Yes'],
    [persian, 'بله'],
  ] as const) {
    await person.say(person === english ? '/off 10.0.0.0' : '/off 10.0.0.1');
    person.tap(yes);
  }
  const before = english.messages().length;
  await english.sees(/^⏳ [\s\S]*\n\n⏳ The provider is slow\. Still waiting/);
  await persian.sees(/^⏳ [\s\S]*\n\n⏳ هاستینگ کند شده است/);
  answer();
  await english.sees(/^✅/);
  expect(english.screens().join()).not.toContain('The provider is slow');
  expect(english.messages()).toHaveLength(before);
});

test.concurrent.each([
  [1_000, 'Wait one second. ', '۱ ثانیه صبر'],
  [20_000, 'Wait 20 seconds. ', '۲۰ ثانیه صبر'],
  [119_000, 'Wait 119 seconds. ', '۱۱۹ ثانیه صبر'],
  [121_000, 'Wait 3 minutes. ', '۳ دقیقه صبر'],
  [0, 'Wait a moment. ', 'کمی صبر'],
] as const)(
  'a provider that asks to wait (%i ms) does answer: what it asked for is said',
  async (ms, words, persianWords) => {
    await using app = await enterBothConnected();
    const { english, persian, provider } = app;
    provider.fault({ kind: 'rateLimit', ms });
    await english.say('/graph 10.0.0.0');
    expect(english.screen()).toContain(`⏳ Too many requests. ${words}Nothing was done. Try again after the wait.`);
    expect(english.screen()).toMatch(/The provider says:[\s\S]*\[🔄 Try again\]/);
    expect(english.screen()).not.toContain('is not answering');
    const inGroup = persian.in(app.world.group.id);
    await inGroup.say('/graph 10.0.0.0');
    expect(inGroup.screen()).toMatch(new RegExp(`⏳ تعداد درخواست‌ها زیاد است؛ .*${persianWords}`));
    provider.clearFaults();
    await english.press('Try again');
    await inGroup.press('تلاش دوباره');
    expect(english.screen()).toContain('📈 10.0.0.0');
    expect(inGroup.screen()).toContain('📈 10.0.0.0');
  },
);

test.concurrent('a change that the provider puts off was not done, and says for how long', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/reboot 10.0.0.0');
  provider.fault({ operation: 'server.action', kind: 'rateLimit', ms: 20_000, times: 1 });
  await english.press('Yes');
  await english.sees(
    /^❌ 10\.0\.0\.0 was not restarted\.\n\n⏳ Too many requests\. Wait 20 seconds\. Nothing was done\.[\s\S]*\[Ask again\]/,
  );
  await english.press('Ask again');
  await english.press('Yes');
  await english.sees(/^✅ 10\.0\.0\.0 restarted/);
});

test.concurrent('a price that the provider puts off keeps the confirm, and says for how long', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await persian.say('/renew 10.0.0.0');
  await persian.press('۳۰');
  provider.fault({ operation: 'cloud.renewQuote', kind: 'rateLimit', ms: 20_000, times: 3 });
  await persian.press('تمدید');
  await persian.sees(/تعداد درخواست‌ها زیاد است؛ ۲۰ ثانیه صبر کنید[\s\S]*\[/);
  expect(asked(app, 'cloud.renew ')).toEqual([]);
});
