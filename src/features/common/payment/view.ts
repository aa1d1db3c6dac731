import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { name } from '../../../telegram/ui/format.ts';
import { comparable, type Money, money } from './money.ts';

/** The facts beside a purchase that its screens show. */
export interface PaymentContext {
  topUpUrl: string | undefined;
  resellerUrl?: string | undefined;
  /** The account it is paid from, where the person has others too; `gone` where it is not connected any more. */
  account?: { label: string } | 'gone' | undefined;
  /** The limits the person set for the account. */
  limits: readonly Money[];
}

/** Reads the payment context of an operation. */
export async function paymentContextOf(
  services: Pick<Services, 'topUpUrl' | 'resellerUrl'> & { store: Pick<Services['store'], 'accounts'> },
  { userId, accountId }: Pick<Operation, 'userId' | 'accountId'>,
): Promise<PaymentContext> {
  const { accounts } = await services.store.accounts.get(userId);
  const own = accounts.find(({ id }) => id === accountId);
  const others = accounts.filter(({ id }) => id !== accountId);
  const account = others.length === 0 ? undefined : own ? { label: own.label } : 'gone';
  const { topUpUrl, resellerUrl } = services;
  return { topUpUrl, resellerUrl, account, limits: own?.limits ?? [] };
}

/** Names the account that pays, in a line; empty where the person has only this account. */
export function accountLines(t: Translate, { account }: PaymentContext): string[] {
  if (account === undefined) return [];
  return [account === 'gone' ? t('money-account-gone') : t('money-account', { account: name(account.label) })];
}

/** Says that no limit of the person is in this currency; empty where one is, or where the person set no limit. */
export function unlimitedLines(t: Translate, { limits }: PaymentContext, currency: string | undefined): string[] {
  if (limits.length === 0 || currency === undefined) return [];
  if (limits.some((each) => comparable(each.currency, currency))) return [];
  return [t('money-unlimited', { limits: { html: limits.map((each) => money(t, each).html).join(' · ') } })];
}

/** The part of one kind of purchase in the screens that all purchases share. */
export interface PaymentView {
  /** "Renewal of web1 for 30 days". */
  what: Html;
  /** The question of the confirm, and all that is bought, a line each. */
  ask: string;
  lines: string[];
  /** The consequences of the confirm. */
  means: string;
  /** The label of the confirm button. */
  yes: (price: string) => string;
  by?: string | undefined;
  unclear?: boolean | undefined;
  /** In the words of its kind, where the common ones do not do. */
  accepted?: string;
  stillOpen?: string;
  done?: string;
  /** A reading that speaks for or against the purchase. */
  evidence?: string | undefined;
  /** All that was bought, a line each: the receipt tells it until the order is settled, and from then on. */
  bought?: string[];
  /** The next steps after the purchase ended well, above `back`. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  /** Asks for the same once more. */
  again?: InlineKeyboardButton | undefined;
  /** Leads back to the values, where the provider can't use one of them. */
  change?: InlineKeyboardButton | undefined;
}
