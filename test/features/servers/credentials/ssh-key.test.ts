import { expect, test } from 'vitest';
import { createEd25519, createRsa, joinFields } from '../../../support/ssh-keys.ts';
import { asked } from '../../support.ts';
import { enterCare, go, SERVER, server } from '../support.ts';

const ED25519 = createEd25519();
const RSA = createRsa();
const bytes = (text: string) => new TextEncoder().encode(text);

test.concurrent('a pasted key: what it is before it is sent, and the one line that is sent', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'SSH key');
  const line = RSA.line('alex@<laptop> & سارا');
  await english.say(`  ${line.replace(' ', '   ')}\n`);
  expect(english.screen()).toBe(
    [
      '❓ Replace the SSH key of 10.0.0.0?',
      'Status: 🟢 on',
      '',
      '⚠️ The current key is replaced.',
      '',
      'Type: ssh-rsa, 2,048 bits',
      'Comment: alex@<laptop> & سارا',
      `Fingerprint: ${RSA.fingerprint}`,
      '',
      'Compare the fingerprint with yours before you confirm.',
      '',
      'The button works for 60 seconds, and only for you.',
      '[Yes, set this key]',
      '[Cancel]',
    ].join('\n'),
  );
  await english.press('Yes');
  await english.sees(/^✅ SSH key of 10\.0\.0\.0 set \(\d+ s\)\nFingerprint: SHA256:/);
  expect(asked(app, 'server.ssh-key')).toEqual([`server.ssh-key ${JSON.stringify({ id: SERVER, ssh_key: line })}`]);
});

test.concurrent.each([
  ['UTF-8', (line: string) => bytes(`${line}\r\n`)],
  ['UTF-16', (line: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(`${line}\r\n`, 'utf16le')])],
] as const)('a key in a file (%s), in Persian', async (_, encode) => {
  await using app = await enterCare();
  const { persian } = app;
  await go(persian, 'بیشتر', 'کلید SSH');
  const line = ED25519.line();
  await persian.upload('id_ed25519.pub', 'text/plain', encode(line));
  expect(persian.screen()).toMatch(
    /^❓ کلید SSH سرور 10\.0\.0\.0 عوض شود؟[\s\S]*نوع: ssh-ed25519، ۲۵۶ بیت\nتوضیح: ندارد\nاثر انگشت: SHA256:/,
  );
  await persian.press('بله');
  await persian.sees(/^✅ کلید SSH برای 10\.0\.0\.0 تنظیم شد/);
  expect(server(app).sshKey).toBe(line);
});

test.concurrent('a key on a security key, which has a fingerprint too', async () => {
  await using app = await enterCare();
  const { english } = app;
  const type = 'sk-ssh-ed25519@openssh.com';
  const body = joinFields(type, new Uint8Array(32).fill(7), 'ssh:');
  await go(english, 'More', 'SSH key');
  await english.say(`${type} ${body.toString('base64')} key`);
  expect(english.screen()).toMatch(
    /Type: sk-ssh-ed25519@openssh\.com, 256 bits\nComment: key\nFingerprint: SHA256:[\w+/]{43}\n/,
  );
});

const pem = (type: 'pkcs1' | 'pkcs8') => String(RSA.privateKey.export({ type, format: 'pem' }));
const PRIVATE: [string, string][] = [
  ['OpenSSH', ED25519.openssh],
  ['PKCS #8', pem('pkcs8')],
  ['PEM', pem('pkcs1')],
  ['the end of one', RSA.openssh.slice(-700)],
  ['the middle of one', RSA.openssh.split('\n').slice(3, 9).join('\n')],
  ['PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAA'],
];

