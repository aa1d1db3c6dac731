import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { walk } from '../../shop/buy/buying.ts';
import { enterBothConnected } from '../../support.ts';

interface Row {
  /** Leads to the question. */
  ask: (person: Person) => Promise<unknown>;
  /** Ways to type the number in its unit. */
  typed: readonly string[];
  /** A number in another unit. */
  other: string;
  /** The question that stays after that. */
  stays: RegExp;
  taken: RegExp;
}

const DAYS = ['45 days', '45d', '۴۵ روز', '٤٥ روز', '４５ ｄａｙｓ', '45روز'];
const GIGABYTES = ['16 GB', '16gb', '۱۶ گیگابایت', '۱۶ گیگ', '１６　ＧＢ', '١٦ گیگ'];
const YEARS = ['3 years', '3y', '۳ سال', '٣ ساله', '３ years'];

const ROWS: Record<string, Row> = {
  'the days of a renewal, chosen': {
    ask: (person) => person.say('/renew 10.0.0.0'),
    typed: DAYS,
    other: '45 GB',
    stays: /^⚠️ 45 GB is in another unit\.\nSend a number of days from 30 to 364/,
    taken: /for 45 days/,
  },
  'the days of a renewal, asked': {
    async ask(person) {
      await person.say('/renew 10.0.0.0');
      await person.press('Another number');
    },
    typed: DAYS,
    other: '۲ ماه',
    stays: /^⚠️ 2 ماه is in another unit\.\nSend a number of days from 30 to 364/,
    taken: /for 45 days/,
  },
  'the years of a registration': {
    ask: (person) => person.say('/register free.com'),
    typed: YEARS,
    other: '36 months',
    stays: /⚠️ 36 months is in another unit\.\nThe years must be a number from 1 to 10[\s\S]*For how many years/,
    taken: /Period: 3 years/,
  },
  'the days of an order': {
    ask: (person) => walk(person, 7),
    typed: DAYS.slice(1, 4),
    other: '45 cores',
    stays: /⚠️ 45 cores is in another unit\.\nDays: send a whole number from 7 to 364/,
    taken: /45 days/,
  },
  'the memory of an order': {
    ask: (person) => walk(person, 3),
    typed: GIGABYTES,
    other: '16 MB',
    stays: /⚠️ 16 MB is in another unit\.\nRAM in gigabytes: send a whole number/,
    taken: /RAM: 16 GB/,
  },
  'the cores of an order': {
    ask: (person) => walk(person, 2),
    typed: ['3 cores', '۳ هسته', '3 vCPU', '３　ｃｏｒｅｓ'],
    other: '50%',
    stays: /⚠️ 50% is in another unit\.\nCPU cores: send a whole number/,
    taken: /CPU cores: 3/,
  },
  'the memory of an upgrade': {
    async ask(person) {
      await person.say('/upgrade 10.0.0.0');
      await person.press(/RAM/);
    },
    typed: GIGABYTES,
    other: '۵ دقیقه',
    stays: /^⚠️ 5 دقیقه is in another unit\.\nSend a whole number/,
    taken: /RAM[^\n]*16/,
  },
};

test.concurrent.for(Object.entries(ROWS))('%s: a number with its unit, and with another one', async ([, row]) => {
  await using app: TestApp & AsyncDisposable = await enterBothConnected();
  const { english } = app;
  for (const typed of row.typed) {
    await row.ask(english);
    await english.say(typed);
    expect([typed, english.screen()]).toEqual([typed, expect.stringMatching(row.taken)]);
    await english.say('/cancel');
  }
  await row.ask(english);
  await english.say(row.other);
  expect(english.screen()).toMatch(row.stays);
});

test.concurrent('a price for years with their unit, and a target with its currency', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/price com 2 years');
  expect(english.screen()).toContain('.com for 2 years');
  await persian.say('/price com ۲ سال');
  expect(persian.screen()).toContain('.com برای ۲ سال');
  await english.say('/price com');
  await english.press('At my price');
  await english.say('900 هزار تومان');
  expect(english.screen()).toContain('900,000 toman');
  await persian.say('/price com 36 months');
  expect(persian.screen()).toMatch(/^⚠️ ۳۶ months با واحد دیگری است\.\nتعداد سال/);
});

test.concurrent('another unit is named in the digits of the reader, also where the number was for a button', async () => {
  await using app = await enterBothConnected();
  const { persian } = app;
  for (const typed of ['۲ ماه', '2 ماه', '٢ ماه']) {
    await persian.say('/renew 10.0.0.0');
    await persian.say(typed);
    expect(persian.screen()).toMatch(/^⚠️ ۲ ماه با واحد دیگری است\./);
    await persian.say('/cancel');
  }
});
