import { expect, test } from 'vitest';
import { asked, enterConnected, goAway, TOKEN } from '../support.ts';

test.concurrent.each([
  [
    'on',
    'off',
    /▶️ Power on 10\.0\.0\.0\?\nIts status reads: ⚫️ off\n\nIt starts up/,
    /10\.0\.0\.0 is on, .* after the request/,
  ],
  ['off', 'on', /⏹ Power off 10\.0\.0\.0\?\nIts status reads: 🟢 on\n\n⚠️ Everything/, /10\.0\.0\.0 is off, .* after/],
  [
    'reboot',
    'on',
    /🔁 Restart 10\.0\.0\.0\?\nIts status reads: 🟢 on\n\n⚠️ Everything/,
    /10\.0\.0\.0 has restarted, .* after/,
  ],
] as const)('/%s of a server that is %s: names it, its state and the consequence; then the outcome', async (...row) => {
  const [action, before, question, outcome] = row;
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.account(TOKEN).setStatus('srv-10001', before);
  await english.say(`/${action} 10.0.0.0`);
  expect(english.screen()).toMatch(question);
  expect(english.screen()).toMatch(/works for 60 seconds, and only for you\.\n\[Yes, .*10\.0\.0\.0\]\n\[Cancel\]$/);
  expect(asked(app, 'server.action')).toEqual([]);
  await english.press('Yes');
  await english.sees(outcome);
  expect(asked(app, 'server.action')).toEqual([`server.action {"id":"srv-10001","action":"${action}"}`]);
  expect(english.screen()).toMatch(/\[🖥 Server card\]$/);
});

test.concurrent.each([
  [
    'روشن کردن',
    'off',
    /▶️ سرور 10\.0\.0\.0 روشن شود؟\nوضعیت سرور: ⚫️ خاموش/,
    /روشن شد \([^)]*\)\.\nوضعیت سرور: 🟢 روشن/,
  ],
  [
    'خاموش کردن',
    'on',
    /⏹ سرور 10\.0\.0\.0 خاموش شود؟\nوضعیت سرور: 🟢 روشن/,
    /خاموش شد \([^)]*\)\.\nوضعیت سرور: ⚫️ خاموش/,
  ],
  [
    'راه‌اندازی مجدد',
    'on',
    /🔁 سرور 10\.0\.0\.0 راه‌اندازی مجدد شود؟/,
    /راه‌اندازی مجدد شد \([^)]*\)\.\nوضعیت سرور: 🟢 روشن/,
  ],
] as const)('by the button %s on the card of a server that is %s, in one message', async (...row) => {
  const [button, before, question, outcome] = row;
  await using app = await enterConnected();
  const { persian, provider } = app;
  provider.account(TOKEN).setStatus('srv-10001', before);
  await persian.say('/server 10.0.0.0');
  const count = persian.screens().length;
  await persian.press(button);
  expect(persian.screen()).toMatch(question);
  await persian.press('بله');
  await persian.sees(outcome);
  expect(persian.screens()).toHaveLength(count);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a state that is there already is pointed out', async () => {
  await using app = await enterConnected();
  const { english, persian } = app;
  await english.say('/on 10.0.0.0');
  expect(english.screen()).toMatch(/reads: 🟢 on\nIt is there already: the provider may do nothing/);
  await persian.say('/on 10.0.0.0');
  expect(persian.screen()).toMatch(/روشن\nاز قبل همین‌طور است/);
  await english.say('/reboot 10.0.0.0');
  expect(english.screen()).not.toContain('already');
});

