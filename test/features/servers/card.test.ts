import { expect, test } from 'vitest';
import { asked, enterConnected, TOKEN } from '../support.ts';

const DAY = 24 * 3600 * 1000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

test('the card shows every field that came', async () => {
  await using app = await enterConnected();
  const { english, persian } = app;
  await english.say('/server srv-10002');
  expect(english.screen()).toMatch(
    new RegExp(
      [
        '^🖥 10\\.0\\.0\\.1',
        'Status: 🟢 on',
        'IP: 10\\.0\\.0\\.1',
        'IPv6: 2001:db8::1',
        'Location: frankfurt',
        'Operating system: ubuntu24',
        'User: root',
        'Port: 22',
        'MAC: 52:54:00:00:00:01',
        'Processors: 2',
        'Memory: 4',
        'Disk: 50',
        'Backups: 2',
        'Traffic used: 37\\.1',
        'Rescue disk: not attached',
        'Expires: \\d+ \\w+ \\d{4} \\(2 days left\\)',
        '',
        'Read at \\d\\d:\\d\\d:\\d\\d UTC',
      ].join('\n'),
    ),
  );
  await persian.say('/server ۱۰.۰.۰.۱');
  expect(persian.screen()).toMatch(
    /وضعیت: 🟢 روشن[\s\S]*پورت: 22[\s\S]*پردازنده: ۲\nرم: ۴\nدیسک: ۵۰\nنسخه‌های پشتیبان: ۲\nترافیک مصرف‌شده: ۳۷٫۱[\s\S]*خوانده‌شده در [۰-۹]+:[۰-۹]{2}:[۰-۹]{2} به وقت تهران/,
  );
  expect(asked(app, 'server.status')).toEqual(Array.from({ length: 2 }, () => 'server.status {"id":"srv-10002"}'));
});

test('dates are Jalali for a Persian reader', async () => {
  await using app = await enterConnected();
  const { persian, english, provider } = app;
  const body = { status: 'on', expire_date: '2027-03-21' };
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body, times: 2 });
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/انقضا: ۱ فروردین ۱۴۰۶ \([۰-۹٬]+ روز مانده\)/);
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(/Expires: 21 March 2027 \(\d+ days left\)/);
});

test.each([
  [day(0), 'today', 'امروز'],
  [day(1), 'tomorrow', 'فردا'],
  [day(-1), 'expired since yesterday', 'از دیروز منقضی است'],
  [day(-12), 'expired 12 days ago', '۱۲ روز پیش منقضی شده'],
])('the days until expiry on %s', async (expire_date, english, persian) => {
  await using app = await enterConnected();
  const fault = { operation: 'server.status', kind: 'errorOn200', body: { status: 'on', expire_date } } as const;
  app.provider.fault({ ...fault, times: 2 });
  await app.english.say('/server 10.0.0.0');
  expect(app.english.screen()).toContain(`(${english})`);
  await app.persian.say('/server 10.0.0.0');
  expect(app.persian.screen()).toContain(`(${persian})`);
});

test('a missing value is left out, and nothing is invented', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { cpu: '4', rescue_disk: 'true', ip: null } });
  await english.say('/server 10.0.0.0');
  const [card = ''] = english.screen().split('\n[');
  expect(card.split('\n').slice(0, 4)).toEqual(['🖥 10.0.0.0', '🛟 A rescue disk is attached', 'Processors: 4', '']);
  expect(english.screen()).toContain('[▶️ Power on] [🔁 Restart] [⏹ Power off]');
});

