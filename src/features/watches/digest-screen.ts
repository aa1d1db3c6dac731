import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { code, formatDay, isolate, isolated, name, oneLine, shorten } from '../../telegram/ui/format.ts';
import { type Part, richScreen, type Table } from '../../telegram/ui/rich.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { SHOWN_DAYS } from '../../watches/digest.ts';
import { buttons } from '../buttons.ts';
import { domainLabel, domainReference, domainWords } from '../common/domain-words.ts';
import type { Named } from '../common/find-server.ts';
import { type Money, money } from '../common/payment/money.ts';
import { MOST_CHOSEN } from '../common/renewal-choice.ts';
import { daysWords } from '../common/server-rows.ts';
import type { ExpiringDomain } from './digest-domains.ts';

const MOST_ROWS = 15;
const MOST_NAMED = 5;
const MOST_DOMAIN_BUTTONS = 3;
const LONGEST_PART = 32;
const LONGEST_LABEL = 20;

/** A server, and when it expires, where that can be read. */
export interface Expiring {
  server: Named;
  /** Midnight UTC of the day. */
  expiry?: { day: number; daysLeft: number } | undefined;
}

/** What a digest tells of one account. */
export interface AccountDigest {
  id: string;
  label: string;
  /** Those to show, the soonest first. */
  expiring: readonly Expiring[];
  domains: readonly ExpiringDomain[];
  /** The choice of servers that its button renews; absent where none can be. */
  choice?: string;
  /** Why nothing is known of it: the provider did not answer, or refuses its token. */
  unread?: 'silent' | 'refused';
}

export interface DigestContent {
  accounts: readonly AccountDigest[];
  unknown: readonly Operation[];
  spent: readonly Money[];
}

/** The servers of a digest that its button renews: the soonest to expire, as many as can be renewed together. */
export function toRenew(expiring: readonly Expiring[]): Expiring[] {
  return expiring.filter(({ expiry }) => expiry).slice(0, MOST_CHOSEN);
}

/** One message with what expires, what is unknown, and what was spent. */
export function digestScreen(
  { accounts, unknown, spent }: DigestContent,
  t: Translate,
  summaryOf: (operation: Operation, t: Translate) => { html: string },
): Screen {
  const isOne = accounts.length === 1;
  const parts: Part[] = [
    t('digest'),
    ...accounts.flatMap((account) => partsOf(account, isOne, t)),
    ...(unknown.length > 0 ? [unknownLines(unknown, t, summaryOf)] : []),
    ...(spent.length > 0
      ? [t('digest-spent', { sums: { html: spent.map((sum) => money(t, sum).html).join(' + ') } })]
      : []),
  ];
  return {
    ...richScreen(t, parts),
    keyboard: [
      ...accounts.flatMap((account) => [renewButton(account, isOne, t), ...domainButtons(account)]),
      unknown.length > 0 ? [buttons.orders.make(t.plain('button-orders-all'), { filter: 'all', page: '0' })] : [],
      [
        buttons.digestOff.make(t.plain('button-digest-off'), {}),
        buttons.digest.make(t.plain('button-digest-hour'), {}),
      ],
    ].filter(({ length }) => length > 0),
  };
}

function partsOf({ label, expiring, domains, unread }: AccountDigest, isOne: boolean, t: Translate): Part[] {
  if (unread) return [t(`digest-${unread}`, { account: name(label) })];
  const rows = rowsOf(expiring, domains, t);
  if (rows.length === 0) return [];
  const words = { days: SHOWN_DAYS };
  const title = isOne ? t('digest-expiring', words) : t('digest-expiring-of', { ...words, account: name(label) });
  const titles = [t('servers-column-name'), t('servers-column-left'), t('digest-column-date')];
  const table: Table = { title, columns: titles.map((each) => ({ title: each })), rows: rows.slice(0, MOST_ROWS) };
  const more = rows.length - MOST_ROWS;
  return [table, ...(more > 0 ? [t('alerts-more', { count: more })] : [])];
}

/** Servers and domains together, the soonest first, and behind them what has no readable date. */
function rowsOf(expiring: readonly Expiring[], domains: readonly ExpiringDomain[], t: Translate): string[][] {
  const part = (text: string) => isolated(shorten(oneLine(text), LONGEST_PART)).html;
  const all = [
    ...expiring.map(({ server, expiry }) => {
      const named = server.name === server.ip ? code(server.name).html : part(server.name);
      return { named, expiry, asItCame: part(server.expireDate ?? '') };
    }),
    ...domains.map(({ domain, expiry }) => ({ named: domainWords(domain).html, expiry, asItCame: '' })),
  ];
  const dayOf = ({ expiry }: (typeof all)[number]) => expiry?.day ?? Number.MAX_SAFE_INTEGER;
  return all
    .sort((one, other) => dayOf(one) - dayOf(other))
    .map(({ named, expiry, asItCame }) =>
      expiry ? [named, daysWords(t, expiry.daysLeft), formatDay(expiry.day, t.locale)] : [named, '', asItCame],
    );
}

/** Leads to the soonest domains, each of which is renewed by itself. */
function domainButtons({ id: account, domains }: AccountDigest): InlineKeyboardButton[][] {
  return domains.slice(0, MOST_DOMAIN_BUTTONS).map(({ domain }) => {
    const label = `🌐 ${isolate(domainLabel(domain, LONGEST_PART))}`;
    return [buttons.domain.make(label, { account, domain: domainReference(domain) })];
  });
}

function unknownLines(
  unknown: readonly Operation[],
  t: Translate,
  summaryOf: (operation: Operation, t: Translate) => { html: string },
): string {
  const named = unknown.slice(0, MOST_NAMED).map((operation) => `• ${summaryOf(operation, t).html}`);
  return [t('digest-unknown', { count: unknown.length }), ...named].join('\n');
}

function renewButton(
  { id: account, label, expiring, choice }: AccountDigest,
  isOne: boolean,
  t: Translate,
): InlineKeyboardButton[] {
  const servers = toRenew(expiring);
  const [first] = servers;
  if (!first || choice === undefined) return [];
  if (servers.length === 1) {
    const words = t.plain('button-digest-renew-one', { server: isolate(shorten(first.server.name, LONGEST_LABEL)) });
    return [buttons.renew.make(words, { account, server: serverReference(first.server.id) }, 'primary')];
  }
  const count = servers.length;
  const words = isOne
    ? t.plain('button-digest-renew', { count })
    : t.plain('button-digest-renew-of', { count, account: isolate(shorten(label, LONGEST_LABEL)) });
  return [buttons.renewChosen.make(words, { account, chosen: choice }, 'primary')];
}
