import { BREAKER, Failure } from '../../../hosting/index.ts';
import type { Store } from '../../../store/index.ts';
import type { TokenReaders } from '../../../store/jobs/token-readings.ts';
import type { PowerReadings, Round, WatchedAccount, WatchingChat } from '../../../store/jobs/watches.ts';
import {
  besideOf,
  longestRound,
  minutesOf,
  nextBudget,
  nextReadingTurn,
  nextRound,
  ROUND_MS,
  type RoundResult,
  readingsOf,
  shareOf,
  turnOf,
  UNREACHABLE_ROUNDS,
} from '../../../watches/budget.ts';
import { wants, withoutOver } from '../../../watches/chats.ts';
import { type About, adopt, GAP_ROUNDS, judgeRound, silenceBefore } from './judge.ts';
import { endTraffic, lookForOffers } from './offers.ts';
import { changesOfToday, lookOutside } from './outside.ts';
import {
  askedOnce,
  cursorAfter,
  failingAfter,
  hasStatus,
  inTurn,
  type RoundAnswers,
  readAll,
  readIf,
  readServerList,
  type WatchedServers,
  watchedOf,
} from './reading.ts';

/** The share of a round for names and prices where servers are watched. */
const MAX_REGISTRY_SHARE = 1 / 6;
/** Pauses after an unknown token double, up to this one. */
const MAX_PAUSE_MS = 4 * 60_000;
/** A binding that has left may still be reading for this many rounds. */
const SETTLED_ROUNDS = 3;

/** The last readings of a binding that has left are a minute old after these rounds. */
const LEFT_ROUNDS = 2;

/** The bot's own time limit for an answer. Only rounds of the demo are shorter. */
const ANSWER_LIMIT_MS = 25_000;

const PACE_WEIGHT = 1 / 4;

type Share = NonNullable<WatchedAccount['smallest']>;

/** `told`: the chat gets alerts. `silent`: not now, as during a pause. `gone`: the team has ended or the member has left. */
export type ChatStanding = 'told' | 'silent' | 'gone';

export interface RoundDependencies {
  watches: Pick<Store['watches'], 'find' | 'readings' | 'listed' | 'endRound' | 'forget'>;
  tokenReadings: Pick<Store['tokenReadings'], 'readers'>;
  ledger: Pick<Store['ledger'], 'sent' | 'sentOn'>;
  standingOf(account: WatchedAccount, chat: WatchingChat): Promise<ChatStanding>;
  /** `undefined` where the account is not connected. */
  serversOf(ownerId: number, accountId: string): Promise<WatchedServers | undefined>;
  now(): number;
  chance(): number;
  roundMs?: number | undefined;
}

/**
 * @param heldUntil the end of the lease, epoch milliseconds
 * @returns whether the round was stored: another process may have taken the account over
 */
