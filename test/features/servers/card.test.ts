import { expect, test } from 'vitest';
import { openStoreOf } from '../../support/app.ts';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../support.ts';

const DAY = 24 * 3600 * 1000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** The readable names and units of an operator. */
const WORDS = {
  LOCATION_NAMES: 'frankfurt=Frankfurt,fa:frankfurt=فرانکفورت,tehran=Tehran',
  UNIT_MEMORY: 'GB,fa:گیگ',
  UNIT_DISK: 'GB,fa:گیگ',
  UNIT_TRAFFIC: 'GB',
};
const linesOf = (screen: string) => screen.split('\n').filter((line) => !line.startsWith('['));

test.concurrent('the card says in nine lines at most what matters, as the provider gives it', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/server srv-10002');
  expect(english.screen()).toMatch(
    new RegExp(
      [
        '^🖥 10\\.0\\.0\\.1',
        '🟢 on · \\d\\d:\\d\\d:\\d\\d UTC',
        'Operating system: Ubuntu 24',
        'Location: frankfurt',
        'CPU cores 2 · RAM 4 · Disk 50',
        'Traffic used: 37\\.1',
        '⚠️ Expires: \\d+ \\w+ \\d{4} \\(2 days left\\)',
        '\\[🔁 Restart\\]',
        '\\[🖥 Console\\] \\[📈 Graph\\]',
      ].join('\n'),
    ),
  );
  await persian.say('/server ۱۰.۰.۰.۱');
  expect(persian.screen()).toMatch(
    /🟢 روشن · ساعت [۰-۹]+:[۰-۹]{2}:[۰-۹]{2} به وقت تهران\nسیستم‌عامل: Ubuntu 24[\s\S]*\n۲ هسته · رم ۴ · دیسک ۵۰\nترافیک مصرف‌شده: ۳۷٫۱/,
  );
  expect(asked(app, 'server.status')).toEqual(Array.from({ length: 2 }, () => 'server.status {"id":"srv-10002"}'));
});

test.concurrent('the days left are counted by the clock that the chat chose', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const store = await openStoreOf(app);
  // On Hawaii it is still the day before.
  await store.chats.change(english.chat, (notes) => {
    notes.zones = [{ topicId: 0, zone: 'Pacific/Honolulu' }];
  });
  await store.close();
  await english.say('/server srv-10002');
  expect(english.screen()).toContain('(3 days left)');
  await english.say('/servers');
  expect(english.screen()).toMatch(/10\.0\.0\.1 · ⚠️ 3 days/);
});

test.concurrent('a renewal shows the same date as the card, by the clock that the chat chose', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const store = await openStoreOf(app);
  await store.chats.change(english.chat, (notes) => {
    notes.zones = [{ topicId: 0, zone: 'Pacific/Honolulu' }];
  });
  await store.close();
  const body = { id: 'srv-10002', ip: '10.0.0.1', status: 'on', expire_date: '2027-03-05T03:00:00Z' };
  provider.fault({ operation: 'server.status', kind: 'status', status: 200, body, times: 9 });
  await english.say('/server srv-10002');
  expect(english.screen()).toContain('Expires: 4 March 2027');
  await english.press('Renew');
  expect(english.screen()).toContain('Expires: 4 March 2027');
  await english.press('30 days');
  expect(english.screen()).toContain('Expires: 4 March 2027');
});

test.concurrent('a named server’s IP is there to be copied, and no client makes a link of it', async () => {
  await using app = await enterConnected();
  const { english } = app;
  const codes = () => {
    const { text = '', entities = [] } = english.messages().at(-1) ?? {};
    const of = entities.filter(({ type }) => type === 'code');
    return of.map(({ offset, length }) => text.slice(offset, offset + length));
  };
  await english.say('/server 10.0.0.1');
  expect(codes()).toEqual(['10.0.0.1', 'frankfurt']);
  for (const label of ['More', 'Set a name']) await english.press(label);
  await english.say('web1');
  expect(english.screen()).toMatch(/^🖥 web1\n🟢 on · .*\nIP: 10\.0\.0\.1\n/);
  expect(codes()).toEqual(['10.0.0.1', 'frankfurt']);
  app.provider.account(TOKEN).server('srv-10002').rescueDisk = true;
  await english.press('Refresh');
  expect(linesOf(english.screen())).toHaveLength(9);
});

