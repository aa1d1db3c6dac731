import { expect, test } from 'vitest';
import { normalise, typedNumber } from '../../../../src/features/common/input/typed-input.ts';
import { moneyIn } from '../../../../src/features/common/payment/money.ts';
import { testTexts } from '../../../support/texts.ts';

test.for([
  ['0', 0],
  ['30', 30],
  ['+8', 8],
  ['۳۰', 30],
  ['٣٠', 30],
  [' ۱٬۵۰۰ ', 1500],
  ['1,500', 1500],
  ['1 500 000', 1_500_000],
  ['1\u00a0500', 1500],
  ['1\u202f500', 1500],
  ["1'500", 1500],
  ['۱،۵۰۰', 1500],
  ['\u2068۱۲\u2069', 12],
])('%s is %i', ([typed, value]) => {
  expect(typedNumber(String(typed))).toBe(value);
});

/** The marks that keyboards and clipboards leave around and inside of what people type. */
const MARKS = [
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u200e', '\u200f', '\u2066', '\u2069', '\u061c'],
  ...['\u200b', '\u200d', '\u2060', '\u00ad', '\ufeff', '\u034f', '\u180e', '\u3164', '\ufe0f', '\u{e0061}'],
];

test.for(MARKS)('the mark %j around and in a text changes nothing', (mark) => {
  for (const text of ['web1', '10.0.0.1', 'فروشگاه', 'my shop'])
    expect(normalise(`${mark}${text.slice(0, 2)}${mark}${text.slice(2)}${mark}`)).toBe(text);
  expect(typedNumber(`${mark}1${mark},500${mark}`)).toBe(1500);
});

test.for([
  ['۱۰٫۰٫۰٫۱', '10.0.0.1'],
  ['١٠٫٠٫٠٫١', '10.0.0.1'],
  ['１０．０．０．１', '10.0.0.1'],
  ['10.\u200c0.0.1', '10.0.0.1'],
  ['２００１：ＤＢ８：：１', '2001:db8::1'],
  ['ＷＥＢ－１', 'web-1'],
  ['web\u20111', 'web-1'],
  ['web–1', 'web-1'],
  ['ali’s', "ali's"],
  ['My\u00a0\u202f shop', 'my shop'],
  ['يكى', 'یکی'],
  ['خانة', 'خانه'],
  ['ﻓﺮﻭﺷﮕﺎﻩ', 'فروشگاه'],
  ['فـروشـگاه', 'فروشگاه'],
  ['کتاب\u200cخانه', 'کتاب خانه'],
] as const)('%s is compared as %s', ([typed, compared]) => {
  expect(normalise(typed)).toBe(compared);
  expect(normalise(compared)).toBe(compared);
});

test.for(['', '1,5', '1٬5', '1,00', '1,50,000', '1.5', '1.500', '۴٫۵', '-4', '−4', '4 GB', '0x10', '1e3', '½', 'سی'])(
  '%s is no whole number',
  (typed) => {
    expect(typedNumber(typed)).toBeUndefined();
  },
);

test('a number too large to count with is read as infinite, and a missing one as none', () => {
  expect(typedNumber('9'.repeat(40))).toBe(Number.POSITIVE_INFINITY);
  expect(typedNumber(undefined)).toBeUndefined();
});

const texts = testTexts();

test.for([
  ['5000000 toman', 5_000_000, 'toman'],
  ['۵٬۰۰۰٬۰۰۰ تومان', 5_000_000, 'تومان'],
  ['5 000 000toman', 5_000_000, 'toman'],
  ['۵ میلیون تومان', 5_000_000, 'تومان'],
  ['500 هزار ریال', 500_000, 'ریال'],
  ['2 Billion IRR', 2_000_000_000, 'irr'],
  ['20 €', 20, '€'],
  ['300 Credits2 (VAT 10% included)', 300, 'credits2 (vat 10% included)'],
  [`5 million ${'x'.repeat(40)}`, 5_000_000, 'x'.repeat(40)],
  ['7 _units', 7, '_units'],
  ['5 million', 5_000_000, ''],
  ['۵٬۰۰۰٬۰۰۰', 5_000_000, ''],
] as const)('%s is an amount, with its currency where that was typed', ([typed, total, currency]) => {
  expect(moneyIn(typed, texts)).toEqual({ total, currency });
});

test.for(['toman', '0 toman', '1 500 00 toman', '9999999 billion toman', `5 ${'x'.repeat(41)}`, '5 5', '5 million 6'])(
  '%s is no amount',
  (typed) => {
    expect(moneyIn(typed, texts)).toBeUndefined();
  },
);
