import type { WatchedServers } from '../../src/features/watches/reading.ts';
import { type RoundDependencies, runRound } from '../../src/features/watches/round.ts';
import { Failure, type ServerListItem } from '../../src/hosting/index.ts';
import type { Operation } from '../../src/operations/index.ts';
import { openStore } from '../../src/store/index.ts';
import type { Alert } from '../../src/store/jobs/alerts.ts';
import type { PowerMemory, PowerReadings, WatchedAccount } from '../../src/store/jobs/watches.ts';
import { MOST_READINGS, ROUND_MS } from '../../src/watches/budget.ts';
import { MOST_NAMES } from '../../src/watches/chats.ts';
import { AGREEING } from '../../src/watches/power.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The longest time from the beginning of one round to that of the next. */
const LONGEST_ROUND_MS = ROUND_MS + 6_000;
const RECOVERY_MS = 10 * LONGEST_ROUND_MS;
/** Three readings of a server take longer. */
const LONGEST_SHORT_MS = 2 * ROUND_MS - 5_000;
/** After so many readings that all changed a server is unstable; after so many that agree it is not any more. */
const UNSTABLE_AFTER = 12;
const STEADY_AFTER = 20;
/** The share of rounds that a process without their lease does once more. */
const LATE = 0.1;
const OWNER = 1001;
const ACCOUNT = 'a';

export interface SimulationOptions {
  seed: number;
  servers: number;
  hours: number;
  /** The share of rounds whose process dies before it writes down what it read. */
  kills: number;
  /** A read takes up to this time. */
  readMs?: number;
  /** Servers change at each reading for a while, and go off, on and off again within few readings. Only where each round reads them all. */
  restless?: boolean;
  /** Names are watched, at a registry that fails for hours. */
  names?: boolean;
  /** The bot is down for up to two hours at a time, and servers are off for up to three. */
  downs?: boolean;
  defect?: PowerDefect;
}

/** What the product does wrong on purpose: it forgets what changed, or takes two readings in a row for three. */
export type PowerDefect = 'forgetsChanges' | 'countsTwice';

/** What the alerts were, compared with what really happened. */
export interface Verdict {
  /** Outages longer than their bound, and how many of them were not told within it. */
  outages: number;
  missed: number;
  /** Alerts without an outage: during nothing, an operation of our own, or an outage of the provider. */
  falseAlarms: number;
  /** Outages that were told twice. */
  doubled: number;
  /** Alerts that stayed open after their server was on again for their bound. */
  left: number;
  /** The times in which a server changed at each reading, which one message has to tell. */
  flaps: number;
  /** The outages too short for three readings. */
  short: number;
  /** The times at which the provider was told as unreachable while it was not. */
  falseSilences: number;
  reads: number;
  /** The most reads within any minute. */
  mostInMinute: number;
  /** The most reads that waited for the provider at a time. */
  mostTogether: number;
}

export interface Span {
  from: number;
  to: number;
}

/** What happens at the provider. `own`: an operation of the bot has the server off. */
interface Fate {
  outages: Span[];
  own: OwnSpan[];
  flaps: Span[];
}

/** `off`: a person powers it off, and on again at the end. `reinstall`: it goes off some minutes after that was sent. */
interface OwnSpan extends Span {
  kind: 'off' | 'reinstall';
  sentAt: number;
  /** Whether its answer was lost. */
  isUnknown: boolean;
}

