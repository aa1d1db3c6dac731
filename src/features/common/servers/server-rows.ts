import type { ServerListItem } from '../../../hosting/index.ts';
import type { Statuses } from '../../../hosting/kept/kept-statuses.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { code, expiryFor, isolate, isolated, oneLine, shorten } from '../../../telegram/ui/format.ts';
import type { Table } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { zoneHere } from '../watches/zone-choice.ts';
import { type Named, named } from './find-server.ts';
import { placeName } from './server-words.ts';

const MAX_PART_LENGTH = 32;
/** A phone of 390 px shows this many letters of a row in a group. */
const MAX_ROW_LETTERS = 38;
/** An IP has to be read whole. */
const MIN_NAME_LENGTH = 15;
const MAX_STATUS_LENGTH = 150;
const URGENT_DAYS = 7;
/** A person who asks for states gets fresh ones; those for lists may be older. */
const FRESH_STATE_MS = 3_000;
const MARKS = { urgent: '⚠️', unread: '❔', shield: '🛡' } as const;
const DOTS = { on: '🟢', off: '⚫️', other: '⚪️' } as const;

/** The contract names only `on`, and takes `off` for an action. */
export function stateOf(status: string | undefined): keyof typeof DOTS {
  const known = status?.toLowerCase();
  return known === 'on' || known === 'off' ? known : 'other';
}

/** The provider's own word for another status. */
export function statusWords(t: Translate, status: string | undefined): Html {
  if (!status) return { html: MARKS.unread };
  const state = stateOf(status);
  if (state !== 'other') return { html: t(`status-${state}`) };
  return { html: t('status-other', { status: quoted(t, code(shorten(status, MAX_STATUS_LENGTH))) }) };
}

function quoted(t: Translate, word: Html): Html {
  return { html: t('status-quoted', { status: word }) };
}

export interface States {
  statuses: Statuses;
  isReading: boolean;
  shielded: ReadonlySet<string>;
  /** The time and zone by which the days left are counted, epoch milliseconds. */
  now: number;
  zone: string;
}

/** In a group a phone shows few letters: if one label is too long, all lose their spaces, then names are cut. */
export function rowLabels(t: Translate, servers: readonly Named[], states: States): { id: string; label: string }[] {
  const rows = servers.map((server) => partsOf(t, server, states));
  const wide = rows.map(({ marks, known, rest }) => [...marks, [known(), ...rest].join(' · ')].join(' '));
  const isRoomy = wide.every((row) => widthOf(row) <= MAX_ROW_LETTERS);
  const narrow = ({ marks, known, rest }: (typeof rows)[number]) => {
    const behind = rest.map((each) => `·${each}`).join('');
    const room = MAX_ROW_LETTERS - widthOf(marks.join('')) - 1 - widthOf(behind);
    return `${marks.join('')} ${known(room)}${behind}`.trimStart();
  };
  const shown = isRoomy ? wide : rows.map(narrow);
  return servers.map(({ id }, at) => ({ id, label: t.directed(shown[at] ?? '') }));
}

function partsOf(t: Translate, server: Named, states: States) {
  const part = (text: string, most = MAX_PART_LENGTH) => isolate(shorten(oneLine(text), most));
  return {
    marks: [dotOf(server, states), shieldOf(server, states).trim()].filter((each) => each !== ''),
    // Cut names of two servers with one IP would be equal.
    known: (room = MAX_PART_LENGTH) =>
      part(server.name, server.mark === undefined ? Math.max(MIN_NAME_LENGTH, room) : undefined),
    rest: [...daysLeft(t, server, states, part), ...(server.geo ? [part(placeName(t, server.geo))] : [])],
  };
}

function widthOf(text: string): number {
  const shown = text.replace(/[\p{Default_Ignorable_Code_Point}\u2066-\u2069]/gu, '');
  return [...shown].reduce((sum, each) => sum + (/\p{Extended_Pictographic}/u.test(each) ? 3 : 1), 0);
}

function shieldOf({ id }: Named, { shielded }: States): string {
  return shielded.has(id) ? `${MARKS.shield} ` : '';
}