test.concurrent('cancelling sends nothing', async () => {
  await using app = await enterConnected();
  const { english, persian } = app;
  await english.say('/off 10.0.0.0');
  await english.press('Cancel');
  expect(english.screen()).toBe('Cancelled: 10.0.0.0 is not powered off. Nothing was sent.\n[🖥 Server card]');
  await persian.say('/reboot 10.0.0.0');
  await persian.press('انصراف');
  expect(persian.screen()).toContain('لغو شد: 10.0.0.0 راه‌اندازی مجدد نمی‌شود');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a confirm that is a minute old is too late', async () => {
  await using app = await enterConnected();
  const { english, persian } = app;
  await english.say('/off 10.0.0.0');
  await persian.say('/off 10.0.0.0');
  app.later(61_000);
  expect(await english.press('Yes')).toEqual({ text: 'Too late: the confirm works for a minute.' });
  await english.sees(
    /^⌛ The confirm to power off 10\.0\.0\.0 has expired\. Nothing was sent\.\n\[Ask again\]\n\[🖥 Server card\]$/,
  );
  expect(await persian.press('بله')).toEqual({ text: 'دیر شد: دکمهٔ تأیید فقط یک دقیقه کار می‌کند.' });
  await persian.sees(/^⌛ مهلت تأیید خاموش کردن 10\.0\.0\.0 گذشت[\s\S]*\[درخواست دوباره\]/);
  expect(asked(app, 'server.action')).toEqual([]);
  await english.press('Ask again');
  expect(english.screen()).toContain('⏹ Power off 10.0.0.0?');
});

test.concurrent('a confirm that is never tapped expires by itself', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/reboot 10.0.0.0');
  await app.stopBot();
  app.later(61_000);
  await app.startBot();
  await english.sees(/^⌛ The confirm to restart 10\.0\.0\.0 has expired/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('two taps send once, and both are answered', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.action', kind: 'delay', ms: 100, times: 1 });
  await english.say('/off 10.0.0.0');
  const taps = [english.tap('Yes'), english.tap('Yes'), english.tap('Cancel')];
  await Promise.all(taps.map(({ answered }) => answered));
  await english.sees(/^✅ 10\.0\.0\.0 is off/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('the confirm and cancel buttons of something settled say so', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/off 10.0.0.0');
  const message = english.messages().at(-1);
  const [yes, no] = message?.reply_markup?.inline_keyboard.flat() ?? [];
  await english.press('Cancel');
  for (const button of [yes, no]) {
    const data = button && 'callback_data' in button ? button.callback_data : '';
    const press = world.pressRaw(english.user.id, english.chat, message?.message_id ?? 0, data);
    expect(await press.answered).toEqual({ text: 'That is settled already.' });
  }
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an operation that is not kept any more: said so, with a way on', async () => {
  await using app = await enterConnected();
  const { english, persian, world } = app;
  for (const name of ['ok', 'no', 'la']) {
    await english.say('/help');
    const { message_id = 0 } = english.messages().at(-1) ?? {};
    await world.pressRaw(english.user.id, english.chat, message_id, `${name}|AAAAAAAAAAAA`).answered;
    await english.sees(/^This operation is not kept any more\. This tap sent nothing\.\n\[🏠 Home\]$/);
  }
  await persian.say('/help');
  const { message_id = 0 } = persian.messages().at(-1) ?? {};
  await world.pressRaw(persian.user.id, persian.chat, message_id, 'ok|AAAAAAAAAAAA').answered;
  await persian.sees(/سابقهٔ این عملیات دیگر نگه داشته نمی‌شود[\s\S]*\[🏠 خانه\]$/);
});

test.concurrent('the account is disconnected while the confirm is open: nothing is sent', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press(/^Disconnect$/);
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, disconnect');
  await english.press('Yes, restart');
  await english.sees(/^❌ 10\.0\.0\.0 was not restarted\.\n\n🔑 .*or the account was disconnected/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('the provider is away at the question: said so, and asked again by the same button', async () => {
  await using app = await enterConnected();
  const { english, persian } = app;
  await english.say('/server 10.0.0.0');
  const back = await goAway(app);
  await english.press('Restart');
  expect(english.screen()).toMatch(/^🔌 The provider does not answer[\s\S]*\[🔄 Try again\]\n\[🏠 Home\]$/);
  await persian.say('/reboot 10.0.0.0');
  expect(persian.screen()).toMatch(/^🔌 ارائه‌دهنده فعلاً پاسخ نمی‌دهد/);
  await back();
  await english.press('Try again');
  expect(english.screen()).toContain('🔁 Restart 10.0.0.0?');
});
