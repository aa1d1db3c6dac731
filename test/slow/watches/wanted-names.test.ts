import { expect, test } from 'vitest';
import { enterBothConnected } from '../../features/support.ts';
import { openStoreOf, type TestApp, TOKEN } from '../../support/app.ts';
import { ask } from './support.ts';

const MINUTE = 60_000;
/** Too long for the data of a button. */
const LONG = `${'w'.repeat(60)}.com`;
const TAKEN = Array.from({ length: 23 }, (_, at) => `taken-${at}.com`);

async function watched(app: TestApp, chatId: number): Promise<readonly string[]> {
  const store = await openStoreOf(app);
  try {
    const [account] = (await store.accounts.get(chatId)).accounts;
    return (await store.watches.get(chatId, account?.id ?? ''))?.chats[0]?.names ?? [];
  } finally {
    await store.close();
  }
}

test.for([
  [
    'english',
    '🔔 Message me when one is free',
    'Back to the results',
    /^🔔 20 taken names are watched\.[\s\S]*⚠️ A chat watches 20 names at most\. Left out: taken-20\.com, taken-21\.com, taken-22\.com\n/,
    /This chat watches 20 names already/,
  ],
  [
    'persian',
    '🔔 هر کدام آزاد شد خبر بده',
    'نتیجه',
    /^🔔 ۲۰ دامنهٔ ثبت‌شده زیر نظر است\.[\s\S]*⚠️ این دامنه‌ها زیر نظر گرفته نشدند: taken-20\.com/,
    /این گفتگو از قبل ۲۰ دامنه زیر نظر دارد/,
  ],
] as const)(
  'the taken names of a check are watched by one key, as many as a chat may, and the others are named: %s',
  async ([who, key, back, said, full]) => {
    await using app = await enterBothConnected();
    const { [who]: person } = app;
    await person.say(`/check free.com ${TAKEN.join(' ')}`);
    await person.sees(/23$|۲۳$/m);
    await person.press(key);
    expect(person.screen()).toMatch(said);
    expect(await watched(app, person.chat)).toEqual(TAKEN.slice(0, 20));
    await person.press(back);
    await person.press(key);
    expect(person.screens().join('\n')).toMatch(full);
    await person.say('/check other.com free.com');
    await person.sees(/other\.com/);
    expect(person.screen()).not.toContain(key);
  },
);

test.for([
  ['english', '🔔 Message me when free', /taken name is watched/, /^🌐 w+\.com is free\n/, /is taken\. This chat gets/],
  [
    'persian',
    '🔔 آزاد شد خبر بده',
    /۱ دامنهٔ ثبت‌شده زیر نظر/,
    /^🌐 دامنهٔ w+\.com آزاد است\n/,
    /ثبت شده است\. وقتی آزاد شد/,
  ],
] as const)(
  'a name too long for the data of a button is watched by it, and registered by that of its alert: %s',
  async ([who, key, set, told, taken]) => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    await fetch(`${provider.baseUrl}/api/v1/order/domain/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ domain: LONG, period: 1, ns1: 'ns1.example.com', ns2: 'ns2.example.com' }),
    });
    await person.say(`/check ${LONG}`);
    await person.sees(/🔒/);
    await person.press(key);
    expect(person.screen()).toMatch(set);
    expect(await watched(app, person.chat)).toEqual([LONG]);
    // By the card of a name that is not in the account it is the same.
    await person.say(`/domain taken${LONG.slice(5)}`);
    await person.press(key);
    expect(person.screen()).toMatch(taken);
    await ask(app, 2);
    provider.account(TOKEN).removeDomain(LONG);
    await ask(app);
    await ask(app, 1, MINUTE + 10_000);
    await person.shows(told);
    await person.press('🛒 w');
    await person.sees(/w{30,}/);
    expect(person.screen()).not.toMatch(told);
  },
);
