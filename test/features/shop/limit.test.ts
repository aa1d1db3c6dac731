import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { connect, enterBothConnected, enterConnected, OTHER_TOKEN } from '../support.ts';
import { walk } from './buy/buying.ts';
import { bodies } from './support.ts';

async function openLimit(person: Person, account = /Account 1|حساب ۱/): Promise<void> {
  await person.say('/accounts');
  await person.press(account);
  await person.press(/My personal limit|سقف شخصی/);
}

async function setLimit(person: Person, words: string): Promise<void> {
  await openLimit(person);
  await person.say(words);
}

async function askFor(person: Person, server = '10.0.0.1'): Promise<void> {
  await person.say(`/renew ${server}`);
  await person.press(/^30 days|^۳۰ روز/);
}

test.concurrent.for(['۱۰۰۰ تومن', '1000 rial', '۴۵۵۳۹۹۰ ریال', '300k IRT', '۴۰۰ هزار تومن'] as const)(
  'a limit of %j stops what costs more, though the provider says toman',
  async (words) => {
    await using app = await enterConnected();
    const { english } = app;
    await setLimit(english, words);
    expect(english.screen()).toMatch(/Limit: [\d,]+ (toman|rial) in 24 hours/);
    await askFor(english);
    expect(english.screen()).toMatch(
      /^✋ Nothing was sent: this purchase costs .*, you have spent 0 toman, and your personal limit is [\d,.]+ toman in 24 hours/,
    );
    expect(bodies(app, 'cloud.renew')).toEqual([]);
  },
);

test.concurrent.for([
  ['100000', '100,000 toman'],
  ['۱۰۰٬۰۰۰', '100,000 toman'],
  ['+100,000', '100,000 toman'],
  ['١٠٠ ٠٠٠', '100,000 toman'],
  ['5 million', '5,000,000 toman'],
  ['۵ میلیون', '5,000,000 toman'],
] as const)('a limit of %j alone is in the currency of the account’s prices', async ([typed, limit]) => {
  await using app = await enterConnected();
  const { english } = app;
  await setLimit(english, typed);
  expect(english.screen()).toContain(`Limit: ${limit} in 24 hours`);
});

test.concurrent('where prices came in two currencies, or in none, a limit has to name its own', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'cloud.renewQuote', kind: 'status', status: 500, times: 3 });
  await setLimit(english, '100000');
  expect(english.screen()).toContain('This is not an amount with a currency');
  await setLimit(english, '5 million toman');
  provider.clearFaults();
  for (const currency of ['toman', 'rial']) {
    const body = { total: 4000, currency, period: 30 };
    provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 2 });
    await askFor(english);
    await english.press(/Renew for/);
    await english.sees(/✅/);
  }
  await setLimit(english, '100000');
  expect(english.screen()).toContain('This is not an amount with a currency');
  expect(english.screen()).toContain('Limit: 5,000,000 toman in 24 hours');
});

test.concurrent('a payment in rials counts against a limit in tomans, and the other way round', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await setLimit(english, '5 m rial');
  provider.fault({
    operation: 'cloud.renewQuote',
    kind: 'errorOn200',
    body: { total: 2_500_000, currency: 'ریال', period: 30 },
    times: 2,
  });
  await askFor(english, '10.0.0.0');
  await english.press('Renew for 2,500,000 rial');
  await english.sees(/✅/);
  await askFor(english);
  expect(english.screen()).toMatch(
    /^✋ Nothing was sent: this purchase costs 455,400 toman, you have spent 250,000 toman, and your personal limit is 500,000 toman in 24 hours/,
  );
});

test.concurrent('a limit in a currency that nothing is priced in is not taken', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await setLimit(english, '5000 sekeh');
  expect(english.screen()).toContain('Unknown currency “sekeh”: no price in this account has used it');
  expect(english.screen()).toContain('No limit is set.');
  const body = { total: 400, currency: 'Sekeh', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await askFor(english);
  await english.say('/cancel');
  await setLimit(english, '5000 sekeh');
  expect(english.screen()).toContain('Limit: 5,000 Sekeh in 24 hours');
  await setLimit(persian, '۵۰۰۰ مثقال');
  expect(persian.screen()).toContain('سقفی تعیین نشد: هیچ قیمتی در این حساب با واحد پول «مثقال» نبوده');
});

test.concurrent('a limit in another currency is said not to apply, on its screen and at the confirm', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await setLimit(english, '500 usd');
  await askFor(english);
  const words = '⚠️ Your personal limit (500 USD) is in another currency and does not limit this purchase.';
  expect(english.screen()).toContain(words);
  await openLimit(english);
  expect(english.screen()).toContain('Limit: 500 USD in 24 hours\n⚠️ No price in this account has used this currency');
  const body = { total: 20, currency: 'USD', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await askFor(english);
  expect(english.screen()).not.toContain(words);
  await english.say('/renew');
  for (const server of ['10.0.0.1', '10.0.0.2']) await english.press(new RegExp(`^${server.replaceAll('.', '\\.')} ·`));
  await english.press(/Renew the 2 chosen/);
  await english.press('30 days');
  expect(english.screen()).toMatch(/Total: .*\n⚠️ Your personal limit \(500 USD\) is in another currency/);
});