test('an unreadable value is shown as it came', async () => {
  await using app = await enterConnected();
  const { english, persian, provider } = app;
  const body = {
    status: 'Wartung <b>&"2"',
    ram: '4 GB',
    cpu: 'many',
    disk: 50,
    expire_date: '1406/12/30',
    traffic_usage: 'x'.repeat(5000),
    os: 'z'.repeat(5000),
    user: { name: 'root' },
    mac: ['1'],
  };
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body, times: 2 });
  await english.say('/server 10.0.0.0');
  const screen = english.screen();
  expect(screen).toContain('Status: 🟡 Wartung <b>&"2"');
  expect(screen).toContain('Memory: 4 GB');
  expect(screen).toContain('Processors: many\n');
  expect(screen).toContain('Expires: 1406/12/30\n');
  expect(screen).toMatch(/Traffic used: x{149}…/);
  expect(screen).not.toContain('User');
  expect(screen).not.toContain('MAC');
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/وضعیت: 🟡 Wartung <b>&"2"[\s\S]*رم: 4 GB[\s\S]*انقضا: 1406\/12\/30/);
});

test('the buttons fit the status', async () => {
  await using app = await enterConnected();
  const { english, persian, provider } = app;
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toContain('\n[🔁 Restart] [⏹ Power off]\n');
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  await english.press('Refresh');
  expect(english.screen()).toMatch(/Status: ⚫️ off[\s\S]*\n\[▶️ Power on\]\n/);
  provider.account(TOKEN).setStatus('srv-10001', 'suspended');
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/🟡 suspended[\s\S]*\n\[▶️ روشن کردن\] \[🔁 راه‌اندازی مجدد\] \[⏹ خاموش کردن\]\n/);
});

test('refreshing edits the same message, also when nothing has changed', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  const count = english.screens().length;
  await english.press('Refresh');
  world.fail({
    method: 'editMessageText',
    code: 400,
    description: 'Bad Request: message is not modified: specified new message content and reply markup are the same',
  });
  expect(await english.press('Refresh')).toEqual({});
  expect(english.screens()).toHaveLength(count);
  expect(asked(app, 'server.status')).toHaveLength(3);
});

test('a card whose message is gone comes as a new one', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  const message = english.messages().at(-1);
  const press = english.tap('Refresh');
  world.deleteMessage(english.user.id, english.chat, message?.message_id ?? 0);
  expect(await press.answered).toEqual({});
  await english.sees(/^🖥 10\.0\.0\.0\nStatus/);
});

test('a server that is gone: said so, with a way on', async () => {
  await using app = await enterConnected();
  const { english, persian, provider } = app;
  await english.say('/server 10.0.0.0');
  await persian.say('/servers');
  provider.account(TOKEN).removeServer('srv-10001');
  await english.press('Refresh');
  expect(english.screen()).toMatch(/does not find it[\s\S]*\[🔄 Try again\]\n\[🏠 Home\]$/);
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/ارائه‌دهنده آن را \(دیگر\) نمی‌شناسد[\s\S]*سروری با این شناسه پیدا نشد/);
});

test('a forged or outdated reference finds nothing', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  const message = english.messages().at(-1);
  const data = message?.reply_markup?.inline_keyboard.flat().find((button) => button.text.includes('Refresh'));
  const own = data && 'callback_data' in data ? data.callback_data : '';
  const press = world.pressRaw(
    english.user.id,
    english.chat,
    message?.message_id ?? 0,
    own.replace(/[^|]+$/, 'AAAAAAAAAA'),
  );
  await press.answered;
  await english.sees(/^This server is not in the account’s list any more\.\n\[🏠 Home\]$/);
});

test('unknown buttons get an answer', async () => {
  await using app = await enterConnected();
  const { english, persian, world } = app;
  await english.say('/help');
  await persian.say('/help');
  for (const data of ['zz|1', 'sv|too|many|arguments', 'sv', 'x']) {
    const { message_id = 0 } = english.messages().at(-1) ?? {};
    const press = world.pressRaw(english.user.id, english.chat, message_id, data);
    expect(await press.answered).toEqual({
      text: 'This button is out of date. Send /servers for new ones.',
      show_alert: true,
    });
  }
  const { message_id = 0 } = persian.messages().at(-1) ?? {};
  const press = world.pressRaw(persian.user.id, persian.chat, message_id, 'zz');
  expect(await press.answered).toMatchObject({ text: expect.stringContaining('این دکمه قدیمی است') });
});