/** Lets hours of readings go by on a clock of its own, with servers and a provider that go off and come back at random. */
export async function simulate({
  seed,
  servers: count,
  hours,
  kills,
  readMs = 0,
  restless = false,
  names = false,
  downs = false,
  defect,
}: SimulationOptions): Promise<Verdict> {
  const random = createRandom(seed);
  let at = Date.UTC(2026, 0, 1);
  const begin = at;
  const end = begin + hours * HOUR_MS;
  const ids = Array.from({ length: count }, (_, index) => `srv-${index}`);
  const providerOutages = spans(random, begin, end, 6 * HOUR_MS, 40 * MINUTE_MS);
  const offMs = downs ? 3 * HOUR_MS : 30 * MINUTE_MS;
  const fateIn = () => (restless ? restlessFate(random, begin, end) : fateOf(random, begin, end, offMs));
  const fates = new Map(ids.map((id) => [id, fateIn()]));
  const store = await openStore('sqlite::memory:', undefined, () => at);
  const items = ids.map((id) => ({ id, ip: id }));
  const readsAt: number[] = [];
  let [together, mostTogether] = [0, 0];
  const offSpans = new Map([...fates].map(([id, { outages, own }]) => [id, inTurn([...outages, ...own])]));
  const flapSpans = new Map([...fates].map(([id, { flaps }]) => [id, inTurn(flaps)]));
  /** The servers that said last, in such a time, that they are off. */
  const flappedOff = new Set<string>();
  const statusOf = (id: string): string => {
    if (!flapSpans.get(id)?.(at)) {
      flappedOff.delete(id);
      return offSpans.get(id)?.(at) ? 'off' : 'on';
    }
    if (flappedOff.delete(id)) return 'on';
    flappedOff.add(id);
    return 'off';
  };
  const silentSpans = inTurn(providerOutages);
  const registryOutages = names ? spans(random, begin, end, 6 * HOUR_MS, 6 * HOUR_MS) : [];
  const isRegistrySilent = inTurn(registryOutages);
  const botOutages = downs ? spans(random, begin, end, 6 * HOUR_MS, 2 * HOUR_MS) : [];
  const downUntil = (now: number) => botOutages.find((each) => isWithin(each, now))?.to ?? now;
  const isPartial = inTurn(spans(random, begin + HOUR_MS, end, 5 * HOUR_MS, 25 * MINUTE_MS));
  /** The lists that two processes keep: the one that reads nothing for a while has an old one. */
  const kept = Array.from({ length: 2 }, () => ({ items: [] as readonly ServerListItem[], askedAt: 0 }));
  let process = 0;
  const listed = () => {
    if (!isPartial(at)) return items;
    return random() < 0.3 ? [] : items.filter(() => random() > 0.3);
  };
  const servers: WatchedServers = {
    token: 'token',
    isOfToken: async () => true,
    aliases: new Map(),
    known: async () => kept[process] ?? { items: [], askedAt: 0 },
    async list() {
      const list = { items: listed(), askedAt: at };
      kept[process] = list;
      readsAt.push(at);
      return list;
    },
    fresh: () => new Map(),
    async availability() {
      readsAt.push(at);
      if (isRegistrySilent(at)) throw new Failure('unavailable', 'domain.availability');
      return { state: 'registered' };
    },
    price: async () => ({ total: 1, currency: 'toman' }),
    async status(id) {
      readsAt.push(at);
      mostTogether = Math.max(mostTogether, ++together);
      await Promise.resolve();
      together--;
      if (readMs > 0) at += Math.round(random() * readMs);
      if (silentSpans(at)) throw new Failure('unavailable', 'server.status');
      return { status: statusOf(id) };
    },
  };
  const dependencies: RoundDependencies = {
    tokenReadings: store.tokenReadings,
    watches: {
      ...store.watches,
      readings: async (id) => spoilt(await store.watches.readings(id), defect),
      endRound(id, heldUntil, round, now) {
        mayHaveChanged ||= round.alerts.length > 0;
        return store.watches.endRound(id, heldUntil, round, now);
      },
    },
    ledger: {
      sent: async () => [],
      sentOn: async (id, since) =>
        (fates.get(id)?.own ?? [])
          .flatMap((own) => operationsOf(own, at))
          .filter(({ sentAt = 0 }) => sentAt >= since && sentAt <= at),
    },
    standingOf: async () => 'told',
    serversOf: async () => servers,
    now: () => at,
    chance: random,
  };
  const alerts = new Map<string, Alert>();
  /** Since they were followed. */
  let mayHaveChanged = false;
  /** Those that were open. */
  let followed: readonly string[] = [];
  const follow = async () => {
    mayHaveChanged = false;
    const open = new Map((await store.alerts.openIn(OWNER)).map((each) => [each.id, each]));
    for (const id of followed) {
      const ended = open.has(id) ? undefined : await store.alerts.get(id);
      if (ended) alerts.set(id, ended);
    }
    for (const [id, alert] of open) alerts.set(id, alert);
    followed = [...open.keys()];
  };
  try {
    await store.watches.change(OWNER, ACCOUNT, at, (chats) => {
      const named = names ? { names: Array.from({ length: MOST_NAMES }, (_, n) => `name-${n}.com`) } : {};
      chats.push({ chatId: OWNER, topicId: 0, locale: 'en', power: { all: true, except: [] }, ...named });
    });
    const runOnce = async (account: WatchedAccount) => {
      // One process takes many rounds in a row: meanwhile the other's list grows old.
      if (random() < 0.05) process = 1 - process;
      if (random() < kills) return runRound(dying(dependencies), account, account.dueAt);
      await runRound(dependencies, account, account.dueAt);
      // Another process that has lost the lease, and read something else, changes nothing.
      if (random() < LATE) await runRound(lying(dependencies), account, account.dueAt);
    };
    for (; at < end; at = downUntil(Math.max(at, (await store.watches.nextDue()) ?? end))) {
      for (const account of (await store.watches.takeDue(at, ROUND_MS)).taken) await runOnce(account);
      if (mayHaveChanged) await follow();
    }
    await follow();
    return judge([...alerts.values()], fates, [...providerOutages, ...botOutages], {
      end,
      count,
      kills,
      readMs,
      readsAt,
      mostTogether,
    });
  } finally {
    await store.close();
  }
}

