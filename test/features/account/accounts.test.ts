import { expect, test } from 'vitest';
import { asked, connect, enter, enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

test.concurrent('a person switches between accounts, and commands follow', async () => {
  await using app = await enter();
  const { persian } = app;
  await connect(persian);
  await connect(persian, OTHER_TOKEN);
  await persian.say('/accounts');
  expect(persian.screen()).toBe(
    '👤 حساب‌ها\n\n۲ حساب وصل است. دستورها روی حسابی که تیک دارد اجرا می‌شوند.\n[حساب ۱]\n[✓ حساب ۲]\n[🔑 اتصال حساب]\n[🏠 خانه]',
  );
  await persian.press('حساب ۱');
  expect(persian.screen()).toContain('[استفاده از این حساب]');
  await persian.press('استفاده از این حساب');
  expect(persian.screen()).toContain('[✓ حساب ۱]');
  await persian.press('✓ حساب ۱');
  expect(persian.screen()).toMatch(/دستورها روی این حساب اجرا می‌شوند/);
  expect(persian.screen()).not.toContain('[استفاده از این حساب]');
  app.provider.forget();
  await persian.say('/servers');
  expect(persian.screen()).toContain('[🟢 10.0.0.0 ');
  expect(app.provider.requests[0]?.account).toBe('account-1');
});

test.concurrent('an account’s servers are one tap away, also when it is not the current one', async () => {
  await using app = await enter();
  const { english } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press('Servers');
  expect(english.screen()).toContain('Servers · Account 1');
  await english.press('10.0.0.1');
  expect(english.screen()).toContain('🟢 on ·');
  await english.say('/accounts');
  expect(english.screen()).toContain('[✓ Account 2]');
});

test.concurrent('notifications lead back to their account, and those of an older message to the accounts', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/accounts');
  await english.press('✓ Account 1');
  const account = english.screen();
  await english.press('Notifications');
  await english.press('Always');
  await english.press('Back');
  expect(english.screen()).toBe(account);
  const { message_id } = english.messages().at(-1) ?? expect.fail('No message');
  app.world.pressRaw(english.user.id, english.chat, message_id, 'nw');
  await app.settled();
  await english.press('Back');
  expect(english.screen()).toContain('[✓ Account 1]');
});

test.concurrent('an account gets another name', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/accounts');
  await english.press('✓ Account 1');
  await english.press('Rename');
  expect(english.screen()).toBe('Send the new name for Account 1, 32 characters at most.\n[Cancel]');
  await english.say('Customers\n <EU> & \u202esons');
  expect(english.screen()).toContain('👤 Customers <EU> & sons');
  await english.press('Back');
  expect(english.screen()).toContain('[✓ Customers <EU> & sons]');
  await english.say('/start');
  expect(english.screen()).toContain('Current account: Customers <EU> & sons');
});

test.concurrent('names that do not fit are asked for again', async () => {
  await using app = await enter();
  const { persian } = app;
  await connect(persian);
  await connect(persian, OTHER_TOKEN);
  await persian.press('تغییر نام');
  for (const unfit of ['ن'.repeat(33), '\u200f\u2063']) {
    await persian.say(unfit);
    expect(persian.screen()).toMatch(/این نام قابل استفاده نیست. متنی با حداکثر ۳۲ کاراکتر[\s\S]*\[انصراف\]$/);
  }
  await persian.upload('name.txt', 'text/plain', Buffer.from('x'));
  expect(persian.screen()).toContain('این نام قابل استفاده نیست');
  for (const taken of ['حساب ۱', '\u200bحساب 1\u2060']) {
    await persian.say(taken);
    expect(persian.screen()).toMatch(/حساب دیگری از شما همین نام را دارد[\s\S]*\[انصراف\]$/);
  }
  await persian.say('فروشگاه');
  expect(persian.screen()).toContain('👤 فروشگاه');
  expect(persian.screens().filter((screen) => screen.includes('[انصراف]'))).toEqual([]);
});

test.concurrent('disconnecting asks first, forgets, and leaves the other account current', async () => {
  await using app = await enter();
  const { english } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  await english.say('/accounts');
  await english.press('Account 2');
  await english.press(/^Disconnect$/);
  expect(english.screen()).toMatch(/Disconnect Account 2\?[\s\S]*keep running\.\n\[Yes, disconnect\]\n\[‹ Back\]/);
  await english.press('Back');
  await english.press(/^Disconnect$/);
  await english.press('Yes, disconnect');
  expect(english.screen()).toMatch(/Account 2 is disconnected\.[\s\S]*One account is connected[\s\S]*\[✓ Account 1\]/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('after the last account comes the way to a new one', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  await persian.say('/accounts');
  await persian.press('✓ حساب ۱');
  await persian.press(/^قطع اتصال$/);
  await persian.press('بله، قطع شود');
  expect(persian.screen()).toMatch(/اتصال حساب ۱ قطع شد[\s\S]*هیچ حسابی وصل نیست[\s\S]*\[🔑 اتصال حساب\]/);
  await persian.say('/servers');
  expect(persian.screen()).toMatch(/حسابی از شما وصل نیست\. با \/connect یک[\s\S]*\[🔑 اتصال حساب\]$/);
  await persian.press('اتصال حساب');
  await persian.say(TOKEN);
  expect(persian.screen()).toContain('وصل شد');
});

test.concurrent('the buttons of a disconnected account answer, and reach nothing', async () => {
  await using app = await enter();
  const { english } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  await english.say('/servers');
  await english.say('/server 10.1.134.160');
  await english.say('/accounts');
  await english.press('Account 2');
  await english.press(/^Disconnect$/);
  await english.press('Yes, disconnect');
  app.provider.forget();
  for (const label of ['Refresh', 'More', 'Restart', 'Power off', '10.1.134.161']) {
    expect(await english.press(label)).toEqual({
      text: 'Nothing was done: the account of this message is not connected to you.',
      show_alert: true,
    });
  }
  expect(asked(app)).toEqual([]);
});

test.concurrent('an account’s own buttons say so when it is gone', async () => {
  await using app = await enter();
  const { english } = app;
  await connect(english);
  await connect(english, OTHER_TOKEN);
  await english.say('/accounts');
  await english.press('Account 1');
  await english.say('/accounts');
  await english.press('Account 1');
  await english.press(/^Disconnect$/);
  await english.press('Yes, disconnect');
  for (const label of ['Use this account', 'Rename']) {
    expect(await english.press(label)).toEqual({ text: 'This account is no longer connected.', show_alert: true });
  }
});
