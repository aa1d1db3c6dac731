import { expect, test } from 'vitest';
import { typedNumber } from '../../../../src/features/common/input/typed-input.ts';
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
] as const)('%s is an amount with its currency', ([typed, total, currency]) => {
  expect(moneyIn(typed, texts)).toEqual({ total, currency });
});

test.for([
  '5 million',
  '5000000',
  'toman',
  '0 toman',
  '1 500 00 toman',
  '9999999 billion toman',
  `5 ${'x'.repeat(41)}`,
  '5 5',
  '5 million 6',
])('%s is no amount with a currency', (typed) => {
  expect(moneyIn(typed, texts)).toBeUndefined();
});
