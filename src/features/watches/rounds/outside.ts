import { Failure, type ServerListItem } from '../../../hosting/index.ts';
import type { Operation, OperationKind } from '../../../operations/index.ts';
import { dayIn } from '../../../operations/kinds/dates.ts';
import { serversTakenBy } from '../../../operations/kinds/new-server.ts';
import type { Store } from '../../../store/index.ts';
import { type Alert, type AlertChange, eventSlot, MOST_NAMED } from '../../../store/jobs/alerts.ts';
import type { RememberedServer, Round, WatchedAccount } from '../../../store/jobs/watches.ts';
import { MOST_CHANGES, readersOf, tellsOutside, tellsOutsideOf } from '../../../watches/chats.ts';

const DAY_MS = 24 * 3_600_000;
/** A list may show an operation's change this long after its outcome was read; clocks may differ as well. */
const EFFECT_DELAY_MS = 10 * 60_000;
const MAX_MISSING_READ = 5;
/** The length of a remembered server that the last list had. */
const LISTED_FIELDS = 3;
const EXPLAINING: readonly OperationKind[] = ['renewal', 'upgrade', 'reinstall'];

type Change = NonNullable<Alert['changes']>[number] & { id: string };

/** `askedAt` is epoch ms; 0 where it is unknown. */
export interface ServerList {
  items: readonly ServerListItem[];
  askedAt: number;
}

interface OutsideDependencies {
  watches: Pick<Store['watches'], 'listed'>;
  ledger: Pick<Store['ledger'], 'sent' | 'sentOn'>;
}

interface OutsideQuery {
  account: WatchedAccount;
  aliases: ReadonlyMap<string, string>;
  list: ServerList;
  ask(id: string): Promise<unknown>;
  isOfToken(operation: Operation): Promise<boolean>;
  budget: number;
  now: number;
}

export interface OutsideFound extends Pick<Round, 'account' | 'listed' | 'alerts'> {
  read: number;
  busy: number;
}

const NOTHING: OutsideFound = { account: {}, alerts: [], read: 0, busy: 0 };

/** A change that an operation of this bot may explain is not reported. */
export async function lookOutside(dependencies: OutsideDependencies, query: OutsideQuery): Promise<OutsideFound> {
  const { account, list } = query;
  const { comparedAt = 0 } = account;
  if (!account.chats.some((chat) => tellsOutside(chat, account)))
    return comparedAt === 0 ? NOTHING : { ...NOTHING, account: { comparedAt: 0, rereads: false }, listed: [] };
  if (list.askedAt <= comparedAt) return NOTHING;
  const before = comparedAt === 0 ? [] : await dependencies.watches.listed(account.id);
  const comparison = compare(before, list.items);
  if (comparedAt === 0)
    return {
      ...NOTHING,
      account: { comparedAt: list.askedAt, rereads: false },
      listed: list.items.map((item) => remembered(item)),
    };
  const appeared = await newServers(dependencies, query, comparison.appeared, comparedAt);
  const moved = await movedOutside(dependencies, comparison.moved, comparedAt);
  const gone = await goneServers(query, comparison.missing);
  const changes = [...appeared.changes, ...moved, ...gone.told.map(vanished)];
  const left = new Set([...appeared.waiting, ...gone.told.map(([id]) => id)]);
  const listed = [...list.items.map((item) => remembered(item, comparison.before.get(item.id))), ...gone.missing];
  return {
    account: {
      comparedAt: list.askedAt,
      rereads: appeared.waiting.length > 0 || gone.rereads,
      ...(changes.length > 0 ? { outside: counted(account, changes.length, query.now) } : {}),
    },
    ...withList(
      before,
      listed.filter(([id]) => !left.has(id)),
    ),
    alerts: changes.length > 0 ? alertsOf(query, changes) : [],
    read: gone.read,
    busy: gone.busy,
  };
}

function withList(before: readonly RememberedServer[], listed: RememberedServer[]): Pick<Round, 'listed'> {
  return JSON.stringify(before) === JSON.stringify(listed) ? {} : { listed };
}

