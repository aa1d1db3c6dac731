import { expect, test } from 'vitest';
import { asked, enterBothConnected } from '../support.ts';
import { walk } from './buy/buying.ts';

test.concurrent.for([
  [
    'english',
    ['Continue', 'Order for', 'Check again'],
    ['The account can’t be read right now.', 'has no new server'],
    ['Could not check just now. Try again in a minute.', 'Checked just now: ⚠️ result still unknown'],
  ],
  [
    'persian',
    ['ادامه', 'سفارش به', 'بررسی دوباره'],
    ['اطلاعات حساب الان خوانده نمی‌شود.', 'سرور جدیدی مطابق'],
    ['الان بررسی نشد. یک دقیقهٔ دیگر دوباره تلاش کنید.', 'همین حالا بررسی شد: ⚠️ نتیجه هنوز معلوم نیست'],
  ],
] as const)('an account that can’t be read is not said to lack the order (%s)', async (row) => {
  const [who, [next, order, check], [unread, absent], [failed, looked]] = row;
  await using app = await enterBothConnected();
  const { provider, [who]: person } = app;
  await walk(person);
  await person.press(next);
  provider.fault({ operation: 'cloud.order', kind: 'cutBefore', times: 1 });
  await person.press(order);
  // The list is read before the order is sent, too.
  await person.sees(/no answer|پاسخ نرسید/);
  provider.fault({ operation: 'server.list', kind: 'status', status: 404 });
  await person.sees(new RegExp(unread));
  app.later(16 * 60_000);
  await person.sees(/result unknown|نتیجه معلوم نیست/);
  expect(person.screen()).toContain(unread);
  expect(person.screen()).not.toContain(absent);
  expect(await person.press(check)).toMatchObject({ text: failed });
  provider.clearFaults();
  expect(await person.press(check)).toMatchObject({ text: looked });
  expect(person.screen()).toContain(absent);
  expect(person.screen()).not.toContain(unread);
  expect(asked(app, 'cloud.order')).toHaveLength(1);
});
