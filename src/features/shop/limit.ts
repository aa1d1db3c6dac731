import type { Quote } from '../../hosting/index.ts';
import type { Operation } from '../../operations/index.ts';
import type { Account } from '../../store/accounts.ts';
import type { Allowance } from '../../store/operations.ts';
import type { House } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { money, sameCurrency } from '../money.ts';
import type { Buyer } from './purchase.ts';

const DAY_MS = 24 * 3_600_000;

/** What the person may spend within 24 hours on operations of this currency; `undefined` where they set no limit. */
export function allowanceOf(
  account: Account | undefined,
  currency: string | undefined,
  now: number,
): Allowance | undefined {
  const limit = account?.limits?.find((each) => currency !== undefined && sameCurrency(each.currency, currency));
  return limit && currency !== undefined ? { most: limit.total, currency, since: now - DAY_MS } : undefined;
}

/**
 * Makes sure, before anything is written down, that what is to be bought stays within the person's own limit.
 * @throws Refusal where it does not
 */
export async function requireAllowance(house: House, buyer: Buyer, quotes: readonly Quote[]): Promise<void> {
  const { accounts } = await house.store.accounts.get(buyer.userId);
  const account = accounts.find(({ id }) => id === buyer.accountId);
  for (const currency of new Set(quotes.map((quote) => quote.currency))) {
    const allowance = allowanceOf(account, currency, house.operations.now());
    if (!allowance) continue;
    const wanted = quotes.filter((quote) => quote.currency === currency).reduce((sum, { total }) => sum + total, 0);
    const spent = await house.store.ledger.spent({ ...buyer, quote: { total: 0, currency } }, allowance.since);
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
