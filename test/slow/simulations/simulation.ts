import type { WatchedServers } from '../../../src/features/watches/rounds/reading.ts';
import { type RoundDependencies, runRound } from '../../../src/features/watches/rounds/round.ts';
import { Failure, type ServerListItem } from '../../../src/hosting/index.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { openStore } from '../../../src/store/index.ts';
import type { Alert, AlertChange } from '../../../src/store/jobs/alerts.ts';
import type { PowerMemory, PowerReadings, Round, WatchedAccount } from '../../../src/store/jobs/watches.ts';
import { MOST_READINGS, ROUND_MS, roundLease } from '../../../src/watches/budget.ts';
import { MOST_NAMES } from '../../../src/watches/chats.ts';
import { AGREEING_READINGS } from '../../../src/watches/power.ts';
import { createRandom } from '../../support/random/chance.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The longest time from the beginning of one round to that of the next. */
const LONGEST_ROUND_MS = ROUND_MS + 6_000;
const RECOVERY_MS = 10 * LONGEST_ROUND_MS;
/** Three readings of a server take longer. */
const LONGEST_SHORT_MS = 2 * ROUND_MS - 5_000;
/** The changes that make a server unstable, and the equal readings that end that state. */
const UNSTABLE_AFTER = 12;
const STEADY_AFTER = 20;
/** The times after a second return: on that long, a server is steady; off that long, it is reported as down. */
const STEADY_MS = 30 * LONGEST_ROUND_MS;
const STAYS_OFF_MS = 15 * LONGEST_ROUND_MS;
/** The share of rounds that a process without their lease does once more. */
const LATE = 0.1;
/** A server that can never be read. */
const BROKEN = 'srv-broken';
/** Refusals that last this long are reported. */
const LONG_MS = 10 * LONGEST_ROUND_MS;
const OWNER = 1001;
const ACCOUNT = 'a';

export interface SimulationOptions {
  seed: number;
  servers: number;
  hours: number;
  /** The share of rounds whose process dies before it stores its readings. */
  kills: number;
  /** A read takes up to this time. */
  readMs?: number;
  /** Servers change at each reading for a while, and go off, on and off again within few readings. Only where each round reads them all. */
  restless?: boolean;
  /** Servers go off again soon after they came back, which is a second return within an hour. */
  often?: boolean;
  /** Names are watched, at a registry that fails for hours. */
  names?: boolean;
  /** Servers are off for up to this time; by default half an hour, or three hours beside `downs` and `brownouts`. */
  offMs?: number;
  /** The bot is down for up to two hours at a time. */
  downs?: boolean;
  /** For hours the provider fails a share of all readings, at random. */
  brownouts?: boolean;
  /**
   * The part that fails for hours while the rest answers: one more `server` always, the `list`, or all that is asked, which the provider answers with
   * `refusals`.
   */
  trouble?: 'server' | 'list' | 'refusals';
  defect?: PowerDefect;
}

/** A mistake that the product makes on purpose: it forgets what changed, takes two readings in a row for three, or loses every second server's alerts. */
export type PowerDefect = 'forgetsChanges' | 'countsTwice' | 'losesHalf';

