import type { InlineKeyboardButton } from 'grammy/types';
import { worthIn } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Services } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, name, teamName } from '../../../telegram/ui/format.ts';
import { noticeClockOf } from '../../../watches/quiet.ts';
import { comparable, type Money, money } from './money.ts';

type Payer = Pick<Operation, 'userId' | 'accountId'>;

/** The facts beside a purchase that its screens show. */
export interface PaymentContext {
  topUpUrl: string | undefined;
  resellerUrl?: string | undefined;
  /** The account it is paid from, where the person has others too; `gone` where they can't use it any more. */
  account?: { label: string } | { team: string } | 'gone' | undefined;
  /** The zone by whose days people of the chat count, where they chose one. */
  zone?: string | undefined;
  /** The limits that the person set for their own account. */
  limits: readonly Money[];
  /** The sum that the account's balance lacked for this purchase, by the refusal of another one that still waits for a top-up. */
  short?: { by: Money; at: number } | undefined;
}

/** Reads the payment context of an operation. Nothing of it is the account's owner's alone, where another member of a team pays. */
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

/** The balance can't be read; a refusal for want of it tells what it was. */
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

/** Warns that the balance did not suffice a while ago; empty where nothing is known. */
export function shortLines(t: Translate, { short }: PaymentContext): string[] {
  if (!short) return [];
  return [t('money-short-before', { time: formatTime(short.at, t), amount: money(t, short.by) })];
}

/** Names the account that pays, in a line; empty where the person has only this account. */
export function accountLines(t: Translate, { account }: PaymentContext): string[] {
  if (account === undefined) return [];
  if (account === 'gone') return [t('money-account-gone')];
  return [
    'team' in account
      ? t('money-account-team', { team: name(account.team) })
      : t('money-account', { account: name(account.label) }),
  ];
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
  /** The last reading failed. */
  unreadable?: boolean | undefined;
  /** In the words of its kind, where the common ones do not do. */
  accepted?: string;
  stillOpen?: string;
  /** The outcome as a statement: "✅ web1 renewed for 30 days". */
  done: string;
  /** A reading that speaks for or against the purchase. */
  evidence?: string | undefined;
  /** All that was bought, a line each: the receipt tells it until the order is settled, and from then on. */
  bought?: string[];
  /** The next steps after the purchase ended well, above `back`. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  /** Asks for the same once more. */
  again?: InlineKeyboardButton | undefined;
  /** Lead back to the values, where the provider can't use one of them; empty where none is at fault. */
  changes?: InlineKeyboardButton[];
}
