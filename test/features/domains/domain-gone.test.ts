import { expect, test } from 'vitest';
import { enterBothConnected } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

test.concurrent.for([
  [
    'english',
    /^1$/,
    'Register for',
    /is registered/,
    /refused/,
    /not among this account’s active/,
    'Remove',
    /No domains of/,
  ],
  [
    'persian',
    /^۱$/,
    'ثبت به مبلغ',
    /ثبت شد و فعال/,
    /پذیرفته نشد/,
    /بین دامنه‌های فعال این حساب نیست/,
    'حذف',
    /هنوز دامنه‌ای از/,
  ],
] as const)('only what the provider does not find is told as gone, and can be taken off (%s)', async (row) => {
  const [who, years, yes, done, refused, gone, off, none] = row;
  await using app = await enterBothConnected();
  const { [who]: person, provider } = app;
  await person.say('/register mine.com');
  await person.press(years);
  await person.say(SERVERS);
  await person.press(yes);
  await person.sees(done);
  provider.fault({ operation: 'domain.info', kind: 'errorOn200', times: 1 });
  await person.say('/domain mine.com');
  expect(person.screen()).not.toMatch(gone);
  expect(person.screen()).toMatch(refused);
  for (const body of [{ error: 'not_found', message: 'x' }, { errors: { domain: ['x'] } }]) {
    provider.fault({ operation: 'domain.info', kind: 'errorOn200', body, times: 1 });
    await person.say('/domain mine.com');
    expect(person.screen()).toMatch(gone);
  }
  await person.press(off);
  expect(person.screen()).toMatch(none);
  await person.say('/domain mine2.com');
  expect(person.screen()).toMatch(gone);
  expect(person.screen()).not.toContain(off);
});