function spoilt(readings: PowerReadings, defect: PowerDefect | undefined): PowerReadings {
  if (defect === undefined) return readings;
  const spoil = (memory: PowerMemory): PowerMemory =>
    defect === 'forgetsChanges' ? { ...memory, changes: 0 } : { ...memory, inRow: Math.max(memory.inRow, 2) };
  return new Map([...readings].map(([id, memory]) => [id, spoil(memory)]));
}

/** A process that dies before it writes down what it read: the next round begins when its lease has ended. */
function dying(dependencies: RoundDependencies): RoundDependencies {
  return { ...dependencies, watches: { ...dependencies.watches, endRound: async () => false } };
}

/** A process that has read the opposite of what is so. */
function lying(dependencies: RoundDependencies): RoundDependencies {
  return {
    ...dependencies,
    async serversOf(...account) {
      const servers = await dependencies.serversOf(...account);
      return servers && { ...servers, list: servers.known, status: async () => ({ status: 'gone' }) };
    },
  };
}

function ownOf(random: () => number, { from, to }: Span): OwnSpan {
  const isUnknown = random() < 0.3;
  if (random() < 0.5) return { from, to, kind: 'off', sentAt: from, isUnknown };
  const sentAt = from - Math.round(random() * 10 * MINUTE_MS);
  return { from, to: Math.min(to, sentAt + 15 * MINUTE_MS), kind: 'reinstall', sentAt, isUnknown };
}

/** The operations of a span as they are at a time: a reinstall is at work until its end. */
function operationsOf({ kind, sentAt, to, isUnknown }: OwnSpan, at: number): Operation[] {
  const lost = isUnknown ? 'unknown' : 'done';
  if (kind === 'off')
    return [
      operationOf('power', { state: lost, sentAt, endedAt: sentAt + 5_000, parameters: { action: 'off' } }),
      operationOf('power', { state: 'done', sentAt: to - 5_000, endedAt: to, parameters: { action: 'on' } }),
    ];
  const isAtWork = at < to;
  const state = isUnknown ? 'unknown' : isAtWork ? 'accepted' : 'done';
  return [
    operationOf('reinstall', { state, sentAt, ...(isAtWork ? {} : { endedAt: to }), parameters: { os: 'debian12' } }),
  ];
}

function operationOf(
  kind: 'power' | 'reinstall',
  { sentAt, parameters, ...rest }: { state: Operation['state']; sentAt: number; endedAt?: number; parameters: object },
): Operation {
  return {
    ...{ id: `${kind}-${sentAt}`, kind, userId: OWNER, chatId: OWNER, accountId: ACCOUNT, locale: 'en' },
    ...{ createdAt: sentAt, expiresAt: sentAt, dueAt: null, sentAt, notified: true, progress: {}, ...rest },
    parameters: { serverId: 's', name: 's', person: '', ...parameters },
  };
}

