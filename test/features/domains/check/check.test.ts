import { describe, expect, test } from 'vitest';
import { newCheck } from '../../../../src/features/domains/check/input.ts';
import type { TestApp } from '../../../support/app.ts';
import { textOf } from '../../../support/person.ts';
import { asked, enter, enterBothConnected } from '../../support.ts';
import { documentOf } from './document.ts';

const text = (words: string) => new TextEncoder().encode(words);
/** The names the provider was asked about, sorted: they go out side by side. */
const names = (app: TestApp) =>
  asked(app, 'domain.availability')
    .map((line) => line.replace('domain.availability ', ''))
    .sort();

describe('checking names', () => {
  test('tells what is free at which price, what is taken and what is forbidden, and asks once for each', async () => {
    await using app = await enterBothConnected();
    const { english } = app;
    await english.say('/check brand.com taken.net forbidden.org https://www.brand.com/x 10.0.0.1 shop');
    expect(await english.sees(/names checked/)).toMatchInlineSnapshot(`
      "7 names checked
      ✅ Available: 5
      🔒 Taken: 1
      🚫 Can’t be registered: 1

      ✅ Available · prices per year

      brand.com | 1,375,000 toman
      shop.ir | 66,000 toman
      shop.com | 1,375,000 toman
      shop.net | 1,540,000 toman
      shop.org | 1,430,000 toman

      🔒 Taken
        taken.net

      🚫 Can’t be registered
        forbidden.org

      One duplicate left out.
      One entry is not a domain name:
      10.0.0.1: an IP address
      [🛒 brand.com] [🛒 shop.ir]
      [🛒 shop.com] [🛒 shop.net]
      [🛒 shop.org]
      [🔔 Message me when one is free]
      [📄 All as a file]"
    `);
    expect(names(app)).toMatchInlineSnapshot(`
      [
        "{"domain":"brand.com","period":1}",
        "{"domain":"forbidden.org","period":1}",
        "{"domain":"shop.com","period":1}",
        "{"domain":"shop.ir","period":1}",
        "{"domain":"shop.net","period":1}",
        "{"domain":"shop.org","period":1}",
        "{"domain":"taken.net","period":1}",
      ]
    `);
    await english.press('All as a file');
    expect(await documentOf(app, english)).toMatchInlineSnapshot(`
      "﻿Domain,Domain (ASCII),State,Price,Currency,Years,Reason
      brand.com,brand.com,available,1375000,toman,1,
      shop.ir,shop.ir,available,66000,toman,1,
      shop.com,shop.com,available,1375000,toman,1,
      shop.net,shop.net,available,1540000,toman,1,
      shop.org,shop.org,available,1430000,toman,1,
      taken.net,taken.net,taken,,,,
      forbidden.org,forbidden.org,can’t be registered,,,,
      10.0.0.1,,no domain name,,,,an IP address"
    `);
  });

  test('reads in Persian, with Persian digits and the names in their own direction', async () => {
    await using app = await enterBothConnected();
    const { persian } = app;
    await persian.say('/check');
    expect(persian.screen()).toContain('نام‌های بدون پسوند با .ir .com .net .org بررسی می‌شوند');
    await persian.say('۱. برند.com\n۲. taken۱.com');
    expect(await persian.sees(/بررسی شد/)).toMatchInlineSnapshot(`
      "۲ نام بررسی شد
      ✅ آزاد: ۱
      🔒 ثبت‌شده: ۱

      ✅ آزاد · قیمت سالانه

      برند.com (xn--ngbof8f.com) | ۱٬۳۷۵٬۰۰۰ تومان

      🔒 ثبت‌شده
        taken1.com
      [🛒 برند.com]
      [🔔 هر کدام آزاد شد خبر بده]
      [📄 همه در یک فایل]"
    `);
    expect(names(app)).toEqual(['{"domain":"taken1.com","period":1}', '{"domain":"xn--ngbof8f.com","period":1}']);
    const message = persian.messages().at(-1);
    expect(message && textOf(message)).toContain('\u2068برند.com\u2069');
    await persian.press('همه در یک فایل');
    expect(await documentOf(app, persian)).toMatchInlineSnapshot(`
      "﻿دامنه,دامنه (ASCII),وضعیت,قیمت,واحد پول,سال,دلیل
      برند.com,xn--ngbof8f.com,آزاد,1375000,toman,1,
      taken1.com,taken1.com,ثبت‌شده,,,,"
    `);
  });

  test('takes lists as .txt and .csv files, and says what it can’t read', async () => {
    await using app = await enterBothConnected();
    const { english } = app;
    await english.upload('names.txt', 'text/plain', text('one.com\r\ntwo.com\r\n'));
    await english.sees(/2 names checked/);
    await english.upload('names.csv', 'text/csv', text('\ufeffname,price\nthree.com,5\n'));
    await english.sees(/One name checked/);
    expect(names(app)).toEqual(['one', 'two', 'three'].sort().map((name) => `{"domain":"${name}.com","period":1}`));
    // Words of an unexpected file are no names.
    await english.upload('diary.txt', 'text/plain', text('dear diary'));
    expect(english.screen()).toContain('No full domain name in diary.txt');
    await english.say('/check');
    await english.upload('names.zip', 'application/zip', text('PK'));
    expect(english.screen()).toContain('Only .txt and .csv files');
    await english.say('/check');
    await english.upload('names.txt', 'text/plain', Uint8Array.from([0x50, 0x4b, 3, 4, 0xff, 0xfe]));
    expect(english.screen()).toContain('not readable text');
    await english.say('/check');
    await english.upload('names.txt', 'text/plain', new Uint8Array(5 * 1024 * 1024).fill(0x61));
    expect(english.screen()).toContain('1 MB at most');
    await english.say('/check 😀');
    expect(english.screen()).toContain('No domain name found');
    expect(names(app)).toHaveLength(3);
  });

  test('pages long results, and checks a list of more than a thousand names in one run', async () => {
    await using app = await enterBothConnected({ env: { CHECK_PARALLEL: '200' } });
    const { english } = app;
    const list = Array.from({ length: 1_012 }, (_, index) => `n${index}.com`).join('\n');
    await english.upload('names.txt', 'text/plain', text(list));
    expect(await english.sees(/1,012 names checked/)).not.toContain('waiting');
    await english.press('Next');
    expect(english.screen()).toContain('n10.com');
    expect(new Set(names(app)).size).toBe(1_012);
    expect(names(app)).toHaveLength(1_012);
  });

  test('a run takes ten thousand names of a list, the others wait', () => {
    const domains = Array.from({ length: 10_012 }, (_, index) => `n${index}.com`);
    const owner = { id: 'c', userId: 1, chatId: 1, accountId: 'a', locale: 'en' };
    const check = newCheck({ ...owner, domains, junk: [], junkCount: 0, duplicates: 0, cut: false });
    expect(check.domains).toEqual(domains.slice(0, 10_000));
    expect(check.rest).toEqual(domains.slice(10_000));
  });

  test('begins by itself where a message holds nothing but domains', async () => {
    await using app = await enterBothConnected();
    await app.english.say('one.com\nhttps://two.com/');
    await app.english.sees(/2 names checked/);
    expect(names(app)).toHaveLength(2);
  });

  test('is offered where names stand among other words, and begins in the place of the offer', async () => {
    await using app = await enterBothConnected();
    const { english, persian, log } = app;
    await english.say('these please:\n1. one.com – the best\n2. two.com\n3. one.com, and mail me at me@three.com');
    expect(english.screen()).toBe('🔎 2 domain names in your message.\n[🔎 Check these 2 names]\n[🏠 Home]');
    expect(names(app)).toEqual([]);
    await english.press('Check these 2 names');
    await english.sees(/2 names checked/);
    expect(names(app)).toEqual(['{"domain":"one.com","period":1}', '{"domain":"two.com","period":1}']);
    expect(english.screens().some((screen) => screen.includes('Check these'))).toBe(false);
    await persian.say('دامنهٔ چهار.ir آزاد است؟');
    expect(persian.screen()).toContain('در پیام شما ۱ نام دامنه هست');
    await persian.press('بررسی این نام');
    await persian.sees(/یک نام بررسی شد/);
    await english.say('/nonsense one.com');
    expect(english.screen()).toContain('Unknown command');
    await english.say('write to me@three.com');
    expect(english.screen()).toContain('The bot did not understand your message');
    const secret = await english.say('one.com a1b2c3d4e5f6a7b8c9d0e1f2');
    expect(english.messages().map(({ message_id }) => message_id)).not.toContain(secret.message_id);
    expect(log.join()).not.toContain('a1b2c3d4');
  });

  test('tells of subdomains which domains stand for them, and of what is no name why', async () => {
    await using app = await enterBothConnected();
    const { english, persian } = app;
    const long = 'a'.repeat(64);
    await english.say(`/check shop.brand.com www.brand.net ${long}.com bad_name.com`);
    expect(await english.sees(/2 names checked/)).toContain(
      [
        'One name is a subdomain. Its domain is checked instead:',
        'shop.brand.com → brand.com',
        '2 entries are not domain names:',
        `${'a'.repeat(39)}…: too long: 63 characters at most between two dots`,
        'bad_name.com: not a valid name',
      ].join('\n'),
    );
    await persian.say(`/check ${'سلام'.repeat(15)}.ir 10.0.0.1`);
    expect(persian.screen()).toMatch(
      /^در پیامتان نام دامنه‌ای پیدا نشد[^\n]*\nسلام.*…: طولانی است: بین دو نقطه حداکثر ۶۳ کاراکتر.*\n10\.0\.0\.1: آدرس/,
    );
    await persian.say('/check فروشگاه.برند.ir');
    expect(await persian.sees(/بررسی شد/)).toContain('فروشگاه.برند.ir ← برند.ir');
    expect(names(app)).toHaveLength(3);
  });

  test('is not shown to another person', async () => {
    await using app = await enterBothConnected();
    const { english, persian, world } = app;
    await english.in(world.group.id).say('/check one.com');
    await english.in(world.group.id).sees(/One name checked/);
    expect((await persian.in(world.group.id).press('All as a file')).text).toBe(
      'فقط درخواست‌کنندهٔ این بررسی می‌تواند از آن استفاده کند.',
    );
  });

  test('without an account leads to connecting', async () => {
    await using app = await enter();
    await app.english.say('/check one.com');
    expect(app.english.screen()).toContain('[🔑 Connect an account]');
    expect(app.provider.requests).toEqual([]);
  });

  test('failed names stand apart, are never shown as taken, and are checked again alone', async () => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    provider.fault({ operation: 'domain.availability', kind: 'errorOn200', times: 1 });
    await english.say('/check one.com two.com');
    const screen = await english.sees(/2 names checked/);
    expect(screen).toContain('Check failed: 1');
    expect(screen).not.toContain('Taken');
    const before = names(app).length;
    await english.press('Check the failed ones again');
    expect(await english.sees(/Available: 2/)).not.toContain('Not known');
    expect(names(app)).toHaveLength(before + 1);
  });
});
