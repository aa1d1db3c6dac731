import { hash } from 'node:crypto';
import { currencyOf, Failure, isKnownCurrency, RENEWAL_DAYS } from '../../../hosting/index.ts';
import { type Spent, spentOf } from '../../../teams/rights.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { name } from '../../../telegram/ui/format.ts';
import { comparable, type Money, money, moneyIn } from './money.ts';

const MAX_LIMITS = 5;

export type LimitProblem = { words: 'limit-unfit' | 'limit-foreign' | 'limit-full'; currency?: string };

interface Limited {
  limits: readonly Money[];
  seen(): Promise<readonly string[]>;
  access(): Promise<Access | undefined>;
}

/** Reads a typed limit; it replaces the one in its currency. The default currency is that of the account's prices. */
export async function readLimit(
  text: string | undefined,
  { texts, accesses }: Pick<Services, 'texts' | 'accesses'>,
  { limits, seen, access }: Limited,
): Promise<{ limits: Money[]; limit: Money } | LimitProblem> {
  const typed = moneyIn(text, texts);
  if (!typed) return { words: 'limit-unfit' };
  const known = await seen();
  const priced = typed.currency === '' && known.length === 0 ? await pricedIn(accesses, await access()) : known;
  const currency = typed.currency === '' ? onlyOne(priced) : typed.currency;
  if (currency === undefined) return { words: 'limit-unfit' };
  const limit = { ...typed, currency };
  // A limit in a currency without prices would stop nothing.
  if (!isKnownCurrency(currency) && !priced.some((each) => comparable(each, currency)))
    return { words: 'limit-foreign', currency };
  const shown = { ...limit, currency: asPriced(currency, priced) };
  const changed = withLimit(limits, shown);
  return changed.length > MAX_LIMITS ? { words: 'limit-full' } : { limits: changed, limit: shown };
}

async function pricedIn({ lists }: Services['accesses'], access: Access | undefined): Promise<string[]> {
  try {
    const [server] = access ? (await lists.recent(access.key, access.hosting)).items : [];
    if (!access || !server) return [];
    return [(await access.hosting.cloudOrders.quoteRenewal(server.id, RENEWAL_DAYS.min)).currency];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** `undefined` for several: a limit in rials is a tenth of the same number in tomans. */
function onlyOne(currencies: readonly string[]): string | undefined {
  const [first] = currencies;
  return new Set(currencies.map(currencyOf)).size === 1 ? first : undefined;
}

/** The currency as the provider writes it in its prices; a code of three letters in capitals until there is a price. */
function asPriced(currency: string, priced: readonly string[]): string {
  const named = priced.find((each) => currencyOf(each) === currencyOf(currency));
  return named ?? (/^[a-z]{3}$/.test(currency) ? currency.toUpperCase() : currency);
}

export function withLimit(limits: readonly Money[], limit: Money): Money[] {
  return [...limits.filter((each) => !comparable(each.currency, limit.currency)), limit];
}

export function limitProblemWords(t: Translate, { words, currency = '' }: LimitProblem): string {
  if (words === 'limit-foreign') return t(words, { currency: name(currency) });
  return words === 'limit-full' ? t(words, { count: MAX_LIMITS }) : t(words);
}

/** An old message's button must not remove another limit. */
export function limitReference({ total, currency }: Money): string {
  return hash('sha256', `${total} ${currencyOf(currency)}`, 'base64url').slice(0, 8);
}

/** The rest of a team's limits, a line each. @param sent the operations that count against them */
export function leftLines(t: Translate, limits: readonly Money[], sent: readonly Spent[], now: number): string[] {
  return limits.map((limit) => {
    const { currency, total } = limit;
    const spent = spentOf(sent, currency, now);
    return t('team-limit-line', {
      limit: money(t, limit),
      spent: money(t, { total: spent, currency }),
      left: money(t, { total: Math.max(0, total - spent), currency }),
    });
  });
}