export async function runRound(
  dependencies: RoundDependencies,
  stored: WatchedAccount,
  heldUntil: number,
): Promise<boolean> {
  const { watches, serversOf, now, chance, roundMs: betweenMs = ROUND_MS } = dependencies;
  const startedAt = now();
  const connected = await serversOf(stored.ownerId, stored.accountId);
  if (!connected) {
    await watches.forget(stored.id, startedAt);
    return true;
  }
  const { account, gone, isSilent } = await withoutGone(dependencies, {
    ...stored,
    ...changesOfToday(stored, startedAt),
  });
  const readers = isSilent ? undefined : await dependencies.tokenReadings.readers(stored, connected.token, startedAt);
  const waiting = await waitOf(dependencies, { account, watched: connected, startedAt }, readers, betweenMs);
  if (!readers || waiting) {
    const wait = waiting ?? { account: {}, dueAt: nextRound(startedAt, chance(), betweenMs) };
    return watches.endRound(stored.id, heldUntil, { alerts: [], ...wait, gone, wants }, now());
  }
  const turn = turnOf(readers);
  // The next round may begin elsewhere a minute before the lease ends: no minute may have the readings of both.
  const longestMs = Math.min(longestRound(turn, betweenMs), heldUntil - betweenMs - now());
  if (longestMs <= 0) return false;
  const { watched, begunAt } = timed(askedOnce(connected), longestMs);
  const share = shareOf(readers);
  const most = readingsOf(smallestShare(account, share, startedAt, SETTLED_ROUNDS * betweenMs).readings);
  const budget = Math.min(account.budget || most, most);
  const before = await watches.readings(account.id);
  const { signal, end } = endAfter(longestMs, begunAt);
  const reading = { account, watched, before, budget, startedAt, signal, longestMs };
  const read = await readAccount(dependencies, reading).finally(end);
  const { listed, servers, outside, offers, answers } = read;
  const readAt = now();
  const betweenRounds = (startedAt - account.roundAt) / minutesOf(turn.groups);
  const roundMs = Math.min(Math.max(betweenRounds, ROUND_MS), 2 * ROUND_MS);
  const cycleOf = (readings: number) => Math.ceil(servers.length / readings) * roundMs;
  const countsMs = Math.max(SETTLED_ROUNDS * betweenMs, 2 * cycleOf(account.smallest?.readings ?? share));
  const smallest = smallestShare(account, share, startedAt, countsMs);
  const { pace, slowest } = slowestPace(account, answers, share, startedAt, cycleOf);
  const cycleMs = cycleOf(Math.min(budget, smallest.readings, slowest.readings));
  const present = new Set(listed.items.map(({ id }) => id));
  const silence = silenceBefore(startedAt, account, cycleMs, betweenMs * minutesOf(turn.groups));
  const about = {
    ...{ account: { ...account, ...silence }, watched, startedAt, cycleMs, roundMs: betweenMs },
    ...{ present, listedAt: listed.askedAt },
  };
  const found = await judgeRound(dependencies, about, servers, before, answers);
  const dropped = [...answers.unknown].filter((id) => before.has(id) && found.readings?.has(id) === false);
  const deleted = [...offers.gone, ...dropped];
  const pauseMs = answers.isRefused ? pauseAfter(account.failures + 1, betweenMs) : betweenMs;
  const round: Round = {
    ...found,
    listed: outside.listed,
    alerts: [...found.alerts, ...outside.alerts, ...offers.alerts, ...endTraffic(account, deleted)],
    account: {
      ...changesOfToday(stored, startedAt),
      ...silence,
      ...read.account,
      ...found.account,
      ...outside.account,
      ...offers.account,
      budget: Math.min(nextBudget(budget, answers), most),
      ...{ smallest, pace, slowest },
      roundAt: isRead(answers) ? startedAt : account.roundAt,
    },
    gone,
    wants,
    left: (chats) => withoutOver(chats, { registered: offers.registered, gone: deleted }),
    dueAt: nextReadingTurn(nextRound(readAt, chance(), pauseMs), chance(), turn, betweenMs),
  };
  return watches.endRound(account.id, heldUntil, round, now());
}

interface Reading {
  account: WatchedAccount;
  watched: WatchedServers;
  before: PowerReadings;
  budget: number;
  startedAt: number;
  signal: AbortSignal;
  longestMs: number;
}