/** The provider's own word follows a state that the texts have no name for. */
export function serverTable(t: Translate, servers: readonly Named[], states: States): Table {
  const titles = [t('servers-column-name'), t('servers-column-left'), t('servers-column-place')];
  return { columns: titles.map((title) => ({ title })), rows: servers.map((server) => cellsOf(t, server, states)) };
}

function cellsOf(t: Translate, server: Named, states: States): string[] {
  const part = (text: string) => isolated(shorten(oneLine(text), MAX_PART_LENGTH)).html;
  const status = states.statuses.get(server.id);
  // No client makes a link of an IP in code.
  const shown = server.name === server.ip ? code(server.name).html : part(server.name);
  const isUnnamed = status !== undefined && stateOf(status) === 'other';
  const unnamed = isUnnamed ? ` · ${quoted(t, { html: part(status) }).html}` : '';
  return [
    `${dotOf(server, states) || '▫️'} ${shieldOf(server, states)}${shown}${unnamed}`,
    daysLeft(t, server, states, part).join(''),
    server.geo ? part(placeName(t, server.geo)) : '',
  ];
}

function dotOf({ id }: Named, { statuses, isReading }: States): string {
  if (statuses.has(id)) return DOTS[stateOf(statuses.get(id))];
  return isReading ? '' : MARKS.unread;
}

function daysLeft(
  t: Translate,
  { expireDate }: Named,
  { now, zone }: States,
  asItCame: (text: string) => string,
): string[] {
  if (!expireDate) return [];
  const expiry = expiryFor(expireDate, zone, now);
  if (!expiry) return [asItCame(expireDate)];
  return [daysWords(t, expiry.daysLeft)];
}

export function daysWords(t: Translate, days: number): string {
  const words = days < 0 ? t.plain('row-expired') : t.plain('row-days', { days });
  return isNearExpiry(days) ? `${MARKS.urgent} ${words}` : words;
}

export function isNearExpiry(days: number): boolean {
  return days < URGENT_DAYS;
}

export function statesLine(t: Translate, servers: readonly Named[], { statuses, isReading }: States): string {
  if (isReading) return t('states-reading');
  const unread = servers.filter(({ id }) => !statuses.has(id)).length;
  return unread > 0 ? t('states-unread', { count: unread }) : '';
}

export function stateCounts(t: Translate, servers: readonly Named[], { statuses }: States): string {
  const read = servers.filter(({ id }) => statuses.has(id));
  const groups = Map.groupBy(read, ({ id }) => stateOf(statuses.get(id)));
  return (['on', 'off', 'other'] as const)
    .flatMap((state) => {
      const count = groups.get(state)?.length ?? 0;
      return count > 0 ? [t(`states-${state}`, { count })] : [];
    })
    .join(' · ');
}

/**
 * Shows servers at once with the known states, then edits the others in.
 * @param draw makes the screen with the states known so far
 * @param put sends or edits it; resolves to the message's id
 */
export async function showWithStates(
  ctx: Ctx,
  access: Access,
  servers: readonly Named[],
  draw: (states: States) => Screen,
  put: (screen: Screen) => Promise<number>,
  asked: 'anew' | 'along' = 'along',
): Promise<void> {
  const { accesses, lateEdits, operations } = ctx.services;
  const ids = servers.map(({ id }) => id);
  const fresh = asked === 'anew' ? FRESH_STATE_MS : undefined;
  const statuses = accesses.statuses.known(access.key, ids, fresh);
  const isReading = statuses.size < new Set(ids).size;
  const shielded = new Set(access.team?.protected.map(({ serverId }) => serverId));
  const about = { shielded, zone: await zoneHere(ctx) };
  const messageId = await put(draw({ ...about, statuses, isReading, now: operations.now() }));
  if (!isReading) return;
  lateEdits.schedule(ctx, messageId, async (signal) => {
    const read = await accesses.statuses.read(ctx.person.id, access.key, access.hosting, ids, signal, fresh);
    return draw({ ...about, statuses: read, isReading: false, now: operations.now() });
  });
}

export const SORTS = { expiry: 'e', name: 'n', place: 'p' } as const;
export type Sort = keyof typeof SORTS;
const SORT_NAMES = ['expiry', 'name', 'place'] as const satisfies readonly Sort[];

