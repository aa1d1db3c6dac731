import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected, enterConnected } from '../../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

test('an answer can be taken back; a price that was not told is asked again', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/register free.com');
  expect(english.screen()).toMatch(
    /^🛒 Registering free\.com\n\n✅ Available: 1,375,000 toman per year, VAT included\n\n/,
  );
  await persian.say('/register free.ir');
  expect(persian.screen()).toMatch(/\n\n✅ آزاد است: سالانه ۶۶٬۰۰۰ تومان با احتساب مالیات بر ارزش افزوده\n\n/);
  await persian.press('انصراف');
  await english.press(/^2$/);
  expect(english.screen()).toMatchInlineSnapshot(`
    "🛒 Registering free.com
    Period: 2 years

    📡 Which name servers? Send two to four, separated by spaces, such as ns1.example.com ns2.example.com
    [‹ Back] [Cancel]"
  `);
  await english.press('Back');
  expect(english.screen()).toContain('For how many years?');
  await english.say('eleven');
  expect(english.screen()).toContain('a number from 1 to 10');
  await english.press(/^4$/);
  app.provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 1 });
  await english.say(SERVERS);
  expect(english.screen()).toMatch(
    /^🛒 Registering free\.com\nPeriod: 4 years\nName servers: ns1[\s\S]*\[🔄 Get the price again\]\n\[‹ Back\] \[Cancel\]$/,
  );
  await english.press('Get the price again');
  expect(english.screen()).toContain('Register free.com?');
  await walk(persian, '/register free.ir', 'ab123-irnic');
  expect(persian.screen()).toMatchInlineSnapshot(`
    "🛒 ثبت free.ir
    مدت: ۱ سال
    شناسه: ab123-irnic

    📡 نیم‌سرورها کدام باشند؟ دو تا چهار نیم‌سرور را با فاصله از هم بفرستید، مثلاً ns1.example.com ns2.example.com
    [↩️ بازگشت] [انصراف]"
  `);
});

test('only the newest message has buttons; those of one that is closed say so', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  for (const [person, closed] of [
    [english, 'This registration is closed'],
    [persian, 'این درخواست ثبت بسته شده است'],
  ] as const) {
    await person.say('/register first.com');
    const first = person.messages().at(-1)?.message_id ?? 0;
    await person.say('/register second.com');
    expect((await tapped(app, person, first, 'd1|3')).text).toContain(closed);
    const second = person.messages().at(-1)?.message_id ?? 0;
    await person.say('2');
    const keys = world.messages(person.user.id, person.chat).find(({ message_id }) => message_id === second);
    expect(keys?.reply_markup?.inline_keyboard ?? []).toEqual([]);
    expect((await tapped(app, person, second, 'd1|5')).text).toContain(closed);
    await person.say(SERVERS);
    expect(person.screen()).toMatch(/second\.com[\s\S]*(2 years|۲ سال)/);
    expect((await tapped(app, person, second, 'd4')).text).toContain(closed);
  }
});

test('a photo or a file is no answer, and asks again', async () => {
  await using app = await enterConnected();
  await app.english.say('/register free.com');
  await app.english.upload('names.txt', 'text/plain', new TextEncoder().encode('ns1.a.com ns2.a.com'));
  expect(app.english.screen()).toMatch(/Send your answer as text[\s\S]*For how many years/);
});

test('a link from elsewhere begins it in the private chat', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  const inGroup = english.in(world.group.id);
  await inGroup.say('/register my-shop.shop');
  expect(inGroup.screen()).toContain('private chat');
  const button = inGroup.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  expect(button).toMatchObject({ url: 'https://t.me/host_test_bot?start=r_my-shop_shop' });
  await english.say('/start r_my-shop_shop');
  expect(english.screen()).toContain('Registering my-shop.shop');
  await persian.say('/start r_my-shop_ir');
  expect(persian.screen()).toContain('my-shop.ir');
});

async function walk(person: Person, ...said: string[]): Promise<void> {
  for (const text of said) await person.say(text);
}

/** Taps data on a message, also after its buttons changed, as a client with an old screen does. */
async function tapped({ world, settled }: TestApp, { user, chat }: Person, messageId: number, data: string) {
  const id = `late-${world.calls.length}`;
  const message = { chat: { id: chat, type: 'private', first_name: user.first_name }, message_id: messageId, date: 0 };
  world.push({ callback_query: { id, from: user, chat_instance: '1', message, data } });
  await settled();
  return world.calls.find(({ params }) => params.callback_query_id === id)?.params ?? {};
}
