import { currencyOf, type Quote, worthIn } from '../hosting/index.ts';
import type { Operation } from '../operations/index.ts';
import type { Account } from '../store/accounts.ts';
import type { Allowance } from '../store/operations.ts';
import type { House } from '../telegram/context.ts';
import { Refusal } from '../telegram/refusal.ts';
import { comparable, money } from './money.ts';

const DAY_MS = 24 * 3_600_000;

/** What the person may spend within 24 hours, in the given currency; `undefined` where no limit of theirs speaks of it. */
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
 * Makes sure, before anything is written down, that what is to be bought stays within the person's own limit.
 * @throws Refusal where it does not
 */
export async function requireAllowance(
  house: House,
  buyer: Pick<Operation, 'userId' | 'accountId'>,
  quotes: readonly Quote[],
): Promise<void> {
  const { accounts } = await house.store.accounts.get(buyer.userId);
  const account = accounts.find(({ id }) => id === buyer.accountId);
  const currencies = new Map(quotes.map(({ currency }) => [currencyOf(currency), currency]));
  for (const currency of currencies.values()) {
    const allowance = allowanceOf(account, currency, house.operations.now());
    if (!allowance) continue;
    const wanted = quotes.reduce((sum, quote) => sum + (allowance.worth(quote) ?? 0), 0);
    const { userId, accountId } = buyer;
    const spent = await house.store.ledger.spent({ userId, accountId }, allowance);
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
export async function allowanceFor(house: Pick<House, 'store'>, operation: Operation, now: number) {
  const { accounts } = await house.store.accounts.get(operation.userId);
  const account = accounts.find(({ id }) => id === operation.accountId);
  return allowanceOf(account, operation.quote?.currency, now);
}
