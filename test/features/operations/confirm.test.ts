import { expect, test } from 'vitest';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, enterBothConnected, enterConnected, goAway, TOKEN } from '../support.ts';

test.concurrent.each([
  ['on', 'off', /▶️ Power on 10\.0\.0\.0\?\nStatus: ⚫️ off\n\nThe server starts, with/, /10\.0\.0\.0 is on \(\d+ s\)/],
  ['off', 'on', /⏹ Power off 10\.0\.0\.0\?\nStatus: 🟢 on\n\n⚠️ Everything/, /10\.0\.0\.0 is off \(\d+ s\)/],
  ['reboot', 'on', /🔁 Restart 10\.0\.0\.0\?\nStatus: 🟢 on\n\n⚠️ Everything/, /10\.0\.0\.0 restarted \(\d+ s\)/],
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
  expect(english.screen()).toMatch(/\[🖥 Open server\]$/);
});

test.concurrent.each([
  [
    'روشن کردن',
    'off',
    /▶️ سرور 10\.0\.0\.0 روشن شود؟\nوضعیت سرور: ⚫️ خاموش/,
    /روشن شد \([^)]*\)\nوضعیت سرور: 🟢 روشن/,
  ] as const,
  ['ری‌استارت', 'on', /🔁 سرور 10\.0\.0\.0 ری‌استارت شود؟/, /ری‌استارت شد \([^)]*\)\nوضعیت سرور: 🟢 روشن/],
])('by the button %s on the card of a server that is %s, in one message', async (...row) => {
  const [button, before, question, outcome] = row;
  await using app = await enterBothConnected();
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

test.concurrent.each([
  [
    'reboot',
    'off',
    '⚫️ 10.0.0.0 is off, so it can’t restart. Power it on instead.',
    'Power on',
    /^▶️ Power on 10\.0\.0\.0\?/,
  ],
  ['off', 'off', '⚫️ 10.0.0.0 is already off.', 'Power on', /^▶️ Power on 10\.0\.0\.0\?/],
  ['on', 'on', '🟢 10.0.0.0 is already on.', 'Restart', /^🔁 Restart 10\.0\.0\.0\?/],
] as const)('/%s of a server that is %s says so and offers what helps', async (action, state, words, way, next) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.account(TOKEN).setStatus('srv-10001', state);
  await english.say(`/${action} 10.0.0.0`);
  expect(english.screen()).toMatch(new RegExp(`^${RegExp.escape(words)}\\n\\[.*${way}\\]\\n\\[🖥 Open server\\]$`));
  await english.press(way);
  expect(english.screen()).toMatch(next);
  await english.press('Yes');
  await english.sees(/^✅/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('an old card’s button on a server that is off by now says so, and nothing is sent', async () => {
  await using app = await enterBothConnected();
  const { persian, provider } = app;
  await persian.say('/server 10.0.0.0');
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  const count = persian.screens().length;
  await persian.press('ری‌استارت');
  expect(persian.screen()).toMatch(/^⚫️ سرور 10\.0\.0\.0 خاموش است[^\n]*\n\[▶️ روشن کردن\]\n\[🖥 مدیریت سرور\]$/);
  expect(persian.screens()).toHaveLength(count);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('after a power-off there is the way back on', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/off 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^✅[\s\S]*\n\[▶️ Power on\]\n\[🖥 Open server\]$/);
  await english.press('Power on');
  expect(english.screen()).toMatch(/^▶️ Power on 10\.0\.0\.0\?/);
});

test.concurrent.each([
  [
    '/reboot 10.0.0.0',
    { kind: 'status', status: 503 },
    /^🔁 Restart 10\.0\.0\.0\?\nIts status can’t be read right now/,
  ],
  ['/off 10.0.0.0', { kind: 'hang' }, /^⏹ Power off 10\.0\.0\.0\?\nIts status can’t be read right now/],
  ['/on 10.0.0.0', { kind: 'html' }, /^▶️ Power on 10\.0\.0\.0\?\nIts status can’t be read right now/],
] as const)('%s is offered also where the status can’t be read', async (command, fault, question) => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', ...fault });
  await english.say(command);
  expect(english.screen()).toMatch(question);
  provider.clearFaults();
  await english.press('Yes');
  await english.sees(/^(?:✅|⏳)/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('cancelling sends nothing', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/off 10.0.0.0');
  await english.press('Cancel');
  expect(english.screen()).toBe('▫️ Cancelled: 10.0.0.0 was not powered off.\n[🖥 Open server]');
  await persian.say('/reboot 10.0.0.0');
  await persian.press('انصراف');
  expect(persian.screen()).toContain('لغو شد: 10.0.0.0 ری‌استارت نشد');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a confirm that is a minute old is too late', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/off 10.0.0.0');
  await persian.say('/off 10.0.0.0');
  app.later(61_000);
  expect(await english.press('Yes')).toEqual({
    text: 'Nothing was sent: the button works for one minute only. Ask again.',
  });
  await english.sees(
    /^⌛ 10\.0\.0\.0 was not powered off: the time to confirm is over\.\n\[Ask again\]\n\[🖥 Open server\]$/,
  );
  expect(await persian.press('بله')).toEqual({
    text: 'چیزی فرستاده نشد: دکمهٔ تأیید فقط یک دقیقه کار می‌کند. دوباره درخواست بدهید.',
  });
  await persian.sees(/^⌛ سرور 10\.0\.0\.0 خاموش نشد: مهلت تأیید گذشت[\s\S]*\[درخواست دوباره\]/);
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
  await english.sees(/^⌛ 10\.0\.0\.0 was not restarted: the time to confirm is over/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('two taps send once, and both are answered', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const answer = holdAnswers(provider, { operation: 'server.action', times: 1 });
  await english.say('/off 10.0.0.0');
  const taps = [english.tap('Yes'), english.tap('Yes'), english.tap('Cancel')];
  await Promise.all(taps.map(({ answered }) => answered));
  answer();
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
    expect(await press.answered).toEqual({ text: 'This request is already closed. Its message shows how it ended.' });
  }
  await app.settled();
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an operation that is not kept any more: said so, with a way on', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  for (const name of ['ok', 'no', 'la']) {
    await english.say('/help');
    const { message_id = 0 } = english.messages().at(-1) ?? {};
    await world.pressRaw(english.user.id, english.chat, message_id, `${name}|AAAAAAAAAAAA`).answered;
    await english.sees(/^Nothing was sent: this request is no longer stored\.\n\[🏠 Home\]$/);
  }
  await persian.say('/help');
  const { message_id = 0 } = persian.messages().at(-1) ?? {};
  await world.pressRaw(persian.user.id, persian.chat, message_id, 'ok|AAAAAAAAAAAA').answered;
  await persian.sees(/این درخواست دیگر در ربات نیست[\s\S]*\[🏠 خانه\]$/);
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

test.concurrent('the provider is away: asked all the same, told as not sent, and confirmed once more', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/server 10.0.0.0');
  await persian.say('/server 10.0.0.0');
  const back = await goAway(app);
  await english.press('Restart');
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.0\?\nIts status can’t be read right now/);
  await persian.say('/reboot 10.0.0.0');
  expect(persian.screen()).toMatch(/^🔁 سرور 10\.0\.0\.0 ری‌استارت شود؟\nوضعیت سرور الان خوانده نمی‌شود/);
  await english.press('Yes');
  await english.sees(/^🔌 Nothing was sent: the provider could not be reached/);
  const provider = await back();
  await english.press('Yes');
  await english.sees(/^⏳/);
  expect(asked({ provider }, 'server.action')).toHaveLength(1);
});

test.concurrent('a restart that is asked for again takes the place of its earlier confirm', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/reboot 10.0.0.1');
  await english.say('/off 10.0.0.0');
  for (let times = 0; times < 3; times += 1) await english.say('/reboot 10.0.0.0');
  const open = () => english.screens().filter((screen) => screen.includes('[Cancel]'));
  expect(open().map((screen) => screen.split('\n')[0])).toEqual([
    '🔁 Restart 10.0.0.1?',
    '⏹ Power off 10.0.0.0?',
    '🔁 Restart 10.0.0.0?',
  ]);
  await english.press('Yes, restart');
  await english.shows(/10\.0\.0\.0 restarted/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await persian.say('/reboot 10.0.0.0');
  await persian.say('/reboot 10.0.0.0');
  await persian.say('/cancel');
  expect(persian.screens().filter((screen) => screen.includes('لغو شد'))).toHaveLength(2);
  await persian.say('/cancel');
  expect(persian.screen()).toContain('چیزی برای لغو نیست');
});

test.concurrent('in a group a restart that is asked for again leaves each person one confirm', async () => {
  await using app = await enterBothConnected();
  const { world } = app;
  const people = [app.english.in(world.group.id), app.persian.in(world.group.id)];
  for (let times = 0; times < 2; times += 1) for (const person of people) await person.say('/reboot 10.0.0.0');
  for (const [at, cancel] of ['Cancel', 'انصراف'].entries()) {
    const open = people[at]?.screens().filter((screen) => screen.includes(`[${cancel}]`));
    expect(open).toHaveLength(1);
  }
});
