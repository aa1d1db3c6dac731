import { expect, test } from 'vitest';
import { batchScreen } from '../../../../src/features/shop/renew/batch-screen.ts';
import type { Operation } from '../../../../src/operations/index.ts';
import type { TestApp } from '../../../support/app.ts';
import { bare, type Person, textOf as wordsOf } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import { enterBothConnected, enterConnected, TOKEN } from '../../support.ts';
import { bodies } from '../support.ts';

const NOTHING = /nothing was|چیزی خریده نشد|چیزی فرستاده نشد|کاری انجام نشد/i;
/** Renewals for 30 days cost 227,700, 455,400 and 782,100 toman: enough for the first two, in any order. */
const POOR = { accounts: [{ token: TOKEN, servers: 3, wallet: 700_000 }] };

/** Opens the confirm of several for 30 days. */
async function open(person: Person, ...servers: string[]): Promise<void> {
  await person.say('/renew');
  for (const server of servers) await person.press(`${server} ·`);
  await person.press(/Renew the \d chosen|تمدید [۰-۹] سرور انتخاب‌شده/);
  await person.press(/^30 days|^۳۰ روز/);
}

/** The receipt of the newest order, without the time of the request. */
async function receipt(person: Person): Promise<string> {
  await person.say('/orders');
  await person.press(/^1$|^۱$/);
  return textOf(person)
    .split('\n\n')
    .filter((part) => !/Requested on|درخواست در/.test(part))
    .join('\n\n');
}

function textOf(person: Person): string {
  const newest = person.messages().at(-1);
  return newest ? bare(wordsOf(newest)) : '';
}

const ended = (app: TestApp) => bodies(app, 'cloud.renew').length;

test.concurrent('partly paid: what was ordered and what is left each have their sum; cancelled, the sum and the lines stay', async () => {
  await using app = await enterConnected(POOR);
  const { english } = app;
  await open(english, '10.0.0.0', '10.0.0.1', '10.0.0.2');
  expect(english.screen()).toMatch(/^♻️ Renew 3 servers for 30 days\?[\s\S]*💰 Total: 1,465,200 toman, VAT included/);
  await english.press('Renew 3 for');
  await english.sees(/✅ 10\.0\.0\.0[\s\S]*✅ 10\.0\.0\.1[\s\S]*▫️ 10\.0\.0\.2/);
  expect(english.screen()).toMatch(
    /^♻️ Renewal for 30 days: 2 of 3 renewals ordered\n\n✅ 10\.0\.0\.0 [^\n]*\n✅ 10\.0\.0\.1 [^\n]*\n▫️ 10\.0\.0\.2 [^\n]*\n💳 Not bought: not enough balance\. [\d,]+ toman more is needed\. Top up [^\n]*\n\n💰 Ordered: 683,100 toman, VAT included\n💰 Left to confirm: 782,100 toman, VAT included\n\nThe price is taken [^\n]*\n\[Confirm the remaining one for 782,100 toman\]\n\[Cancel\]$/,
  );
  await english.press('Cancel');
  await english.sees(/cancelled/);
  const own = textOf(english);
  expect(own).toMatch(
    /^♻️ Renewal for 30 days: 2 of 3 renewals ordered\n\nServer \| Price \| Result\n✅ 10\.0\.0\.0 [^\n]*\n✅ 10\.0\.0\.1 [^\n]*\n▫️ 10\.0\.0\.2 \| 782,100 toman \| cancelled, not bought\n\n💰 Total: 683,100 toman, VAT included$/,
  );
  expect(await receipt(english)).toBe(own);
  expect(english.screens().filter((screen) => screen.includes('✅') && NOTHING.test(screen))).toEqual([]);
});

test.concurrent('the same in Persian; the rest is confirmed later, and all of it has one sum, also after a restart', async () => {
  await using app = await enterBothConnected(POOR);
  const { persian, provider } = app;
  await open(persian, '10.0.0.0', '10.0.0.1', '10.0.0.2');
  await persian.press('تمدید ۳ سرور به مبلغ');
  await persian.sees(/✅ 10\.0\.0\.0[\s\S]*✅ 10\.0\.0\.1[\s\S]*▫️ 10\.0\.0\.2/);
  expect(persian.screen()).toMatch(
    /^♻️ تمدید ۳۰ روزهٔ ۲ سرور از ۳ سرور سفارش داده شد\n[\s\S]*💳 این یکی خریده نشد: موجودی حساب کافی نیست و [۰-۹٬]+ تومان کم دارد\.[\s\S]*💰 سفارش داده شد: ۶۸۳٬۱۰۰ تومان [^\n]*\n💰 مانده برای تأیید: ۷۸۲٬۱۰۰ تومان/,
  );
  expect(persian.screen()).not.toMatch(NOTHING);
  provider.account(TOKEN).wallet = 1_000_000;
  await persian.press('تأیید یک سرور باقی‌مانده به مبلغ ۷۸۲٬۱۰۰ تومان');
  await persian.sees(/(✅[^\n]*\n){3}/);
  await app.stopBot();
  await app.startBot();
  expect(textOf(persian)).toMatch(
    /^✅ ۳ سرور برای ۳۰ روز تمدید شد\n\nسرور \| قیمت \| انقضا\n(✅ 10\.0\.0\.\d [^\n]*\n){3}\n💰 جمع کل: ۱٬۴۶۵٬۲۰۰ تومان با احتساب مالیات بر ارزش افزوده$/,
  );
  expect(await receipt(persian)).toMatch(/^✅ ۳ سرور [\s\S]*💰 جمع کل: ۱٬۴۶۵٬۲۰۰ تومان/);
});

