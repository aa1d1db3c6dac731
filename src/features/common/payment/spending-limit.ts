import type { InlineKeyboardButton } from 'grammy/types';
import { currencyOf, isKnownCurrency, type Quote, worthIn } from '../../../hosting/index.ts';
import { NotAllowed, type Operation } from '../../../operations/index.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Allowance } from '../../../store/operations/index.ts';
import { SPENDING_MS, spendingIn } from '../../../teams/rights.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { name } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { comparable, money } from './money.ts';

const MAX_CURRENCIES_KEPT = 10;

/** The person's limit for 24 hours in the given currency; `undefined` if no limit is in that currency. */
export function allowanceOf(
  account: Account | undefined,
  currency: string | undefined,
  now: number,
): Allowance | undefined {
  const limit = account?.limits?.find((each) => currency !== undefined && comparable(each.currency, currency));
  const most = limit && currency !== undefined ? worthIn(currency, limit) : undefined;
  if (most === undefined || currency === undefined) return undefined;
  return { most, since: now - SPENDING_MS, worth: (quote) => worthIn(currency, quote) };
}

/** Whether no limit can be compared: two unknown names may mean one currency. Such a price is not paid. */
function isUnclear(account: Account | undefined, currency: string | undefined): boolean {
  const limits = account?.limits ?? [];
  if (limits.length === 0 || currency === undefined) return false;
  if (limits.some((limit) => comparable(limit.currency, currency))) return false;
  return [currency, ...limits.map((limit) => limit.currency)].some((name) => !isKnownCurrency(name));
}

async function keepCurrency(services: Services, ownerId: number, accountId: string, currency: string): Promise<void> {
  await services.store.accounts.change(ownerId, (binding) => {
    const account = binding.accounts.find(({ id }) => id === accountId);
    if (!account) return;
    const others = (account.currencies ?? []).filter((name) => name !== currency);
    account.currencies = [...others, currency].slice(-MAX_CURRENCIES_KEPT);
  });
}

export function toLimit(t: Translate, account: string): InlineKeyboardButton[][] {
  return [[buttons.limit.make(t.plain('button-limit'), { account })]];
}

/**
 * Checks the team's limits and those that the owner set for their own purchases, before anything is saved.
 * @throws Refusal for a purchase above a limit, or a currency that can't be compared
 */
export async function requireAllowance(
  services: Services,
  access: Access,
  userId: number,
  quotes: readonly Quote[],
): Promise<void> {
  const currencies = new Map(quotes.map(({ currency }) => [currencyOf(currency), currency]));
  for (const currency of currencies.values()) {
    if (access.team) await requireTeamAllowance(services, access.team, currency, quotes);
    if (!access.team || access.team.ownerId === userId)
      await requireOwnAllowance(services, access.account.id, userId, currency, quotes);
  }
}

async function requireTeamAllowance(
  services: Services,
  { id, ownerId, accountId, limits }: Team,
  currency: string,
  quotes: readonly Quote[],
): Promise<void> {
  const now = services.operations.now();
  const spending = spendingIn(limits, currency, await services.store.ledger.sentByTeam(id, now - SPENDING_MS), now);
  if (spending === 'unlimited') return;
  if (spending === 'unclear') {
    await keepCurrency(services, ownerId, accountId, currency);
    throw new NotAllowed({ may: 'no', reason: 'limitUnclear' }, { team: id, action: 'spend' });
  }
  const { most, spent } = spending;
  const wanted = worthOf(quotes, (quote) => worthIn(currency, quote));
  if (spent + wanted <= most) return;
  const refused = { team: id, action: 'spend', total: wanted, currency };
  const cause = new NotAllowed({ may: 'no', reason: 'teamLimit' }, refused);
  throw limitReached('money-team-limit-reached', currency, { most, spent, wanted }, cause);
}

async function requireOwnAllowance(
  services: Services,
  accountId: string,
  userId: number,
  currency: string,
  quotes: readonly Quote[],
): Promise<void> {
  const { accounts } = await services.store.accounts.get(userId);
  const account = accounts.find(({ id }) => id === accountId);
  if (isUnclear(account, currency)) {
    await keepCurrency(services, userId, accountId, currency);
    throw new Refusal(
      (t) => t('money-limit-unclear', { currency: name(currency) }),
      'home',
      (t) => toLimit(t, accountId),
    );
  }
  const allowance = allowanceOf(account, currency, services.operations.now());
  if (!allowance) return;
  const { most } = allowance;
  const wanted = worthOf(quotes, allowance.worth);
  const spent = await services.store.ledger.spent({ userId, accountId }, allowance);
  if (spent + wanted > most) throw limitReached('money-limit-reached', currency, { most, spent, wanted });
}

function worthOf(quotes: readonly Quote[], worth: (quote: Quote) => number | undefined): number {
  return quotes.reduce((sum, quote) => sum + (worth(quote) ?? 0), 0);
}

function limitReached(
  words: 'money-limit-reached' | 'money-team-limit-reached',
  currency: string,
  { most, spent, wanted }: Record<'most' | 'spent' | 'wanted', number>,
  cause?: NotAllowed,
): Refusal {
  return new Refusal(
    (t) =>
      t(words, {
        limit: money(t, { total: most, currency }),
        spent: money(t, { total: spent, currency }),
        wanted: money(t, { total: wanted, currency }),
      }),
    undefined,
    undefined,
    cause && { cause },
  );
}

/** {@link allowanceOf} an operation, right before its request. A team's limits are checked with its rights. */
export async function allowanceFor(services: Pick<Services, 'store'>, operation: Operation, now: number) {
  const { accounts } = await services.store.accounts.get(operation.userId);
  const account = accounts.find(({ id }) => id === operation.accountId);
  const currency = operation.quote?.currency;
  return isUnclear(account, currency) ? 'unclear' : allowanceOf(account, currency, now);
}