/** A server's outages, some shorter than three readings, and the times when a person had powered it off. They do not touch. */
function fateOf(random: () => number, begin: number, end: number, offMs: number): Fate {
  const all = spans(random, begin + HOUR_MS, end, 3 * HOUR_MS, offMs);
  const isOwn = all.map(() => random() < 0.3);
  const own = all.filter((_, index) => isOwn[index]).map((span) => ownOf(random, span));
  return { outages: all.filter((_, index) => !isOwn[index]), own, flaps: [] };
}

/** A server that flaps, that goes off and on within few readings before an outage or without one, and that has plain outages. */
function restlessFate(random: () => number, begin: number, end: number): Fate {
  const fate: Fate = { outages: [], own: [], flaps: [] };
  const within = (least: number, most: number) => Math.round(least + random() * (most - least));
  for (let at = begin + within(1, 4) * HOUR_MS; at < end; at += within(2 * HOUR_MS, 5 * HOUR_MS)) {
    if (random() < 0.4) {
      const to = at + within(35 * MINUTE_MS, 70 * MINUTE_MS);
      fate.flaps.push({ from: at, to });
      at = to;
      continue;
    }
    // The server is on for one reading at least, and off for two at most.
    for (let left = within(0, 3); left > 0; left--) {
      const to = at + within(20_000, LONGEST_SHORT_MS);
      fate.outages.push({ from: at, to });
      at = to + within(LONGEST_ROUND_MS + 1_000, 180_000);
    }
    if (random() < 0.3) continue;
    const to = at + within(MINUTE_MS, 30 * MINUTE_MS);
    fate.outages.push({ from: at, to });
    at = to;
  }
  return fate;
}

export function spans(random: () => number, begin: number, end: number, every: number, long: number): Span[] {
  const found: Span[] = [];
  for (let at = begin + random() * every * 2; at < end; at += HOUR_MS + random() * every * 2) {
    const to = at + random() * long;
    found.push({ from: Math.round(at), to: Math.round(to) });
    at = to;
  }
  return found;
}

/** Tells whether a moment is within one of these, which do not touch; each moment asked for is later than the one before. */
function inTurn(unsorted: readonly Span[]): (at: number) => boolean {
  const sorted = unsorted.toSorted((one, other) => one.from - other.from);
  let next = 0;
  return (at) => {
    while ((sorted[next]?.to ?? at + 1) <= at) next++;
    return (sorted[next]?.from ?? at + 1) <= at;
  };
}

/** mulberry32: 32 bits of state, the same numbers for a seed on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function judge(
  alerts: readonly Alert[],
  fates: ReadonlyMap<string, Fate>,
  dark: readonly Span[],
  {
    end,
    count,
    kills,
    readMs,
    readsAt,
    mostTogether,
  }: { end: number; count: number; kills: number; readMs: number; readsAt: readonly number[]; mostTogether: number },
): Verdict {
  const longestMs = LONGEST_ROUND_MS + MOST_READINGS * readMs;
  // A reading of the list is one of the budget. Of four rounds in a row one at least is not killed.
  const bound = AGREEING * longestMs * Math.ceil((count + 1) / MOST_READINGS) * (kills > 0 ? 4 : 1);
  /** While the provider is silent, or the bot is down, nothing can be told, and what was read before does not count afterwards. */
  const silence = dark.map(({ from, to }) => ({ from, to: to + longestMs }));
  const isSilentAt = (at: number) => silence.some((each) => isWithin(each, at));
  const verdict: Verdict = {
    outages: 0,
    missed: 0,
    falseAlarms: 0,
    doubled: 0,
    left: 0,
    flaps: 0,
    short: 0,
    falseSilences: alerts.filter(({ what, createdAt }) => what === 'unreachable' && !isSilentAt(createdAt)).length,
    reads: readsAt.length,
    mostInMinute: 0,
    mostTogether,
  };
  for (const [id, { outages, own, flaps }] of fates) {
    const ofServer = alerts.filter(({ server }) => server?.id === id);
    const told = ofServer.filter(({ what }) => what !== 'unstable');
    const unstable = ofServer.filter(({ what }) => what === 'unstable');
    for (const flap of flaps) judgeFlap(verdict, flap, unstable, { bound: longestMs, silence, end });
    verdict.falseAlarms += unstable.filter(({ createdAt }) => !flaps.some((each) => isWithin(each, createdAt))).length;
    verdict.short += outages.filter(isShort).length;
    for (const outage of outages)
      judgeOutage(verdict, outage, told, { bound, silence, end, off: [...outages, ...own] });
    for (const alert of told) judgeAlert(verdict, alert, outages, { bound, silence, end });
  }
  verdict.mostInMinute = mostInMinute(readsAt);
  return verdict;
}