test.concurrent.for([
  ['repriced', 'cloud.renewQuote', { total: 5, currency: 'toman' }, /Not bought: the price has changed from /],
  [
    'no price',
    'cloud.renewQuote',
    { error: 'conflict', message: 'busy' },
    /⚠️ Not sent: the price could not be checked again/,
  ],
  [
    'no price, for lack of money',
    'cloud.renewQuote',
    { error: 'balance', message: 'موجودی کافی نیست' },
    /⚠️ Not sent: the price/,
  ],
  [
    'refused',
    'cloud.renew',
    { error: 'conflict', message: 'busy' },
    /❌ 10\.0\.0\.\d \| [\d,]+ toman \| not bought\n[\s\S]*Why these renewals were not bought\n *10\.0\.0\.\d\n *The provider refused\. The provider says: busy/,
  ],
  [
    'a field',
    'cloud.renew',
    { errors: { period: ['no'] } },
    /❌ .* \| not bought\n[\s\S]*10\.0\.0\.\d\n *The provider did not accept one of the values\. ⚠️ Period/,
  ],
] as const)(
  'one of two fails (%s): below the other’s ✅ nothing reads as if nothing had been bought',
  async ([, operation, body, words]) => {
    await using app = await enterConnected();
    const { english, provider } = app;
    await open(english, '10.0.0.0', '10.0.0.1');
    provider.fault({ operation, kind: 'errorOn200', body, times: 1 });
    await english.press('Renew 2 for');
    await english.sees(/✅/);
    expect(english.screen()).toMatch(/^♻️ Renewal for 30 days: 1 of 2 renewals ordered\n/);
    expect(english.screen()).toMatch(words);
    expect(english.screen()).not.toMatch(NOTHING);
    expect(english.screen()).toMatch(
      /❌/.test(english.screen())
        ? /💰 Total: (227,700|455,400) toman/
        : /💰 Ordered: (227,700|455,400) toman[^\n]*\n💰 Left/,
    );
  },
);

test.concurrent('none of several was ordered: that is the first word, in both languages', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await open(english, '10.0.0.0', '10.0.0.1');
  await english.press('Cancel');
  await english.sees(/cancelled/);
  expect(textOf(english)).toMatch(/^▫️ Nothing was ordered: renewal of 2 servers for 30 days\n\nServer \|/);
  await open(persian, '10.0.0.0', '10.0.0.1');
  provider.fault({ operation: 'cloud.renew', kind: 'errorOn200', body: { error: 'conflict', message: 'busy' } });
  await persian.press('تمدید ۲ سرور به مبلغ');
  await persian.sees(/❌ 10\.0\.0\.0[\s\S]*❌ 10\.0\.0\.1/);
  expect(textOf(persian)).toMatch(/^▫️ چیزی سفارش داده نشد: تمدید ۲ سرور برای ۳۰ روز\n/);
});

test.concurrent('one of two is over the limit: told of that one alone', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await open(english, '10.0.0.0', '10.0.0.1');
  const confirm = english.messages().at(-1)?.message_id;
  await english.say('/accounts');
  await english.press(/Account 1/);
  await english.press(/My personal limit/);
  await english.say('500000 toman');
  await english.press('Renew 2 for');
  await app.world.until(() =>
    /✅/.test(english.messages().find(({ message_id }) => message_id === confirm)?.text ?? ''),
  );
  const text = bare(english.messages().find(({ message_id }) => message_id === confirm)?.text ?? '');
  expect(text).toMatch(/✋ Not sent: this renewal would exceed your personal limit of 500,000 toman in 24 hours\./);
  expect(text).not.toMatch(NOTHING);
  expect(ended(app)).toBe(1);
});

test.concurrent('a server that was left out for want of a price keeps its line to the end', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const body = { error: 'conflict', message: 'out of stock' };
  provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await open(english, '10.0.0.0', '10.0.0.1', '10.0.0.2');
  const left = /❔ (10\.0\.0\.\d): left out, the provider sent no price\.\n[^\n]*out of stock/.exec(english.screen());
  await english.press('Renew 2 for');
  await english.sees(/✅[\s\S]*✅/);
  expect(english.screen()).toMatch(/^✅ 2 servers renewed for 30 days\n[\s\S]*💰 Total: /);
  expect(english.screen()).toContain(`❔ ${left?.[1]}: left out, the provider sent no price.\n`);
  expect(await receipt(english)).toContain(`❔ ${left?.[1]}: left out, the provider sent no price`);
});

