import { expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox/provider/index.ts';
import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers, holdCalls } from '../../support/hold-answers.ts';
import { asked, enterBothConnected, enterConnected, goAway, TOKEN } from '../support.ts';

test.concurrent('a refusal is told with the provider’s words, and asking again is one tap', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/reboot 10.0.0.0');
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  await english.press('Yes');
  await english.sees(
    /^❌ 10\.0\.0\.0 was not restarted\.\n\nNothing was done: the provider refused\.\n\nThe provider says:\nسرور خاموش است\.\n\[Ask again\]\n\[🖥 Open server\]$/,
  );
  provider.fault({ operation: 'server.action', kind: 'errorOn200', body: { error: 'x', message: '<b>نه</b> & "نه"' } });
  await persian.say('/off 10.0.0.1');
  await persian.press('بله');
  await persian.sees(/^❌ سرور 10\.0\.0\.1 خاموش نشد[\s\S]*پیام هاستینگ:\n<b>نه<\/b> & "نه"\n\[درخواست دوباره\]/);
  expect(asked(app, 'server.action')).toHaveLength(2);
});

test.concurrent.each([
  [401, { message: 'x' }, /its token is no longer accepted/],
  [404, { error: 'not_found', message: 'x' }, /Not found/],
  [422, { errors: { action: ['نه'] } }, /Nothing was done: the provider did not accept one of the values/],
] as const)('a refusal with HTTP %d is told as what it is', async (status, body, words) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.action', kind: 'status', status, body });
  await english.say('/off 10.0.0.0');
  await english.press('Yes');
  await english.sees(words);
  expect(english.screen()).toMatch(/^❌ 10\.0\.0\.0 was not powered off/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('too little money: said so, and that nothing was done', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const body = { error: 'insufficient_balance', message: 'x' };
  provider.fault({ operation: 'server.action', kind: 'status', status: 402, body });
  await english.say('/off 10.0.0.0');
  await english.press('Yes');
  await english.sees(/Nothing was done: the balance is too low/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('not sent at all: said so, and the same button works again', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/off 10.0.0.0');
  await persian.say('/off 10.0.0.1');
  const back = await goAway(app);
  await english.press('Yes');
  await english.sees(
    /^🔌 Nothing was sent: the provider could not be reached\. You can confirm again\.\n\n⏹ Power off[\s\S]*\[Yes, /,
  );
  await persian.press('بله');
  await persian.sees(/^🔌 چیزی فرستاده نشد: ارتباط با هاستینگ برقرار نشد[\s\S]*\[بله، /);
  const provider = await back();
  await english.press('Yes');
  await english.sees(/10\.0\.0\.0 is off/);
  expect(asked({ provider }, 'server.action')).toEqual(['server.action {"id":"srv-10001","action":"off"}']);
});

const LOST: [string, Fault][] = [
  ['cut after it was done', { kind: 'cutAfter' }],
  ['an error 500 after it was done', { kind: 'status', status: 500, afterHandling: true }],
  ['a web page after it was done', { kind: 'html', afterHandling: true }],
  ['half an answer', { kind: 'truncated' }],
];

test.concurrent.each(LOST)('the answer is lost (%s): said so, and settled by the status', async (_, fault) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ ...fault, operation: 'server.action', times: 1 });
  const seen: string[] = [];
  app.world.onChange(() => seen.push(english.screen()));
  await english.say('/off 10.0.0.0');
  await english.press('Yes');
  await english.sees(/✅ 10\.0\.0\.0 is off/);
  expect(seen.some((screen) => /Power-off of 10\.0\.0\.0: no answer.*won’t be sent again/.test(screen))).toBe(true);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent.each([
  ['cutBefore', {}],
  ['status', { status: 502 }],
] as const)('an unknown outcome (%s) is told, watched and never sent again; a look on request', async (kind, rest) => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  provider.fault({ operation: 'server.action', kind, ...rest, times: 1 });
  await persian.say('/off 10.0.0.0');
  await persian.press('بله');
  await persian.sees(/^⚠️ پاسخ خاموش کردن 10\.0\.0\.0 نرسید\. شاید انجام شده باشد[\s\S]*وضعیت سرور: 🟢 روشن/);
  app.later(91_000);
  await persian.sees(
    /معلوم نیست: پاسخی نرسید و وضعیت سرور هم چیزی نشان نمی‌دهد\. دوباره فرستاده نشد[\s\S]*\[🔎 بررسی دوباره\]\n\[درخواست دوباره\]\n\[🖥 مدیریت سرور\]$/,
  );
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  await persian.press('بررسی دوباره');
  await persian.sees(/^✅ سرور 10\.0\.0\.0 خاموش شد \([۰-۹٬]+ ثانیه\)/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('accepted, but nothing happens: said so after a while, with a look on request', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.action', kind: 'errorOn200', body: { message: 'ثبت شد' }, times: 1 });
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^⏳ Restarting 10\.0\.0\.0…\nStatus: 🟢 on/);
  app.later(91_000);
  await english.sees(/^🟡 10\.0\.0\.0: restart accepted, but not confirmed/);
  expect(english.screen()).toMatch(/\[🔎 Check again\]\n\[🖥 Open server\]$/);
  const looked = { text: 'Checked just now: 🟡 accepted, no result yet' };
  expect(await english.press('Check again')).toMatchObject(looked);
  provider.account(TOKEN).setStatus('srv-10001', 'rebooting');
  await english.sees(/Status: ⚪️ “rebooting”/);
  provider.account(TOKEN).setStatus('srv-10001', 'on');
  await english.sees(/^✅ 10\.0\.0\.0 restarted \(\d+ s\)/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a restart from which the server does not come back: that is said, with what helps', async () => {
  await using app = await enterConnected({ timings: { rebootMs: 3_600_000 } });
  const { english } = app;
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  await english.sees(/^⏳ Restarting 10\.0\.0\.0…\nStatus: ⚪️ “rebooting”/);
  app.later(91_000);
  await english.sees(
    /^🔴 10\.0\.0\.0 went off at .* and has not come back\. Power the server on, or look at its console\.\nStatus/,
  );
  expect(english.screen()).toMatch(/\[▶️ Power on\] \[🖥 Console\]\n\[🔎 Check again\]\n\[🖥 Open server\]$/);
  await english.press('Power on');
  expect(english.screen()).toMatch(/Power on 10\.0\.0\.0\?/);
});

test.concurrent('readings that fail until the last one are not said to go on', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/reboot 10.0.0.0');
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { error: 'busy', message: 'x' } });
  await english.press('Yes');
  await english.sees(/Its status can’t be read right now\. Trying again…/);
  app.later(16 * 60_000);
  await english.sees(/^🟡 [\s\S]*\nIts status could not be read\.$/m);
});

test.concurrent('readings that fail are said to fail, and go on', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await persian.say('/off 10.0.0.0');
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { error: 'busy', message: 'x' }, times: 1 });
  await persian.press('بله');
  await persian.sees(/وضعیت سرور فعلاً خوانده نمی‌شود؛ در حال تلاش دوباره/);
  await persian.sees(/^✅ سرور 10\.0\.0\.0 خاموش شد/);
});

