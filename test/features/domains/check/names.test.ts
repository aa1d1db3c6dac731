import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainWords, reads } from '../../../../src/features/common/domain-words.ts';
import { isListFile, piecesOfFile } from '../../../../src/features/domains/check/list-file.ts';
import { cleanNames, piecesOf } from '../../../../src/features/domains/check/names.ts';
import { readHost, readName, readSuffix, suffixOf, wholeDomain } from '../../../../src/features/domains/names/name.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { anyText } from '../../../support/random/text.ts';

const ASCII_DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const clean = (text: string, favourites = ['com', 'ir']) => cleanNames(piecesOf(text), favourites);

function inFile(name: string, text: string) {
  const list = piecesOfFile(name, text);
  return list === 'binary' ? list : { ...list, pieces: [...list.pieces] };
}

describe('one name', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com.', 'example.com'],
    ['https://www.example.com/path?q=1#x', 'example.com'],
    ['http://user:word@www.example.co.uk:8080/', 'example.co.uk'],
    ['someone@example.org', 'example.org'],
    ['*.example.net', 'example.net'],
    ['[foo](foo.com)', 'foo.com'],
    ['[foo](https://www.foo.com/page),', 'foo.com'],
    ['«example.ir»،', 'example.ir'],
    ['"example.ir",', 'example.ir'],
    ['www.name.co.ir', 'name.co.ir'],
    ['دامنه.com', 'xn--mgbp1eef.com'],
    ['مثال.ایران', 'xn--mgbh0fb.xn--mgba3a4f16a'],
    ['مثال.ايران', 'xn--mgbh0fb.xn--mgba3a4f16a'],
    ['مثال.xn--mgba3a4f16a', 'xn--mgbh0fb.xn--mgba3a4f16a'],
    ['web۱۲۳.ایران', 'web123.xn--mgba3a4f16a'],
    ['سلام\u200cدنیا.ir', 'xn--mgbaxo9fhi68hd82m.ir'],
    ['xn--mgbp1eef.com', 'xn--mgbp1eef.com'],
    ['web۱۲۳.com', 'web123.com'],
    ['\u200eexample\u200f.com\u2069', 'example.com'],
    ['ｅｘａｍｐｌｅ。com', 'example.com'],
    ['example．com', 'example.com'],
    ['web۱۲۳٫com', 'web123.com'],
    ['\u202aexam\u00ad\u200bple.com\u202c', 'example.com'],
    ['exam\u200cple.com\u200c', 'example.com'],
    ['my\u2011shop.com', 'my-shop.com'],
    // Cyrillic letters that look Latin are another domain, and are told apart.
    ['раураl.com', 'xn--l-7sba6dbr.com'],
  ])('%s is the domain %s', (typed, domain) => {
    expect(readName(typed)).toEqual({ domain });
  });

  test.each([
    ['http://user:word@shop.example.co.uk:8080/', 'example.co.uk', 'shop.example.co.uk'],
    ['foo.github.io', 'github.io', 'foo.github.io'],
    ['www.shop.example.com', 'example.com', 'www.shop.example.com'],
    ['فروشگاه.مثال.ir', 'xn--mgbh0fb.ir', 'xn--mgbtj4c7ad63e.xn--mgbh0fb.ir'],
  ])('%s is the subdomain of %s', (typed, domain, subdomain) => {
    expect(readName(typed)).toEqual({ domain, subdomain });
  });

  test.each([
    ['mybrand', 'mybrand'],
    ['My-Brand', 'my-brand'],
    ['123', '123'],
    ['برند', 'xn--ngbof8f'],
    ['app', 'app'],
  ])('%s is a label', (typed, label) => {
    expect(readName(typed)).toEqual({ label });
  });

  test.each([
    ['10.0.0.1', 'ip'],
    ['http://[2001:db8::1]/', 'ip'],
    ['co.uk', 'suffix'],
    ['file.nosuchsuffix', 'unknown-suffix'],
    ['exa_mple.com', 'unfit'],
    ['-example.com', 'domain'],
    ['exam--ple.com', 'domain'],
    ['ex--ample.com', 'unfit'],
    ['a..com', 'unfit'],
    ['0@-exаmple.com', 'unfit'],
    ['xn---exmple-4fg.com', 'unfit'],
    [`${'a'.repeat(63)}.com`, 'domain'],
    [`${'a'.repeat(64)}.com`, 'long'],
    [`${'a'.repeat(64)}`, 'long'],
    [`${'سلام'.repeat(15)}.ir`, 'long'],
    [`${'a.'.repeat(130)}com`, 'long'],
    ['xn--zzzzzzzz99999.com', 'unfit'],
    ['<b>bold</b>', 'unfit'],
    ['http://😀example.com/', 'unfit'],
    ['☃.net', 'unfit'],
    ['❤love.com', 'unfit'],
    ['❤️love.com', 'unfit'],
  ])('%s is %s', (typed, reason) => {
    expect(readName(typed)).toEqual(reason === 'domain' ? { domain: expect.any(String) } : { junk: reason });
  });

  test('a word without letters and digits is no name', () => {
    for (const nothing of ['', '-', '•', '...', '😀', '\u200e\u2068\u2069', '***'])
      expect(readName(nothing)).toBe(undefined);
  });

  test('of more than a thousand characters is none', () => {
    expect(readName(`a.com${'!'.repeat(995)}`)).toEqual({ domain: 'a.com' });
    expect(readName(`a.com${'!'.repeat(996)}`)).toEqual({ junk: 'long' });
    expect(readSuffix(`com${'.'.repeat(998)}`)).toBe(undefined);
  });

  test('of a button is one that can be registered, and nothing that has to be reduced to it', () => {
    expect(wholeDomain('example.co.uk')).toBe('example.co.uk');
    for (const data of ['', 'example', 'co.uk', 'www.example.com', 'Example.com', 'example.com.', 'a@example.com'])
      expect(wholeDomain(data), data).toBeUndefined();
  });

  test('is shown as it is written, and in ASCII beside it where that differs', () => {
    expect(reads('xn--mgbp1eef.com')).toBe('دامنه.com');
    expect(domainWords('example.com').html).toBe('\u2068<code>example.com</code>\u2069');
    expect(domainWords('xn--l-7sba6dbr.com').html).toContain('<code>xn--l-7sba6dbr.com</code>');
    // The brackets stay with what they are around, wherever the line breaks.
    expect(domainWords('xn--mgbp1eef.com').html).toMatch(
      / \u2066\(\u2068<code>xn--mgbp1eef\.com<\/code>\u2069\)\u2069$/,
    );
  });

  test('has a suffix, which is read as people type it', () => {
    expect(suffixOf('name.co.ir')).toBe('co.ir');
    expect(['.COM', 'com', 'co.uk', 'example.ir', '.ایران', 'nosuchsuffix', ''].map(readSuffix)).toEqual([
      'com',
      'com',
      'co.uk',
      'ir',
      'xn--mgba3a4f16a',
      undefined,
      undefined,
    ]);
  });

  test('of a name server has a dot and no number at its end', () => {
    expect(['NS1.example.com.', 'ns', '10.0.0.1', 'ns1.exa mple.com', 'نام.ir'].map(readHost)).toEqual([
      'ns1.example.com',
      undefined,
      undefined,
      undefined,
      'xn--mgb4db.ir',
    ]);
  });

  test.each([
    ['ns۱.example.com', 'ns1.example.com'],
    ['ns٢.example.com.', 'ns2.example.com'],
    ['ns۱.نام.ir', 'ns1.xn--mgb4db.ir'],
    ['ns1.example.۱', undefined],
    ['ns1.نام.۱', undefined],
    ['سرور۱.نام.ir', 'xn--wgbae9f05b.xn--mgb4db.ir'],
  ])('of a name server has digits of any script: %s', (typed, host) => {
    expect(readHost(typed)).toBe(host);
  });
});

