import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../../src/sandbox/provider/index.ts';
import type { Person } from '../../../support/person.ts';
import { asked, enterBothConnected, TOKEN } from '../../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';
const NOT_SO = 'این مقدار پذیرفته نیست.';

/** The provider objects to these parameters, once. */
function objection(operation: string, ...fields: string[]): Fault {
  const errors = Object.fromEntries(fields.map((field) => [field, [NOT_SO]]));
  return { operation, kind: 'status', status: 422, body: { errors }, times: 1 };
}

const ROWS = [
  {
    who: 'english',
    years: /^2$/,
    yes: 'Register for',
    refused: /^❌[\s\S]*not bought\.[\s\S]*⚠️ NIC handle \(nic-handle\)[\s\S]*\[✏️ Change the values\]/,
    wantsHandle: /Period: 2 years\nName servers: [\s\S]*🪪 The provider needs the owner’s NIC handle/,
    period: /⚠️ Period \(1 to 10 years\) – the provider says:\n[\s\S]*📅 For how many years\?/,
    change: 'Change the values',
    done: /registered and active/,
  },
  {
    who: 'persian',
    years: /^۲$/,
    yes: 'ثبت به مبلغ',
    refused: /^❌[\s\S]*خریده نشد\.[\s\S]*⚠️ شناسهٔ ایرنیک \(nic-handle\)[\s\S]*\[✏️ تغییر مقدارها\]/,
    wantsHandle: /مدت: ۲ سال\nنیم‌سرورها: [\s\S]*🪪 برای این پسوند/,
    period: /⚠️ مدت \(از ۱ تا ۱۰ سال\) – [^\n]*\n[\s\S]*📅 برای چند سال؟/,
    change: 'تغییر مقدارها',
    done: /ثبت شد و فعال است/,
  },
] as const;

describe.each(ROWS)('a field that the provider also wants ($who)', ({ who, ...row }) => {
  test.concurrent('a handle for any suffix is asked for, and the registration goes on', async () => {
    await using app = await enterBothConnected({ registries: { shop: { handle: true } } });
    const { provider, [who]: person } = app;
    await person.say('/register free.shop');
    await person.press(row.years);
    await person.say(SERVERS);
    await person.press(row.yes);
    expect(person.screen()).toMatch(row.wantsHandle);
    expect(person.screens().at(-2)).toMatch(row.refused);
    await person.say('ab123-irnic');
    await person.press(row.yes);
    await person.sees(row.done);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"free.shop","period":2,"ns1":"ns1.example.com","ns2":"ns2.example.com"}',
      'domain.register {"domain":"free.shop","period":2,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
    expect(provider.account(TOKEN).orders).toHaveLength(1);
  });

  test.concurrent('a handle named before the price, or at the first look, is asked for right there', async () => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    provider.fault(objection('domain.availability', 'nic-handle'));
    await person.say('/register free.shop');
    await person.press(row.years);
    expect(person.screen()).toContain('🪪');
    await person.say('first-handle');
    provider.fault(objection('domain.availability', 'nic-handle', 'ns1'));
    await person.say(SERVERS);
    expect(person.screen()).toMatch(/⚠️[^\n]*nic-handle[\s\S]*🪪/);
    await person.say('ab123-irnic');
    expect(person.screen()).toContain('📡');
    await person.say(SERVERS);
    await person.press(row.yes);
    await person.sees(row.done);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"free.shop","period":2,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
  });

  test.concurrent('a period that the registry does not take leads back to choosing one', async () => {
    await using app = await enterBothConnected({ registries: { io: { years: [2, 3] } } });
    const { [who]: person } = app;
    await person.say('/register free.io');
    expect(person.screen()).toMatch(row.period);
    await person.say('5');
    await person.say(SERVERS);
    expect(person.screen()).toMatch(row.period);
    await person.press(row.years);
    await person.press(row.yes);
    await person.sees(row.done);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"free.io","period":2,"ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
  });

  test.concurrent('a period refused at the confirm too, and the button of what was refused goes on with the rest', async () => {
    await using app = await enterBothConnected();
    const { provider, [who]: person } = app;
    await begun(person);
    provider.fault(objection('domain.availability', 'period'));
    await person.press(row.yes);
    expect(person.screen()).toMatch(/ns1\.example\.com[\s\S]*📅/);
    await person.say('/help');
    await person.press(row.change);
    expect(person.screen()).toMatch(row.period);
    await person.press(row.years);
    await person.press(row.yes);
    await person.sees(row.done);
    expect(asked(app, 'domain.register')).toHaveLength(1);
  });

  async function begun(person: Person): Promise<void> {
    await person.say('/register free.com');
    await person.press(row.years);
    await person.say(SERVERS);
  }
});