test.concurrent('a slow provider: the message says that the request is under way', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const answer = holdAnswers(provider, { operation: 'server.action', times: 1 });
  await english.say('/off 10.0.0.0');
  const press = english.tap('Yes');
  expect(await press.answered).toEqual({});
  await english.sees(/^⏳ Sending the power-off request for 10\.0\.0\.0…\n/);
  answer();
  await english.sees(/^✅ 10\.0\.0\.0 is off/);
});

/** A restart whose message is deleted before the provider answers. */
async function restartWithoutMessage({ english, provider, world }: TestApp) {
  const answer = holdAnswers(provider, { operation: 'server.action', times: 1 });
  await english.say('/reboot 10.0.0.0');
  const before = english.screens().length;
  const press = english.tap('Yes');
  await press.answered;
  world.deleteMessage(english.user.id, english.chat, press.messageId);
  return { answer, before };
}

test.concurrent('the message is deleted meanwhile: one new one tells the outcome', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const { answer, before } = await restartWithoutMessage(app);
  await english.sees(/^⏳ Sending/);
  answer();
  await english.sees(/restarted/);
  expect(english.screens()).toHaveLength(before);
});

test.concurrent('the answer comes while the new message is being sent: it tells the outcome, and no other one does', async () => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  const isAnswered = () => provider.requests.some((each) => each.operation === 'server.action' && each.answered);
  const { answer, before } = await restartWithoutMessage(app);
  // Only the word of it comes late.
  const word = holdCalls(world, { method: 'sendMessage', text: 'Sending', afterHandling: true });
  await english.sees(/^⏳ Sending/);
  answer();
  await eventually(isAnswered);
  word();
  await english.sees(/restarted/);
  expect(english.screens()).toHaveLength(before);
});

test.concurrent('a person who blocked the bot is left in peace, and the others go on', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world, log } = app;
  await english.say('/reboot 10.0.0.0');
  const press = english.tap('Yes');
  await press.answered;
  world.block(english.user.id, true);
  await persian.say('/reboot 10.0.0.1');
  await persian.press('بله');
  await persian.sees(/ری‌استارت شد/);
  expect(log.filter((line) => line.includes('blocked'))).toEqual([]);
  world.block(english.user.id, false);
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toContain('🖥 10.0.0.0');
});

test.concurrent('the account is disconnected while the server restarts: watching ends, and is said to', async () => {
  await using app = await enterConnected({ timings: { rebootMs: 60_000 } });
  const { english } = app;
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press(/^Disconnect$/);
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  await english.sees(/Status: ⚪️ “rebooting”/);
  await english.press('Yes, disconnect');
  await english.sees(/^🔴 10\.0\.0\.0 went off at .* and was not seen on again\./);
  await english.press('Check again');
  expect(await english.press('Open server')).toMatchObject({ show_alert: true });
});

test.concurrent('a restart of the bot while the server restarts: the outcome is told all the same', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/reboot 10.0.0.0');
  await persian.press('بله');
  await app.stopBot();
  await app.startBot();
  await persian.sees(/✅ سرور 10\.0\.0\.0/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a restart whose request was lost takes no later one for its own', async () => {
  await using app = await enterConnected({ timings: { rebootMs: 3_500 } });
  const { english, provider } = app;
  provider.fault({ operation: 'server.action', kind: 'cutBefore', times: 1 });
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^⚠️ Restart of 10\.0\.0\.0: no answer/);
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^✅ 10\.0\.0\.0 restarted/);
  // As long as it is looked at anew, every 3 s at most.
  app.later(100_000);
  // Long after the tap it comes as a new message.
  await english.sees(/result unknown/);
  await english.shows(/^⤵️ .*: see below$/);
  expect(asked(app, 'server.action')).toHaveLength(2);
});
