import type { InlineQueryResult } from 'grammy/types';
import { expect, test } from 'vitest';
import { asked, connect, enter, enterConnected, TOKEN } from '../support.ts';

const seen = (results: readonly InlineQueryResult[]) =>
  results.map((result) =>
    (result.type === 'article' ? `${result.title} – ${result.description}` : '').replace(/[\u2066-\u2069\u200f]/g, ''),
  );

test('a name or a domain is answered from the asker’s own account, in their language', async () => {
  await using house = await enterConnected();
  const { world, english, persian } = house;
  expect(seen(await world.inline(english.user.id, 'takenname.com').answered)).toEqual(['takenname.com – taken']);
  expect(seen(await world.inline(persian.user.id, 'brand').answered)).toEqual([
    'brand.ir – آزاد · ۶۶٬۰۰۰ تومان',
    'brand.com – آزاد · ۱٬۳۷۵٬۰۰۰ تومان',
    'brand.net – آزاد · ۱٬۵۴۰٬۰۰۰ تومان',
    'brand.org – آزاد · ۱٬۴۳۰٬۰۰۰ تومان',
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
  const [taken] = await world.inline(persian.user.id, 'takenname.com').answered;
  expect(taken).not.toHaveProperty('reply_markup');
  // Longer than a link can carry: the card is there without the button.
  const [long] = await world.inline(persian.user.id, `${'a'.repeat(60)}.com`).answered;
  expect(long).not.toHaveProperty('reply_markup');
  expect(await world.inline(english.user.id, '😀').answered).toEqual([]);
  const call = world.calls.find(({ method }) => method === 'answerInlineQuery');
  expect(call?.params).toMatchObject({ is_personal: true });
});

test('typing fast asks the provider for the last word only; asking again within a minute, not at all', async () => {
  await using house = await enterConnected();
  const { world, english } = house;
  const typed = 'mybrand.com';
  for (let length = 1; length < typed.length; length++) world.inline(english.user.id, typed.slice(0, length));
  await world.inline(english.user.id, typed).answered;
  await world.inline(english.user.id, 'MyBrand.com ').answered;
  await house.settled();
  expect(asked(house)).toEqual(['domain.availability {"domain":"mybrand.com","period":1}']);
});

test('who is not connected gets the button that leads to connecting; who has no reseller service is told', async () => {
  await using house = await enter({ accounts: [{ token: TOKEN, servers: 1, reseller: false }] });
  const { world, english } = house;
  expect(await world.inline(english.user.id, 'brand.com').answered).toEqual([]);
  const newest = () => world.calls.filter(({ method }) => method === 'answerInlineQuery').at(-1)?.params;
  expect(newest()).toMatchObject({ button: { text: expect.stringContaining('Connect'), start_parameter: 'connect' } });
  await connect(english);
  await world.inline(english.user.id, 'brand.com').answered;
  expect(newest()).toMatchObject({ button: { text: 'No reseller service in this account', start_parameter: 'home' } });
});