test.concurrent('the operator’s names of places and units are used, in each language', async () => {
  await using app = await enterBothConnected({ env: WORDS });
  const { english, persian } = app;
  await english.say('/server 10.0.0.1');
  expect(english.screen()).toMatch(
    /Location: Frankfurt\nCPU cores 2 · RAM 4 GB · Disk 50 GB\nTraffic used: 37\.1 GB\n/,
  );
  await persian.say('/server 10.0.0.1');
  expect(persian.screen()).toMatch(/لوکیشن: فرانکفورت\n۲ هسته · رم ۴ گیگ · دیسک ۵۰ گیگ\nترافیک مصرف‌شده: ۳۷٫۱ GB\n/);
  await persian.say('/servers فرانکفورت');
  expect(persian.screen()).toContain('· فرانکفورت]');
  await persian.say('/servers TEHRAN');
  expect(persian.screen()).toContain('· Tehran]');
  expect(asked(app, 'server.list').slice(-2)).toEqual([
    'server.list {"geo":"frankfurt"}',
    'server.list {"geo":"tehran"}',
  ]);
});

test.concurrent('the details show every field that came', async () => {
  await using app = await enterBothConnected({ env: WORDS });
  const { english, persian } = app;
  await english.say('/server srv-10002');
  await english.press('Details');
  expect(english.screen()).toMatch(
    new RegExp(
      [
        '^ℹ️ Details of 10\\.0\\.0\\.1',
        '',
        'Status: 🟢 on',
        'ID: srv-10002',
        'IP: 10\\.0\\.0\\.1',
        'IPv6: 2001:db8::1',
        'Location: Frankfurt \\(frankfurt\\)',
        'Operating system: Ubuntu 24 \\(ubuntu24\\)',
        'User: root',
        'Port: 22',
        'MAC: 52:54:00:00:00:01',
        'CPU cores: 2',
        'RAM: 4 GB',
        'Disk: 50 GB',
        'Backups allowed: 2',
        'Traffic used: 37\\.1 GB',
        'Rescue disk: not attached',
        '⚠️ Expires: \\d+ \\w+ \\d{4} \\(2 days left\\)',
        '',
        'Updated at \\d\\d:\\d\\d:\\d\\d UTC',
        '\\[🔔 Alert above a traffic limit\\]',
        '\\[📈 Traffic far above usual\\]',
        '\\[🔄 Refresh\\] \\[🖥 Open server\\]$',
      ].join('\n'),
    ),
  );
  await english.press('Open server');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.1\n🟢 on/);
  await persian.say('/server ۱۰.۰.۰.۱');
  await persian.press('جزئیات');
  expect(persian.screen()).toMatch(
    /وضعیت: 🟢 روشن[\s\S]*لوکیشن: فرانکفورت \(frankfurt\)\nسیستم‌عامل: Ubuntu 24 \(ubuntu24\)[\s\S]*پورت: 22[\s\S]*تعداد هسته: ۲\nرم: ۴ گیگ\nدیسک: ۵۰ گیگ\nسهمیهٔ بکاپ: ۲\nترافیک مصرف‌شده: ۳۷٫۱ GB[\s\S]*آخرین به‌روزرسانی: [۰-۹]+:[۰-۹]{2}:[۰-۹]{2} به وقت تهران/,
  );
});

test.concurrent('dates are Jalali for a Persian reader', async () => {
  await using app = await enterBothConnected();
  const { persian, english, provider } = app;
  const body = { status: 'on', expire_date: '2027-03-20T21:00:00Z' };
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body, times: 2 });
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/انقضا: ۱ فروردین ۱۴۰۶ \([۰-۹٬]+ روز مانده\)/);
  const moment = { type: 'date_time', unix_time: Date.UTC(2027, 2, 20, 21) / 1_000 };
  expect(persian.messages().at(-1)?.entities).toContainEqual(expect.objectContaining(moment));
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(/Expires: 20 March 2027 \(\d+ days left\)/);
});

