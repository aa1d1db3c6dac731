import { CURRENCY_WORDS } from './currency.ts';

const BEFORE = String.raw`(?:[$€]|usd|eur|irt|irr)\s*`;
const AFTER = String.raw`\s*(?:${CURRENCY_WORDS.map((word) => RegExp.escape(word)).join('|')})(?!\p{L})`;
/** Latin, Persian or Arabic digits, possibly grouped, not within a word other than a currency's name. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}.])(${BEFORE})?(\p{Nd}+(?:[,٬،'’ \u00a0\u202f]\p{Nd}{3})*)([.٫]\p{Nd}+)?(?:(${AFTER})|(?![\p{L}\p{Nd}]|\.\p{L}))`,
  'giu',
);
/** Matches text right before a sum that is the account's balance, not the missing amount. */
const BEFORE_A_BALANCE =
  /(?:balance|credit|wallet|موجودی|اعتبار)(?:\s+(?:of|is|now|only|currently|شما|حساب|کاربری|کیف|پول|فعلی|برابر|با|مبلغ))*\s*[:=]?\s*$/iu;

/** The missing amount in a text; `undefined` where it reads in two ways or may be the balance. */
export function amountIn(text: string): number | undefined {
  const [only, second] = sumsIn(text);
  if (second !== undefined) return undefined;
  if (only !== undefined) return BEFORE_A_BALANCE.test(text.slice(0, only.at)) ? undefined : only.amount;
  const [bare] = numbersIn(text);
  return bare?.whole === text.trim() ? bare.amount : undefined;
}

export function sumsIn(text: string): { amount: number | undefined; at: number }[] {
  return numbersIn(text).filter(({ money }) => money);
}

function numbersIn(text: string): { amount: number | undefined; money: boolean; at: number; whole: string }[] {
  return [...text.matchAll(NUMBER)].map(({ 0: whole, index, 1: before, 2: units = '', 3: fraction = '', 4: after }) => {
    const amount = Number(`${latinDigitsIn(units)}.${latinDigitsIn(fraction)}`);
    // Three digits after a point may also be thousands.
    const certain =
      latinDigitsIn(fraction).length !== 3 && Number.isFinite(amount) && amount <= Number.MAX_SAFE_INTEGER;
    const money = before !== undefined || after !== undefined;
    return { amount: certain ? amount : undefined, money, at: index, whole };
  });
}

function latinDigitsIn(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/\D/g, '');
}
