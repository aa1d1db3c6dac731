import { sumsIn } from './amount.ts';

/** The operations that take money: two are documented to fail for lack of it (section Errors, 2), the others cost money too. */
const PAYING = ['cloud.order', 'cloud.renew', 'cloud.upgrade', 'domain.register', 'domain.renew'];
/** Statuses with another cause, unless the words name the balance. */
const OTHER_CAUSE = [403, 404, 409, 429];

const MONEY = '(?:balance|funds?|credits?|money|wallet)';
const WHOSE = '(?:(?:account|wallet|user|customer|your|the|in|of|on) ){0,3}';
const IS = '(?:(?:is|are|was|too|in|on|of|your|the|account) ){0,4}';
const HELD = '(?:موجودی|اعتبار|وجه)';
const BY_WHOM = '(?: (?:حساب|کیف|پول|شما|کاربری|کاربر|پنل|فعلی|ریالی|برای|این|سفارش|خرید|انجام|به|اندازه|میزان)){0,6}';
/** Excludes shortages of goods. */
const NOT_GOODS = '(?! (?:انبار|کالا|سرور|محصول|منابع))';
const LACKING = [
  `\\b(?:insufficient|inadequate|not enough|not sufficient|low|lack of|short of|out of) ${WHOSE}${MONEY}\\b`,
  `\\b${MONEY} ${IS}(?:insufficient|inadequate|not enough|not sufficient|low|exhausted|empty)\\b`,
  `^(?:no )?${MONEY}$|^payment required$`,
  `${HELD}${BY_WHOM} (?:کافی (?:نیست|نبود|ندارید|نمی باشد)|ناکافی|کم است|کمتر)`,
  `(?:عدم کفایت|کمبود|کسری|کسر) ${HELD}${NOT_GOODS}`,
].map((pattern) => new RegExp(pattern, 'u'));
const TOP_UP = /(?:شارژ|واریز) (?:کن|نما|فرما|شود|گردد)|افزایش (?:موجودی|اعتبار)|\btop ?up\b|\brecharge\b|\bdeposit\b/u;

/** The parts of a refusal that tell its cause. */
interface RefusalParts {
  readonly operation: string;
  readonly status: number;
  readonly error: string;
  readonly message: string;
  /** The answer is `{error, message}` and nothing else. */
  readonly documented: boolean;
}

/**
 * Whether a refusal says that the account has too little money. It must be certain, because a person who topped up orders again:
 * HTTP 402, words for it (in either language), or the documented shape whose message asks for exactly one sum.
 */
export function lacksMoney({ operation, status, error, message, documented }: RefusalParts): boolean {
  if (status === 402) return true;
  if (!PAYING.includes(operation)) return false;
  const [code, words] = [plain(error), plain(message)];
  if (LACKING.some((pattern) => pattern.test(code) || pattern.test(words))) return true;
  return documented && !OTHER_CAUSE.includes(status) && TOP_UP.test(words) && sumsIn(message).length === 1;
}

/** Words saying that something was carried out or registered: then the answer is no plain refusal. */
const CARRIED_OUT =
  /\b(?:registered|accepted|succe\w*|done|complet\w*|renewed|upgraded|extended|placed|received|queued|started|processing|thank\w*)\b|(?<!\p{L})(?:شد|شده|گردید|گردیده|موفق|موفقیت|موفقانه|پذیرفته)(?!\p{L})/u;

/** Whether the words of an acknowledgement say that money is missing: `lacks`, `perhaps`, or no such words. */
export function moneyDoubt(operation: string, message: string): 'lacks' | 'perhaps' | undefined {
  if (!PAYING.includes(operation)) return undefined;
  const words = plain(message);
  const lacks = LACKING.some((pattern) => pattern.test(words));
  if (lacks && !CARRIED_OUT.test(words)) return 'lacks';
  return lacks || TOP_UP.test(words) ? 'perhaps' : undefined;
}

/** Words separated by one space, in one spelling: `insufficientBalance`, `INSUFFICIENT_BALANCE` and a sentence alike. */
function plain(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();
}
