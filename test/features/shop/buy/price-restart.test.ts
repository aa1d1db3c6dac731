import { expect, test } from 'vitest';
import { isServer } from '../../../../src/store/database/open.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { asked } from '../../support.ts';
import { choose, enterForm, forms, PRICE, quoteOf, walk } from './buying.ts';

/** When a price that is being asked must have been shown. */
const LATE_MS = 45_000;
const never = { operation: 'cloud.quote', kind: 'hang', times: 1 } as const;

async function restart(app: TestApp): Promise<void> {
  await app.stopBot();
  // On a shared store another process may be asking for it until then.
  if (isServer(app.env.STORE_URL ?? '')) app.later(LATE_MS);
  await app.startBot();
}

/** Whether anything is still promised for later. */
async function isQuiet({ env }: TestApp): Promise<boolean> {
  const store = await openStoreOf({ env });
  try {
    return (await store.reminders.nextDue()) === undefined;
  } finally {
    await store.close();
  }
}

test.concurrent('a restart while a price is being asked: it is asked again, and shown by itself', async () => {
  await using app = await enterForm();
  const { english, persian, provider } = app;
  for (const [person, asking, price] of [
    [english, '⏳ Asking the provider for the price…', /💰 Total for 30 days: 422,400 toman/],
    [persian, '⏳ در حال استعلام قیمت…', /💰 جمع برای ۳۰ روز: ۴۲۲٬۴۰۰ تومان/],
  ] as const) {
    provider.fault(never);
    await walk(person);
    expect(person.screen()).toContain(asking);
    await restart(app);
    await person.sees(price);
    expect(forms(person)).toHaveLength(1);
    await person.press(/^(Continue|ادامه)/);
    expect(person.screen()).toMatch(/\[(Order for|سفارش به مبلغ)/);
  }
  const twice = [quoteOf(), quoteOf(), quoteOf()];
  expect(asked(app, 'cloud')).toEqual([...twice, ...twice]);
  expect(await isQuiet(app)).toBe(true);
});

test.concurrent('where the provider has no price then either, it says so, with a button', async () => {
  await using app = await enterForm();
  const { english, persian, provider } = app;
  provider.fault(never);
  await walk(english);
  provider.fault(never);
  await walk(persian);
  provider.fault({ operation: 'cloud.quote', kind: 'status', status: 503 });
  await restart(app);
  await english.sees(/provider is not answering\.[\s\S]*\[🔄 Get the price again\]/);
  await persian.sees(/فعلاً پاسخ نمی‌دهد[\s\S]*\[🔄 استعلام دوبارهٔ قیمت\]/);
  provider.clearFaults();
  await english.press('Get the price again');
  expect(english.screen()).toContain(`Total for 30 days: ${PRICE} toman`);
});

test.concurrent('an objection that comes after the restart goes back to its value', async () => {
  await using app = await enterForm();
  const { english, provider } = app;
  await english.say('/buy');
  for (const typed of ['frankfurt', 'debian12', '2', '500', '40', '1', '0']) await english.say(typed);
  provider.fault(never);
  await english.say('30');
  await restart(app);
  await english.sees(/RAM: 500 GB\n⚠️[\s\S]*How much RAM/);
  await english.say('4');
  expect(english.screen()).toContain(`Total for 30 days: ${PRICE} toman`);
});

test.concurrent('a late price and a price that is no longer awaited leave nothing behind', async () => {
  await using app = await enterForm();
  const { english, provider } = app;
  const answer = holdAnswers(provider, { operation: 'cloud.quote', times: 1 });
  await walk(english);
  answer();
  provider.fault(never);
  await english.sees(/💰/);
  await english.press('4 GB');
  await choose(english, 8);
  expect(english.screen()).toContain('Asking the provider');
  await english.press('8 GB');
  await choose(english, 4);
  expect(english.screen()).toContain('💰');
  await app.stopBot();
  expect(await isQuiet(app)).toBe(true);
});

test.concurrent('a price request of an earlier run does not disturb a person who went on or left', async () => {
  await using app = await enterForm();
  const { english, persian, provider } = app;
  for (const person of [english, persian]) {
    provider.fault(never);
    await walk(person);
  }
  await app.stopBot();
  // The person's new updates are handled first: the restart finds the stored requests only when they come due.
  const store = await openStoreOf(app);
  const { taken } = await store.reminders.takeDue(Date.now() + 60_000, 100_000);
  expect(taken).toHaveLength(2);
  for (const { id } of taken) await store.reminders.remove(id);
  await app.startBot();
  await english.press('4 GB');
  await persian.press('انصراف');
  for (const { chatId, messageId, what } of taken)
    await store.reminders.add(chatId, messageId, 0, { what, locale: 'en' });
  await store.close();
  await restart(app);
  await app.world.until(() => app.world.pending() === 0);
  await choose(english, 8);
  expect(english.screen()).toMatch(/RAM: 8 GB[\s\S]*💰/);
  expect(persian.screen()).toMatch(/^🛒 سفارش لغو شد/);
  expect(asked(app, 'cloud')).toEqual([quoteOf(), quoteOf(), quoteOf({ ram: 8 })]);
  expect(await isQuiet(app)).toBe(true);
});