test.concurrent('a sixth limit is refused rather than that one is lost', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  for (const currency of ['aa', 'bb', 'cc']) {
    const body = { total: 1, currency, period: 30 };
    provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
    await askFor(english);
  }
  for (const currency of ['aa', 'bb', 'cc', 'usd', 'toman']) await setLimit(english, `1000 ${currency}`);
  await setLimit(english, '1000 eur');
  expect(english.screen()).toContain('At most 5 limits, one for each currency. Remove one first.');
  expect(english.screen().match(/Limit:/g)).toHaveLength(5);
  await setLimit(english, '2000 ریال');
  expect(english.screen()).toContain('Limit: 2,000 rial in 24 hours');
  expect(english.screen()).not.toContain('1,000 toman');
});

test.concurrent('the button of an old message removes no other limit', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await setLimit(english, '1000000 toman');
  const old = english.messages().at(-1);
  const button = old?.reply_markup?.inline_keyboard.flat().find(({ text }) => text.includes('Remove'));
  if (!old || !button || !('callback_data' in button)) throw new Error(english.screen());
  await setLimit(english, '500 usd');
  await english.press('Remove the limit of 1,000,000 toman');
  const tap = world.pressRaw(english.user.id, english.chat, old.message_id, button.callback_data);
  expect(await tap.answered).toMatchObject({ show_alert: true });
  await openLimit(english);
  expect(english.screen()).toContain('Limit: 500 USD');
});

test.concurrent('confirms and receipts name the account, where there are several', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await askFor(english);
  expect(english.screen()).not.toContain('👤');
  await connect(english, OTHER_TOKEN);
  await walk(english);
  await english.sees(/VAT included/);
  await english.press('Continue');
  await english.sees(/Order this server[\s\S]*👤 Account: Account 2/);
  await english.press('Order for');
  await english.sees(/ordered[\s\S]*👤 Account: Account 2/);
  await english.say('/renew');
  for (const label of [/^10\.1\.134\.160 ·/, /^10\.1\.134\.161 ·/, /Renew the 2 chosen/, '30 days'])
    await english.press(label);
  expect(english.screen()).toMatch(/10\.1\.134\.161[\s\S]*\n\n👤 Account: Account 2\n\n/);
  await english.say('/orders');
  await english.press(/^1$/);
  await english.sees(/👤 Account: Account [12]/);
});

test.concurrent.for(['Tmn', 'Credits2 (VAT 10% included, as of 2026)'] as const)(
  'a price in %s, an unknown name, is not bought past a limit; setting one in it is the way out',
  async (currency) => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    await setLimit(english, '5000000 toman');
    const typed = currency.toLowerCase();
    const body = { total: 400, currency, period: 30 };
    provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 4 });
    await askFor(english);
    expect(english.screen()).toContain(
      `✋ Nothing was sent: the price is in “${currency}”, and your personal limit can’t be compared with it.`,
    );
    await english.press('My personal limit');
    await english.say(`300 ${typed}`);
    expect(english.screen()).toContain(`Limit: 300 ${currency} in 24 hours`);
    await askFor(english);
    expect(english.screen()).toContain(`your personal limit is 300 ${currency} in 24 hours`);
    await setLimit(english, `500 ${typed}`);
    await askFor(english);
    await english.press('Renew for');
    await english.sees(/✅/);
    expect(bodies(app, 'cloud.renew')).toHaveLength(1);
  },
);

test.concurrent('a limit in a currency of an unknown name stops what is priced in another one', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const body = { total: 400, currency: 'Sekeh', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await askFor(english);
  await english.say('/cancel');
  await setLimit(english, '5000 sekeh');
  await askFor(english);
  expect(english.screen()).toMatch(/^✋ Nothing was sent: the price is in “toman”/);
  await english.press('My personal limit');
  await english.press('Remove the limit of 5,000 Sekeh');
  await askFor(english);
  expect(english.screen()).toContain('Renew for 455,400 toman');
  // No other account's limits are asked.
  await askFor(persian);
  expect(persian.screen()).toMatch(/تمدید/);
});

test.concurrent.for([
  ['one', ['/renew 10.0.0.0'], ['30 days'], 'Renew for'],
  ['several', ['/renew'], [/^10\.0\.0\.0 ·/, /^10\.0\.0\.1 ·/, 'Renew the 2 chosen', '30 days'], 'Renew 2 for'],
] as const)('a limit set after the confirm is asked once more when it is given: %s', async ([, says, presses, yes]) => {
  await using app = await enterConnected();
  const { english, provider, world } = app;
  const body = { total: 400, currency: 'Tmn', period: 30 };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body });
  for (const words of says) await english.say(words);
  for (const label of presses) await english.press(label);
  const confirm = english.messages().at(-1);
  await setLimit(english, '5000000 toman');
  const button = confirm?.reply_markup?.inline_keyboard.flat().find(({ text }) => text.includes(yes));
  if (!confirm || !button || !('callback_data' in button)) throw new Error(english.screen());
  world.press(english.user.id, english.chat, confirm.message_id, button.callback_data);
  await app.settled();
  await english.shows(/✋ (?:Nothing was|Not) sent[\s\S]*price is in “Tmn”[\s\S]*\[👛 My personal limit\]/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});
