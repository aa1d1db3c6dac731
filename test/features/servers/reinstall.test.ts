import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { asked, connect, goAway, OTHER_TOKEN } from '../support.ts';
import { enterCare, go, SERVER, server, TOKEN } from './support.ts';

test.concurrent('all 14 systems in their groups, the present one marked; then typed, followed, and the password in private', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Reinstall');
  expect(english.screen()).toBe(
    [
      '💿 Reinstall 10.0.0.0',
      '',
      'Choose the new system. Current: Debian 12.',
      '[Debian 13] [✓ Debian 12]',
      '[Debian 11] [Debian 10]',
      '[Ubuntu 24] [Ubuntu 22]',
      '[Ubuntu 20] [AlmaLinux 9]',
      '[AlmaLinux 8] [Rocky Linux 9]',
      '[Rocky Linux 8]',
      '[Docker] [WordPress]',
      '[Windows Server 2022]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  await english.press('Windows Server 2022');
  await english.press('Continue without');
  expect(english.screen()).toMatch(
    /^❓ Erase 10\.0\.0\.0 and install Windows Server 2022\?[\s\S]*Everything on the server’s disk is erased[\s\S]*You have 5 minutes\.\n\[Cancel\]$/,
  );
  await english.say('10.0.0.1');
  expect(english.screen()).toMatch(/^Nothing was sent: that is neither the name nor the IP/);
  expect(asked(app, 'server.os')).toEqual([]);
  await english.say('10.0.0.0');
  await app.world.until(() =>
    english.screens().some((screen) => /^✅ 10\.0\.0\.0 reinstalled with Windows Server 2022/.test(screen)),
  );
  expect(asked(app, 'server.os')).toEqual([`server.os {"id":"${SERVER}","os":"win2022"}`]);
  const secret = english.messages().find(({ text }) => text?.includes(server(app).password));
  expect(secret).toMatchObject({ has_protected_content: true });
  expect(secret?.entities).toContainEqual(expect.objectContaining({ type: 'spoiler' }));
  const told = english.screens().find((screen) => /^✅ .* reinstalled/.test(screen));
  expect(told).toMatch(/The new password is in a separate message[\s\S]*\[🖥 Console\]\n\[🖥 Open server\]$/);
});

test.concurrent('a snapshot first leads back to the reinstall, also in Persian and with an alias', async () => {
  await using app = await enterCare();
  const { persian } = app;
  await go(persian, 'بیشتر', 'نام‌گذاری');
  await persian.say('فروشگاه');
  await persian.press('بیشتر');
  await persian.press('نصب مجدد');
  await persian.press('Rocky Linux 9');
  expect(persian.screen()).toMatch(/^💿 نصب مجدد فروشگاه با Rocky Linux 9\n\n⚠️ همهٔ اطلاعات دیسک سرور پاک می‌شود/);
  await persian.press('اول اسنپ‌شات');
  await persian.say('پیش از نصب');
  await persian.press('بله');
  await persian.sees(
    /^✅ اسنپ‌شات پیش از نصب از فروشگاه \(10\.0\.0\.0\) گرفته شد.*\nحالا می‌توانید Rocky Linux 9 را روی سرور نصب کنید\.\n\[💿 نصب مجدد با Rocky Linux 9…\]/,
  );
  await persian.press('نصب مجدد با');
  await persian.say('فروشگاه');
  await app.world.until(() => persian.screens().some((screen) => /^✅ .* روی فروشگاه .*نصب شد/.test(screen)));
  expect(server(app)).toMatchObject({ os: 'rocky9', snapshots: [{ name: 'پیش از نصب' }] });
});

test.concurrent.each(['/cancel', '/help', 'tap'] as const)(
  'left by %s: cancelled and said so, and typing the name only opens the card',
  async (way) => {
    await using app = await enterCare();
    const { english } = app;
    await english.say('/help');
    await go(english, 'More', 'Reinstall', 'AlmaLinux 9', 'Continue without');
    if (way === 'tap') await english.press('Home');
    else await english.say(way);
    const told = english.screens().find((screen) => screen.includes('cancelled'));
    expect(told).toBe('▫️ Reinstall of 10.0.0.0 with AlmaLinux 9: cancelled. Nothing was sent.\n[🖥 Open server]');
    await english.say('10.0.0.0');
    expect(english.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
    expect(asked(app, 'server.os')).toEqual([]);
  },
);

test.concurrent('its own cancel button, and the time that is over', async () => {
  await using app = await enterCare();
  const { english, persian } = app;
  await go(english, 'More', 'Reinstall', 'AlmaLinux 9', 'Continue without', 'Cancel');
  expect(english.screen()).toBe(
    '▫️ Reinstall of 10.0.0.0 with AlmaLinux 9: cancelled. Nothing was sent.\n[🖥 Open server]',
  );
  await go(persian, 'بیشتر', 'نصب مجدد', 'AlmaLinux 9', 'ادامه بدون اسنپ‌شات');
  app.later(301_000);
  await persian.say('10.0.0.0');
  expect(persian.screen()).toBe('چیزی فرستاده نشد: مهلت تأیید گذشت.');
  await app.world.until(() =>
    persian.screens().some((screen) => /^⌛ نصب مجدد 10\.0\.0\.0 با AlmaLinux 9: مهلت تأیید گذشت/.test(screen)),
  );
  await persian.press('درخواست دوباره');
  expect(
    persian.screens().some((screen) => /^❓ همهٔ اطلاعات 10\.0\.0\.0 پاک و AlmaLinux 9 نصب شود؟/.test(screen)),
  ).toBe(true);
  expect(asked(app, 'server.os')).toEqual([]);
});

test.concurrent('typed while another’s operation runs: told whose, and typed again when it is through', async () => {
  await using app = await enterCare({ timings: { rebootMs: 60_000 } });
  const { english, persian, provider } = app;
  await go(persian, 'بیشتر', 'نصب مجدد', 'Docker', 'ادامه بدون اسنپ‌شات');
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes');
  await persian.say('10.0.0.0');
  const running = `⏳ ری‌استارت 10.0.0.0 هنوز در جریان است. ${english.user.first_name} ساعت `;
  await persian.sees(
    new RegExp(
      `^${running}.*درخواستش را داده است\\.\\nچیزی فرستاده نشد\\. صبر کنید تا تمام شود[^]*❓ همهٔ اطلاعات 10\\.0\\.0\\.0 پاک و .* نصب شود؟`,
    ),
  );
  provider.account(TOKEN).setStatus(SERVER, 'on');
  await english.sees(/restarted/);
  await persian.say('10.0.0.0');
  await app.world.until(() => persian.screens().some((screen) => /^✅ .* روی .*نصب شد/.test(screen)));
  expect(asked(app, 'server.os')).toHaveLength(1);
});

test.concurrent('nothing left: said so, and typing it once more is enough', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'Reinstall', 'Docker', 'Continue without');
  const back = await goAway(app);
  await english.say('10.0.0.0');
  await english.sees(
    /^🔌 Nothing was sent: the provider could not be reached[\s\S]*You have one minute\.\n\[Cancel\]$/,
  );
  const provider = await back();
  await english.say('10.0.0.0');
  await eventually(() => asked({ provider }, 'server.os').length === 1);
});

