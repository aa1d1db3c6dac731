import { sumsIn } from './amount.ts';

const PAYING_OPERATIONS = ['cloud.order', 'cloud.renew', 'cloud.upgrade', 'domain.register', 'domain.renew'];
const STATUSES_OF_OTHER_CAUSES = [403, 404, 409, 429];

const MONEY = '(?:balance|funds?|credits?|money|wallet)';
const WHOSE = '(?:(?:account|wallet|user|customer|your|the|in|of|on) ){0,3}';
const IS = '(?:(?:is|are|was|too|in|on|of|your|the|account) ){0,4}';
const HELD = '(?:موجودی|اعتبار|وجه)';
const BY_WHOM = '(?: (?:حساب|کیف|پول|شما|کاربری|کاربر|پنل|فعلی|ریالی|برای|این|سفارش|خرید|انجام|به|اندازه|میزان)){0,6}';
const NOT_GOODS = '(?! (?:انبار|کالا|سرور|محصول|منابع))';
const LACKING = [
  `\\b(?:insufficient|inadequate|not enough|not sufficient|low|lack of|short of|out of) ${WHOSE}${MONEY}\\b`,
  `\\b${MONEY} ${IS}(?:insufficient|inadequate|not enough|not sufficient|low|exhausted|empty)\\b`,
  `^(?:no )?${MONEY}$|^payment required$`,
  `${HELD}${BY_WHOM} (?:کافی (?:نیست|نبود|ندارید|نمی باشد)|ناکافی|کم است|کمتر)`,
  `(?:عدم کفایت|کمبود|کسری|کسر) ${HELD}${NOT_GOODS}`,
].map((pattern) => new RegExp(pattern, 'u'));
const TOP_UP = /(?:شارژ|واریز) (?:کن|نما|فرما|شود|گردد)|افزایش (?:موجودی|اعتبار)|\btop ?up\b|\brecharge\b|\bdeposit\b/u;

interface RefusalParts {
  readonly operation: string;
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly documented: boolean;
}

/** Whether a refusal certainly says that the account has too little money: a person who topped up orders again. */
export function lacksMoney({ operation, status, error, message, documented }: RefusalParts): boolean {
  if (status === 402) return true;
  if (!PAYING_OPERATIONS.includes(operation)) return false;
  const [code, words] = [plain(error), plain(message)];
  if (LACKING.some((pattern) => pattern.test(code) || pattern.test(words))) return true;
  return documented && !STATUSES_OF_OTHER_CAUSES.includes(status) && TOP_UP.test(words) && sumsIn(message).length === 1;
}

const CARRIED_OUT =
  /\b(?:registered|accepted|succe\w*|done|complet\w*|renewed|upgraded|extended|placed|received|queued|started|processing|thank\w*)\b|(?<!\p{L})(?:شد|شده|گردید|گردیده|موفق|موفقیت|موفقانه|پذیرفته)(?!\p{L})/u;

export function moneyDoubt(operation: string, message: string): 'lacks' | 'perhaps' | undefined {
  if (!PAYING_OPERATIONS.includes(operation)) return undefined;
  const words = plain(message);
  const lacks = LACKING.some((pattern) => pattern.test(words));
  if (lacks && !CARRIED_OUT.test(words)) return 'lacks';
  return lacks || TOP_UP.test(words) ? 'perhaps' : undefined;
}

/** Brings `insufficientBalance`, `INSUFFICIENT_BALANCE` and a sentence into one spelling. */
function plain(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();
}
