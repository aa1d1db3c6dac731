import { expect, test } from 'vitest';
import { asked, connect, enter, goAway, OTHER_TOKEN, TOKEN } from '../support.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.concurrent('a token is taken, its message deleted, proven with the list, and the account named', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/connect');
  expect(english.screen()).toMatch(/Send the API token[\s\S]*\[Cancel\]$/);
  const sent = await english.say(TOKEN);
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
  expect(english.screen()).toBe(
    '✅ Connected as Account 1.\n\nThe account has 3 servers.\n🔔 The bot can notify you here when a server goes off.\n' +
      '[🖥 Servers]\n[🔔 Monitor all servers]\n[✏️ Rename] [🏠 Home]',
  );
  expect(english.screens().filter((screen) => screen.includes('[Cancel]'))).toEqual([]);
  expect(asked(app)).toEqual(['server.list {}']);

  await persian.say('/connect');
  await persian.say(OTHER_TOKEN);
  expect(persian.screen()).toContain('✅ حساب ۱ وصل شد.\n\n۲ سرور در آن هست.');
});

test.concurrent('a token beside the command is taken too, also one that was copied with invisible marks', async () => {
  await using app = await enter();
  const { english, world } = app;
  const sent = await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Connected');
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(sent.message_id);
  await english.say('/connect');
  await english.say(`\u200f${OTHER_TOKEN}\u200e`);
  expect(english.screen()).toContain('Connected as Account 2');
  expect(JSON.stringify(world.messages(english.user.id, english.chat))).not.toContain(OTHER_TOKEN);
});

test.concurrent('a link to the private chat asks for the token at once', async () => {
  await using app = await enter();
  const { persian } = app;
  await persian.say('/start connect');
  expect(persian.screen()).toMatch(/توکن API را از پنل[\s\S]*\[انصراف\]$/);
});

test.concurrent('a wrong token is said to be wrong, nothing is stored, and the next one may be right', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/connect');
  await english.say('no-token-of-anybody');
  expect(english.screen()).toMatch(/does not accept this token[\s\S]*The provider says:\nتوکن دسترسی معتبر نیست\./);
  expect(english.screen()).toMatch(/Nothing was stored[\s\S]*\[Cancel\]$/);
  await english.say(TOKEN);
  expect(english.screen()).toContain('Connected as Account 1');

  await persian.say('/connect no-token-of-anybody');
  expect(persian.screen()).toMatch(/این توکن پذیرفته نشد[\s\S]*چیزی ذخیره نشد/);
  await persian.press('انصراف');
  await persian.say('/accounts');
  expect(persian.screen()).toContain('هیچ حسابی وصل نیست');
});

test.concurrent('a provider that is down is not blamed on the token', async () => {
  await using app = await enter();
  const { english, persian } = app;
  const back = await goAway(app);
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(/^⏳ Not tried yet: the provider is not answering/);
  await back();
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toContain('Connected as Account 1');
  await persian.say('/accounts');
  expect(persian.screen()).toContain('هیچ حسابی وصل نیست');
});

test.concurrent.each([
  ['html', /could not be read/],
  ['status', /provider is not answering\./],
  ['errorOn200', /refused[\s\S]*عملیات دیگری/],
] as const)('a provider that answers with a fault (%s) keeps nothing', async (kind, words) => {
  await using app = await enter();
  const { english, provider } = app;
  provider.fault({ operation: 'server.list', kind });
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(words);
  expect(english.screen()).toContain('Nothing was stored');
  await english.say('/accounts');
  expect(english.screen()).toContain('No account is connected');
});

test.concurrent('where the message cannot be deleted, the person is told to do it', async () => {
  await using app = await enter();
  const { world, english, persian } = app;
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted" });
  await english.say(`/connect ${TOKEN}`);
  expect(english.screen()).toMatch(
    /Connected[\s\S]*Delete your message with the token now: the bot could not delete it/,
  );
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted for everyone" });
  await persian.say('/connect wrong-token');
  expect(persian.screen()).toMatch(/پذیرفته نشد[\s\S]*ربات نتوانست پیام حاوی توکن را پاک کند/);
});

test.concurrent('a message that waited for two days cannot be deleted either', async () => {
  await using app = await enter();
  const { world, english } = app;
  await app.stopBot();
  const sent = world.say(english.user.id, english.chat, `/connect ${TOKEN}`);
  world.age(english.user.id, english.chat, sent.message_id, 49 * 3600);
  await app.startBot();
  await app.settled();
  expect(english.screen()).toMatch(/Connected[\s\S]*could not delete/);
});

test.concurrent('a photo, a file and a text that is no token are turned down, deleted, and asked for again', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/connect');
  const photo = await english.upload('token.png', 'image/png', PIXEL, TOKEN);
  expect(english.screen()).toMatch(/That was not text[\s\S]*\[Cancel\]$/);
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(photo.message_id);
  await english.upload('token.txt', 'text/plain', Buffer.from(TOKEN));
  expect(english.screen()).toContain('That was not text');
  await english.say('my token is secret');
  expect(english.screen()).toContain('This is not a token');
  await persian.say('/connect');
  await persian.say('توکن من');
  expect(persian.screen()).toContain('این توکن نیست');
  await persian.say('x'.repeat(3000));
  expect(persian.screen()).toContain('این توکن نیست');
  expect(asked(app)).toEqual([]);
});

