import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import {
  code,
  formatDay,
  formatDayOfYear,
  isolate,
  isolated,
  listed,
  name,
  oneLine,
  shorten,
  teamName,
} from '../../../telegram/ui/format.ts';
import { type Part, richScreen, type Table } from '../../../telegram/ui/rich.ts';
import { fitsLimit, type Screen } from '../../../telegram/ui/screen.ts';
import { SHOWN_DAYS } from '../../../watches/digest.ts';
import { buttons } from '../../buttons.ts';
import { domainLabel, domainReference, domainWords } from '../../common/domain-words.ts';
import { type Money, money } from '../../common/payment/money.ts';
import { MAX_CHOSEN } from '../../common/renewal-choice.ts';
import type { Named } from '../../common/servers/find-server.ts';
import { daysWords } from '../../common/servers/server-rows.ts';
import type { ExpiringDomain } from './digest-domains.ts';

/** The maximum of rows per table, tried in turn until all tables fit into one message. The screen counts the other rows. */
const ROW_LIMITS = [15, 8, 4, 2, 1, 0];
const NEWS_MARK = '⏰';
const RENEWAL_DAYS = [30, 90];
const MAX_NAMES_LISTED = 5;
const LEAST_OF_YEAR = 180;
const MAX_DOMAIN_BUTTONS = 3;
const LONGEST_PART = 32;
const LONGEST_LABEL = 20;
/** Telegram takes 100 buttons; four are not about an account. */
const MAX_ACCOUNT_BUTTONS = 96;

export interface Expiring {
  server: Named;
  expiry?: { day: number; daysLeft: number } | undefined;
  isNews: boolean;
}

export interface AccountDigest {
  id: string;
  label: string;
  expiring: readonly Expiring[];
  domains: readonly ExpiringDomain[];
  /** Servers and domains of the last digest that were renewed since. */
  renewed: readonly string[];
  /** Everything is news without an earlier look, and nothing is marked. */
  isFirst?: boolean;
  /** The id of the stored servers that the button renews; absent where none can be renewed. */
  choice?: string;
  unread?: 'silent' | 'refused';
}

export interface DigestContent {
  accounts: readonly AccountDigest[];
  unknown: readonly Operation[];
  spent: readonly Money[];
  team?: Team;
}

/** The soonest to expire, as many as one order can renew. */
export function toRenew(expiring: readonly Expiring[]): Expiring[] {
  return expiring.filter(({ expiry }) => expiry).slice(0, MAX_CHOSEN);
}

export function digestScreen(
  content: DigestContent,
  t: Translate,
  summaryOf: (operation: Operation, t: Translate) => { html: string },
): Screen {
  const { accounts, unknown, spent, team } = content;
  const isOne = accounts.length === 1;
  const screenWith = (mostRows: number) => {
    const parts: Part[] = [
      team ? t('digest-of-team', { team: name(teamName(team)) }) : t('digest'),
      // Lines on which money depends come before the tables, which may be cut.
      ...(unknown.length > 0 ? [unknownLines(unknown, t, summaryOf)] : []),
      ...(spent.length > 0
        ? [t('digest-spent', { sums: { html: spent.map((sum) => money(t, sum).html).join(' + ') } })]
        : []),
      ...accounts.flatMap((account) => partsOf(account, { isOne, team, mostRows }, t)),
    ];
    const keyboard = team ? groupKeyboard(content, team, mostRows, t) : privateKeyboard(content, mostRows, t);
    return { ...richScreen(t, parts), keyboard: keyboard.filter(({ length }) => length > 0) };
  };
  const screens = ROW_LIMITS.map((mostRows) => () => screenWith(mostRows));
  for (const screen of screens.slice(0, -1)) {
    const tried = screen();
    if (fitsLimit(tried.text)) return tried;
  }
  return screenWith(ROW_LIMITS.at(-1) ?? 0);
}

function privateKeyboard(
  { accounts, unknown }: DigestContent,
  mostRows: number,
  t: Translate,
): InlineKeyboardButton[][] {
  const isOne = accounts.length === 1;
  const rowsWith = (mostDomains: number) =>
    accounts.flatMap((account) => [
      tokenRow(account, isOne, t),
      ...renewRows(account, isOne, t),
      moreRow(account, mostDomains < MAX_DOMAIN_BUTTONS ? 0 : mostRows, isOne, t),
      ...domainButtons(account, mostDomains),
    ]);
  return [
    ...fitting([rowsWith(MAX_DOMAIN_BUTTONS), rowsWith(0)]),
    accounts.some(({ expiring, domains }) => expiring.length + domains.length > 0)
      ? [buttons.digestLater.make(t.plain('button-digest-later'), {})]
      : [],
    unknown.length > 0 ? [buttons.orders.make(t.plain('button-orders-all'), { filter: 'all', page: '0' })] : [],
    [buttons.digestOff.make(t.plain('button-digest-off'), {}), buttons.digest.make(t.plain('button-digest-hour'), {})],
  ];
}