interface Bounds {
  bound: number;
  silence: readonly Span[];
  end: number;
}

/** @param bounds `off`: the times in which the server is off, whoever wanted it so */
function judgeOutage(
  verdict: Verdict,
  outage: Span,
  told: readonly Alert[],
  bounds: Bounds & { off: readonly Span[] },
): void {
  const { silence, end } = bounds;
  const bound = boundFrom(outage.from, bounds);
  const during = told.filter(({ createdAt }) => createdAt >= outage.from && createdAt < outage.to + bound);
  if (during.length > 1) verdict.doubled++;
  if (outage.to - outage.from <= bound || outage.to > end || touches(outage, silence)) return;
  verdict.outages++;
  const isTold = during.some(({ createdAt }) => createdAt <= outage.from + bound);
  if (!isTold && !told.some((alert) => goesOn(alert, outage, bounds))) verdict.missed++;
}

/** How long the readings may take that tell what is so from a moment on. */
function boundFrom(at: number, { bound, silence }: Bounds): number {
  // After an outage of the provider the budget takes ten rounds to grow back to its most.
  return silence.some(({ from, to }) => at >= from && at < to + RECOVERY_MS) ? bound + RECOVERY_MS : bound;
}

/**
 * Whether an alert of an earlier outage is open during all of this one, and rightly so: the server was on in between while nothing was read,
 * and otherwise never for as long as readings may take to tell that.
 */
function goesOn(
  { createdAt, state, resolved }: Alert,
  { from, to }: Span,
  bounds: Bounds & { off: readonly Span[] },
): boolean {
  if (createdAt >= from || (state === 'resolved' && (resolved?.at ?? 0) < to)) return false;
  const on = without({ from: createdAt, to: from }, [...bounds.silence, ...bounds.off]);
  return on.every((each) => each.to - each.from <= boundFrom(each.from, bounds));
}

/** What is left of a time without others. */
function without(whole: Span, others: readonly Span[]): Span[] {
  return others.reduce(
    (left, other) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ])
        .filter(({ from, to }) => from < to),
    [whole],
  );
}

/** One message tells a server that changes at each reading, and says later that it stopped. @param bounds of one reading */
function judgeFlap(verdict: Verdict, flap: Span, unstable: readonly Alert[], { bound, silence, end }: Bounds): void {
  const settled = { from: flap.from, to: flap.to + STEADY_AFTER * bound };
  const told = unstable.filter(({ createdAt }) => isWithin(flap, createdAt));
  if (told.length > 1) verdict.doubled++;
  if (settled.to > end || touches(settled, silence)) return;
  verdict.flaps++;
  const [first] = told;
  if (!first || first.createdAt > flap.from + UNSTABLE_AFTER * bound) verdict.missed++;
  else if (first.state !== 'resolved' || (first.resolved?.at ?? 0) > settled.to) verdict.left++;
}

function isWithin({ from, to }: Span, at: number): boolean {
  return at >= from && at < to;
}

/** Whether three readings can't have been within it. */
function isShort({ from, to }: Span): boolean {
  return to - from < 2 * ROUND_MS;
}

function judgeAlert(verdict: Verdict, alert: Alert, outages: readonly Span[], { bound, silence, end }: Bounds): void {
  const { createdAt, state, resolved } = alert;
  const outage = outages.find((each) => !isShort(each) && isWithin({ ...each, to: each.to + bound }, createdAt));
  if (!outage) verdict.falseAlarms++;
  if (!outage || outage.to + 2 * bound > end || touches({ from: outage.to, to: outage.to + bound }, silence)) return;
  if (state !== 'resolved' || (resolved?.at ?? 0) > outage.to + bound) verdict.left++;
}

function mostInMinute(readsAt: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, at] of readsAt.entries()) {
    while ((readsAt[first] ?? at) <= at - MINUTE_MS) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function touches(one: Span, others: readonly Span[]): boolean {
  return others.some(({ from, to }) => one.from < to && from < one.to);
}
