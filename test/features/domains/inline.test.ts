import type { InlineQueryResult } from 'grammy/types';
import { expect, test } from 'vitest';
import { sets, webhookOptions } from '../../support/bots/hooked.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../support.ts';

const seen = (results: readonly InlineQueryResult[]) =>
  results.map((result) =>
    (result.type === 'article' ? `${result.title} – ${result.description}` : '').replace(/[\u2066-\u2069\u200f]/g, ''),
  );

test.concurrent('a name or a domain is answered from the asker’s own account, in their language', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian } = app;
  expect(seen(await world.inline(english.user.id, 'takenname.com').answered)).toEqual(['takenname.com – taken']);
  expect(seen(await world.inline(persian.user.id, 'brand').answered)).toEqual([
    'brand.ir – آزاد · سالانه ۶۶٬۰۰۰ تومان',
    'brand.com – آزاد · سالانه ۱٬۳۷۵٬۰۰۰ تومان',
    'brand.net – آزاد · سالانه ۱٬۵۴۰٬۰۰۰ تومان',
    'brand.org – آزاد · سالانه ۱٬۴۳۰٬۰۰۰ تومان',
  ]);
  const [card] = await world.inline(english.user.id, 'brand.io').answered;
  expect(card).toMatchObject({
    input_message_content: { message_text: expect.stringContaining('<code>brand.io</code>'), parse_mode: 'HTML' },
  });
  expect(card).toMatchObject({
    reply_markup: {
      inline_keyboard: [[{ text: '🛒 Register', url: 'https://t.me/host_test_bot?start=r_brand_io' }]],
    },
  });
  await world.inline(persian.user.id, 'brand.io').answered;
  expect(asked(app).filter((each) => each.includes('brand.io'))).toHaveLength(2);
  const [taken] = await world.inline(persian.user.id, 'takenname.com').answered;
  expect(taken).not.toHaveProperty('reply_markup');
  // Longer than a link can carry: the card is there without the button.
  const [long] = await world.inline(persian.user.id, `${'a'.repeat(60)}.com`).answered;
  expect(long).not.toHaveProperty('reply_markup');
  const call = world.calls.find(({ method }) => method === 'answerInlineQuery');
  expect(call?.params).toMatchObject({ is_personal: true });
});

test.concurrent('of two queries that arrive in another order the newer one is answered', async () => {
  await using app = await enterConnected(await webhookOptions(), /query is too old/);
  await eventually(() => sets(app).length === 1);
  const { url, secret_token } = sets(app)[0]?.params ?? {};
  const ask = (update_id: number, query: string) =>
    fetch(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': String(secret_token) },
      body: JSON.stringify({ update_id, inline_query: { id: query, from: app.english.user, query, offset: '' } }),
    });
  await Promise.all([ask(9_000_002, 'newer.com'), ask(9_000_001, 'older.com')]);
  await app.settled();
  expect(asked(app)).toEqual(['domain.availability {"domain":"newer.com","period":1}']);
});

test.concurrent('typing fast asks the provider for the last word only; asking again within a minute, not at all', async () => {
  await using app = await enterConnected();
  const { world, english } = app;
  const typed = 'mybrand.com';
  for (let length = 1; length < typed.length; length++) world.inline(english.user.id, typed.slice(0, length));
  await world.inline(english.user.id, typed).answered;
  await world.inline(english.user.id, 'MyBrand.com ').answered;
  await app.settled();
  expect(asked(app)).toEqual(['domain.availability {"domain":"mybrand.com","period":1}']);
});

test.concurrent('a token is no name: no registry is asked about it, no card has it, and it is not remembered', async () => {
  await using app = await enter();
  const { world, english, persian } = app;
  await connect(english);
  app.provider.forget();
  const token = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4';
  for (const person of [english, persian]) {
    const cards = await world.inline(person.user.id, token).answered;
    expect(JSON.stringify(cards)).not.toContain(token);
  }
  expect(asked(app)).toEqual([]);
  await connect(persian);
  expect(JSON.stringify(persian.messages())).not.toContain(token);
});

test.concurrent('a person’s own token is not taken for a name, in any form', async () => {
  await using app = await enter();
  const { world, english } = app;
  await connect(english);
  app.provider.forget();
  for (const query of [TOKEN, `${TOKEN}.com`, `my ${TOKEN}`]) {
    const cards = await world.inline(english.user.id, query).answered;
    expect(JSON.stringify(cards)).not.toContain(TOKEN);
  }
  expect(JSON.stringify(asked(app))).not.toContain(TOKEN);
});

test.concurrent('a person without an account gets the button that leads to connecting; one without a reseller service is told', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 1, reseller: false }] });
  const { world, english } = app;
  expect(await world.inline(english.user.id, 'brand.com').answered).toEqual([]);
  const newest = () => world.calls.filter(({ method }) => method === 'answerInlineQuery').at(-1)?.params;
  expect(newest()).toMatchObject({ button: { text: expect.stringContaining('Connect'), start_parameter: 'connect' } });
  await connect(english);
  await world.inline(english.user.id, 'brand.com').answered;
  expect(newest()).toMatchObject({
    button: { text: 'No reseller service in this account', start_parameter: 'reseller' },
  });
});