/** A field that the list leaves out keeps its value. */
function remembered({ id, ip, expireDate }: ServerListItem, before?: RememberedServer): RememberedServer {
  return [id, ip ?? before?.[1] ?? null, expireDate ?? before?.[2] ?? null];
}

interface Comparison {
  before: ReadonlyMap<string, RememberedServer>;
  appeared: readonly ServerListItem[];
  moved: readonly Change[];
  missing: readonly RememberedServer[];
}

function compare(known: readonly RememberedServer[], items: readonly ServerListItem[]): Comparison {
  const before = new Map(known.map((each) => [each[0], each]));
  const present = new Set(items.map(({ id }) => id));
  const missing = known.filter(([id]) => !present.has(id));
  return {
    before,
    appeared: items.filter(({ id }) => !before.has(id)),
    moved: items.flatMap((item) => changesOf(item, before.get(item.id))),
    missing,
  };
}

function changesOf({ id, ip, expireDate }: ServerListItem, before: RememberedServer | undefined): Change[] {
  if (!before) return [];
  const [, address, end] = before;
  const change = (what: 'address' | 'expiry', from: string | null, to: string | undefined): Change[] =>
    from === null || to === undefined || isSame(from, to) ? [] : [{ id, what, server: ip ?? id, from, to }];
  return [...change('address', address, ip), ...change('expiry', end, expireDate)];
}

/** Compares dates by their day. */
function isSame(one: string, other: string): boolean {
  const day = dayIn(one);
  return one === other || (day !== undefined && day === dayIn(other));
}

function vanished([id, ip, end]: RememberedServer): Change {
  return { id, what: 'vanished', server: ip ?? id, ...(end === null ? {} : { from: end }) };
}

/** The next round looks again at servers that an order under way may explain. */
async function newServers(
  { ledger }: OutsideDependencies,
  { account: { accountId }, isOfToken }: OutsideQuery,
  items: readonly ServerListItem[],
  comparedAt: number,
): Promise<{ changes: Change[]; waiting: string[] }> {
  if (items.length === 0) return { changes: [], waiting: [] };
  const orders = await ledger.sent('order', comparedAt - DAY_MS);
  const taken = serversTakenBy(orders);
  const untold = orders.filter((order) => serversTakenBy([order]).size === 0);
  // The account's own order has no known token once the team shares another account.
  const areOwn = await Promise.all(untold.map((order) => order.accountId === accountId || isOfToken(order)));
  const own = untold.filter((_, at) => areOwn[at]);
  const fresh = items.filter(({ id }) => !taken.has(id));
  if (own.some(({ state }) => state === 'sending' || state === 'accepted'))
    return { changes: [], waiting: fresh.map(({ id }) => id) };
  // An order with an unknown outcome may have created any of them.
  const isExplained = own.filter(({ said }) => said?.happened !== false).length >= fresh.length;
  const changes = fresh.map(({ id, ip }): Change => ({ id, what: 'appeared', server: ip ?? id }));
  return { changes: isExplained ? [] : changes, waiting: [] };
}

async function movedOutside(
  { ledger }: OutsideDependencies,
  changes: readonly Change[],
  comparedAt: number,
): Promise<Change[]> {
  const outside: Change[] = [];
  for (const change of changes) {
    const sent = await ledger.sentOn(change.id, comparedAt - DAY_MS);
    if (!sent.some((each) => mayExplain(each, comparedAt))) outside.push(change);
  }
  return outside;
}

function mayExplain({ kind, state, sentAt = 0, endedAt = sentAt }: Operation, comparedAt: number): boolean {
  return EXPLAINING.includes(kind) && (state !== 'done' || Math.max(sentAt, endedAt) >= comparedAt - EFFECT_DELAY_MS);
}

interface Gone {
  told: RememberedServer[];
  missing: RememberedServer[];
  rereads: boolean;
  read: number;
  busy: number;
}