test.concurrent('typed twice at once: one request', async () => {
  await using app = await enterCare();
  const { english, world } = app;
  await go(english, 'More', 'Reinstall', 'Docker', 'Continue without');
  for (let count = 0; count < 5; count++) world.say(english.user.id, english.chat, '10.0.0.0');
  await app.settled();
  await world.until(() => english.screens().some((screen) => /^✅ .* reinstalled/.test(screen)));
  expect(asked(app, 'server.os')).toHaveLength(1);
});

test.concurrent('no button confirms what has to be typed, and neither does another person’s typing', async () => {
  await using app = await enterCare();
  const { english, persian, world } = app;
  await go(english, 'More', 'Reinstall', 'Docker', 'Continue without');
  const message = english.messages().at(-1);
  const cancel = message?.reply_markup?.inline_keyboard.flat()[0];
  const forged = cancel && 'callback_data' in cancel ? cancel.callback_data.replace(/^no/, 'ok') : '';
  await persian.say('10.0.0.0');
  await world.pressRaw(english.user.id, english.chat, message?.message_id ?? 0, forged).answered;
  await app.settled();
  await connect(persian, OTHER_TOKEN);
  await english.in(world.group.id).say('10.0.0.0');
  expect(asked(app, 'server.os')).toEqual([]);
});