/** The first layout that fits; of the last one as many rows as fit. */
function fitting(choices: readonly InlineKeyboardButton[][][]): InlineKeyboardButton[][] {
  const found = choices.find((rows) => rows.flat().length <= MAX_ACCOUNT_BUTTONS) ?? choices.at(-1) ?? [];
  const rows: InlineKeyboardButton[][] = [];
  for (const row of found) if (rows.flat().length + row.length <= MAX_ACCOUNT_BUTTONS) rows.push(row);
  return rows;
}

/** Purchases begin in private, and a person's own settings say nothing about the group's digest. */
function groupKeyboard(
  { accounts, unknown }: DigestContent,
  team: Team,
  mostRows: number,
  t: Translate,
): InlineKeyboardButton[][] {
  const account = team.accountId;
  return [
    ...accounts.flatMap((each) => [
      moreRow(each, mostRows, true, t),
      renewInPrivate(each, t),
      ...domainButtons(each, MAX_DOMAIN_BUTTONS),
    ]),
    unknown.length > 0
      ? [buttons.teamOrders.make(t.plain('button-orders-all'), { account, filter: 'all', page: '0' })]
      : [],
    [
      buttons.groupDigestOff.make(t.plain('button-digest-off'), { account }),
      buttons.groupDigest.make(t.plain('button-digest-hour'), { account, set: '' }),
    ],
  ];
}

function renewInPrivate(account: AccountDigest, t: Translate): InlineKeyboardButton[] {
  const { id, expiring, choice: chosen } = account;
  const servers = toRenew(expiring);
  if (servers.length === 0 || chosen === undefined) return [];
  const label = t.plain('button-digest-renew-private', { what: whatRenewed(servers, account, true, t) });
  return [buttons.groupDigestRenew.make(label, { account: id, chosen }, 'primary')];
}

interface Shape {
  isOne: boolean;
  team: Team | undefined;
  mostRows: number;
}

function partsOf(account: AccountDigest, { isOne, team, mostRows }: Shape, t: Translate): Part[] {
  const { label, unread, renewed } = account;
  if (unread) return [t(`digest-${unread}`, { account: name(label), whose: team ? 'lent' : 'own' })];
  return [...tableOf(account, isOne, mostRows, t), ...(renewed.length > 0 ? [renewedLine(renewed, t)] : [])];
}

function tableOf(account: AccountDigest, isOne: boolean, mostRows: number, t: Translate): Part[] {
  const { label, isFirst } = account;
  const { shown, hidden } = chosenOf(account, mostRows);
  if (shown.length + hidden.length === 0) return [];
  const words = { days: SHOWN_DAYS };
  const title = isOne ? t('digest-expiring', words) : t('digest-expiring-of', { ...words, account: name(label) });
  const titles = [t('servers-column-name'), t('servers-column-left'), t('digest-column-date')];
  const rows = shown.map((item) => rowOf(item, isFirst === true, t));
  const table: Table = { title, columns: titles.map((each) => ({ title: each })), rows };
  const newsOf = (items: readonly Item[]) => (isFirst ? 0 : items.filter(({ isNews }) => isNews).length);
  const more = { count: hidden.length, news: newsOf(hidden), mark: NEWS_MARK };
  if (shown.length === 0) return [`${title}: ${t('digest-only-count', more)}`];
  return [
    table,
    ...(hidden.length > 0 ? [t('digest-more', more)] : []),
    ...(newsOf(shown) > 0 ? [t('digest-marked', { mark: NEWS_MARK })] : []),
  ];
}

function renewedLine(renewed: readonly string[], t: Translate): string {
  return t('digest-renewed', { names: listed(renewed.map(name), t, MAX_NAMES_LISTED) });
}

type Item = Omit<Expiring, 'server'> & { server?: Named; domain?: string };