test.concurrent('each name is settled by itself: one that is not sold hides no other, and says why it is not known', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian, provider } = app;
  for (const person of [english, persian]) {
    await person.say('/price');
    await person.press(/Favourite extensions|پسوندهای دلخواه/);
    await person.say('com tel');
  }
  const cards = await world.inline(english.user.id, 'brand').answered;
  expect(seen(cards)).toEqual([
    'brand.com – available · 1,375,000 toman per year',
    'brand.tel – unknown – not accepted by the provider',
  ]);
  expect(cards[1]).toMatchObject({
    input_message_content: {
      message_text: expect.stringMatching(/brand\.tel.*unknown – not accepted by the provider/),
    },
  });
  expect(seen(await world.inline(persian.user.id, 'brand').answered)).toEqual([
    'brand.com – آزاد · سالانه ۱٬۳۷۵٬۰۰۰ تومان',
    'brand.tel – نامشخص – پذیرفته نشد',
  ]);
  provider.fault({ operation: 'domain.availability', kind: 'status', status: 500 });
  const missed = await world.inline(english.user.id, 'other.com').answered;
  expect(seen(missed)).toEqual(['other.com – unknown – no answer']);
  provider.clearFaults();
  // A failed check is asked again.
  expect(seen(await world.inline(english.user.id, 'other.com').answered)[0]).toContain('available');
});

test.concurrent('a token that is refused leads to connecting, not to an outage that is none', async () => {
  await using app = await enterConnected();
  const { world, english, provider } = app;
  provider.fault({ operation: 'domain.availability', kind: 'status', status: 401 });
  const { results, button } = await world.inline(english.user.id, 'brand').whole;
  expect(results).toEqual([]);
  expect(button).toMatchObject({ text: expect.stringContaining('Connect'), start_parameter: 'connect' });
});

test.concurrent('of many favourites it is said how many are left out', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian } = app;
  for (const person of [english, persian]) {
    await person.say('/price');
    await person.press(/Favourite extensions|پسوندهای دلخواه/);
    await person.say('com net org info xyz io dev app');
  }
  const whole = await world.inline(english.user.id, 'brand').whole;
  expect(whole.results).toHaveLength(6);
  expect(whole.button?.text).toBe('2 more favourite extensions were not checked: use /check');
  expect((await world.inline(persian.user.id, 'brand').whole).button?.text).toContain('۲ پسوند دلخواه دیگر');
});

test.concurrent.each([
  ['brand.nosuchsuffix', 'unknown extension', 'پسوند ناشناخته'],
  ['_x_!.com', 'not a valid name', 'نام معتبری نیست'],
  ['😀', 'not a valid name', 'نام معتبری نیست'],
  ['ab', 'Type at least 3 letters, or add the extension', 'حداقل ۳ حرف بنویسید، یا نام را با پسوند'],
] as const)('%s asks for nothing, and the card says why', async (typed, english, persian) => {
  await using app = await enterBothConnected();
  expect(seen(await app.world.inline(app.english.user.id, typed).answered)).toEqual([`${typed} – ${english}`]);
  expect(seen(await app.world.inline(app.persian.user.id, typed).answered)).toEqual([`${typed} – ${persian}`]);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a name that is too long is told so', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian } = app;
  const long = `${'a'.repeat(64)}.com`;
  expect(seen(await world.inline(english.user.id, long).answered)).toEqual([
    `${'a'.repeat(59)}… – too long: 63 characters at most between two dots`,
  ]);
  expect(seen(await world.inline(persian.user.id, long).answered)[0]).toContain(
    'طولانی است: بین دو نقطه حداکثر ۶۳ کاراکتر',
  );
  expect(asked(app)).toEqual([]);
});

test.concurrent('with nothing typed an example shows what can be', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian } = app;
  const [card, ...others] = await world.inline(english.user.id, '').answered;
  expect(others).toEqual([]);
  expect(card).toMatchObject({
    title: 'Type a name, such as brand or example.com',
    input_message_content: { message_text: expect.stringContaining('@host_test_bot example.com') },
    reply_markup: { inline_keyboard: [[{ switch_inline_query_current_chat: 'example.com' }]] },
  });
  expect(await world.inline(persian.user.id, ' ').answered).toMatchObject([
    { title: expect.stringMatching(/^نامی بنویسید/) },
  ]);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a subdomain is answered with its domain, and the card says so', async () => {
  await using app = await enterBothConnected();
  const { world, english, persian } = app;
  expect(seen(await world.inline(english.user.id, 'shop.brand.com').answered)).toEqual([
    'brand.com – available · 1,375,000 toman per year · shop.brand.com is a subdomain of this domain',
  ]);
  expect(seen(await world.inline(persian.user.id, 'shop.brand.com').answered)[0]).toContain(
    'دامنهٔ اصلی برای shop.brand.com',
  );
});

test.concurrent('typing on cancels the earlier query at the provider', async () => {
  await using app = await enterConnected();
  const { world, english, provider } = app;
  const answer = holdAnswers(provider, { operation: 'domain.availability', times: 1 });
  const first = world.inline(english.user.id, 'older.com');
  await eventually(() => provider.requests.length > 0);
  expect(seen(await world.inline(english.user.id, 'newer.com').answered)[0]).toContain('newer.com – available');
  answer();
  await app.settled();
  expect(world.calls.filter(({ method }) => method === 'answerInlineQuery')).toHaveLength(1);
  expect(seen(await world.inline(english.user.id, 'older.com').answered)[0]).toContain('older.com – available');
  expect(first.id).not.toBe('');
});
