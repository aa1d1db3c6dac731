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
import { MOST_CHOSEN } from '../../common/renewal-choice.ts';
import type { Named } from '../../common/servers/find-server.ts';
import { daysWords } from '../../common/servers/server-rows.ts';
import type { ExpiringDomain } from './digest-domains.ts';

/** The most rows of a table. The tables of many accounts have fewer, so that a message holds them all; the rows left out are counted. */
const ROWS = [15, 8, 4, 2, 1, 0];
/** Stands at what has come near since the last digest. */
const NEWS_MARK = '⏰';
/** The periods that the buttons offer; the price of each is shown first. */
const PERIODS = [30, 90];
const MOST_NAMED = 5;
const LEAST_OF_YEAR = 180;
const MOST_DOMAIN_BUTTONS = 3;
const LONGEST_PART = 32;
const LONGEST_LABEL = 20;
/** Telegram takes 100 buttons: besides those of accounts there are four. */
const MOST_BUTTONS = 96;

/** A server, and when it expires, where that can be read. */
export interface Expiring {
  server: Named;
  /** Midnight UTC of the day. */
  expiry?: { day: number; daysLeft: number } | undefined;
  /** Whether the expiry has come near since the last look. */
  isNews: boolean;
}

/** The content of a digest about one account. */
export interface AccountDigest {
  id: string;
  label: string;
  /** The servers to show, the soonest first. */
  expiring: readonly Expiring[];
  domains: readonly ExpiringDomain[];
  /** Names of servers and domains that the last digest showed, and that were renewed since. */
  renewed: readonly string[];
  /** The account was not looked at before: all that expires is news, and nothing is marked. */
  isFirst?: boolean;
  /** The choice of servers that its button renews; absent where none can be. */
  choice?: string;
  /** Why nothing is known of it: the provider did not answer, or refuses its token. */
  unread?: 'silent' | 'refused';
}

export interface DigestContent {
  accounts: readonly AccountDigest[];
  unknown: readonly Operation[];
  spent: readonly Money[];
  /** The team of the group that is told. */
  team?: Team;
}

/** The servers of a digest that its buttons renew: the soonest to expire, as many as can be renewed together. */
export function toRenew(expiring: readonly Expiring[]): Expiring[] {
  return expiring.filter(({ expiry }) => expiry).slice(0, MOST_CHOSEN);
}

/** One message with what expires, what is unknown, and what was spent. */
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
      // Before the tables: lines on which money depends must not be lost below them.
      ...(unknown.length > 0 ? [unknownLines(unknown, t, summaryOf)] : []),
      ...(spent.length > 0
        ? [t('digest-spent', { sums: { html: spent.map((sum) => money(t, sum).html).join(' + ') } })]
        : []),
      ...accounts.flatMap((account) => partsOf(account, { isOne, team, mostRows }, t)),
    ];
    const keyboard = team ? groupKeyboard(content, team, mostRows, t) : privateKeyboard(content, mostRows, t);
    return { ...richScreen(t, parts), keyboard: keyboard.filter(({ length }) => length > 0) };
  };
  const screens = ROWS.map((mostRows) => () => screenWith(mostRows));
  for (const screen of screens.slice(0, -1)) {
    const tried = screen();
    if (fitsLimit(tried.text)) return tried;
  }
  return screenWith(ROWS.at(-1) ?? 0);
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
      moreRow(account, mostDomains < MOST_DOMAIN_BUTTONS ? 0 : mostRows, isOne, t),
      ...domainButtons(account, mostDomains),
    ]);
  return [
    ...fitting([rowsWith(MOST_DOMAIN_BUTTONS), rowsWith(0)]),
    accounts.some(({ expiring, domains }) => expiring.length + domains.length > 0)
      ? [buttons.digestLater.make(t.plain('button-digest-later'), {})]
      : [],
    unknown.length > 0 ? [buttons.orders.make(t.plain('button-orders-all'), { filter: 'all', page: '0' })] : [],
    [buttons.digestOff.make(t.plain('button-digest-off'), {}), buttons.digest.make(t.plain('button-digest-hour'), {})],
  ];
}

/** The first rows that leave room for the buttons of the whole digest; of the last ones as many as fit. */
function fitting(choices: readonly InlineKeyboardButton[][][]): InlineKeyboardButton[][] {
  const found = choices.find((rows) => rows.flat().length <= MOST_BUTTONS) ?? choices.at(-1) ?? [];
  const rows: InlineKeyboardButton[][] = [];
  for (const row of found) if (rows.flat().length + row.length <= MOST_BUTTONS) rows.push(row);
  return rows;
}

/** Purchases begin in private, and a person's settings of their own digest say nothing of the group's. */
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
      ...domainButtons(each, MOST_DOMAIN_BUTTONS),
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
  return t('digest-renewed', { names: listed(renewed.map(name), t, MOST_NAMED) });
}

/** A server, or a domain without one. */
type Item = Omit<Expiring, 'server'> & { server?: Named; domain?: string };

/**
 * The rows of the table: servers and domains together, the soonest first, and behind them those without a readable date. Where the rows
 * are too many for a phone, those that have come near since the last digest go before the others.
 */
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

/** Leads to a new token for an account whose one is refused. */
function tokenRow({ id: account, label, unread }: AccountDigest, isOne: boolean, t: Translate): InlineKeyboardButton[] {
  if (unread !== 'refused') return [];
  const of = isOne ? '' : ` · ${isolate(shorten(label, LONGEST_LABEL))}`;
  return [buttons.replaceToken.make(t.plain('button-replace-token') + of, { account }, 'primary')];
}

/** Leads to the lists that hold what the table has no room for. */
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

/** The year stands only where it can be another one: with it a phone breaks the line. */
function dateWords({ day, daysLeft }: NonNullable<Expiring['expiry']>, { locale }: Translate): string {
  return Math.abs(daysLeft) < LEAST_OF_YEAR ? formatDayOfYear(day, locale) : formatDay(day, locale);
}

/** Leads to the soonest domains, each of which is renewed by itself. */
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
  const named = unknown.slice(0, MOST_NAMED).map((operation) => `• ${summaryOf(operation, t).html}`);
  return [t('digest-unknown', { count: unknown.length }), ...named].join('\n');
}

/** A row for each period: beside another one the label would be cut on a phone. */
function renewRows(account: AccountDigest, isOne: boolean, t: Translate): InlineKeyboardButton[][] {
  const { id, expiring, choice } = account;
  const servers = toRenew(expiring);
  const [first] = servers;
  if (!first || choice === undefined) return [];
  const what = whatRenewed(servers, account, isOne, t);
  return PERIODS.map((period) => {
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
