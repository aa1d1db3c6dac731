import { describe, expect, test } from 'vitest';
import { asked, connect, enter, enterBothConnected, TOKEN } from '../../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

describe('registering a domain', () => {
  test.concurrent('asks for years and name servers, shows the price, sends one request, and says that it is there', async () => {
    await using app = await enterBothConnected();
    const { english } = app;
    await english.say('/register https://www.MyShop.com/');
    expect(english.screen()).toContain('For how many years?');
    await english.press(/^2$/);
    await english.say('ns1.example.com');
    expect(english.screen()).toContain('two to four different name servers');
    await english.say('ns1.example.com 10.0.0.1');
    expect(english.screen()).toContain('10.0.0.1 is not a valid host name');
    await english.say('NS1.example.com, ns2.example.com ns3.example.com');
    expect(english.screen()).toMatchInlineSnapshot(`
      "🛒 Register myshop.com?
      Period: 2 years
      Name servers: ns1.example.com · ns2.example.com · ns3.example.com

      💰 Total: 2,750,000 toman, VAT included

      ⚠️ A registration can’t be undone. The domain is registered at once, and the price is taken from the account’s balance.

      The button works for 60 seconds, and only for you.
      [Register for 2,750,000 toman]
      [Cancel]"
    `);
    app.provider.forget();
    await english.press('Register for');
    await english.sees(/registered and active/);
    expect(asked(app, 'domain.register')).toMatchInlineSnapshot(`
      [
        "domain.register {"domain":"myshop.com","period":2,"ns1":"ns1.example.com","ns2":"ns2.example.com","ns3":"ns3.example.com"}",
      ]
    `);
    expect(asked(app).slice(0, 1)).toEqual(['domain.availability {"domain":"myshop.com","period":2}']);
    expect(english.screen()).toMatch(/Period: 2 years\nName servers: ns1\.example\.com · .*\n[\s\S]*Order code: ord-/);
    await english.press('Domain details');
    expect(english.screen()).toMatch(/myshop\.com\nStart: .*\nExpires: .*\n73[01] days left/);
    await english.press('My domains');
    expect(english.screen()).toContain('[myshop.com]');
  });

  test.concurrent('of a national suffix is for one year, needs the handle, and offers what was used last (Persian)', async () => {
    await using app = await enterBothConnected();
    const { persian } = app;
    await persian.say('/register فروشگاه.ir');
    expect(persian.screen()).toContain('شناسهٔ ایرنیک');
    await persian.say('شناسه');
    expect(persian.screen()).toContain('این شناسه معتبر نیست');
    await persian.say('ab123-irnic');
    await persian.say(SERVERS);
    expect(persian.screen()).toMatchInlineSnapshot(`
      "🛒 دامنهٔ فروشگاه.ir (xn--mgbtj4c7ad63e.ir) ثبت شود؟
      مدت: ۱ سال
      شناسه: ab123-irnic
      نیم‌سرورها: ns1.example.com · ns2.example.com

      💰 جمع: ۶۶٬۰۰۰ تومان با احتساب مالیات بر ارزش افزوده

      ⚠️ ثبت دامنه قابل برگشت نیست. دامنه همان لحظه ثبت و مبلغ از موجودی حساب کسر می‌شود.

      این دکمه ۶۰ ثانیه و فقط برای شما کار می‌کند.
      [ثبت به مبلغ ۶۶٬۰۰۰ تومان]
      [انصراف]"
    `);
    await persian.press('ثبت به مبلغ');
    await persian.sees(/ثبت شد و فعال است/);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"xn--mgbtj4c7ad63e.ir","period":1,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
    await persian.say('/register second.ir');
    await persian.press('ab123-irnic');
    await persian.press('ns1.example.com ns2.example.com');
    expect(persian.screen()).toContain('دامنهٔ second.ir ثبت شود؟');
  });

  test.concurrent.for([
    ['فروشگاه.ایران', 'فروشگاه.ایران (xn--mgbtj4c7ad63e.xn--mgba3a4f16a)'],
    ['xn--mgbtj4c7ad63e.xn--mgba3a4f16a', 'فروشگاه.ایران (xn--mgbtj4c7ad63e.xn--mgba3a4f16a)'],
  ] as const)('of .ایران, typed as %s, is one of a national suffix without any setting', async ([typed, shown]) => {
    await using app = await enterBothConnected();
    const { persian } = app;
    await persian.say(`/register ${typed}`);
    expect(persian.screen()).toContain(`ثبت ${shown}`);
    expect(persian.screen()).toContain('شناسهٔ ایرنیک');
    await persian.say('ab123-irnic');
    await persian.say(SERVERS);
    await persian.press('ثبت به مبلغ');
    await persian.sees(/ثبت شد و فعال است/);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"xn--mgbtj4c7ad63e.xn--mgba3a4f16a","period":1,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns2.example.com"}',
    ]);
    await persian.press('مشخصات دامنه');
    await persian.press('تمدید');
    await persian.press('تمدید به مبلغ');
    await persian.sees(/^✅ دامنهٔ .* برای ۱ سال تمدید شد\n/);
    expect(asked(app, 'domain.renew')).toEqual(['domain.renew {"id":"dom-100001","period":1}']);
  });

  test.concurrent.for([
    [
      'english',
      /NIC handle: ab123-irnic\nName servers: ns1\.example\.com · ns1\.نام\.ir \(ns1\.xn--mgb4db\.ir\)/,
      'Register for',
      /is registered/,
    ],
    [
      'persian',
      /شناسه: ab123-irnic\n.*: ns1\.example\.com · ns1\.نام\.ir \(ns1\.xn--mgb4db\.ir\)/,
      'ثبت به مبلغ',
      /ثبت شد و فعال/,
    ],
  ] as const)('reads Persian digits in handle and hosts, and shows a host in both scripts (%s)', async (row) => {
    const [who, shown, yes, done] = row;
    await using app = await enterBothConnected();
    const { [who]: person } = app;
    await person.say('/register free.ir');
    await person.say('ab۱۲۳-irnic');
    await person.say('ns1.example.com ns1.example.۱');
    expect(person.screen()).toMatch(/ns1\.example\.۱.*(is not a valid host name|نام میزبان معتبری نیست)/);
    await person.say('ns۱.example.com ns۱.نام.ir');
    expect(person.screen()).toMatch(shown);
    await person.press(yes);
    await person.sees(done);
    expect(asked(app, 'domain.register')).toEqual([
      'domain.register {"domain":"free.ir","period":1,"nic-handle":"ab123-irnic","ns1":"ns1.example.com","ns2":"ns1.xn--mgb4db.ir"}',
    ]);
    await person.say('/register second.ir');
    await person.press('ab123-irnic');
    expect(person.screen()).toContain('ns1.نام.ir (ns1.xn--mgb4db.ir)');
  });

  test.concurrent('from the results of a check leads through the same', async () => {
    await using app = await enterBothConnected();
    const { english } = app;
    await english.say('/check good.shop takenone.com');
    await english.sees(/names checked/);
    await english.press('🛒 good.shop');
    expect(english.screen()).toContain('Registering good.shop');
    expect(english.screens().at(-2)).toContain('names checked');
  });

  test.concurrent('of a taken or forbidden name says so and asks nothing more', async () => {
    await using app = await enterBothConnected();
    const { english } = app;
    await english.say('/register takenname.com');
    expect(english.screen()).toContain('takenname.com is already taken');
    await english.press('Message me when free');
    expect(english.screen()).toContain('takenname.com');
    await english.press('Names, prices, traffic');
    expect(english.screen()).toContain('takenname.com');
    await english.say('/register forbidden.com');
    expect(english.screen()).toContain('can’t be registered');
    expect(english.screen()).not.toContain('Message me');
    expect(asked(app, 'domain.register')).toEqual([]);
  });

  test.concurrent('without a name asks for it and waits, and says why one does not fit', async () => {
    await using app = await enterBothConnected();
    const { english, persian } = app;
    await english.say('/register');
    expect(english.screen()).toMatch(/^🛒 Which domain\? .*example\.com\n\[Cancel\]$/);
    for (const [typed, why] of [
      ['bad_name', /^⚠️ bad_name is not a valid domain: only letters, digits, and hyphens/],
      ['brand', /^⚠️ brand has no extension\. Add one, such as \.com/],
      ['10.0.0.1', /^⚠️ 10\.0\.0\.1 is an IP address/],
      ['co.uk', /^⚠️ co\.uk is only an extension/],
      ['brand.nosuchsuffix', /^⚠️ brand\.nosuchsuffix: unknown extension/],
      [`${'a'.repeat(64)}.com`, /^⚠️ a{39}… is too long: 63 characters at most/],
    ] as const) {
      await english.say(typed);
      expect(english.screen()).toMatch(why);
      expect(english.screen()).toMatch(/Which domain\?[\s\S]*\[Cancel\]$/);
    }
    await english.say('brand.com');
    expect(english.screen()).toContain('Registering brand.com');
    expect(english.screens().filter((screen) => screen.includes('[Cancel]'))).toHaveLength(1);

    await persian.say('/register bad_name');
    expect(persian.screen()).toMatch(/^⚠️ bad_name نام دامنه نیست[\s\S]*کدام دامنه ثبت شود؟/);
    await persian.say('برند.ir');
    expect(persian.screen()).toContain('ثبت برند.ir');
    await persian.say('/register');
    const secret = await persian.say('a1b2c3d4e5f6a7b8c9d0e1f2');
    expect(persian.messages().map(({ message_id }) => message_id)).not.toContain(secret.message_id);
    expect(asked(app, 'domain.register')).toEqual([]);
  });

  test.concurrent('of a subdomain says that it is its domain that is registered', async () => {
    await using app = await enterBothConnected();
    const { english, persian } = app;
    await english.say('/register shop.brand.com');
    expect(english.screen()).toMatch(
      /^🛒 Registering brand\.com\n\nℹ️ shop\.brand\.com is a subdomain\. Only brand\.com itself is registered\./,
    );
    await english.say('/register shop.takenname.com');
    expect(english.screen()).toMatch(/^🔒 takenname\.com is already taken\.\n\nℹ️ shop\.takenname\.com is a subdomain/);
    await persian.say('/register shop.brand.com');
    expect(persian.screen()).toContain('ℹ️ shop.brand.com زیردامنه است. فقط خود brand.com ثبت می‌شود.');
  });

  test.concurrent('taken by another person between the question and the tap buys nothing', async () => {
    await using app = await enterBothConnected();
    const { english, persian } = app;
    for (const [person, years] of [
      [english, '1'],
      [persian, '۱'],
    ] as const) {
      await person.say('/register wanted.com');
      await person.press(new RegExp(`^${years}$`));
      await person.say(SERVERS);
    }
    await english.press('Register for');
    await english.sees(/registered and active/);
    await persian.press('ثبت به مبلغ');
    expect(await persian.sees(/در این فاصله ثبت شده است/)).toMatch(/چیزی خریده نشد[\s\S]*\[🔔 آزاد شد خبر بده\]/);
    expect(asked(app, 'domain.register')).toHaveLength(1);
  });

  test.concurrent('with a lost answer is never sent again, and is settled by the domain’s record', async () => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    await english.say('/register lost.com');
    await english.press(/^1$/);
    await english.say(SERVERS);
    provider.fault({ operation: 'domain.register', kind: 'cutAfter', times: 1 });
    await english.press('Register for');
    await english.sees(/registered and active/);
    expect(asked(app, 'domain.register')).toHaveLength(1);
  });

  test.concurrent('without enough money says what is missing', async () => {
    await using app = await enter({ accounts: [{ token: TOKEN, servers: 1, wallet: 1_000_000 }] });
    const { english } = app;
    await connect(english);
    await english.say('/register costly.io');
    await english.press(/^1$/);
    await english.say(SERVERS);
    await english.press('Register for');
    expect(await english.sees(/more is needed/)).toContain('3,620,000 toman');
  });

  test.concurrent('is left by any other command, and its buttons end with it', async () => {
    await using app = await enterBothConnected();
    const { english, world } = app;
    await english.say('/register one.com');
    await english.say('/register two.com');
    // The form of the other name is gone.
    expect(english.screens().join('\n')).not.toContain('one.com');
    expect(english.screen()).toContain('Registering two.com');
    await english.in(world.group.id).say('/register three.com');
    expect(english.in(world.group.id).screen()).toContain('private');
  });
});