/** A server is gone where two lists lack it and the provider does not know it. Other answers wait for a later round. */
async function goneServers({ ask, budget }: OutsideQuery, missing: readonly RememberedServer[]): Promise<Gone> {
  const fresh = missing.filter((each) => each.length === LISTED_FIELDS);
  const unasked = missing.filter((each) => each.length === LISTED_FIELDS + 1);
  const asked = missing.filter((each) => each.length > LISTED_FIELDS + 1);
  const suspects = [...unasked, ...asked].slice(0, Math.min(MAX_MISSING_READ, Math.max(1, budget)));
  const gone: Gone = { told: [], missing: [], rereads: false, read: 0, busy: 0 };
  const alive: RememberedServer[] = [];
  for (const each of suspects) {
    const answer = await answerAbout(each[0], ask);
    if (answer === 'putOff') break;
    gone.read++;
    if (answer === 'busy') gone.busy++;
    (answer === 'gone' ? gone.told : alive).push(each);
  }
  const isDone = new Set([...gone.told, ...alive]);
  const left = [...unasked, ...asked].filter((each) => !isDone.has(each));
  gone.missing = [
    ...fresh.map(([id, ip, end]): RememberedServer => [id, ip, end, 1]),
    ...left,
    // The servers that were asked longest ago are asked again first, once the list is due.
    ...alive.map(([id, ip, end]): RememberedServer => [id, ip, end, 1, 1]),
  ];
  const isMoreLeft = left.some((each) => each.length === LISTED_FIELDS + 1);
  return { ...gone, rereads: fresh.length > 0 || (isMoreLeft && budget >= MAX_MISSING_READ) };
}

async function answerAbout(id: string, ask: OutsideQuery['ask']): Promise<'gone' | 'there' | 'busy' | 'putOff'> {
  try {
    await ask(id);
    return 'there';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isCertain(error)) return 'gone';
    return isPutOff(error) ? 'putOff' : 'busy';
  }
}

export function isBusy(failure: Failure): boolean {
  const { kind, throttled } = failure;
  return !isPutOff(failure) && (kind === 'unavailable' || kind === 'unreadable' || throttled === true);
}

/** The reading waited in vain for the token's turn: the provider was not asked. */
export function isPutOff({ slow, throttled }: Failure): boolean {
  return slow === true && throttled === true;
}

/** Other refusals, as for a suspended account, say nothing about the server. */
export function isCertain(failure: Failure): boolean {
  return !isPutOff(failure) && failure.kind === 'notFound';
}

/** An account with too many changes on one day gets reports again on the next day. */
export function changesOfToday({ outside }: WatchedAccount, now: number): Pick<WatchedAccount, 'outside'> {
  const day = new Date(now).toISOString().slice(0, 10);
  return outside?.isBusy && outside.day !== day ? { outside: { day, count: 0, isBusy: false } } : {};
}

function counted({ outside }: WatchedAccount, found: number, now: number): NonNullable<WatchedAccount['outside']> {
  const day = new Date(now).toISOString().slice(0, 10);
  const count = (outside?.day === day ? outside.count : 0) + found;
  return { day, count, isBusy: (outside?.day === day && outside.isBusy) || count > MOST_CHANGES };
}

/** One message for each chat. A chat is told once that the changes became too many. */
function alertsOf({ account, aliases, now }: OutsideQuery, changes: readonly Change[]): AlertChange[] {
  const { ownerId, accountId } = account;
  const { isBusy: areMany } = counted(account, changes.length, now);
  return account.chats.flatMap((chat): AlertChange[] => {
    const ofChat = changes.filter(({ id }) => tellsOutsideOf(chat, id));
    if (!tellsOutside(chat, account) || ofChat.length === 0) return [];
    const what = areMany && chat.outside === undefined ? 'manyChanges' : 'changed';
    const { chatId, topicId } = chat;
    const slot = { ownerId, accountId, chatId, topicId: topicId || undefined, serverId: undefined };
    const named = ofChat.slice(0, MOST_NAMED).map(({ id, server, ...rest }) => ({
      ...rest,
      server: aliases.get(id) ?? server,
    }));
    return [
      {
        ...{ ...slot, event: eventSlot({ what, since: now }), change: 'open' },
        alert: {
          ...{ ...readersOf(chat), what, since: now, count: ofChat.length },
          ...(what === 'changed' ? { changes: named } : {}),
        },
      },
    ];
  });
}
