import { expect, test } from 'vitest';
import { asked, enterBothConnected, enterConnected } from '../support.ts';

test('a suffix costs so much for so many years', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/price .COM');
  expect(english.screen()).toContain('.com: 1,375,000 toman per year, VAT included');
  await persian.say('/price example.org ۲');
  expect(persian.screen()).toContain('.org برای ۲ سال: ۲٬۸۶۰٬۰۰۰ تومان');
  expect(asked(app, 'domain.price')).toEqual([
    'domain.price {"tld":"com","period":1}',
    'domain.price {"tld":"org","period":2}',
  ]);
});

test('years outside the contract and unknown suffixes are refused without asking', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/price com 11');
  expect(english.screen()).toContain('1 to 10');
  await english.say('/price ir 2');
  expect(english.screen()).toContain('one year at a time');
  await english.say('/price nosuchsuffix');
  expect(english.screen()).toContain('Unknown extension: nosuchsuffix');
  expect(asked(app, 'domain.price')).toEqual([]);
});

test('the example beside an unknown extension is one that the provider has priced', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  await english.say('/price zzz');
  expect(english.screen()).toContain('Unknown extension: zzz. /price shows the prices of your favourite extensions.');
  provider.fault({ operation: 'domain.price', kind: 'errorOn200', times: 1 });
  await english.say('/price net');
  await english.say('/price io');
  for (const [person, example] of [
    [english, 'Try /price io, for example'],
    [persian, 'مثلاً بفرستید /price io'],
  ] as const) {
    await person.say('/price zzz');
    expect(person.screen()).toContain(example);
  }
  await english.say('/price org 2');
  await english.say('/price zzz');
  expect(english.screen()).toContain('Try /price org, for example');
});

test('the favourites stand in a table, and a person chooses them', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/price');
  expect(english.screen()).toMatchInlineSnapshot(`
    "Prices per year, VAT included:

    .ir | 66,000 toman
    .com | 1,375,000 toman
    .net | 1,540,000 toman
    .org | 1,430,000 toman
    [⭐ Favourite extensions]
    [🔎 Check names] [🏠 Home]"
  `);
  await english.press('Favourite extensions');
  await english.say('io nosuchsuffix');
  expect(english.screen()).toContain('Unknown extension: nosuchsuffix');
  await english.say('io, .dev tel');
  expect(english.screen()).toMatchInlineSnapshot(`
    "Prices per year, VAT included:

    .io | 4,620,000 toman
    .dev | 1,760,000 toman

    .tel: not accepted by the provider
    [⭐ Favourite extensions]
    [🔎 Check names] [🏠 Home]"
  `);
  app.provider.forget();
  await english.say('/check brand');
  await english.sees(/names checked/);
  expect(asked(app).sort()).toEqual(
    ['dev', 'io', 'tel'].map((suffix) => `domain.availability {"domain":"brand.${suffix}","period":1}`),
  );
  await persian.say('/price');
  expect(persian.screen()).toMatchInlineSnapshot(`
    "قیمت سالانه با احتساب مالیات بر ارزش افزوده:

    .ir | ۶۶٬۰۰۰ تومان
    .com | ۱٬۳۷۵٬۰۰۰ تومان
    .net | ۱٬۵۴۰٬۰۰۰ تومان
    .org | ۱٬۴۳۰٬۰۰۰ تومان
    [⭐ پسوندهای دلخواه]
    [🔎 بررسی نام‌ها] [🏠 خانه]"
  `);
});

test('where Telegram takes no rich messages the amounts stand below one another', async () => {
  await using app = await enterBothConnected({}, /method not found/);
  const { english, persian, world } = app;
  world.fail({ method: 'sendRichMessage', code: 404, description: 'Not Found: method not found', times: 9 });
  await english.say('/price');
  await persian.say('/price');
  expect(english.screen()).toContain('VAT included:\n.ir      66,000 toman\n.com  1,375,000 toman\n.net ');
  expect(persian.screen()).toContain('ارزش افزوده:\n.ir      ۶۶٬۰۰۰ تومان\n.com  ۱٬۳۷۵٬۰۰۰ تومان\n.net ');
  expect(
    english
      .messages()
      .at(-1)
      ?.entities?.map(({ type }) => type),
  ).toContain('pre');
});

test.for(['.ایران', 'ایران', '.ايران', 'xn--mgba3a4f16a', 'فروشگاه.ایران'] as const)(
  'the national suffix typed as %s is sold for one year',
  async (typed) => {
    await using app = await enterBothConnected();
    const { persian } = app;
    await persian.say(`/price ${typed}`);
    expect(persian.screen()).toContain('.ایران: سالانه ۵۵٬۰۰۰ تومان');
    await persian.say(`/price ${typed} ۲`);
    expect(persian.screen()).toContain('فقط برای یک سال');
    expect(asked(app, 'domain.price')).toEqual(['domain.price {"tld":"xn--mgba3a4f16a","period":1}']);
  },
);
