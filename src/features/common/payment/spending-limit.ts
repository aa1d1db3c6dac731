import type { InlineKeyboardButton } from 'grammy/types';
import { currencyOf, isKnownCurrency, type Quote, worthIn } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import type { Allowance } from '../../../store/operations/index.ts';
import type { Services } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { name } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { comparable, money } from './money.ts';

type Buyer = Pick<Operation, 'userId' | 'accountId'>;

const DAY_MS = 24 * 3_600_000;
/** Names of currencies that are kept of an account. */
const MOST_CURRENCIES = 10;

/** The most that the person may spend within 24 hours, in the given currency; `undefined` where no limit is in that currency. */
export function allowanceOf(
  account: Account | undefined,
  currency: string | undefined,
  now: number,
): Allowance | undefined {
  const limit = account?.limits?.find((each) => currency !== undefined && comparable(each.currency, currency));
  const most = limit && currency !== undefined ? worthIn(currency, limit) : undefined;
  if (most === undefined || currency === undefined) return undefined;
  return { most, since: now - DAY_MS, worth: (quote) => worthIn(currency, quote) };
}

/**
 * Whether the person's limits can't be compared with a price: no limit is in its currency, and one of the names is unknown, so
 * that two names may mean one currency. A price that can't be compared is not paid.
 */
function isUnclear(account: Account | undefined, currency: string | undefined): boolean {
  const limits = account?.limits ?? [];
  if (limits.length === 0 || currency === undefined) return false;
  if (limits.some((limit) => comparable(limit.currency, currency))) return false;
  return [currency, ...limits.map((limit) => limit.currency)].some((name) => !isKnownCurrency(name));
}

/** The way out of {@link isUnclear}: the account's limits, where one in this currency can be set from now on. */
async function refuseUnclear(services: Services, { userId, accountId }: Buyer, currency: string): Promise<never> {
  await services.store.accounts.change(userId, (binding) => {
    const account = binding.accounts.find(({ id }) => id === accountId);
    if (!account) return;
    const others = (account.currencies ?? []).filter((name) => name !== currency);
    account.currencies = [...others, currency].slice(-MOST_CURRENCIES);
  });
  throw new Refusal(
    (t) => t('money-limit-unclear', { currency: name(currency) }),
    'home',
    (t) => toLimit(t, accountId),
  );
}

/** To the account's limits. */
export function toLimit(t: Translate, account: string): InlineKeyboardButton[][] {
  return [[buttons.limit.make(t.plain('button-limit'), { account })]];
}

/**
 * Makes sure, before anything is written down, that a purchase stays within the person's own limit.
 * @throws Refusal where the purchase exceeds the limit, or where the currencies can't be compared
 */
export async function requireAllowance(services: Services, buyer: Buyer, quotes: readonly Quote[]): Promise<void> {
  const { accounts } = await services.store.accounts.get(buyer.userId);
  const account = accounts.find(({ id }) => id === buyer.accountId);
  const currencies = new Map(quotes.map(({ currency }) => [currencyOf(currency), currency]));
  for (const currency of currencies.values()) {
    if (isUnclear(account, currency)) await refuseUnclear(services, buyer, currency);
    const allowance = allowanceOf(account, currency, services.operations.now());
    if (!allowance) continue;
    const wanted = quotes.reduce((sum, quote) => sum + (allowance.worth(quote) ?? 0), 0);
    const { userId, accountId } = buyer;
    const spent = await services.store.ledger.spent({ userId, accountId }, allowance);
    if (spent + wanted <= allowance.most) continue;
    throw new Refusal((t) =>
      t('money-limit-reached', {
        limit: money(t, { total: allowance.most, currency }),
        spent: money(t, { total: spent, currency }),
        wanted: money(t, { total: wanted, currency }),
      }),
    );
  }
}

/** {@link allowanceOf} an operation, as the ledger asks it right before a request. */
export async function allowanceFor(services: Pick<Services, 'store'>, operation: Operation, now: number) {
  const { accounts } = await services.store.accounts.get(operation.userId);
  const account = accounts.find(({ id }) => id === operation.accountId);
  const currency = operation.quote?.currency;
  return isUnclear(account, currency) ? 'unclear' : allowanceOf(account, currency, now);
}
