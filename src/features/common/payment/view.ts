import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { name } from '../../../telegram/ui/format.ts';
import { comparable, type Money, money } from './money.ts';

/** What the screens of a purchase need besides the purchase. */
export interface PaymentContext {
  topUpUrl: string | undefined;
  resellerUrl?: string | undefined;
  /** The account it is paid from, where the person has others too; `gone` where it is not connected any more. */
  account?: { label: string } | 'gone' | undefined;
  /** The limits the person set for the account. */
  limits: readonly Money[];
}

/** The desk for the screens of an operation. */
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

/** Which account pays, a line; empty where the person has only this one. */
export function accountLines(t: Translate, { account }: PaymentContext): string[] {
  if (account === undefined) return [];
  return [account === 'gone' ? t('money-account-gone') : t('money-account', { account: name(account.label) })];
}

/** That the limits the person set don't speak of this currency; empty where one does, or there are none. */
export function unlimitedLines(t: Translate, { limits }: PaymentContext, currency: string | undefined): string[] {
  if (limits.length === 0 || currency === undefined) return [];
  if (limits.some((each) => comparable(each.currency, currency))) return [];
  return [t('money-unlimited', { limits: { html: limits.map((each) => money(t, each).html).join(' · ') } })];
}

/** What one kind of purchase adds to the screens that all of them share. */
export interface PaymentView {
  /** "Renewal of web1 for 30 days". */
  what: Html;
  /** The question of the confirm, and all that is bought, a line each. */
  ask: string;
  lines: string[];
  /** What happens when it is confirmed. */
  means: string;
  /** The label of the confirm button. */
  yes: (price: string) => string;
  by?: string | undefined;
  unclear?: boolean | undefined;
  /** In the words of its kind, where the common ones do not do. */
  accepted?: string;
  stillOpen?: string;
  done?: string;
  /** What was read that speaks for or against it. */
  evidence?: string | undefined;
  /** All that was bought, a line each: the receipt tells it until the order is settled, and from then on. */
  bought?: string[];
  /** Where to go when it ended well, and in any case. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  /** Asks for the same once more. */
  again?: InlineKeyboardButton | undefined;
  /** Leads back to the values, where the provider can't use one of them. */
  change?: InlineKeyboardButton | undefined;
}