async function readAccount(
  dependencies: RoundDependencies,
  { account, watched, before, budget, startedAt, signal, longestMs }: Reading,
) {
  const { roundMs = ROUND_MS } = dependencies;
  // A slow list must leave time to read the known servers.
  const listSignal = before.size > 0 ? within(signal, longestMs / 2) : signal;
  const listed = await readServerList(account, watched, before, listSignal, startedAt);
  const servers = watchedOf(account, listed, before);
  // The provider refuses all further requests with this token.
  const left = listed.isRefused ? 0 : budget - listed.read;
  const forOthers = Math.min(left, (servers.length > 0 ? besideOf(budget) : budget - 1) - listed.read);
  const othersSignal = within(signal, servers.length > 0 ? roundMs * MAX_REGISTRY_SHARE : longestMs / 2);
  const outside = await lookOutside(dependencies, {
    ...{ account, aliases: watched.aliases, list: listed, budget: forOthers, now: startedAt },
    ask: (id) => watched.status(id, othersSignal),
    isOfToken: watched.isOfToken,
  });
  const offers = await lookForOffers(dependencies, {
    ...{ account, offers: watched, list: listed, now: startedAt, signal },
    // A registry that does not answer leaves readings and time for the servers.
    ...{ budget: forOthers - outside.read, registrySignal: othersSignal },
  });
  const isOfRegistries = servers.length === 0 && listed.read + outside.read + offers.read === offers.busyRegistry;
  // A registry in trouble says nothing about the provider: where only registries were read, the list shows its state.
  let probe = await readIf(isOfRegistries && offers.busyRegistry > 0, listed, watched, signal, startedAt);
  const beside = answeredOf([listed, outside, { read: offers.read - offers.busyRegistry, busy: offers.busy }, probe]);
  const forPower = left - outside.read - offers.read;
  const present = new Set(listed.items.map(({ id }) => id));
  const order = inTurn(servers, before, account, forPower, startedAt, present);
  const sinceLast = Math.min(startedAt - account.roundAt, roundMs);
  const power = await readAll(watched, order, forPower, signal, sinceLast, async () => {
    if (listed.read > 0) return listed.busy > 0;
    probe = await readIf(forPower > 1, listed, watched, signal, startedAt);
    return probe.isRefused || probe.busy > 0;
  });
  // With watched servers only they show the state of the provider: the list may fail while it answers.
  const answers = servers.length > 0 ? power : { ...power, read: beside.read, busy: beside.busy };
  answers.isRefused ||= listed.isRefused || probe.isRefused;
  return {
    ...{ listed, servers, outside, offers, answers },
    account: {
      ...listed.account,
      ...failingAfter(account, order, answers, present, startedAt),
      listAt: Math.max(account.listAt, listed.at, probe.at),
      cursor: cursorAfter(order, answers, account.cursor),
    },
  };
}

async function waitOf(
  dependencies: RoundDependencies,
  about: Waiting,
  readers: TokenReaders | undefined,
  betweenMs: number,
): Promise<(Adopted & Pick<Round, 'dueAt'>) | undefined> {
  const { startedAt: now } = about;
  const dueAt = readers ? mayReadAt(readers, now, dependencies.chance(), betweenMs) : now;
  if (dueAt <= now) return undefined;
  const nothing = { account: {}, alerts: [] };
  const known = readers?.others
    ? await adoptFrom(dependencies, about, readers.others, betweenMs * minutesOf(turnOf(readers).groups))
    : nothing;
  return { ...known, dueAt };
}

type Waiting = Pick<About, 'account' | 'watched' | 'startedAt'>;
type Adopted = Pick<Round, 'account' | 'readings' | 'alerts'>;

/** A new binding continues from the readings of another one, so that no outage during its wait is missed. */
async function adoptFrom(
  dependencies: RoundDependencies,
  waiting: Waiting,
  ids: readonly string[],
  betweenMs: number,
): Promise<Adopted> {
  const { watches } = dependencies;
  const { account, watched, startedAt: now } = waiting;
  const others = (await Promise.all(ids.map((id) => watches.find(id)))).filter((each) => each !== undefined);
  const other = others.toSorted((one, another) => another.roundAt - one.roundAt).find(({ failures }) => failures === 0);
  const isFresh = other && now - other.roundAt <= GAP_ROUNDS * betweenMs;
  if (!isFresh) return { account: {}, alerts: [] };
  const before = await watches.readings(account.id);
  const list = await watched.known();
  const servers = watchedOf(account, list, before);
  const about = {
    ...{ ...waiting, cycleMs: GAP_ROUNDS * betweenMs },
    ...{ present: new Set(list.items.map((each) => each.id)), listedAt: list.askedAt },
  };
  const adopted = await adopt(dependencies, about, servers, before, await watches.readings(other.id));
  return { account: { roundAt: now }, ...adopted };
}

/** A new binding waits for the others with the token. */
function mayReadAt(readers: TokenReaders, now: number, chance: number, betweenMs: number): number {
  const at = mustWait(readers, now, betweenMs) ? nextRound(now + betweenMs, chance, betweenMs) : now;
  return nextReadingTurn(at, chance, turnOf(readers), betweenMs);
}