/** The alerts, compared with the outages. */
export interface Verdict {
  /** Outages longer than their bound, and those of them without an alert in time. */
  outages: number;
  missed: number;
  /** Alerts without an outage: during nothing, an operation of our own, or an outage of the provider. */
  falseAlarms: number;
  /** Outages with two alerts. */
  doubled: number;
  /** Alerts that stayed open after their server was on again for their bound. */
  left: number;
  /** The times in which a server changed at each reading, which one message has to tell, and the second returns within an hour. */
  flaps: number;
  /** The outages too short for three readings. */
  short: number;
  /** The times of "unreachable" notices without a cause. */
  falseSilences: number;
  /** The times of refusals without a notice. */
  untoldRefusals: number;
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

/** The events at the provider. `own`: an operation of the bot has the server off. */
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
  often = false,
  names = false,
  downs = false,
  brownouts = false,
  offMs = [downs, brownouts].includes(true) ? 3 * HOUR_MS : 30 * MINUTE_MS,
  trouble,
  defect,
}: SimulationOptions): Promise<Verdict> {
  const random = createRandom(seed);
  let at = Date.UTC(2026, 0, 1);
  const begin = at;
  const end = begin + hours * HOUR_MS;
  const ids = Array.from({ length: count }, (_, index) => `srv-${index}`);
  const providerOutages = spans(random, begin, end, 6 * HOUR_MS, 40 * MINUTE_MS);
  const fateIn = () => (restless ? restlessFate(random, begin, end) : fateOf(random, begin, end, offMs, often));
  const fates = new Map(ids.map((id) => [id, fateIn()]));
  const store = await openStore('sqlite::memory:', undefined, () => at);
  const items = [...ids, ...(trouble === 'server' ? [BROKEN] : [])].map((id) => ({ id, ip: id }));
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
  const brown = brownoutsOf(brownouts, random, begin, end);
  const failAtRandom = () => {
    const { rate = 0 } = brown.find((each) => isWithin(each, at)) ?? {};
    if (rate > 0 && random() < rate) throw new Failure('unavailable', 'server.status');
  };
  /** When a server was read that its list had, by its id. */
  const seen = new Map<string, number[]>(ids.map((id) => [id, []]));
  const troubles = trouble ? spans(random, begin, end, 6 * HOUR_MS, 6 * HOUR_MS) : [];
  const isTroubled = inTurn(troubles);
  const refusals = trouble === 'refusals' ? troubles : [];
  const failIn = (what: 'list' | 'status') => {
    if (trouble === 'server' || !isTroubled(at)) return;
    if (trouble === 'refusals') throw new Failure('refused', `server.${what}`);
    if (what === 'list') throw new Failure('unavailable', 'server.list');
  };
  const botOutages = downs ? spans(random, begin, end, 6 * HOUR_MS, 2 * HOUR_MS) : [];
  const downUntil = (now: number) => botOutages.find((each) => isWithin(each, now))?.to ?? now;
  const isPartial = inTurn(spans(random, begin + HOUR_MS, end, 5 * HOUR_MS, 25 * MINUTE_MS));
  /** The lists that two processes keep: the one that reads nothing for a while has an old one. */
  const kept = Array.from({ length: 2 }, () => ({ items: [] as readonly ServerListItem[], askedAt: 0 }));
  let process = 0;
  /** The rounds whose process died, each until the next one could begin. */
  const killed: Span[] = [];
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
      readsAt.push(at);
      failIn('list');
      const list = { items: listed(), askedAt: at };
      kept[process] = list;
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
      if (silentSpans(at) || id === BROKEN) throw new Failure('unavailable', 'server.status');
      failIn('status');
      failAtRandom();
      // A server that its list lacks is read, but not judged.
      if (!isPartial(at)) seen.get(id)?.push(at);
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
        return store.watches.endRound(id, heldUntil, defect === 'losesHalf' ? withoutHalf(round) : round, now);
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
  const tellings = new Map<string, Telling[]>();
  const note = (alert: Alert) => tellings.set(alert.id, tellingsOf(alert, tellings.get(alert.id) ?? [], at));
  /** Since they were followed. */
  let mayHaveChanged = false;
  /** The alerts that were open. */
  let followed: readonly string[] = [];
  const follow = async () => {
    mayHaveChanged = false;
    const open = new Map((await store.alerts.openIn(OWNER)).map((each) => [each.id, each]));
    for (const id of followed) {
      const ended = open.has(id) ? undefined : await store.alerts.get(id);
      if (ended) note(ended);
    }
    for (const alert of open.values()) note(alert);
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
      if (random() < kills) {
        const from = at;
        await runRound(dying(dependencies), account, account.dueAt);
        killed.push({ from, to: account.dueAt });
        return;
      }
      await runRound(dependencies, account, account.dueAt);
      // Another process that has lost the lease, and read something else, changes nothing.
      if (random() < LATE) await runRound(lying(dependencies), account, account.dueAt);
    };
    for (; at < end; at = downUntil(Math.max(at, (await store.watches.nextDue()) ?? end))) {
      for (const account of (await store.watches.takeDue(at, roundLease())).taken) await runOnce(account);
      if (mayHaveChanged) await follow();
    }
    await follow();
    const alerts = [...tellings.values()].flat();
    if (brown.length > 0) return judgeReadings(alerts, fates, [...providerOutages, ...brown], seen, end);
    return judge(alerts, fates, [...providerOutages, ...botOutages, ...refusals], {
      end,
      count: items.length,
      refusals,
      killed,
      readMs,
      readsAt,
      mostTogether,
    });
  } finally {
    await store.close();
  }
}

