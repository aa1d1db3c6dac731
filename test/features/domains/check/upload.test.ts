import { expect, test } from 'vitest';
import { asked, enter, enterBothConnected, enterConnected } from '../../support.ts';
import { documentOf } from './document.ts';

const text = (words: string) => new TextEncoder().encode(words);
const LARGE = new Uint8Array(5 * 1024 * 1024).fill(0x61);
/** Windows-1256, as old spreadsheets save Persian. */
const OLD = Uint8Array.from([0xc8, 0xd1, 0xe4, 0xcf, 0x2e, 0x63, 0x6f, 0x6d]);
/** UTF-16 with its mark, as "Unicode text" is saved. */
const WIDE = Uint8Array.from([0xff, 0xfe, ...Buffer.from('one.com\r\ntwo.com', 'utf16le')]);

test.concurrent('an unexpected file of any kind gets a clear answer', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  for (const [person, answers] of [
    [english, ['1 MB at most', 'in UTF-8', 'No full domain name in', 'Save a spreadsheet as CSV']],
    [persian, ['حداکثر ۱ مگابایت', 'متن ساده با UTF-8', 'نام دامنهٔ کاملی پیدا نشد', 'با قالب CSV ذخیره کنید']],
  ] as const) {
    const [large, coded, none, sheet] = answers;
    await person.upload('names.txt', 'text/plain', LARGE);
    expect(person.screen()).toContain(large);
    await person.upload('names.csv', 'text/csv', OLD);
    expect(person.screen()).toContain(coded);
    await person.upload('notes.txt', 'text/plain', text('buy milk and bread'));
    expect(person.screen()).toContain(none);
    await person.upload('names.xlsx', 'application/vnd.ms-excel', text('PK'));
    expect(person.screen()).toContain(sheet);
  }
  expect(asked(app)).toEqual([]);
});

test.concurrent('of one that holds domains the words beside them are left out, and counted', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.upload('notes.txt', 'text/plain', text('one.com and two.com'));
  expect(await english.sees(/2 names checked/)).toContain('One word without an extension was left out');
  await persian.upload('notes.txt', 'text/plain', WIDE);
  expect(await persian.sees(/۲ نام بررسی شد/)).not.toContain('کنار گذاشته شد');
  await persian.upload('notes.csv', 'text/csv', text('\ufeffدامنه,یادداشت\r\nیک.com,خوب\r\n'), '/check');
  expect(await persian.sees(/یک نام بررسی شد/)).toContain('یک.com');
});

test.concurrent.for([
  ['english', /3 names checked[\s\S]*3 cells without a full domain name/, /2 names checked/],
  ['persian', /۳ نام بررسی شد[\s\S]*۳ سلول جدول نام دامنهٔ کاملی نداشت/, /۲ نام بررسی شد/],
] as const)('of a table every domain is taken, and what is left out is counted (%s)', async ([who, most, all]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  await person.upload('names.csv', 'text/csv', text('old1.com;new1.com\r\nold2.com;none\r\nTotal;two'), '/check');
  await person.sees(most);
  expect(asked(app).map((line) => /"domain":"([^"]*)"/.exec(line)?.[1])).toEqual(['old1.com', 'new1.com', 'old2.com']);
  await person.upload('names.csv', 'text/csv', text('a.com,b.com\n'));
  expect(await person.sees(all)).not.toMatch(/left out|کنار گذاشته/);
});

test.concurrent.for([
  ['english', /2 names checked[\s\S]*6 cells without a full domain name/, /2 names checked[\s\S]*2 cells without/],
  ['persian', /۲ نام بررسی شد[\s\S]*۶ سلول جدول نام دامنهٔ کاملی نداشت/, /۲ نام بررسی شد[\s\S]*۲ سلول جدول/],
] as const)('of a spreadsheet the column of names alone is asked (%s)', async ([who, uploaded, pasted]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  const prices = 'example.com;1,200,000\r\nexample.ir;850,000';
  const table = `sep=;\r\nDomains\r\ndomain;price\r\n${prices}\r\nTotal;`;
  await person.upload('names.csv', 'text/csv', text(table), '/check');
  await person.sees(uploaded);
  await person.say(`/check ${prices.replaceAll(';', '\t')}`);
  await person.sees(pasted);
  const names = asked(app).map((line) => /"domain":"([^"]*)"/.exec(line)?.[1]);
  expect(names.toSorted()).toEqual(['example.com', 'example.com', 'example.ir', 'example.ir']);
});

test.concurrent.for([
  ['english', /and 595 more. The file lists the first 500/, 'All as a file'],
  ['persian', /و ۵۹۵ مورد دیگر؛ ۵۰۰ مورد اول در فایل هست/, 'همه در یک فایل'],
] as const)('of very much junk it is told how much of it the file holds (%s)', async ([who, more, all]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  const lines = Array.from({ length: 600 }, (_, index) => `b_${index}.com`);
  await person.upload('names.txt', 'text/plain', text(['one.com', ...lines].join('\n')));
  await person.sees(more);
  await person.press(all);
  expect((await documentOf(app, person)).match(/b_\d+\.com/g)).toHaveLength(500);
});

test.concurrent('without an account it leads to connecting', async () => {
  await using app = await enter();
  for (const [person, words] of [
    [app.english, 'Connect an account'],
    [app.persian, 'اتصال حساب'],
  ] as const) {
    await person.upload('names.txt', 'text/plain', text('one.com'));
    expect(person.screen()).toContain(words);
  }
  expect(asked(app)).toEqual([]);
});

test.concurrent('in a group a file is read behind /check or in answer to the bot, and ignored otherwise', async () => {
  await using app = await enterConnected();
  const { world } = app;
  const inGroup = app.english.in(world.group.id);
  await inGroup.say('/check');
  expect(inGroup.screen()).toContain('/check as its caption');
  const answers = inGroup.messages().length;
  for (const caption of ['', 'look', '/check@another_bot', '/checker'])
    await inGroup.upload('names.txt', 'text/plain', text('one.com'), caption);
  expect(
    inGroup
      .messages()
      .slice(answers)
      .filter(({ from }) => from?.is_bot),
  ).toEqual([]);
  await inGroup.upload('names.txt', 'text/plain', text('one.com'), '/check@host_test_bot');
  await inGroup.sees(/One name checked/);
  await inGroup.upload('names.txt', 'text/plain', LARGE, '/check');
  expect(inGroup.screen()).toContain('1 MB at most');
  await inGroup.upload('names.bin', 'application/octet-stream', text('one.com'), '/check');
  expect(inGroup.screen()).toContain('Only .txt and .csv files');
  expect(asked(app)).toHaveLength(1);
});

test.concurrent.for([
  ['english', /One name checked[\s\S]*The list is too long, so the rest was not read/],
  ['persian', /یک نام بررسی شد[\s\S]*لیست خیلی طولانی/],
] as const)('of a table with half a million cells the first are read, and that is said (%s)', async ([who, cut]) => {
  await using app = await enterBothConnected();
  const { [who]: person } = app;
  const row = (domain: string) => [domain, ...Array.from({ length: 260_000 }, () => 'x')].join(',');
  await person.upload('names.csv', 'text/csv', text(`${row('one.com')}\n${row('two.com')}`), '/check');
  // The second row is beyond what is read.
  await person.sees(cut);
});
