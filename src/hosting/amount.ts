const CURRENCY = String.raw`\s*(?:تومان|تومن|ریال|tomans?|rials?|irt|irr|usd|eur|\$|€)`;
/** Latin, Persian or Arabic digits, possibly grouped, standing apart from words other than a currency's name. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}.])(\p{Nd}+(?:[,٬،'’ \u00a0\u202f]\p{Nd}{3})*)([.٫]\p{Nd}+)?(?:(${CURRENCY})|(?![\p{L}\p{Nd}]|\.\p{L}))`,
  'giu',
);

/** The one amount a text states: the only number before a currency's name, else the only number; never a guess. */
export function amountIn(text: string): number | undefined {
  const found = numbersIn(text);
  const money = found.filter((each) => each.money);
  const [only, second] = money.length > 0 ? money : found;
  return second === undefined ? only?.amount : undefined;
}

/** Every number of a text that stands for itself; an amount that reads in two ways is left out. */
export function numbersIn(text: string): { amount: number | undefined; money: boolean }[] {
  return [...text.matchAll(NUMBER)].map(([, whole = '', fraction = '', currency]) => {
    const amount = Number(`${digitsOf(whole)}.${digitsOf(fraction)}`);
    // Three digits after a point may be thousands as well.
    const certain = digitsOf(fraction).length !== 3 && Number.isFinite(amount) && amount <= Number.MAX_SAFE_INTEGER;
    return { amount: certain ? amount : undefined, money: currency !== undefined };
  });
}

/** The Latin digits of a text. */
function digitsOf(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/\D/g, '');
}