describe('a list', () => {
  test('keeps its order, drops doubles, spreads labels over the favourites and lists junk with its reason', () => {
    const list = '1. example.com\n2) EXAMPLE.com, brand\n• https://brand.com/x ; 10.0.0.1\n- nope.nosuchsuffix\n\n';
    expect(clean(list)).toEqual({
      domains: ['example.com', 'brand.com', 'brand.ir'],
      duplicates: 2,
      junk: [
        { text: '10.0.0.1', reason: 'ip' },
        { text: 'nope.nosuchsuffix', reason: 'unknown-suffix' },
      ],
      junkCount: 2,
      bare: 0,
      cells: 0,
      subdomains: [],
      subdomainCount: 0,
      cut: false,
    });
  });

  test('tells which of its names are subdomains of what can be registered, the first of them by name', () => {
    const found = clean(Array.from({ length: 7 }, (_, at) => `s${at}.example.com`).join(' '));
    expect(found.domains).toEqual(['example.com']);
    expect(found.subdomains).toHaveLength(5);
    expect(found.subdomains[0]).toEqual({ domain: 'example.com', subdomain: 's0.example.com' });
    expect(found.subdomainCount).toBe(7);
  });

  test('is read up to twenty thousand names, and says when it went on', () => {
    const many = Array.from({ length: 22_000 }, (_, index) => `name${index}.com`).join('\n');
    const { domains, cut } = clean(many);
    expect(domains).toHaveLength(20_000);
    expect(cut).toBe(true);
  });

  test('of a table is the column that holds the domains, without its head', () => {
    const table = 'price;"domain";note\n100;"a.com";hello\n200;"b.com";"x\ny"\n';
    expect(inFile('list.csv', table)).toEqual({ pieces: ['a.com', 'b.com'], leftOut: 7 });
    expect(inFile('list.CSV', 'brand\nother')).toEqual({ pieces: ['brand', 'other'], leftOut: 0 });
    expect(inFile('list.txt', 'a.com b.com')).toEqual({ pieces: ['a.com', 'b.com'], leftOut: 0 });
    expect(piecesOfFile('list.txt', 'PK\u0003\u0004\ufffd\u0000')).toBe('binary');
  });

  test.each([
    ['one row', 'a.com,b.com,c.com\n', ['a.com', 'b.com', 'c.com'], 0],
    ['one row of words', 'brand,other', ['brand', 'other'], 0],
    ['two columns', 'old1.com,new1.com\nold2.com,', ['old1.com', 'new1.com', 'old2.com'], 0],
    ['a column beside that of names', 'old;new\nold1.com;new1.com\nold2.com;', ['old1.com', 'old2.com'], 3],
    ['registrars', 'Registrar,Domain\nnc.com,a.com\nnc.com,b.com\ngd.com,c.com', ['a.com', 'b.com', 'c.com'], 5],
    ['tabs', 'a.com\tb.com\nc.com\tsee d.com', ['a.com', 'b.com', 'c.com'], 1],
    ['a head that could be a name', 'mybrand\na.com', ['a.com'], 1],
    ['a value that is no name in its column', 'a.com,1\nb_c.com,2\nd.com,3', ['a.com', 'b_c.com', 'd.com'], 3],
    ['the addresses of owners', 'a.com,x@mail.com\nb.com,y@mail.com', ['a.com', 'b.com'], 2],
    ['words alone', 'brand,1.5\nother,', ['brand', 'other'], 1],
  ])('of a table reads the domains, and counts what it leaves out: %s', (_, table, pieces, leftOut) => {
    expect(inFile('list.csv', table)).toEqual({ pieces, leftOut });
  });

  const TWO = ['example.com', 'example.ir'];
  const PRICES = 'example.com;1,200,000\nexample.ir;850,000';
  test.each([
    ['prices with commas', PRICES, 2],
    ['prices with dots', 'example.com,1.200.000\nexample.ir,850.000', 2],
    ['Persian prices', 'example.com؛۱٬۲۰۰٬۰۰۰ تومان\nexample.ir؛۸۵۰٬۰۰۰ تومان', 2],
    ['numbered rows', '1;example.com;1,200,000\n2;example.ir;850,000', 4],
    ['the line of Excel', `sep=;\r\ndomain;price\r\n${PRICES}`, 4],
    ['the same, quoted', `"sep=;"\r\n${PRICES}`, 2],
    ['the same for commas', 'sep=,\nexample.com,"1,200,000"\nexample.ir,"850,000"', 2],
    ['a title', `Domains of the shop\nDomain;Price\n${PRICES}`, 5],
    ['a title of one word', `Domains\n\nDomain;Price\n${PRICES}`, 5],
    ['a title in Persian', `فهرست دامنه‌های shop.ir\nدامنه;قیمت\n${PRICES}`, 5],
    ['a title over one column', 'Domains\nName\nexample.com\nexample.ir', 2],
    ['a sum', `domain;price\n${PRICES}\nTotal;2,050,000`, 6],
    ['notes behind a name', 'example.com (sold);5\nexample.ir;6', 3],
    ['addresses first', 'me@mail.com;example.com\nyou@mail.com;example.ir', 2],
    ['amounts of some rows', 'example.com;1,200,000\nexample.ir;', 1],
  ])('of a spreadsheet is its column of names: %s', (_, table, leftOut) => {
    expect(inFile('list.csv', table)).toEqual({ pieces: TWO, leftOut });
  });

  test.each([
    ['prices', PRICES, 2],
    ['tabs', 'Domain\tOwner\nexample.com\tSara\nexample.ir\tAli', 4],
    ['tabs as Telegram has them', 'Domain Price\nexample.com 1,200,000\nexample.ir 850,000', 4],
    ['a title and a sum', `Domains\nDomain;Price\n${PRICES}\nTotal;2,050,000`, 7],
  ])('of copied cells is the same: %s', (_, table, leftOut) => {
    expect(inFile('list.txt', table)).toEqual({ pieces: TWO, leftOut });
  });

  test.each([
    'example.com;1,200,000',
    'example.com; 1٬200٬000',
    'example.com 1,200,000',
    'example.com;1.200.000 toman',
  ])('of one line with an amount is its name: %s', (line) => {
    expect(inFile('list.txt', line)).toMatchObject({ pieces: ['example.com'] });
  });

  test.each([
    ['example.com; brand; other', ['example.com', 'brand', 'other']],
    ['brand\tother', ['brand', 'other']],
    ['1. a.com\n2. b.com brand', ['a.com', 'b.com', 'brand']],
    ['a.com b.com\nbrand', ['a.com', 'b.com', 'brand']],
    ['a.com, 123', ['a.com', '123']],
  ])('of text keeps its words: %s', (text, pieces) => {
    expect(inFile('list.txt', text)).toEqual({ pieces, leftOut: 0 });
  });

  test.each([
    ['labels beside prices', 'mybrand;1,200,000\nother;850,000', ['mybrand', 'other'], 2],
    ['below headings', 'My list\nname;price\nmybrand;1,200,000\nother;850,000', ['mybrand', 'other'], 5],
    ['behind numbers', 'id;name\n1;mybrand\n2;other', ['mybrand', 'other'], 4],
    ['one row', 'mybrand;1,200,000', ['mybrand'], 1],
    ['among domains', 'a.com;1\nmybrand;2\nb.com;3', ['a.com', 'mybrand', 'b.com'], 3],
    ['above many', `${'x1\n'.repeat(6)}a.com`, ['x1', 'x1', 'x1', 'x1', 'x1', 'a.com'], 1],
  ])('of a table may hold words without a suffix: %s', (_, table, pieces, leftOut) => {
    expect(inFile('list.csv', table)).toEqual({ pieces, leftOut });
  });

  test('is a .txt or .csv file', () => {
    expect(isListFile('names.TXT', undefined)).toBe(true);
    expect(isListFile('names.csv', 'application/zip')).toBe(true);
    expect(isListFile('names.zip', 'text/plain')).toBe(false);
    expect(isListFile(undefined, 'text/plain')).toBe(true);
  });

  const script = fc.constantFrom(
    'exаmple',
    'ＷＷＷ',
    'دامنه',
    '例え',
    '\u202e',
    '\u200c',
    '\u0000',
    '.',
    'xn--',
    '。',
    '@',
    '://',
    '"',
    ',',
    '\n',
    '=cmd()',
    '.com',
    '.ir',
    '%2e',
    '😀',
  );
  const noise = fc.array(fc.oneof(script, anyText({ maxLength: 12 })), { maxLength: 40 });

  test('of anything at all gives names that can be asked for and nothing else, each once', () => {
    fc.assert(
      fc.property(noise, fc.constantFrom('a.txt', 'a.csv'), (parts, name) => {
        const file = piecesOfFile(name, parts.join(''));
        for (const pieces of [piecesOf(parts.join('')), file === 'binary' ? [] : file.pieces]) {
          const { domains } = cleanNames(pieces, ['com']);
          for (const domain of domains) expect(domain).toMatch(ASCII_DOMAIN);
          expect(new Set(domains).size).toBe(domains.length);
          // Read again, a clean name stays what it is.
          expect(clean(domains.map(reads).join('\n')).domains).toEqual(domains);
        }
      }),
      { numRuns: amountOf(300, 3_000) },
    );
  });

  test.each([
    ['quotes', '"'.repeat(1_000_000), ['a.txt', 'a.csv']],
    ['quotes and commas', '",'.repeat(500_000), ['a.txt', 'a.csv']],
    ['one word', 'a'.repeat(1_000_000), ['a.txt', 'a.csv']],
    ['dots', '.'.repeat(1_000_000), ['a.txt', 'a.csv']],
    ['short words', 'a '.repeat(500_000), ['a.txt']],
    ['lines', '\n'.repeat(1_000_000), ['a.txt', 'a.csv']],
    ['marks', '\u200f'.repeat(300_000), ['a.txt', 'a.csv']],
    ['cells', 'a.com,'.repeat(170_000), ['a.csv']],
    ['rows', 'a.com\n'.repeat(170_000), ['a.csv']],
    ['dashes', '- '.repeat(500_000), ['a.txt', 'a.csv']],
    ['marks inside a word', `x${'!'.repeat(999_998)}x`, ['a.txt', 'a.csv']],
    ['marks inside words', `x${'!'.repeat(990)}x `.repeat(1_000), ['a.txt']],
  ] as const)('as large as they are let in, of %s, is read at once', (_, text, files) => {
    for (const name of files) {
      const list = piecesOfFile(name, text);
      // Work that grows with the square of the length would not end within the time of a test.
      expect(list !== 'binary' && cleanNames(list.pieces, ['com']).domains.length).toBeLessThanOrEqual(1);
    }
  });
});
