import type { InlineKeyboardButton } from 'grammy/types';
import { worthIn } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, name, teamName } from '../../../telegram/ui/format.ts';
import { noticeClockOf } from '../../../watches/quiet.ts';
import { comparable, type Money, money } from './money.ts';

type Payer = Pick<Operation, 'userId' | 'accountId'>;

export interface PaymentContext {
  topUpUrl: string | undefined;
  resellerUrl?: string | undefined;
  /** Set if the person has several accounts; `gone` if they can't use it any longer. */
  account?: { label: string } | { team: string } | 'gone' | undefined;
  /** The zone by whose days people of the chat count, where they chose one. */
  zone?: string | undefined;
  /** The limits that the person set for their own account. */
  limits: readonly Money[];
  /** The sum that was missing at another purchase, which still waits for a top-up. */
  short?: { by: Money; at: number } | undefined;
}

/** A member who pays with a team's account learns nothing about its owner. */
export async function paymentContextOf(
  services: Pick<Services, 'topUpUrl' | 'resellerUrl'> & {
    store: Pick<Services['store'], 'accounts' | 'chats' | 'ledger' | 'teams'>;
  },
  operation: Payer & Partial<Operation>,
): Promise<PaymentContext> {
  const { userId, accountId, chatId = userId, topicId } = operation;
  const { store, topUpUrl, resellerUrl } = services;
  const { zone } = await noticeClockOf(store.chats, chatId, chatId === userId ? 0 : topicId);
  // Other people of the chat see the confirm too: the person's accounts and limits are not for them.
  if (chatId !== userId) return { topUpUrl, resellerUrl, zone, limits: [] };
  const { accounts } = await store.accounts.get(userId);
  const own = accounts.find(({ id }) => id === accountId);
  const others = accounts.filter(({ id }) => id !== accountId);
  const teams = own && others.length > 0 ? [] : await store.teams.ofPerson(userId);
  const team = own ? undefined : teams.find((each) => each.accountId === accountId);
  const isOnly = others.length === 0 && teams.every(({ ownerId }) => ownerId === userId);
  const label = own ? { label: own.label } : 'gone';
  const account = team ? { team: teamName(team) } : isOnly ? undefined : label;
  const short = await shortOf(store.ledger, operation);
  return { topUpUrl, resellerUrl, zone, account, limits: own?.limits ?? [], ...(short ? { short } : {}) };
}

/** The provider tells the balance only by refusing a purchase. */
async function shortOf(
  ledger: Pick<Services['store']['ledger'], 'openOf'>,
  { id, userId, accountId, state, quote, failure }: Payer & Partial<Operation>,
): Promise<PaymentContext['short']> {
  if (state !== 'ready' || !quote || failure) return undefined;
  const others = (await ledger.openOf(userId)).filter(
    (other) => other.id !== id && other.accountId === accountId && other.failure?.kind === 'insufficientBalance',
  );
  const newest = others.toSorted((one, other) => (other.claimedAt ?? 0) - (one.claimedAt ?? 0))[0];
  const { amount } = newest?.failure ?? {};
  if (!newest?.quote || amount === undefined) return undefined;
  const balance = worthIn(quote.currency, { ...newest.quote, total: newest.quote.total - amount });
  if (balance === undefined || balance >= quote.total) return undefined;
  const { currency } = quote;
  return { by: { total: quote.total - balance, currency }, at: newest.claimedAt ?? newest.createdAt };
}

export function shortLines(t: Translate, { short }: PaymentContext): string[] {
  if (!short) return [];
  return [t('money-short-before', { time: formatTime(short.at, t), amount: money(t, short.by) })];
}

export function accountLines(t: Translate, { account }: PaymentContext): string[] {
  if (account === undefined) return [];
  if (account === 'gone') return [t('money-account-gone')];
  return [
    'team' in account
      ? t('money-account-team', { team: name(account.team) })
      : t('money-account', { account: name(account.label) }),
  ];
}

export function unlimitedLines(t: Translate, { limits }: PaymentContext, currency: string | undefined): string[] {
  if (limits.length === 0 || currency === undefined) return [];
  if (limits.some((each) => comparable(each.currency, currency))) return [];
  return [t('money-unlimited', { limits: { html: limits.map((each) => money(t, each).html).join(' · ') } })];
}

export interface PaymentView {
  /** "Renewal of web1 for 30 days". */
  what: Html;
  ask: string;
  lines: string[];
  means: string;
  yes: (price: string) => string;
  by?: string | undefined;
  unclear?: boolean | undefined;
  unreadable?: boolean | undefined;
  /** Replaces the common words for this state. */
  accepted?: string;
  stillOpen?: string;
  /** "✅ web1 renewed for 30 days". */
  done: string;
  evidence?: string | undefined;
  /** All that was bought, a line each, from the request on. */
  bought?: string[];
  /** Next steps after success, above `back`. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  again?: InlineKeyboardButton | undefined;
  /** Lead back to the values that the provider may not accept. */
  changes?: InlineKeyboardButton[];
}