export function nextSort(sort: Sort): Sort {
  return SORT_NAMES[(SORT_NAMES.indexOf(sort) + 1) % SORT_NAMES.length] ?? 'expiry';
}

export function sortIn(text: string): Sort {
  return SORT_NAMES.find((sort) => SORTS[sort] === text) ?? 'expiry';
}

export type Sortable = Pick<Named, 'id' | 'geo' | 'expireDate'> & { ip?: string | undefined };

/** A stable order. By name, servers with an alias come first. */
export function sortServers<Item extends Sortable>(
  t: Translate,
  account: Account,
  items: readonly Item[],
  sort: Sort,
): readonly Item[] {
  switch (sort) {
    case 'expiry':
      return byExpiry(items);
    case 'name':
      return byName(account, items);
    case 'place':
      return byPlace(t, items);
  }
}

/** Cached: each page of ten thousand servers would order all of them again. */
const soonestFirst = new WeakMap<readonly ServerListItem[], readonly ServerListItem[]>();

export function sortList(
  t: Translate,
  account: Account,
  items: readonly ServerListItem[],
  sort: Sort = 'expiry',
): readonly ServerListItem[] {
  const soonest = soonestFirst.get(items) ?? sortServers(t, account, items, 'expiry');
  soonestFirst.set(items, soonest);
  return sort === 'expiry' ? soonest : sortServers(t, account, soonest, sort);
}

/** The longest date without its time, and the sign behind it. */
const MAX_DAY_LENGTH = 11;

function byExpiry<Item extends Sortable>(items: readonly Item[]): readonly Item[] {
  // Many servers expire on the same day, and reading a date is slower than finding it.
  const days = new Map<string, number | undefined>();
  return byRank(items, ({ expireDate = '' }) => {
    const text = expireDate.trim().slice(0, MAX_DAY_LENGTH);
    if (!days.has(text)) days.set(text, expiryFor(text, 'UTC', 0)?.daysLeft);
    return days.get(text);
  });
}

function byPlace<Item extends Sortable>(t: Translate, items: readonly Item[]): readonly Item[] {
  const places = [...new Set(items.map(({ geo = '' }) => geo))].filter((geo) => geo !== '');
  const named = places.map((geo) => ({ geo, name: placeName(t, geo) }));
  const sorted = named.sort((one, other) => one.name.localeCompare(other.name, t.locale));
  const rank = new Map(sorted.map(({ geo }, index) => [geo, index]));
  return byRank(items, ({ geo = '' }) => rank.get(geo));
}

/** "web9" comes before "web10". */
const names = new Intl.Collator(undefined, { numeric: true });

function byName<Item extends Sortable>(account: Account, items: readonly Item[]): readonly Item[] {
  const given = items
    .filter(({ id }) => account.aliases.has(id))
    .map((item) => ({ item, name: named(account, item).name }))
    .sort((one, other) => names.compare(one.name, other.name));
  const first = new Map(given.map(({ item }, index) => [item, index]));
  return byRank(items, (item) => {
    const address = addressOf(item.ip);
    return first.get(item) ?? (address === undefined ? undefined : first.size + address);
  });
}

function addressOf(ip: string | undefined): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(ip ?? '');
  return parts
    ? ((Number(parts[1]) * 256 + Number(parts[2])) * 256 + Number(parts[3])) * 256 + Number(parts[4])
    : undefined;
}

/** A stable order. Rank (whole, 0 or more) and place make one number: numbers sort several times as fast as objects. */
function byRank<Item>(items: readonly Item[], rankOf: (item: Item) => number | undefined): readonly Item[] {
  const ranks: number[] = [];
  const without: Item[] = [];
  items.forEach((item, at) => {
    const rank = rankOf(item);
    if (rank === undefined) without.push(item);
    else ranks.push(rank * items.length + at);
  });
  const sorted: Item[] = [];
  for (const rank of new Float64Array(ranks).sort()) {
    const item = items[rank % items.length];
    if (item !== undefined) sorted.push(item);
  }
  return [...sorted, ...without];
}
