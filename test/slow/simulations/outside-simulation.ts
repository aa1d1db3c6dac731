import type { WatchedServers } from '../../../src/features/watches/rounds/reading.ts';
import { type RoundDependencies, runRound } from '../../../src/features/watches/rounds/round.ts';
import { Failure, type ServerListItem } from '../../../src/hosting/index.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { openStore } from '../../../src/store/index.ts';
import type { Alert } from '../../../src/store/jobs/alerts.ts';
import type { WatchedAccount } from '../../../src/store/jobs/watches.ts';
import { roundLease } from '../../../src/watches/budget.ts';
import { createRandom } from '../../support/random/chance.ts';
import { type Span, spans } from './simulation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OWNER = 1001;
const ACCOUNT = 'a';
const REPLICAS = 2;
/** The longest time until a change is reported: the next list comes within ten minutes, and a missing server takes a second list. */
const BOUND_MS = 20 * MINUTE_MS;

export interface OutsideOptions {
  seed: number;
  servers: number;
  days: number;
  /** The share of rounds whose process dies before it stores its readings. */
  kills: number;
}

/** The alerts of changes outside the bot, compared with the changes. */
export interface OutsideVerdict {
  changes: number;
  missed: number;
  /** Told without a change, or after one that an operation of the bot has made. */
  falseAlarms: number;
  doubled: number;
  /** The changes by the bot's operations; none of them is reported. */
  own: number;
  partialLists: number;
}

type What = NonNullable<Alert['changes']>[number]['what'];

/** A change of a server. `by`: the operation of the bot that made it. */
interface Event {
  at: number;
  id: string;
  what: What;
  by?: Operation;
}

/** Lets days go by in which servers are changed elsewhere and by the bot, lists fail or lack servers, and replicas know older ones. */
export async function simulateOutside(options: OutsideOptions): Promise<OutsideVerdict> {
  const random = createRandom(options.seed);
  let at = Date.UTC(2026, 0, 1);
  const [begin, end] = [at, at + options.days * DAY_MS];
  const events = eventsOf(random, options.servers, begin, end);
  const outages = spans(random, begin + HOUR_MS, end, 8 * HOUR_MS, 40 * MINUTE_MS);
  const partial = spans(random, begin + HOUR_MS, end, 6 * HOUR_MS, 15 * MINUTE_MS);
  const store = await openStore('sqlite::memory:', undefined, () => at);
  const kept = Array.from({ length: REPLICAS }, () => ({ items: [] as readonly ServerListItem[], askedAt: 0 }));
  const verdict: OutsideVerdict = { changes: 0, missed: 0, falseAlarms: 0, doubled: 0, own: 0, partialLists: 0 };
  const now = () => serversAt(events, options.servers, at);
  const ask = () => {
    if (outages.some((each) => within(each, at))) throw new Failure('unavailable', 'server.list');
  };
  const listed = () => {
    ask();
    const items = [...now().values()];
    if (!partial.some((each) => within(each, at))) return items;
    verdict.partialLists++;
    return items.filter(() => random() > 0.3);
  };
  const serversOf = (replica: number): WatchedServers => ({
    token: 'token',
    isOfToken: async () => true,
    aliases: new Map(Array.from({ length: options.servers + events.length }, (_, n) => [`srv-${n}`, `srv-${n}`])),
    known: async () => kept[replica] ?? { items: [], askedAt: 0 },
    async list() {
      const list = { items: listed(), askedAt: at };
      kept[replica] = list;
      return list;
    },
    async status(id) {
      ask();
      if (!now().has(id)) throw new Failure('notFound', 'server.status');
      return { status: 'on' };
    },
    availability: async () => ({ state: 'registered' }),
    price: async () => ({ total: 1, currency: 'toman' }),
    fresh: () => new Map(),
  });
  const sent = (since: number) =>
    events.flatMap(({ by }) => (by && (by.sentAt ?? 0) >= since ? [stateAt(by, at)] : []));
  const dependencies = (replica: number): RoundDependencies => ({
    watches: store.watches,
    tokenReadings: store.tokenReadings,
    ledger: {
      sent: async (kind, since) => sent(since).filter((each) => each.kind === kind && (each.sentAt ?? 0) <= at),
      sentOn: async (id, since) => sent(since).filter((each) => each.subject === id && (each.sentAt ?? 0) <= at),
    },
    standingOf: async () => 'told',
    serversOf: async () => serversOf(replica),
    now: () => at,
    chance: random,
  });
  const run = async (account: WatchedAccount) => {
    const replica = Math.floor(random() * REPLICAS);
    const from = dependencies(replica);
    const dies = random() < options.kills;
    await runRound(
      dies ? { ...from, watches: { ...store.watches, endRound: async () => false } } : from,
      account,
      account.dueAt,
    );
    // A person reads the list by one of the processes, sometimes.
    if (random() < 0.02 && !outages.some((each) => within(each, at)))
      await serversOf(Math.floor(random() * REPLICAS)).list(new AbortController().signal);
  };
  try {
    await store.watches.change(OWNER, ACCOUNT, at, (chats) => {
      chats.push({ chatId: OWNER, topicId: 0, locale: 'en', power: { all: false, except: [] }, outside: true });
    });
    const told: Alert[] = [];
    for (; at < end; at = Math.max(at, (await store.watches.nextDue()) ?? end)) {
      for (const account of (await store.watches.takeDue(at, roundLease())).taken) await run(account);
      // Each change is reported before the next round: changes that wait longer become one message.
      for (const alert of await store.alerts.openIn(OWNER)) {
        if (alert.what === 'changed') told.push(alert);
        await store.alerts.change(alert.id, at, () => ({ state: 'resolved', resolved: { at, why: 'told' } }));
      }
    }
    judge(verdict, told, events, { outages, partial, end });
    return verdict;
  } finally {
    await store.close();
  }
}

