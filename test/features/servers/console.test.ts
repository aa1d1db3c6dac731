import { expect, test } from 'vitest';
import { asked } from '../support.ts';
import { enterCare, go, SERVER } from './support.ts';

const MINUTE = 60_000;

test.concurrent('/console answers with buttons that open it, and what is needed to type it', async () => {
  await using app = await enterCare();
  const { english, provider } = app;
  const body = { hostname: 'vnc.example.com', port: '6080', password: 'p&ss w=rd+#/é' };
  provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body, times: 1 });
  await english.say('/console 10.0.0.0');
  expect(english.screen()).toBe(
    [
      '🖥 Console of 10.0.0.0',
      '',
      'Host: vnc.example.com',
      'Port: 6080',
      'Password: p&ss w=rd+#/é',
      '',
      'This message is deleted after 10 minutes.',
      '[🌐 Open the console]',
      '[📋 Password]',
      '[📋 Host] [📋 Port]',
      '[🗑 Delete this message now]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  const message = english.messages().at(-1);
  expect(message).toMatchObject({ has_protected_content: true });
  expect(message?.entities).toContainEqual(expect.objectContaining({ type: 'spoiler' }));
  const url = 'https://vnc.example.com:6080/vnc.html?password=p%26ss%20w%3Drd%2B%23%2F%C3%A9&autoconnect=true';
  expect(new URL(url).searchParams.get('password')).toBe(body.password);
  expect(message?.reply_markup?.inline_keyboard.slice(0, 3)).toEqual([
    [expect.objectContaining({ url })],
    [expect.objectContaining({ copy_text: { text: body.password } })],
    [
      expect.objectContaining({ copy_text: { text: 'vnc.example.com' } }),
      expect.objectContaining({ copy_text: { text: '6080' } }),
    ],
  ]);
  expect(asked(app, 'server.vnc')).toEqual([`server.vnc {"id":"${SERVER}"}`]);
});

test.concurrent('inside Telegram, which tells the page who opens it, only hosts open that the operator trusts', async () => {
  const env = { CONSOLE_HOSTS: 'vnc.example.com, *.console.example.com' };
  await using app = await enterCare({ env });
  const { english, provider } = app;
  for (const [hostname, trusted] of [
    ['vnc.example.com', true],
    ['VNC.Example.com', true],
    ['a.console.example.com', true],
    ['console.example.com', false],
    ['evil.vnc.example.com', false],
    ['vnc.example.com.evil.com', false],
    ['evilconsole.example.com', false],
    ['evil.com/vnc.example.com', false],
    ['vnc.example.com@evil.com', false],
    ['evil.com?.console.example.com', false],
    ['10.1.2.3', false],
  ] as const) {
    const body = { hostname, port: '6080', password: 'secret' };
    provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body, times: 1 });
    await english.say('/console 10.0.0.0');
    const buttons = english.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
    expect(
      buttons.some((button) => 'web_app' in button),
      hostname,
    ).toBe(trusted);
    // An address without a host name is no console.
    expect(english.screen().includes('Open the console'), hostname).toBe(/^[\w.]+$/.test(hostname));
  }
});

test.concurrent('a host that Telegram takes for none is copied instead', async () => {
  await using app = await enterCare();
  const { persian, provider } = app;
  const body = { hostname: 'vnc', port: 6080, password: 'secret' };
  provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body });
  await go(persian, 'کنسول');
  expect(persian.screen()).toMatch(
    /^🖥 کنسول 10\.0\.0\.0\n[\s\S]*\n\[📋 آدرس\]\n\[📋 رمز عبور\]\n\[📋 میزبان\] \[📋 پورت\]/,
  );
});

test.concurrent('the message goes by its button', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'Console');
  expect(english.screen()).toContain('Console of');
  await english.press('Delete this message now');
  expect(english.screens().some((screen) => screen.includes('Console of'))).toBe(false);
});

test.concurrent('the message is deleted after ten minutes, not before, also when the bot restarts', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'Console');
  const there = () => english.screens().some((screen) => screen.includes('Console of'));
  for (const [minutes, stays] of [
    [9, true],
    [1, false],
  ] as const) {
    await app.stopBot();
    app.later(minutes * MINUTE);
    await app.startBot();
    await english.say('/help');
    if (!stays) await app.world.until(() => !there());
    expect(there()).toBe(stays);
  }
});

test.concurrent('in a group: said where it was sent, and nothing of it there', async () => {
  await using app = await enterCare();
  const { persian, provider, world } = app;
  const body = { hostname: 'vnc.example.com', port: '6080', password: 'never-in-a-group' };
  provider.fault({ operation: 'server.vnc', kind: 'errorOn200', body });
  const group = persian.in(world.group.id);
  await group.say('/console 10.0.0.0');
  expect(group.screen()).toBe('🖥 در گفتگوی خصوصی برایتان فرستاده شد، چون کنسول رمز عبور دارد.\n[💬 گفتگوی خصوصی]');
  await go(group, 'کنسول');
  expect(persian.screens().filter((screen) => screen.includes('never-in-a-group'))).toHaveLength(2);
  expect(JSON.stringify(world.messages(persian.user.id, group.chat))).not.toMatch(/never-in-a-group|vnc\.example/);
  world.block(persian.user.id, true);
  await group.say('/console 10.0.0.0');
  expect(group.screen()).toMatch(/^🖥 فرستاده نشد: کنسول رمز عبور دارد و ربات هنوز نمی‌تواند به شما پیام خصوصی بدهد/);
});

test.concurrent('a button that deletes, pressed on a message in a group, deletes nothing', async () => {
  await using app = await enterCare();
  const { english, world } = app;
  const group = english.in(world.group.id);
  await group.say('/server 10.0.0.0');
  const { message_id = 0 } = group.messages().at(-1) ?? {};
  await world.pressRaw(english.user.id, group.chat, message_id, 'dn').answered;
  await group.say('/servers');
  expect(group.messages().map((message) => message.message_id)).toContain(message_id);
});

test.concurrent('the provider refuses: its words, and again by one tap', async () => {
  await using app = await enterCare();
  const { english, provider } = app;
  provider.fault({
    operation: 'server.vnc',
    kind: 'status',
    status: 409,
    body: { error: 'busy', message: 'نه' },
    times: 1,
  });
  await go(english, 'Console');
  expect(english.screen()).toMatch(/the provider refused[\s\S]*نه\n\[🔄 Try again\]/);
  await english.press('Try again');
  expect(english.screen()).toContain('Console of');
});

test.concurrent('its message leads back to the card, which is a new message: the one with the password goes', async () => {
  await using app = await enterCare();
  const { english } = app;
  await english.say('/console 10.0.0.0');
  const secret = english.messages().at(-1)?.message_id;
  await english.press('Open server');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
  const card = english.messages().at(-1);
  expect(card?.has_protected_content).toBeUndefined();
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(secret);
});