/** An alert with one meaning. A server that turns from down to unstable, or back, has two alerts in turn. */
interface Telling extends Alert {
  /** When the readings said that it was over, which is later than the first of them: that is the alert's end. */
  until?: number;
}

function tellingsOf(alert: Alert, before: readonly Telling[], at: number): Telling[] {
  const last = before.at(-1);
  const over = alert.state === 'resolved' ? { until: at } : {};
  if (!last) return [{ ...alert, ...over }];
  if (!alert.server || last.what === alert.what) {
    const { createdAt } = last;
    return [...before.slice(0, -1), { ...alert, createdAt, ...over }];
  }
  const turned: Telling = { ...last, state: 'resolved', resolved: { at, why: 'over' }, until: at };
  return [...before.slice(0, -1), turned, { ...alert, createdAt: at, ...over }];
}

function spoilt(readings: PowerReadings, defect: PowerDefect | undefined): PowerReadings {
  if (defect === undefined || defect === 'losesHalf') return readings;
  const spoil = (memory: PowerMemory): PowerMemory =>
    defect === 'forgetsChanges' ? { ...memory, changes: 0 } : { ...memory, inRow: Math.max(memory.inRow, 2) };
  return new Map([...readings].map(([id, memory]) => [id, spoil(memory)]));
}

function withoutHalf<Found extends Round>(round: Found): Found {
  const isLost = (each: AlertChange) => each.change === 'open' && /[02468]$/.test(each.alert.server?.id ?? '');
  return { ...round, alerts: round.alerts.filter((each) => !isLost(each)) };
}

/** A process dies before it stores its readings: the next round begins when the lease has ended. */
function dying(dependencies: RoundDependencies): RoundDependencies {
  return { ...dependencies, watches: { ...dependencies.watches, endRound: async () => false } };
}