test.concurrent.for([
  ['english', 'free.ir', 'Change the handle', 'cd456-irnic'],
  ['english', 'free.com', 'Change the name servers', 'ns3.example.com ns4.example.com'],
  ['english', 'free.com', 'Change the years', '3'],
  ['persian', 'free.ir', 'تغییر شناسهٔ ایرنیک', 'cd456-irnic'],
  ['persian', 'free.com', 'تغییر نیم‌سرورها', 'ns3.example.com ns4.example.com'],
  ['persian', 'free.com', 'تغییر مدت', '۳'],
] as const)('refused in words alone, any answer is given anew and the others stay (%s, %s, %s)', async (row) => {
  const [who, domain, change, answer] = row;
  await using app = await enterBothConnected();
  const { provider, [who]: person } = app;
  await person.say(`/register ${domain}`);
  await person.say(domain === 'free.ir' ? 'ab123-irnic' : '1');
  await person.say(SERVERS);
  const body = { error: 'bad_request', message: NOT_SO };
  provider.fault({ operation: 'domain.register', kind: 'status', status: 400, body, times: 1 });
  await person.press(/^Register for|^ثبت به مبلغ/);
  await person.sees(/^❌/);
  await person.press(change);
  expect(person.screen()).toContain(NOT_SO);
  expect(person.screen()).not.toMatch(/\[ab123-irnic\]/);
  await person.say(answer);
  await person.press(/^Register for|^ثبت به مبلغ/);
  await person.sees(/^🎉/);
  const [, sent = ''] = asked(app, 'domain.register');
  const [first = '', second = first] = answer.split(' ');
  expect(sent).toContain(domain);
  for (const word of [first, second]) expect(sent).toMatch(new RegExp(`[":](?:${word === '۳' ? '3' : word})[",}]`));
  expect(sent).toMatch(domain === 'free.ir' || answer.length < 2 ? /ns1\.example/ : /"period":1/);
});

test.concurrent('a handle that was refused is not offered as the last one used', async () => {
  await using app = await enterBothConnected();
  const { english, provider } = app;
  await english.say('/register free.ir');
  await english.say('ab123-irnic');
  await english.say(SERVERS);
  provider.fault(objection('domain.register', 'nic-handle'));
  await english.press('Register for');
  await english.sees(/🪪/);
  expect(english.screen()).not.toContain('[ab123-irnic]');
  await english.say('/register free.com');
  await english.press(/^1$/);
  expect(english.screen()).toContain('[ns1.example.com ns2.example.com]');
});

test.concurrent('an objection to the domain itself asks for no value again', async () => {
  await using app = await enterBothConnected();
  const { english, provider } = app;
  await english.say('/register free.com');
  await english.press(/^1$/);
  await english.say(SERVERS);
  provider.fault(objection('domain.register', 'domain'));
  await english.press('Register for');
  await english.sees(/^❌[\s\S]*⚠️ Domain – /);
  expect(english.screen()).not.toContain('✏️');
});