test.concurrent('a token that begins with a slash is a token, not a command', async () => {
  const token = `/${'aB3'.repeat(15)}`;
  await using app = await enter({ accounts: [{ token, servers: 1 }] });
  const { english } = app;
  await english.say('/connect');
  await english.say(token);
  expect(english.screen()).toContain('Connected as Account 1.\n\nThe account has one server.');
});

test.concurrent('the same token twice is one account', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  await connect(english);
  expect(english.screen()).toContain('Already connected, as Account 1, which is now your current account.');
  await english.say('/accounts');
  expect(english.screen()).toContain('[✓ Account 1]\n[Account 2]');
  await connect(persian);
  await connect(persian);
  expect(persian.screen()).toContain('قبلاً با نام حساب ۱ وصل شده است');
});

test.concurrent('there is an end to the number of accounts', async () => {
  const accounts = Array.from({ length: 21 }, (_, index) => ({ token: `token-${index}`, servers: 1 }));
  await using app = await enter({ accounts });
  const { world, english } = app;
  const send = (token: string) => world.say(english.user.id, english.chat, `/connect ${token}`);
  for (const { token } of accounts.slice(0, 20)) send(token);
  await english.sees(/Connected as Account 20/);
  await connect(english, accounts[20]?.token);
  expect(english.screen()).toMatch(/You already have 20 accounts, the maximum[\s\S]*\[👤 Accounts\]/);
  await english.press('Accounts');
  expect(english.screen()).toContain('20 accounts are connected');
});

test.concurrent.each(['/cancel', '/help', '/unknown'] as const)(
  '%s leaves the question, and what comes next is no token',
  async (command) => {
    await using app = await enter();
    const { english } = app;
    await english.say('/connect');
    await english.say(command);
    const [first, ...others] = english.screens();
    // The answer to /cancel says it alone.
    if (command === '/cancel')
      expect([first, ...others]).toEqual(['Cancelled. What next? /servers · /help\n[🏠 Home]']);
    else expect(first).toBe('Cancelled. Nothing was changed.');
    const next = await english.say('just talking');
    expect(english.screen()).toContain('The bot did not understand your message');
    const late = await english.say(TOKEN);
    expect(english.screen()).toContain('Your message was deleted and not used: it looked like a token or password');
    const left = english.messages().map(({ message_id }) => message_id);
    expect(left).toContain(next.message_id);
    expect(left).not.toContain(late.message_id);
    expect(asked(app)).toEqual([]);
  },
);

test.concurrent('cancel says so in the message that asked, and a tap on another message leaves the question open', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('/connect');
  await english.press('Cancel');
  expect(english.screens()).toEqual(['Cancelled. Nothing was changed.\n[🏠 Home]']);
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');

  await persian.say('/help');
  await persian.say('/connect');
  await persian.press('خانه');
  expect(persian.screen()).toMatch(/^🔑 اتصال حساب/);
  await persian.say(TOKEN);
  expect(persian.screen()).toMatch(/^✅ .*وصل شد/);
});

test.concurrent('words at the question for the token are no guess: the provider is not asked', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/connect');
  for (const word of ['help', 'status', 'renew', 'servers', 'why']) await english.say(word);
  expect(english.screen()).toContain('This is not a token');
  expect(asked(app)).toEqual([]);
  await english.say(TOKEN);
  expect(english.screen()).toMatch(/^✅ Connected/);
});

test.concurrent('a person who comes back to an old question is not taken for answering it', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/connect');
  await english.say('wrong one');
  await english.press('Cancel');
  expect(english.screen()).toContain('Cancelled. Nothing was changed.');
  await english.say(TOKEN);
  expect(english.screen()).toContain('looked like a token or password');
});

test.concurrent('a token that comes twice, or unasked, does not stay in the chat', async () => {
  await using app = await enter();
  const { persian } = app;
  await persian.say('/connect');
  await persian.say(TOKEN);
  await persian.say(TOKEN);
  expect(persian.screen()).toContain('شبیه توکن یا رمز عبور بود');
  expect(JSON.stringify(persian.messages())).not.toContain(TOKEN);
  const { english, world } = app;
  await english.say('/start');
  await english.say('see you tomorrow');
  expect(english.screen()).toContain('The bot did not understand your message');
  await english.say('a1b2c3d4e5f6a7b8c9d0e1f2');
  expect(english.screen()).toContain('Your message was deleted');
  world.fail({ method: 'deleteMessage', code: 400, description: "Bad Request: message can't be deleted", times: 1 });
  await english.say('a1b2c3d4e5f6a7b8c9d0e1f2');
  expect(english.screen()).toContain('the bot could not delete it');
});