test.concurrent.each(PRIVATE)(
  'a private key (%s) is deleted at once with a warning, and goes nowhere',
  async (_, key) => {
    await using app = await enterCare();
    const { english, persian } = app;
    await go(english, 'More', 'SSH key');
    const sent = await english.say(key);
    expect(english.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
    expect(english.screen()).toMatch(/^⚠️ That was a private key\. Your message was deleted[\s\S]*\[Cancel\]$/);
    await go(persian, 'بیشتر', 'کلید SSH');
    const file = await persian.upload('id_rsa', 'application/octet-stream', bytes(key));
    expect(persian.messages().map(({ message_id }) => message_id)).not.toContain(file.message_id);
    expect(persian.screen()).toMatch(/^⚠️ این کلید خصوصی بود\./);
    expect(asked(app, 'server.ssh-key')).toEqual([]);
    const secret = key.split('\n')[2] ?? key;
    const calls = JSON.stringify(app.world.calls.filter(({ method }) => method !== 'getUpdates'));
    expect(calls + JSON.stringify(app.provider.requests) + app.log.join()).not.toContain(secret);
  },
);

test.concurrent('a private key sent without a question, and one that can’t be deleted', async () => {
  await using app = await enterCare();
  const { english, persian, world } = app;
  const sent = await english.say(ED25519.openssh);
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
  expect(english.screen()).toMatch(/^⚠️ That was a private key\./);
  await go(persian, 'بیشتر', 'کلید SSH');
  world.fail({ method: 'deleteMessage', code: 400, description: 'Bad Request: message can’t be deleted, planned' });
  await persian.say(ED25519.openssh);
  expect(persian.screen()).toMatch(/^⚠️ این کلید خصوصی بود و ربات نتوانست پیامتان را پاک کند\. همین حالا پاکش کنید/);
});

const wrapped = (text: string, width: number) => text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');

test.concurrent.each([
  ['by a terminal', (line: string) => wrapped(line, 80)],
  ['by a narrow one of Windows', (line: string) => wrapped(line, 31).replaceAll('\n', '\r\n')],
  ['behind its type', (line: string) => line.replace(' ', '\n')],
  ['with blanks at the breaks', (line: string) => wrapped(line, 64).replaceAll('\n', '  \n  ')],
  ['and joined by blanks', (line: string) => wrapped(line, 80).replaceAll('\n', ' ')],
  ['with marks in it', (line: string) => `\u202a${wrapped(line, 80).replaceAll('\n', '\u200b\n')}\u202c`],
] as const)('a key that was broken %s is the same key', async (_, broken) => {
  await using app = await enterCare();
  const { english } = app;
  for (const line of [RSA.line(), ED25519.line()]) {
    await go(english, 'More', 'SSH key');
    const { message_id } = await english.say(broken(line));
    expect(english.screen()).toMatch(/^❓ Replace the SSH key of 10\.0\.0\.0\?/);
    expect(english.messages().map((each) => each.message_id)).toContain(message_id);
    await english.press('Yes');
    await english.sees(/^✅ SSH key of 10\.0\.0\.0 set/);
    expect(server(app).sshKey).toBe(line);
  }
});

test.concurrent('a broken comment is joined too; lines that make no key are said to be one', async () => {
  await using app = await enterCare();
  const { english, persian } = app;
  await go(english, 'More', 'SSH key');
  await english.say(wrapped(RSA.line('someone@desk.example.com'), 80).replace('@', '@\n'));
  expect(english.screen()).toContain('Comment: someone@desk.example.com');
  await go(persian, 'بیشتر', 'کلید SSH');
  await persian.say(wrapped(RSA.line(), 80).split('\n').toSpliced(2, 1).join('\n'));
  expect(persian.screen()).toMatch(/^این یک کلید است که چند خط شده و خط‌هایش به هم نمی‌خورند/);
  expect(asked(app, 'server.ssh-key')).toEqual([]);
});

test.concurrent.each([
  ['words', 'hello'],
  ['two keys', `${ED25519.line()}\n${ED25519.line()}`],
  ['half a key', ED25519.line().slice(0, 50)],
  ['a key under another type', ED25519.line().replace('ssh-ed25519', 'ssh-rsa')],
  ['options before it', `no-pty ${ED25519.line()}`],
  ['an unknown type', ED25519.line().replace('ssh-ed25519', 'ssh-future')],
] as const)('%s: no key, and asked for again', async (_, text) => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'SSH key');
  await english.say(text);
  expect(english.screen()).toMatch(/^This is not a public key\.[\s\S]*\[Cancel\]$/);
  await english.press('Cancel');
  expect(english.screen()).toMatch(/^⋯ More actions for/);
  expect(asked(app, 'server.ssh-key')).toEqual([]);
});

test.concurrent('files that are none: a picture, bytes, too large ones', async () => {
  await using app = await enterCare();
  const { english } = app;
  await go(english, 'More', 'SSH key');
  await english.upload('key.bin', 'application/octet-stream', Uint8Array.from([0, 159, 146, 150]));
  expect(english.screen()).toMatch(/^This is not a public key/);
  await english.upload('big.pub', 'text/plain', bytes(`${ED25519.line()} ${'x'.repeat(9_000)}`));
  expect(english.screen()).toMatch(/^Too large for a public key/);
  await english.upload('huge.pub', 'text/plain', new Uint8Array(70_000).fill(65));
  expect(english.screen()).toMatch(/^Too large for a public key/);
  await english.say(ED25519.line('c'.repeat(2_000)));
  expect(english.screen()).toMatch(/Comment: c{149}…\n/);
});

test.concurrent.each(['cutBefore', 'cutAfter'] as const)('the answer is lost (%s): honestly unknown', async (kind) => {
  await using app = await enterCare();
  const { english, provider } = app;
  provider.fault({ operation: 'server.ssh-key', kind, times: 1 });
  await go(english, 'More', 'SSH key');
  await english.say(ED25519.line());
  await english.press('Yes');
  await english.sees(
    /^⚠️ SSH key change of 10\.0\.0\.0: result unknown\. No answer came, and the bot can’t check the result[^[]*\[Ask again\]\n\[🖥 Open server\]$/,
  );
  expect(asked(app, 'server.ssh-key')).toHaveLength(1);
});