test.concurrent.each([
  [day(0), 'today', 'امروز'],
  [day(1), 'tomorrow', 'فردا'],
  [day(-1), 'expired yesterday', 'دیروز منقضی شد'],
  [day(-12), 'expired 12 days ago', '۱۲ روز پیش منقضی شد'],
] as const)('the days until expiry on %s', async (expire_date, english, persian) => {
  await using app = await enterBothConnected();
  const fault = { operation: 'server.status', kind: 'errorOn200', body: { status: 'on', expire_date } } as const;
  app.provider.fault({ ...fault, times: 2 });
  await app.english.say('/server 10.0.0.0');
  expect(app.english.screen()).toContain(`(${english})`);
  await app.persian.say('/server 10.0.0.0');
  expect(app.persian.screen()).toContain(`(${persian})`);
});

test.concurrent('a missing value is left out, and nothing is invented', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { cpu: '4', rescue_disk: 'true', ip: null } });
  await english.say('/server 10.0.0.0');
  const [card = ''] = english.screen().split('\n[');
  expect(card.split('\n')).toEqual([
    '🖥 10.0.0.0',
    expect.stringMatching(/^Updated at [\d:]+ UTC$/),
    '🛟 A rescue disk is attached',
    'CPU cores 4',
  ]);
  expect(english.screen()).toMatch(/\n\[▶️ Power on\]\n\[🔁 Restart\]\n[\s\S]*\n\[⏹ Power off\]$/);
});

test.concurrent('an unreadable value is shown as it came', async () => {
  await using app = await enterBothConnected();
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
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body, times: 3 });
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(
    /\n⚪️ “Wartung <b>&"2"” · [\d:]+ UTC\n[\s\S]*\nCPU cores many · RAM 4 GB · Disk 50\n/,
  );
  await english.press('Details');
  const screen = english.screen();
  expect(screen).toContain('Status: ⚪️ “Wartung <b>&"2"”');
  expect(screen).toContain('RAM: 4 GB');
  expect(screen).toContain('CPU cores: many\n');
  expect(screen).toContain('Expires: 1406/12/30\n');
  expect(screen).toMatch(/Traffic used: x{149}…/);
  expect(screen).not.toContain('User');
  expect(screen).not.toContain('MAC');
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/⚪️ «Wartung <b>&"2"»[\s\S]*رم 4 GB[\s\S]*انقضا: 1406\/12\/30/);
});

test.concurrent('the buttons fit the status', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(
    /\n\[🔁 Restart\]\n\[🖥 Console\] [\s\S]*\n\[🔔 Monitor\] \[ℹ️ Details\]\n\[⋯ More\] \[🔄 Refresh\]\n\[🖥 Servers\]\n\[⏹ Power off\]$/,
  );
  expect(english.screen()).not.toContain('Power on');
  provider.account(TOKEN).setStatus('srv-10001', 'off');
  await english.press('Refresh');
  expect(english.screen()).toMatch(/\n⚫️ off · [\s\S]*\n\[▶️ Power on\]\n\[🖥 Console\] /);
  expect(english.screen()).not.toMatch(/Power off|Restart/);
  provider.account(TOKEN).setStatus('srv-10001', 'suspended');
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(
    /⚪️ «suspended»[\s\S]*\n\[▶️ روشن کردن\]\n\[🔁 ری‌استارت\]\n[\s\S]*\n\[⏹ خاموش کردن\]$/,
  );
});

test.concurrent('refreshing edits the same message, also when nothing has changed', async () => {
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

test.concurrent('a card whose message is gone comes as a new one', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/server 10.0.0.0');
  const message = english.messages().at(-1);
  const press = english.tap('Refresh');
  world.deleteMessage(english.user.id, english.chat, message?.message_id ?? 0);
  expect(await press.answered).toEqual({});
  await english.sees(/^🖥 10\.0\.0\.0\n🟢 on/);
});

test.concurrent('a server that is gone: said so, with a way on', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/server 10.0.0.0');
  await persian.say('/servers');
  provider.account(TOKEN).removeServer('srv-10001');
  await english.press('Refresh');
  expect(english.screen()).toMatch(/Not found[\s\S]*\[🔄 Try again\]\n\[🏠 Home\]$/);
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toMatch(/پیدا نشد؛ شاید حذف شده باشد[\s\S]*سروری با این شناسه پیدا نشد/);
});

test.concurrent('a forged or outdated reference finds nothing', async () => {
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
  await english.sees(/^This server is no longer in the account\. \/servers lists the current ones\.\n\[🏠 Home\]$/);
});

test.concurrent('unknown buttons get an answer', async () => {
  await using app = await enterBothConnected();
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