/** Changes of the servers, and servers that come: some by operations of the bot, whose outcome is not always known. */
function eventsOf(random: () => number, count: number, begin: number, end: number): Event[] {
  const times = (every: number) => {
    const found: number[] = [];
    for (let at = begin + HOUR_MS + random() * every; at < end; at += 3 * HOUR_MS + random() * 2 * every)
      found.push(Math.round(at));
    return found;
  };
  const moved = Array.from({ length: count }, (_, n) =>
    times(40 * HOUR_MS).map((at) => moveOf(random, at, `srv-${n}`)),
  );
  const come = times(20 * HOUR_MS).map((at, n) => lifeOf(random, at, `srv-${count + n}`));
  return [...moved, ...come].flat().sort((one, other) => one.at - other.at);
}

function moveOf(random: () => number, at: number, id: string): Event {
  const what = random() < 0.5 ? 'expiry' : 'address';
  const kind = what === 'expiry' ? 'renewal' : 'reinstall';
  return { at, id, what, ...(random() < 0.4 ? { by: operationOf(random, kind, at, id) } : {}) };
}

/** A server that comes by an order of the bot, or elsewhere; then it may vanish a day later. */
function lifeOf(random: () => number, at: number, id: string): Event[] {
  if (random() < 0.5) return [{ at, id, what: 'appeared', by: operationOf(random, 'order', at, id) }];
  const end: Event[] = random() < 0.7 ? [{ at: at + DAY_MS + random() * DAY_MS, id, what: 'vanished' }] : [];
  return [{ at, id, what: 'appeared' }, ...end];
}