test.concurrent('an expired confirm is asked for again with the same values, and not by another person', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world } = app;
  await english.say('/register free.com');
  await english.press(/^3$/);
  await english.say(SERVERS);
  app.later(61_000);
  await english.press('Register for');
  await english.sees(/^⌛/);
  const again = english.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  await persian.say('/help');
  const data = again && 'callback_data' in again ? again.callback_data : '';
  const messageId = persian.messages().at(-1)?.message_id ?? 0;
  const { answered } = world.pressRaw(persian.user.id, persian.chat, messageId, data);
  expect((await answered).text).toContain('دیگر');
  await english.press('Ask again');
  expect(english.screen()).toMatch(/Register free\.com\?\nPeriod: 3 years\nName servers: ns1/);
});

test.concurrent.for([
  [
    'english',
    'Domain details',
    'Renew',
    /^1$/,
    /⚠️ Period \(1 to 10 years\) – [\s\S]*for how many years/,
    /^2$/,
    'Renew for',
    'Change',
  ],
  [
    'persian',
    'مشخصات دامنه',
    'تمدید',
    /^۱$/,
    /⚠️ مدت \(از ۱ تا ۱۰ سال\) – [\s\S]*برای چند سال/,
    /^۲$/,
    'تمدید به مبلغ',
    'تغییر',
  ],
] as const)('a renewal’s years that are refused are chosen anew (%s)', async (row) => {
  const [who, card, renew, one, again, two, yes, change] = row;
  await using app = await enterBothConnected({ registries: { io: { years: [2, 3] } } });
  const { provider, [who]: person } = app;
  await person.say('/register free.io');
  await person.press(two);
  await person.say(SERVERS);
  await person.press(/^Register for|^ثبت به مبلغ/);
  await person.sees(/🎉/);
  await person.press(card);
  await person.press(renew);
  await person.press(one);
  expect(person.screen()).toMatch(again);
  await person.press(two);
  provider.fault(objection('domain.renew', 'period'));
  await person.press(yes);
  await person.sees(/^❌/);
  await person.press(change);
  await person.press(two);
  await person.press(yes);
  await person.sees(/^(✅|🎉)/);
  expect(asked(app, 'domain.renew')).toHaveLength(2);
});

test.concurrent.for([
  ['english', /⚠️ Period \(1 to 10 years\) – [\s\S]*such as \/price io 2\./, '.io for 2 years'],
  ['persian', /⚠️ مدت \(از ۱ تا ۱۰ سال\) – [\s\S]*مثلاً ۲ سال: .* \/price io بنویسید/, '.io برای ۲ سال'],
] as const)('a price for years that the registry does not take says what to type (%s)', async ([who, words, then]) => {
  await using app = await enterBothConnected({ registries: { io: { years: [2, 3] } } });
  const { [who]: person } = app;
  await person.say('/price io');
  expect(person.screen()).toMatch(words);
  await person.say('/price io ۲');
  expect(person.screen()).toContain(then);
});

test.concurrent('a suffix that became a national one before the confirm asks for what it wants then', async () => {
  await using app = await enterBothConnected({ env: { NATIONAL_TLDS: 'ir' } });
  const { persian } = app;
  await persian.say('/register فروشگاه.ایران');
  await persian.press(/^۲$/);
  app.provider.fault(quoted(2));
  await persian.say(SERVERS);
  await app.stopBot();
  app.env.NATIONAL_TLDS = '.ایران';
  await app.startBot();
  await persian.press('ثبت به مبلغ');
  expect(persian.screens().at(-2)).toMatch(/^❌[\s\S]*خریده نشد\.[\s\S]*⚠️ مدت/);
  expect(persian.screen()).toMatch(/مدت: ۱ سال\nنیم‌سرورها: [\s\S]*🪪 این پسوند ملی است/);
  await persian.say('ab123-irnic');
  await persian.press('ثبت به مبلغ');
  await persian.sees(/ثبت شد و فعال است/);
  expect(asked(app, 'domain.register')).toHaveLength(1);
});

/** The provider sells the domain for so many years, once. */
function quoted(period: number): Fault {
  const body = { total: 110_000, currency: 'toman', period, avaliable: 1 };
  return { operation: 'domain.availability', kind: 'status', status: 200, body, times: 1 };
}