/** A process has read the opposite of the true state. */
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
function fateOf(random: () => number, begin: number, end: number, offMs: number, often: boolean): Fate {
  const all = often
    ? spans(random, begin + HOUR_MS, end, 15 * MINUTE_MS, offMs, 40 * MINUTE_MS)
    : spans(random, begin + HOUR_MS, end, 3 * HOUR_MS, offMs);
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

/** Times in which the provider fails this share of all readings. */
function brownoutsOf(isWanted: boolean, random: () => number, begin: number, end: number): (Span & { rate: number })[] {
  if (!isWanted) return [];
  return spans(random, begin, end, 4 * HOUR_MS, 5 * HOUR_MS).map((each) => ({ ...each, rate: 0.3 + 0.6 * random() }));
}

export function spans(
  random: () => number,
  begin: number,
  end: number,
  every: number,
  long: number,
  least = HOUR_MS,
): Span[] {
  const found: Span[] = [];
  for (let at = begin + random() * every * 2; at < end; at += least + random() * every * 2) {
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

function judge(
  alerts: readonly Telling[],
  fates: ReadonlyMap<string, Fate>,
  dark: readonly Span[],
  {
    end,
    count,
    refusals,
    killed,
    readMs,
    readsAt,
    mostTogether,
  }: {
    end: number;
    count: number;
    refusals: readonly Span[];
    killed: readonly Span[];
    readMs: number;
    readsAt: readonly number[];
    mostTogether: number;
  },
): Verdict {
  const longestMs = LONGEST_ROUND_MS + MOST_READINGS * readMs;
  // A reading of the list is one of the budget.
  const bound = AGREEING_READINGS * longestMs * Math.ceil((count + 1) / MOST_READINGS);
  /** While the provider is silent, or the bot is down, no alert is possible, and earlier readings do not count afterwards. */
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
    untoldRefusals: refusals.filter((each) => each.to < end && isUntold(each, alerts)).length,
    reads: readsAt.length,
    mostInMinute: 0,
    mostTogether,
  };
  const bounds = { bound, silence, killed, end };
  for (const [id, { outages, own, flaps }] of fates) {
    const ofServer = alerts.filter(({ server }) => server?.id === id);
    const told = ofServer.filter(({ what }) => what !== 'unstable');
    const unstable = ofServer.filter(({ what }) => what === 'unstable');
    for (const flap of flaps) judgeFlap(verdict, flap, unstable, { ...bounds, bound: longestMs });
    for (const alert of unstable) judgeUnstable(verdict, alert, { outages, own, flaps }, bounds);
    verdict.short += outages.filter(isShort).length;
    for (const outage of outages)
      judgeOutage(verdict, outage, told, unstable, { ...bounds, off: [...outages, ...own] });
    for (const alert of told) judgeAlert(verdict, alert, outages, bounds);
    verdict.missed += told.filter((each, index) => isUntoldReturn(each, told[index - 1], own)).length;
  }
  verdict.mostInMinute = mostInMinute(readsAt);
  return verdict;
}

/**
 * Judges by the readings themselves, because those that fail at random have no bound: three of a server that is off tell that, unless a notice of
 * the provider is open meanwhile.
 */
function judgeReadings(
  alerts: readonly Telling[],
  fates: ReadonlyMap<string, Fate>,
  trouble: readonly Span[],
  seen: ReadonlyMap<string, readonly number[]>,
  end: number,
): Verdict {
  const notices = alerts
    .filter(({ what }) => what === 'unreachable')
    .map(({ createdAt, resolved }) => ({ from: createdAt, to: resolved?.at ?? end }));
  const isTrouble = (at: number) => trouble.some(({ from, to }) => at >= from && at < to + LONGEST_ROUND_MS);
  const verdict: Verdict = {
    ...{ outages: 0, missed: 0, falseAlarms: 0, doubled: 0, left: 0, flaps: 0, short: 0, untoldRefusals: 0 },
    ...{ reads: 0, mostInMinute: 0, mostTogether: 0 },
    falseSilences: notices.filter(({ from }) => !isTrouble(from)).length,
  };
  for (const [id, { outages, own }] of fates) {
    const ofServer = alerts.filter(({ server }) => server?.id === id);
    const readings = { seen: seen.get(id) ?? [], off: [...outages, ...own], notices, end };
    const isOutage = (at: number) => outages.some(({ from, to }) => at >= from && at < to + LONGEST_ROUND_MS);
    const isSecond = secondReturn(outages, readings);
    const unstable = ofServer.filter(({ what }) => what === 'unstable');
    const isTrue = ({ what, createdAt }: Alert) => (what === 'down' ? isOutage : isSecond)(createdAt);
    verdict.falseAlarms += ofServer.filter((each) => !isTrue(each)).length;
    verdict.flaps += unstable.length;
    verdict.left += unstable.filter((each) => isLeftUnstable(each, readings)).length;
    for (const outage of outages) judgeRead(verdict, outage, ofServer, { ...readings, own });
  }
  return verdict;
}

/** When a server was read, and when it was off, own operations included. */
interface Readings {
  seen: readonly number[];
  off: readonly Span[];
  notices: readonly Span[];
  end: number;
}

/** Tells whether a server came back at a time for the second time within an hour, as it was read. */
function secondReturn(outages: readonly Span[], { seen, off, notices, end }: Readings): (at: number) => boolean {
  const returns = outages.map(({ to: from }) => {
    const on = { from, to: nextOff(off, from, end) };
    return { from, to: thirdOf(seen, on, notices) ?? on.to };
  });
  return (at) => {
    const index = returns.findIndex(({ from, to }) => at >= from && at <= to);
    const before = returns[index - 1];
    return before !== undefined && at - before.to <= HOUR_MS;
  };
}

function nextOff(off: readonly Span[], at: number, end: number): number {
  return Math.min(end, ...off.map(({ from }) => from).filter((from) => from > at));
}

/** An alert is open although three readings in a row, of a server that is on for long enough, have proved its end. */
function isLeftUnstable({ createdAt, until }: Telling, { seen, off, notices, end }: Readings): boolean {
  const steady = { from: createdAt + STEADY_MS, to: nextOff(off, createdAt, end) };
  const steadyAt = thirdOf(seen, steady, notices);
  return steadyAt !== undefined && (until ?? end) > steadyAt;
}

function judgeRead(
  verdict: Verdict,
  outage: Span,
  told: readonly Alert[],
  { seen, own, notices, end }: Readings & { own: readonly Span[] },
): void {
  const openAt = (at: number) =>
    told.filter(({ createdAt, resolved }) => createdAt <= at && (resolved?.at ?? end) > at);
  if (told.filter(({ createdAt }) => isWithin(outage, createdAt)).length > 1) verdict.doubled++;
  // A server that its person had off before, and that was not read as on since, has not changed for the bot.
  const before = own.findLast(({ from }) => from < outage.from);
  const wasOn = !before || thirdOf(seen, { from: before.to, to: outage.from }, notices) !== undefined;
  const offAt = wasOn ? thirdOf(seen, outage, notices) : undefined;
  if (offAt !== undefined) verdict.outages++;
  if (offAt !== undefined && openAt(offAt).length === 0) verdict.missed++;
  const onAt = thirdOf(seen, { from: outage.to, to: outage.to + HOUR_MS }, notices);
  if (onAt !== undefined && openAt(onAt).some(({ what }) => what === 'down')) verdict.left++;
}

/** When the third reading in a row of a time was, without a notice of the provider in between. */
function thirdOf(seen: readonly number[], time: Span, notices: readonly Span[]): number | undefined {
  const counted = seen.filter((at) => isWithin(time, at) && !notices.some((each) => isWithin(each, at)));
  return counted.find((at, index) => {
    const first = counted[index - AGREEING_READINGS + 1];
    return first !== undefined && !notices.some(({ from }) => from > first && from <= at);
  });
}

function isUntold({ from, to }: Span, alerts: readonly Alert[]): boolean {
  const isOpen = ({ createdAt, resolved }: Alert) =>
    createdAt < from + LONG_MS && (resolved?.at ?? to) > from + LONG_MS;
  return to - from > LONG_MS && !alerts.some((each) => each.what === 'unreachable' && isOpen(each));
}

interface Bounds {
  /** The longest time of three readings while no process dies, ms. */
  bound: number;
  silence: readonly Span[];
  killed: readonly Span[];
  end: number;
}

/** @param bounds `off`: the times in which the server is off, own operations included */
function judgeOutage(
  verdict: Verdict,
  outage: Span,
  told: readonly Alert[],
  unstable: readonly Telling[],
  bounds: Bounds & { off: readonly Span[] },
): void {
  const { silence, end } = bounds;
  const wasUnstable = unstable.some(({ createdAt, until = end }) => createdAt <= outage.from && until > outage.from);
  const bound = boundFrom(outage.from, bounds) + (wasUnstable ? STAYS_OFF_MS : 0);
  const last = outage.to + boundFrom(outage.to, bounds);
  const during = told.filter(({ createdAt }) => createdAt >= outage.from && createdAt < last);
  if (during.length > 1) verdict.doubled++;
  if (outage.to - outage.from <= bound || outage.to > end || touches(outage, silence)) return;
  verdict.outages++;
  const isTold = during.some(({ createdAt }) => createdAt <= outage.from + bound);
  if (!isTold && !told.some((alert) => goesOn(alert, outage, bounds))) verdict.missed++;
}

/** The longest time of the readings that prove a state from a moment on. */
function boundFrom(at: number, { bound, silence, killed }: Bounds): number {
  // After an outage of the provider the budget takes ten rounds to grow back to its most.
  const isRecovering = silence.some(({ from, to }) => at >= from && at < to + RECOVERY_MS);
  let end = at + bound + (isRecovering ? RECOVERY_MS : 0);
  // The readings of a process that died are lost, and its lease has to end.
  for (const { from, to } of killed) if (to > at && from < end) end += to - from;
  return end - at;
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

/** The parts of a time that lie outside others. */
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

/** One message reports a server that changes at each reading, and a later edit its end. @param bounds of one reading */
function judgeFlap(verdict: Verdict, flap: Span, unstable: readonly Alert[], bounds: Bounds): void {
  const { bound, silence, end } = bounds;
  const settled = { from: flap.from, to: flap.to + STEADY_AFTER * bound };
  const told = unstable.filter(({ createdAt }) => isWithin(flap, createdAt));
  if (told.length > 1) verdict.doubled++;
  if (settled.to > end || touches(settled, silence)) return;
  verdict.flaps++;
  const [first] = told;
  if (!first || first.createdAt > flap.from + (UNSTABLE_AFTER - 1) * bound + boundFrom(flap.from, bounds))
    verdict.missed++;
  else if (first.state !== 'resolved' || (first.resolved?.at ?? 0) > settled.to) verdict.left++;
}

function isWithin({ from, to }: Span, at: number): boolean {
  return at >= from && at < to;
}

/** One message reports a server's second return within an hour, and a later edit that it stays on. */
function judgeUnstable(
  verdict: Verdict,
  { createdAt, until }: Telling,
  { outages, own, flaps }: Fate,
  bounds: Bounds,
): void {
  if (flaps.some((each) => isWithin(each, createdAt))) return;
  if (!isSecondReturn(createdAt, outages, bounds)) {
    verdict.falseAlarms++;
    return;
  }
  verdict.flaps++;
  const steady = { from: createdAt, to: createdAt + STEADY_MS + bounds.bound };
  if (steady.to > bounds.end || touches(steady, [...bounds.silence, ...outages, ...own])) return;
  if (until === undefined || until > steady.to) verdict.left++;
}

/** Whether a server had just come back from its second outage within an hour, as it was read. */
function isSecondReturn(at: number, outages: readonly Span[], bounds: Bounds): boolean {
  const [before, last] = outages.filter(({ to }) => to <= at).slice(-2);
  return (
    before !== undefined &&
    last !== undefined &&
    at <= readBy(last.to, bounds) &&
    at - readBy(before.to, bounds) <= HOUR_MS
  );
}

/** The latest time at which three readings prove a state from a moment on: each of several silences makes them begin again. */
function readBy(at: number, bounds: Bounds): number {
  const to = at + boundFrom(at, bounds);
  const ends = bounds.silence.filter((each) => touches({ from: at, to }, [each])).map((each) => each.to);
  return ends.length === 0 ? to : readBy(Math.max(...ends), bounds);
}

/** Whether an alert ended though its server came back for the second time within an hour, which no person's own power-on explains. */
function isUntoldReturn(alert: Telling, before: Telling | undefined, own: readonly Span[]): boolean {
  if (alert.resolved?.why !== 'up' || before?.resolved?.why !== 'up') return false;
  const { until: to = 0 } = alert;
  const { until: from = 0 } = before;
  return to - from < HOUR_MS - LONGEST_ROUND_MS && !touches({ from: from - 2 * HOUR_MS, to }, own);
}

/** Whether three readings can't have been within it. */
function isShort({ from, to }: Span): boolean {
  return to - from < 2 * ROUND_MS;
}

function judgeAlert(verdict: Verdict, alert: Alert, outages: readonly Span[], bounds: Bounds): void {
  const { createdAt, state, resolved } = alert;
  const outage = outages.find((each) => {
    const to = each.to + boundFrom(each.to, bounds);
    return !isShort(each) && isWithin({ ...each, to }, createdAt);
  });
  if (!outage) {
    verdict.falseAlarms++;
    return;
  }
  const bound = boundFrom(outage.to, bounds);
  const isOver = outage.to + 2 * bound > bounds.end;
  if (isOver || touches({ from: outage.to, to: outage.to + bound }, bounds.silence)) return;
  if (state !== 'resolved' || (resolved?.at ?? 0) > outage.to + bound) verdict.left++;
}

/** @param readsAt in their order */
export function mostInMinute(readsAt: readonly number[]): number {
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