/** A round that only waited for its turn does not count: the next one looks back over it. */
function isRead({ isPutOff, statuses, unknown }: RoundAnswers): boolean {
  return !isPutOff || statuses.size + unknown.size > 0;
}

/** Notes the start of each reading. A reading that a short round cut off says nothing about the provider. */
function timed(watched: WatchedServers, longestMs: number): { watched: WatchedServers; begunAt(): number } {
  let at = performance.now();
  const begin = async <Answer>(signal: AbortSignal, read: () => Promise<Answer>): Promise<Answer> => {
    at = performance.now();
    try {
      return await read();
    } catch (error) {
      const isCutOff = error instanceof Failure && signal.aborted && longestMs < ANSWER_LIMIT_MS;
      throw isCutOff ? new Failure('unavailable', error.operation, { slow: true, throttled: true }) : error;
    }
  };
  return {
    begunAt: () => at,
    watched: {
      ...watched,
      list: (signal) => begin(signal, () => watched.list(signal)),
      status: (id, signal) => begin(signal, () => watched.status(id, signal)),
    },
  };
}

/** Aborts with a timeout, which is logged as an outage, only where the reading was slow already. */
function endAfter(ms: number, begunAt: () => number): { signal: AbortSignal; end(): void } {
  const over = new AbortController();
  const timer = setTimeout(() => {
    const isSlow = performance.now() - begunAt() >= BREAKER.slowMs;
    over.abort(isSlow ? new DOMException('The round has ended', 'TimeoutError') : undefined);
  }, ms);
  return { signal: over.signal, end: () => clearTimeout(timer) };
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.floor(ms))]);
}

/** Other bindings may not know of this one yet, and may use the whole minute's readings. */
function mustWait({ isNew, bindings, leftAt }: TokenReaders, now: number, betweenMs: number): boolean {
  return isNew && (bindings > 1 || (leftAt !== undefined && now - leftAt < LEFT_ROUNDS * betweenMs));
}

/** A binding that left may have read until now, and some servers were read as long ago. */
function smallestShare(
  { smallest }: Pick<WatchedAccount, 'smallest'>,
  share: number,
  now: number,
  countsMs: number,
): Share {
  const counts = smallest && smallest.readings < share && now - smallest.at < countsMs;
  return counts ? smallest : { readings: share, at: now };
}

/** A slow provider makes the cycle longer. One short round has little weight, so that the cycle does not jump. */
function slowestPace(
  { pace: before = 1, slowest }: WatchedAccount,
  answers: RoundAnswers,
  share: number,
  now: number,
  cycleOf: (readings: number) => number,
): Required<Pick<WatchedAccount, 'pace' | 'slowest'>> {
  const isSlow = answers.isCut && hasStatus(answers) && answers.asked.length > 0;
  const part = isSlow ? Math.min(answers.asked.length / share, 1) : 1;
  const pace = before + (part - before) * PACE_WEIGHT;
  const readings = Math.min(share, Math.max(1, Math.round(share * pace)));
  const countsMs = 2 * cycleOf(slowest?.readings ?? share);
  return { pace, slowest: smallestShare({ ...(slowest && { smallest: slowest }) }, readings, now, countsMs) };
}

function pauseAfter(failures: number, betweenMs: number): number {
  return Math.min(betweenMs * 2 ** Math.max(0, failures - UNREACHABLE_ROUNDS + 1), Math.max(betweenMs, MAX_PAUSE_MS));
}

async function withoutGone({ standingOf }: RoundDependencies, stored: WatchedAccount) {
  const standings = await Promise.all(stored.chats.map((chat) => standingOf(stored, chat)));
  return {
    account: { ...stored, chats: stored.chats.filter((_, at) => standings[at] !== 'gone') },
    gone: stored.chats.filter((_, at) => standings[at] === 'gone'),
    isSilent: !standings.includes('told'),
  };
}

function answeredOf(parts: readonly RoundResult[]): RoundResult {
  const busy = parts.reduce((sum, part) => sum + part.busy, 0);
  return { read: parts.reduce((sum, { read }) => sum + read, 0) - busy, busy };
}