test.concurrent('an old screen that is tapped says of its tap alone that it bought nothing', async () => {
  await using app = await enterConnected(POOR);
  const { english, world } = app;
  await open(english, '10.0.0.1', '10.0.0.2');
  const message = english.messages().at(-1);
  const button = message?.reply_markup?.inline_keyboard[0]?.[0];
  if (!message || !button || !('callback_data' in button)) throw new Error(english.screen());
  await english.press('Renew 2 for');
  await english.sees(/✅ 10\.0\.0\.1[\s\S]*▫️ 10\.0\.0\.2/);
  const { answered } = world.pressRaw(english.user.id, english.chat, message.message_id, button.callback_data);
  expect(await answered).toMatchObject({ text: expect.stringContaining('Nothing was bought') });
  expect(ended(app)).toBe(2);
});

/** A renewal of a batch of two. */
const renewal = (number: number, change: Partial<Operation>): Operation => ({
  id: `renewal-${number}`,
  kind: 'renewal',
  state: 'done',
  ...{ userId: 7, chatId: 7, accountId: 'account', locale: 'en', messageId: 1, notified: true },
  ...{ createdAt: 0, sentAt: 0, expiresAt: 0, dueAt: null },
  quote: { total: 100, currency: 'toman' },
  parameters: {
    serverId: `srv-${number}`,
    name: `10.0.0.${number}`,
    period: 30,
    batch: ['renewal-1', 'renewal-2'],
  },
  progress: { seen: {} },
  ...change,
});

test.concurrent.for(['en', 'fa'])('a batch has buttons again once the last of it is settled (%s)', (locale) => {
  const texts = testTexts();
  const rowsOf = (...states: Operation['state'][]) => {
    const operations = states.map((state, index) => renewal(index + 1, { state }));
    return batchScreen(operations, texts.in(locale), { topUpUrl: undefined, limits: [] }).keyboard ?? [];
  };
  for (const settled of ['sending', 'accepted', 'unknown', 'refused', 'done'] as const)
    expect(rowsOf(settled, 'sending')).toEqual([]);
  expect(rowsOf('done', 'done')).not.toEqual([]);
});

test.concurrent.for([
  ...['notConnected', 'fields', 'invalid', 'insufficientBalance', 'resellerServiceMissing', 'notFound', 'refused'],
  ...['unavailable', 'notSent', 'unreadable', 'overLimit', 'duplicate', 'interrupted'],
] as const)('when one of two can’t be bought (%s), the message is about that one alone', (kind) => {
  const texts = testTexts();
  for (const locale of ['en', 'fa'])
    for (const state of ['ready', 'refused', 'expired'] as const)
      for (const unpriced of [true, undefined]) {
        const other = renewal(2, { state, duplicateAt: 1, failure: { kind, ...(unpriced ? { unpriced } : {}) } });
        const { text } = batchScreen([renewal(1, {}), other], texts.in(locale), { topUpUrl: undefined, limits: [] });
        expect(text).toContain('✅');
        expect(text).not.toMatch(NOTHING);
      }
});

test.concurrent.for(['english', 'persian'] as const)(
  'a receipt is a table, in /orders too; where Telegram takes none, lines of the same (%s)',
  async (who) => {
    await using app = await enterBothConnected({}, /message text is empty/);
    const { [who]: person, world } = app;
    const isTable = () =>
      person
        .messages()
        .at(-1)
        ?.rich_message?.blocks.some(({ type }) => type === 'table') ?? false;
    await open(person, '10.0.0.0', '10.0.0.1');
    expect(isTable()).toBe(false);
    await person.press(/^Renew 2 for|^تمدید ۲ سرور/);
    await person.sees(/✅ 10\.0\.0\.0 \|[\s\S]*✅ 10\.0\.0\.1 \|/);
    await person.say('/orders');
    await person.press(/^1$|^۱$/);
    expect(isTable()).toBe(true);
    expect(textOf(person)).toMatch(/(Requested on|درخواست در) [^\n]*$/);
    await person.press(/Orders|سفارش/);
    world.fail({ method: 'editMessageText', code: 400, description: 'Bad Request: message text is empty' });
    await person.press(/^1$|^۱$/);
    expect(isTable()).toBe(false);
    expect(textOf(person)).toMatch(
      /\n\n✅ 10\.0\.0\.0 · [\s\S]*\n✅ 10\.0\.0\.1 · [\s\S]*(Requested on|درخواست در) [^\n]*$/,
    );
  },
);