/** An operation that was sent up to five minutes before its effect. */
function operationOf(random: () => number, kind: 'renewal' | 'reinstall' | 'order', at: number, id: string): Operation {
  const sentAt = Math.round(at - random() * 5 * MINUTE_MS);
  const state = random() < 0.8 ? 'done' : 'unknown';
  return {
    ...{ id: `${kind}-${at}`, kind, state, userId: OWNER, chatId: OWNER, accountId: ACCOUNT, locale: 'en' },
    ...{ createdAt: sentAt, expiresAt: sentAt, dueAt: null, sentAt, endedAt: Math.round(at + random() * MINUTE_MS) },
    ...{ notified: true, parameters: {}, ...(kind === 'order' ? {} : { subject: id }) },
    progress: { seen: { candidates: kind === 'order' && state === 'done' ? [{ id, exact: true }] : [] } },
  };
}

/** The operation as it is at a time: until its end it is under way. */
function stateAt(operation: Operation, at: number): Operation {
  if (at >= (operation.endedAt ?? 0)) return operation;
  const { endedAt: _, ...rest } = operation;
  return { ...rest, state: 'accepted', progress: { seen: {} } };
}

function serversAt(events: readonly Event[], count: number, at: number): Map<string, ServerListItem> {
  const first = Array.from({ length: count }, (_, n) => `srv-${n}`);
  const servers = new Map(first.map((id) => [id, { id, ip: '10.0.0.0', expireDate: '2027-01-01' }]));
  for (const event of events.filter((each) => each.at <= at)) {
    const { id, what } = event;
    const server = servers.get(id) ?? { id, ip: '10.0.0.0', expireDate: '2027-01-01' };
    if (what === 'vanished') servers.delete(id);
    else servers.set(id, { ...server, ...changed(event) });
  }
  return servers;
}

function changed({ what, at }: Event): Partial<ServerListItem> {
  // Each hour has a date of its own.
  const day = new Date(at + (Math.floor(at / HOUR_MS) % 5_000) * DAY_MS).toISOString().slice(0, 10);
  const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
  if (what === 'expiry') return { expireDate: day };
  return what === 'address' ? { ip: address } : {};
}

function judge(
  verdict: OutsideVerdict,
  alerts: readonly Alert[],
  events: readonly Event[],
  { outages, partial, end }: { outages: readonly Span[]; partial: readonly Span[]; end: number },
): void {
  const told = alerts.flatMap(({ createdAt, changes = [] }) => changes.map((each) => ({ ...each, at: createdAt })));
  const counts = new Map<Event, number>();
  for (const { server, what, at } of told) {
    const event = events.findLast((each) => each.id === server && each.what === what && each.at <= at);
    if (!event || event.by) verdict.falseAlarms++;
    else counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  verdict.doubled = [...counts.values()].filter((times) => times > 1).length;
  verdict.own = events.filter(({ by }) => by).length;
  const isMasked = (event: Event) => events.some(({ by }) => by !== undefined && masks(by, event));
  const isLate = ({ at }: Event) =>
    at + BOUND_MS > end || [...outages, ...partial].some(({ from, to }) => at < to + BOUND_MS && at > from - BOUND_MS);
  for (const event of events) {
    if (event.by || isMasked(event) || event.at > end - DAY_MS) continue;
    verdict.changes++;
    const heard = told.find(({ server, what, at }) => server === event.id && what === event.what && at >= event.at);
    if (!heard || (!isLate(event) && heard.at > event.at + BOUND_MS)) verdict.missed++;
  }
}

/** Changes that an operation may explain are not reported: close to its end, and for a day where its outcome is unknown. */
function masks({ kind, subject, state, sentAt = 0, endedAt = 0 }: Operation, { id, what, at }: Event): boolean {
  const isAbout = kind === 'order' ? what === 'appeared' : subject === id && what !== 'vanished';
  const until = state === 'unknown' ? sentAt + DAY_MS + HOUR_MS : endedAt + HOUR_MS;
  return isAbout && at >= sentAt - HOUR_MS && at <= until;
}

function within({ from, to }: Span, at: number): boolean {
  return at >= from && at < to;
}
