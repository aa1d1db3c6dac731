import { expect, test } from 'vitest';
import { amountIn } from '../../../src/hosting/answers/amount.ts';

test.each([
  ['120000', 120_000],
  ['مبلغ 120,000 تومان', 120_000],
  ['مبلغ ۱۲۰٬۰۰۰ تومان را شارژ کنید.', 120_000],
  ['مبلغ ١٢٠٠٠٠ ریال', 120_000],
  ['حساب را ۵۰۰۰۰تومان شارژ کنید', 50_000],
  ['for 30 days top up 120000 toman', 120_000],
  ['you have 5 toman and need 120 toman', undefined],
  ['between 3 and 4', undefined],
  ['domain test123.com is gone', undefined],
  ['top up 12.50 USD', 12.5],
  ['مبلغ 120.000 تومان', undefined],
  ['$ 12.50', 12.5],
  ['order 99812 needs 5 €', 5],
  ['order 99812', undefined],
  ['at least 7 days', undefined],
  ['موجودی شما ۵۰۰۰ تومان است', undefined],
  ['your balance is only 5,000 toman', undefined],
  ['افزایش موجودی به مبلغ ۵۰۰۰ تومان', 5_000],
  ['no amount', undefined],
])('the amount in %j is %j', (text, amount) => expect(amountIn(text)).toBe(amount));
