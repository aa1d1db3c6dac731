import { describe, expect, test } from 'vitest';
import { asked, enterBothConnected } from '../../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

describe('a registration', () => {
  test.concurrent.for([
    [
      'english',
      /^1$/,
      'Register for',
      /could not be checked again[\s\S]*عملیات دیگری/,
      'Confirm again',
      /registered and active/,
    ],
    ['persian', /^۱$/, 'ثبت به مبلغ', /استعلام دوبارهٔ قیمت ممکن نشد[\s\S]*عملیات دیگری/, 'دوباره', /ثبت شد و فعال است/],
  ] as const)(
    'whose price could not be asked at the tap is still for sale, and is confirmed again (%s)',
    async (row) => {
      const [who, years, yes, why, again, done] = row;
      await using app = await enterBothConnected();
      const { provider, [who]: person } = app;
      await person.say('/register free.com');
      await person.press(years);
      await person.say(SERVERS);
      provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 1 });
      await person.press(yes);
      await person.sees(why);
      expect(asked(app, 'domain.register')).toEqual([]);
      await person.press(again);
      await person.sees(done);
      expect(asked(app, 'domain.register')).toHaveLength(1);
    },
  );

  test.concurrent.for([
    ['english', /^1$/, 'Register for', { avaliable: 2 }, /can no longer be registered/],
    ['persian', /^۱$/, 'ثبت به مبلغ', { avaliable: 2 }, /دیگر قابل ثبت نیست/],
    ['english', /^1$/, 'Register for', { avaliable: 1 }, /could not be checked again[\s\S]*for 1,375,000/],
  ] as const)('that is forbidden by then is over, and without a price is not (%s)', async (row) => {
    const [who, years, yes, body, words] = row;
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    await person.say('/register free.com');
    await person.press(years);
    await person.say(SERVERS);
    provider.fault({ operation: 'domain.availability', kind: 'errorOn200', body, times: 1 });
    await person.press(yes);
    await person.sees(words);
    expect(asked(app, 'domain.register')).toEqual([]);
  });
});