/** Orders by expiry, with unreadable dates last. Where there are too many rows, news go first. */
function chosenOf({ expiring, domains }: AccountDigest, most: number): { shown: Item[]; hidden: Item[] } {
  const dayOf = ({ expiry }: Item) => expiry?.day ?? Number.MAX_SAFE_INTEGER;
  const all = [...expiring, ...domains].sort((one: Item, other: Item) => dayOf(one) - dayOf(other));
  if (all.length <= most) return { shown: all, hidden: [] };
  const ordered = [...all.filter(({ isNews }) => isNews), ...all.filter(({ isNews }) => !isNews)];
  return { shown: ordered.slice(0, most), hidden: ordered.slice(most) };
}

function rowOf({ server, domain = '', expiry, isNews }: Item, isFirst: boolean, t: Translate): string[] {
  const part = (text: string) => isolated(shorten(oneLine(text), LONGEST_PART)).html;
  const ofServer = (each: Named) => (each.name === each.ip ? code(each.name).html : part(each.name));
  const named = server ? ofServer(server) : domainWords(domain).html;
  if (!expiry) return [named, '', part(server?.expireDate ?? '')];
  const left = daysWords(t, expiry.daysLeft);
  return [named, isNews && !isFirst ? `${NEWS_MARK} ${left}` : left, dateWords(expiry, t)];
}

function tokenRow({ id: account, label, unread }: AccountDigest, isOne: boolean, t: Translate): InlineKeyboardButton[] {
  if (unread !== 'refused') return [];
  const of = isOne ? '' : ` · ${isolate(shorten(label, LONGEST_LABEL))}`;
  return [buttons.replaceToken.make(t.plain('button-replace-token') + of, { account }, 'primary')];
}

function moreRow(account: AccountDigest, mostRows: number, isOne: boolean, t: Translate): InlineKeyboardButton[] {
  const { hidden } = chosenOf(account, mostRows);
  const of = isOne ? '' : ` · ${isolate(shorten(account.label, LONGEST_LABEL))}`;
  const values = { account: account.id, page: '0' };
  return [
    ...(hidden.some(({ server }) => server)
      ? [buttons.expiring.make(t.plain('button-digest-servers') + of, { ...values, chosen: '' })]
      : []),
    ...(hidden.some(({ domain }) => domain)
      ? [buttons.domains.make(t.plain('button-digest-domains') + of, values)]
      : []),
  ];
}

/** The year stands only for distant dates: it would break the line on a phone. */
function dateWords({ day, daysLeft }: NonNullable<Expiring['expiry']>, { locale }: Translate): string {
  return Math.abs(daysLeft) < LEAST_OF_YEAR ? formatDayOfYear(day, locale) : formatDay(day, locale);
}

function domainButtons({ id: account, domains }: AccountDigest, most: number): InlineKeyboardButton[][] {
  return domains.slice(0, most).map(({ domain }) => {
    const label = `🌐 ${isolate(domainLabel(domain, LONGEST_PART))}`;
    return [buttons.domain.make(label, { account, domain: domainReference(domain) })];
  });
}

function unknownLines(
  unknown: readonly Operation[],
  t: Translate,
  summaryOf: (operation: Operation, t: Translate) => { html: string },
): string {
  const named = unknown.slice(0, MAX_NAMES_LISTED).map((operation) => `• ${summaryOf(operation, t).html}`);
  return [t('digest-unknown', { count: unknown.length }), ...named].join('\n');
}

/** One button per row: a phone would cut two labels. */
function renewRows(account: AccountDigest, isOne: boolean, t: Translate): InlineKeyboardButton[][] {
  const { id, expiring, choice } = account;
  const servers = toRenew(expiring);
  const [first] = servers;
  if (!first || choice === undefined) return [];
  const what = whatRenewed(servers, account, isOne, t);
  return RENEWAL_DAYS.map((period) => {
    const days = String(period);
    const label = t.plain('button-digest-renew', { what, days: t.plain('days', { days: period }) });
    return servers.length === 1
      ? [buttons.renewFor.make(label, { account: id, server: serverReference(first.server.id), days }, 'primary')]
      : [buttons.renewChosenFor.make(label, { account: id, chosen: choice, days }, 'primary')];
  });
}

function whatRenewed(servers: readonly Expiring[], of: AccountDigest, isOne: boolean, t: Translate): string {
  const { label, expiring } = of;
  const [only, ...others] = servers;
  if (only && others.length === 0) return isolate(shorten(only.server.name, LONGEST_LABEL));
  const count = servers.length;
  const isAll = count === expiring.filter(({ expiry }) => expiry).length;
  if (isOne) return t.plain(isAll ? 'digest-renew-all' : 'digest-renew-soonest', { count });
  return t.plain('digest-renew-all-of', { count, account: isolate(shorten(label, LONGEST_LABEL)) });
}