test.concurrent('the answer is lost: the system tells that it took place, and that the password is lost with it', async () => {
  await using app = await enterCare();
  const { english, persian, provider } = app;
  provider.fault({ operation: 'server.os', kind: 'cutAfter', times: 1 });
  await go(english, 'More', 'Reinstall', 'Ubuntu 24', 'Continue without');
  await english.say('10.0.0.0');
  await english.sees(
    /^✅ 10\.0\.0\.0 reinstalled with Ubuntu 24.*\n⚠️ The new password was lost with the answer\. .*\n\[🔑 Password\]\n\[🖥 Console\]/,
  );
  await english.press('Password');
  expect(english.screen()).toMatch(/^🔑 New password for 10\.0\.0\.0/);
  provider.fault({ operation: 'server.os', kind: 'cutBefore', times: 1 });
  await go(persian, 'بیشتر', 'نصب مجدد', 'Rocky Linux 9', 'ادامه بدون اسنپ‌شات');
  await persian.say('10.0.0.0');
  await persian.sees(/^⚠️ نصب مجدد 10\.0\.0\.0 با Rocky Linux 9: پاسخ نرسید/);
  app.later(16 * 60_000);
  await persian.sees(/^⚠️ .*نتیجه معلوم نیست[\s\S]*\[🔎 بررسی دوباره\]/);
  expect(asked(app, 'server.os')).toHaveLength(2);
});

test.concurrent('not in a group: neither offered there nor by an old button', async () => {
  await using app = await enterCare();
  const { english, world } = app;
  const group = english.in(world.group.id);
  await go(group, 'More');
  expect(group.screen()).toBe(
    [
      '⋯ More actions for 10.0.0.0',
      '',
      'For reinstall, password, SSH key and name, use the private chat.',
      '[📸 Snapshots] [🗄 Backups]',
      '[🛟 Rescue]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  await go(english, 'More');
  const keys = english.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  for (const label of ['Reinstall', 'Password', 'SSH key']) {
    const key = keys.find(({ text }) => text.includes(label));
    const data = key && 'callback_data' in key ? key.callback_data : '';
    const press = world.pressRaw(english.user.id, group.chat, group.messages().at(-1)?.message_id ?? 0, data);
    expect(await press.answered).toEqual({
      text: 'Nothing was done: the private chat with the bot is needed for this step.',
      show_alert: true,
    });
  }
});

test.concurrent('a snapshot whose time to confirm is over is asked for again with its name and the way back', async () => {
  await using app = await enterCare();
  const { english } = app;
  await english.say('/server 10.0.0.0');
  await english.press('More');
  await english.press('Reinstall');
  await english.press('Rocky Linux 9');
  await english.press('Take a snapshot first');
  await english.say('before');
  app.later(61_000);
  await english.press('Yes');
  await english.sees(/the time to confirm is over/);
  await english.press('Ask again');
  expect(english.screen()).toMatch(/snapshot before/i);
  await english.press('Yes');
  await english.sees(/^✅ .*before[\s\S]*\[💿 Reinstall with Rocky Linux 9…\]/);
});
