import type { ServerListItem } from '../../hosting/index.ts';
import { type Operation, restartsServer } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { AlertChange, AlertSlot } from '../../store/jobs/alerts.ts';
import type { TokenReaders } from '../../store/jobs/token-readings.ts';
import type { PowerMemory, PowerReadings, Round, WatchedAccount, WatchingChat } from '../../store/jobs/watches.ts';
import {
  CLOCKS_MS,
  longestRound,
  minutesOf,
  nextBudget,
  nextRound,
  nextTurn,
  ROUND_MS,
  readingsOf,
  shareOf,
  turnOf,
} from '../../watches/budget.ts';
import { isWatched, wants, withoutNames } from '../../watches/chats.ts';
import { addReading, COMPARED, forgetReadings, isUnstable, notUnstable, type PowerEvent } from '../../watches/power.ts';
import { lookForOffers } from './offers.ts';
import { changesOfToday, lookOutside } from './outside.ts';
import {
  type Answers,
  askedOnce,
  cursorAfter,
  inTurn,
  listOf,
  readAll,
  type WatchedServers,
  watchedOf,
} from './reading.ts';

/** Where servers are watched, names and prices are asked for within this share of a round. */
const LONGEST_REGISTRY = 1 / 6;
/** So many rounds in a row without any answer make the provider unreachable. */
const UNREACHABLE_ROUNDS = 3;
/** A token that the provider does not know is tried again after pauses that double, up to this one. */
const LONGEST_PAUSE_MS = 60 * 60_000;
/** What an operation does to a server may show so long after it was sent, or before that where clocks differ. */
const EFFECT_MS = 3 * 60_000;
/** The longest operation, a reinstall, takes so long; the outcome of one that a person asks about again may be read for a day. */
const LONGEST_EFFECT_MS = 15 * 60_000 + EFFECT_MS;
const LONGEST_AT_WORK_MS = 24 * 3_600_000;
/** After trouble of the provider the budget grows back to its most within so long. */
const RECOVERY_MS = 15 * ROUND_MS;

/** After so many rounds' time without a round nothing is known of it: the bot was down, or its people were not to be told. */
const GAP_ROUNDS = 3;

/** A binding that others share a token with may read for so many rounds more after it has gone. */
const SETTLED_ROUNDS = 3;

/** What a binding that has left was reading then is a minute old after so many rounds. */
const LEFT_ROUNDS = 2;

type Silence = NonNullable<WatchedAccount['silence']>;
type Share = NonNullable<WatchedAccount['smallest']>;

/**
 * `told`: it may be told about the account. `silent`: not now, as while its team is paused, or may still be brought back. `gone`: its team has
 * ended, or the member has left.
 */
export type ChatStanding = 'told' | 'silent' | 'gone';

export interface RoundDependencies {
  watches: Pick<Store['watches'], 'find' | 'readings' | 'listed' | 'endRound' | 'forget'>;
  tokenReadings: Pick<Store['tokenReadings'], 'readers'>;
  ledger: Pick<Store['ledger'], 'sent' | 'sentOn'>;
  standingOf(account: WatchedAccount, chat: WatchingChat): Promise<ChatStanding>;
  /** `undefined` where the account is not connected any more. */
  serversOf(ownerId: number, accountId: string): Promise<WatchedServers | undefined>;
  /** Epoch ms. */
  now(): number;
  /** From 0 to 1. */
  chance(): number;
  /** The time between two rounds, and the length of a round's lease; {@link ROUND_MS} unless told. */
  roundMs?: number | undefined;
}

/**
 * Reads the servers of an account that are watched, as far as this minute's budget goes, and writes down what that tells: one round.
 * @param heldUntil when its lease ends, epoch milliseconds
 * @returns whether it was written down: another process may have taken the account over
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
  const watched = askedOnce(connected);
  const { account, gone, isSilent } = await withoutGone(dependencies, {
    ...stored,
    ...changesOfToday(stored, startedAt),
  });
  const readers = isSilent ? undefined : await dependencies.tokenReadings.readers(stored, connected.token, startedAt);
  const waiting = await waitOf(dependencies, readers, startedAt, betweenMs);
  if (!readers || waiting) {
    const wait = waiting ?? { account: {}, dueAt: nextRound(startedAt, chance(), betweenMs) };
    return watches.endRound(stored.id, heldUntil, { ...wait, alerts: [], gone }, now());
  }
  const turn = turnOf(readers);
  const signal = AbortSignal.timeout(longestRound(turn, betweenMs));
  const share = shareOf(readers);
  const most = readingsOf(smallestShare(account, share, startedAt, SETTLED_ROUNDS * betweenMs).readings);
  const budget = Math.min(account.budget || most, most);
  const before = await watches.readings(account.id);
  const listed = await listOf(account, watched, before, signal, startedAt);
  const servers = watchedOf(account, listed, before);
  // Whatever else is asked with a token that is refused, is refused.
  const left = listed.isRefused ? 0 : budget - listed.read;
  const outside = await lookOutside(dependencies, {
    ...{ account, aliases: watched.aliases, list: listed, budget: left, now: startedAt },
    ask: (id) => watched.status(id, signal),
    isOfToken: watched.isOfToken,
  });
  const offers = await lookForOffers(dependencies, {
    ...{ account, offers: watched, now: startedAt, signal },
    // A registry that does not answer takes neither all readings nor all the time of the servers.
    budget: left - outside.read - (servers.length > 0 ? 1 : 0),
    registrySignal: servers.length > 0 ? within(signal, betweenMs * LONGEST_REGISTRY) : signal,
  });
  const unanswered = listed.busy + outside.busy + offers.busy;
  const beside = {
    read: listed.read + outside.read + offers.read - unanswered - offers.busyRegistry,
    // Of the servers and of the provider as a whole a registry in trouble tells something only where nothing else is asked for.
    busy: unanswered + (servers.length > 0 ? 0 : offers.busyRegistry),
  };
  const order = inTurn(servers, before, account.cursor);
  const sinceLast = Math.min(startedAt - account.roundAt, betweenMs);
  const answers = await readAll(watched, order, left - outside.read - offers.read, signal, sinceLast);
  const readAt = now();
  answers.read += beside.read;
  answers.busy += beside.busy;
  answers.isRefused ||= listed.isRefused;
  // With the time that a round itself takes.
  const betweenRounds = (startedAt - account.roundAt) / minutesOf(turn.groups);
  const roundMs = Math.min(Math.max(betweenRounds, ROUND_MS), 2 * ROUND_MS);
  const cycleOf = (readings: number) => Math.ceil(servers.length / readings) * roundMs;
  const countsMs = Math.max(SETTLED_ROUNDS * betweenMs, 2 * cycleOf(account.smallest?.readings ?? share));
  const smallest = smallestShare(account, share, startedAt, countsMs);
  const cycleMs = cycleOf(Math.min(budget, smallest.readings));
  const present = new Set(listed.items.map(({ id }) => id));
  const silence = silenceBefore(startedAt, account, cycleMs, betweenMs * minutesOf(turn.groups));
  const about = {
    ...{ account: { ...account, ...silence }, watched, startedAt, cycleMs },
    ...{ present, listedAt: listed.askedAt },
  };
  const found = await judge(dependencies, about, servers, before, answers);
  const pauseMs = answers.isRefused ? pauseAfter(account.failures + 1, betweenMs) : betweenMs;
  const round: Round = {
    ...found,
    listed: outside.listed,
    alerts: [...found.alerts, ...outside.alerts, ...offers.alerts],
    account: {
      ...changesOfToday(stored, startedAt),
      ...silence,
      ...found.account,
      ...outside.account,
      ...offers.account,
      budget: Math.min(nextBudget(budget, answers), most),
      smallest,
      roundAt: isRead(answers) ? startedAt : account.roundAt,
      listAt: Math.max(account.listAt, listed.at),
      cursor: cursorAfter(order, answers, account.cursor),
    },
    gone,
    wants,
    left: (chats) => withoutNames(chats, offers.registered),
    dueAt: nextTurn(nextRound(readAt, chance(), pauseMs), chance(), turn, betweenMs),
  };
  return watches.endRound(account.id, heldUntil, round, now());
}

/** What the round of a binding leaves that may not read yet; `undefined` where it may. */
async function waitOf(
  { watches, chance }: RoundDependencies,
  readers: TokenReaders | undefined,
  now: number,
  betweenMs: number,
): Promise<Pick<Round, 'account' | 'readings' | 'dueAt'> | undefined> {
  const dueAt = readers ? mayReadAt(readers, now, chance(), betweenMs) : now;
  if (dueAt <= now) return undefined;
  const known = readers?.other === undefined ? { account: {} } : await knownTo(watches, readers.other, now, betweenMs);
  return { ...known, dueAt };
}

/**
 * What another binding with the token knows of the servers, where it has just read them: a new binding goes on from there, so that a server
 * that goes off while it waits is told.
 */
async function knownTo(
  watches: RoundDependencies['watches'],
  id: string,
  now: number,
  betweenMs: number,
): Promise<Pick<Round, 'account' | 'readings'>> {
  const other = await watches.find(id);
  const isFresh = other && other.failures === 0 && now - other.roundAt <= GAP_ROUNDS * betweenMs;
  return isFresh ? { account: { roundAt: now }, readings: await watches.readings(id) } : { account: {} };
}

/** When a round of this binding may read: now, unless others with the token come before. */
function mayReadAt(readers: TokenReaders, now: number, chance: number, betweenMs: number): number {
  const at = mustWait(readers, now, betweenMs) ? nextRound(now + betweenMs, chance, betweenMs) : now;
  return nextTurn(at, chance, turnOf(readers), betweenMs);
}

/** A round counts unless all that it did was to wait for its turn: the next one looks back over it. */
function isRead({ isPutOff, statuses, unknown }: Answers): boolean {
  return !isPutOff || statuses.size + unknown.size > 0;
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.floor(ms))]);
}

/**
 * Whether rounds of others with the token, which know nothing of this binding yet, or those of one that has left, may still read all that
 * a minute has.
 */
function mustWait({ isNew, bindings, leftAt }: TokenReaders, now: number, betweenMs: number): boolean {
  return isNew && (bindings > 1 || (leftAt !== undefined && now - leftAt < LEFT_ROUNDS * betweenMs));
}

/**
 * A share that was smaller counts on: for some minutes, because the binding that has gone may have read in the last of them; and until
 * each server was surely read again, because one may have been read as long ago.
 */
function smallestShare({ smallest }: WatchedAccount, share: number, now: number, countsMs: number): Share {
  const counts = smallest && smallest.readings < share && now - smallest.at < countsMs;
  return counts ? smallest : { readings: share, at: now };
}

function pauseAfter(failures: number, betweenMs: number): number {
  return Math.min(
    betweenMs * 2 ** Math.max(0, failures - UNREACHABLE_ROUNDS + 1),
    Math.max(betweenMs, LONGEST_PAUSE_MS),
  );
}

async function withoutGone({ standingOf }: RoundDependencies, stored: WatchedAccount) {
  const standings = await Promise.all(stored.chats.map((chat) => standingOf(stored, chat)));
  return {
    account: { ...stored, chats: stored.chats.filter((_, at) => standings[at] !== 'gone') },
    gone: stored.chats.filter((_, at) => standings[at] === 'gone'),
    /** No chat may be told now: the round reads nothing. */
    isSilent: !standings.includes('told'),
  };
}

/** What a round is about. `cycleMs`: how long it takes until each server was read once. */
interface About {
  account: WatchedAccount;
  watched: WatchedServers;
  startedAt: number;
  cycleMs: number;
  /** The servers of the list, and when that was asked for, epoch ms. */
  present: ReadonlySet<string>;
  listedAt: number;
}

type Found = Pick<Round, 'account' | 'alerts' | 'readings'>;

/** What the answers tell of each server, and of the provider. */
async function judge(
  dependencies: RoundDependencies,
  about: About,
  servers: readonly ServerListItem[],
  before: PowerReadings,
  answers: Answers,
): Promise<Found> {
  const { account } = about;
  if (answers.isRefused) return judgeSilence(about, before, 'refused');
  const answered = isAnswered(servers, answers);
  if (!answered && answers.busy > 0) return judgeSilence(about, before, 'unreachable');
  const readings: PowerReadings = new Map();
  const isBack = answered && account.failures >= UNREACHABLE_ROUNDS;
  const alerts: AlertChange[] = isBack ? resolveIn(account, undefined, 'answers') : [];
  for (const item of servers) {
    const judged = answers.unknown.has(item.id)
      ? judgeUnknown(about, item.id, before.get(item.id))
      : await judgeServer(dependencies, about, item, before.get(item.id), answers.statuses.get(item.id));
    if (judged.memory) readings.set(item.id, judged.memory);
    alerts.push(...judged.alerts);
  }
  const isRead = new Set(servers.map(({ id }) => id));
  for (const id of before.keys()) if (!isRead.has(id)) alerts.push(...resolveIn(account, id, 'unwatched'));
  // A round that has asked for nothing does not tell that the provider answers.
  const after = answered ? { failures: 0 } : {};
  return { account: after, alerts, ...(sameReadings(before, readings) ? {} : { readings }) };
}

/** Whether the provider answers. Where servers are watched, an answered list does not tell that. */
function isAnswered(servers: readonly ServerListItem[], { statuses, unknown, read, busy }: Answers): boolean {
  return servers.length > 0 ? statuses.size + unknown.size > 0 : read > 0 && busy === 0;
}

/** What a reading of a server tells: what is remembered of it from now on, and what is told. */
interface Judged {
  memory: PowerMemory | undefined;
  alerts: AlertChange[];
}

/** @param status undefined where it was not read, or the record has none */
async function judgeServer(
  dependencies: RoundDependencies,
  about: About,
  item: ServerListItem,
  before: PowerMemory | undefined,
  status: string | undefined,
): Promise<Judged> {
  if (status === undefined) return { memory: before, alerts: [] };
  const { memory, event } = addReading(before, status, about.startedAt, about.account.roundAt);
  const why = event && (await explained(dependencies, about, item.id, memory, event));
  if (event === 'unstable' && why && before) return { memory: notUnstable(memory, before), alerts: [] };
  if (why === 'wait' && before) return { memory: forgetReadings(before), alerts: [] };
  return { memory, alerts: event && why !== 'ours' ? alertsOf(about, item, memory, event) : [] };
}

/** The provider does not know a server. It is gone once two lists lack it, too. */
function judgeUnknown({ account, present, listedAt }: About, id: string, before: PowerMemory | undefined): Judged {
  // The server may be younger than a list that is older than the one which another process has read.
  if (!before || present.has(id) || listedAt < account.listAt) return { memory: before, alerts: [] };
  const { goneAt = listedAt } = before;
  if (listedAt > goneAt) return { memory: undefined, alerts: resolveIn(account, id, 'unwatched') };
  return { memory: { ...before, goneAt }, alerts: [] };
}

/** The time without rounds before one; nothing where there was none. */
function silenceBefore(
  startedAt: number,
  account: WatchedAccount,
  cycleMs: number,
  betweenMs: number,
): Pick<WatchedAccount, 'silence'> {
  const isGap = account.roundAt > 0 && startedAt - account.roundAt > GAP_ROUNDS * betweenMs;
  return isGap ? { silence: silenceUntil(startedAt, account, cycleMs) } : {};
}

/**
 * The time without readings that ends now. One that ended so short ago that some servers were not read since goes on: what was done with
 * them in either explains their state.
 */
function silenceUntil(to: number, { silence, roundAt }: WatchedAccount, cycleMs: number): Silence {
  return silence && roundAt <= silence.to + 2 * cycleMs ? { ...silence, to } : { from: roundAt || to, to };
}

/** Nothing was answered. What was read before says nothing of the time after. */
function judgeSilence(
  { account, startedAt, cycleMs }: About,
  before: PowerReadings,
  what: 'unreachable' | 'refused',
): Found {
  const failures = account.failures + 1;
  const isTold = failures > UNREACHABLE_ROUNDS && account.silence?.what === what;
  const alerts =
    failures >= UNREACHABLE_ROUNDS && !isTold
      ? account.chats.map((chat) => ({
          ...slotIn(account, chat, undefined),
          change: 'open' as const,
          alert: { ...tellIn(chat), what, since: account.roundAt || startedAt },
        }))
      : [];
  const readings = new Map([...before].map(([id, memory]) => [id, forgetReadings(memory)] as const));
  return {
    account: { failures, silence: { ...silenceUntil(startedAt, account, cycleMs), what } },
    alerts,
    ...(sameReadings(before, readings) ? {} : { readings }),
  };
}

/**
 * Whether operations of our own are why: `ours` where a person wanted it so; `wait` where one is still at work, or its effect may
 * still show. An operation at work explains it, whenever it was sent.
 */
async function explained(
  { ledger }: RoundDependencies,
  about: About,
  serverId: string,
  { since, after = since, changes }: PowerMemory,
  event: PowerEvent,
): Promise<'ours' | 'wait' | undefined> {
  if (event !== 'down' && event !== 'unstable') return undefined;
  const { startedAt, cycleMs } = about;
  const from = lastReadBefore(about, Math.min(since, after));
  const sent = (await ledger.sentOn(serverId, Math.min(from, startedAt - LONGEST_AT_WORK_MS)))
    .filter((each) => restartsServer(each) && (each.state !== 'unknown' || each.said?.happened !== false))
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
  const last = sent.at(-1);
  if (event === 'down' && last && isPowerOff(last) && (isUnsettled(last, startedAt) || endOf(last) >= from))
    return 'ours';
  if (sent.some((each) => isAtWork(each, startedAt))) return 'wait';
  const begun = startedAt - COMPARED * Math.max(cycleMs, ROUND_MS) - CLOCKS_MS;
  const restarts = sent.filter((each) => endOf(each) >= begun).length;
  return event === 'unstable' && restarts > 0 && !isUnstable(changes, restarts) ? 'ours' : undefined;
}

/** The latest time at which a server was surely read before a reading, less what clocks may differ: epoch ms. */
function lastReadBefore({ account: { silence }, cycleMs }: About, since: number): number {
  // A server that looks wrong is read out of turn, which makes the cycle longer for the others.
  const from = since - (cycleMs > 2 * ROUND_MS ? 1.5 : 1) * cycleMs;
  const recoveredAt = silence && silence.to + RECOVERY_MS + 2 * cycleMs;
  return (
    (silence && recoveredAt !== undefined && from <= recoveredAt ? Math.min(from, silence.from - cycleMs) : from) -
    CLOCKS_MS
  );
}

function isPowerOff({ kind, parameters }: Operation): boolean {
  return kind === 'power' && typeof parameters === 'object' && parameters !== null && 'action' in parameters
    ? parameters.action === 'off'
    : false;
}

function endOf({ sentAt = 0, endedAt = sentAt }: Operation): number {
  return Math.max(sentAt, endedAt);
}

/** Whether its outcome is still read, or may have been lost so short ago that it may still show. */
function isUnsettled({ state, dueAt, sentAt = 0 }: Operation, at: number): boolean {
  const isOpen = state === 'sending' || state === 'accepted' || state === 'unknown';
  return isOpen && (dueAt !== null || sentAt + LONGEST_EFFECT_MS > at);
}

function isAtWork(operation: Operation, at: number): boolean {
  return isUnsettled(operation, at) || endOf(operation) + EFFECT_MS > at;
}

function alertsOf(
  { account, watched: { aliases } }: About,
  { id, ip }: ServerListItem,
  { agreed: status, since }: PowerMemory,
  event: PowerEvent,
): AlertChange[] {
  const server = { id, name: aliases.get(id) ?? ip ?? id, ...(ip === undefined ? {} : { ip }) };
  return account.chats
    .filter((chat) => isWatched(chat, id))
    .map((chat): AlertChange => {
      const slot = slotIn(account, chat, id);
      if (event === 'up' || event === 'steady') return { ...slot, change: 'resolve', why: 'up', at: since };
      if (event === 'other') return { ...slot, change: 'status', status };
      return { ...slot, change: 'open', alert: { ...tellIn(chat), what: event, server, status, since } };
    });
}

function resolveIn(
  account: WatchedAccount,
  serverId: string | undefined,
  why: Extract<AlertChange, { change: 'resolve' }>['why'],
): AlertChange[] {
  return account.chats.map((chat) => ({ ...slotIn(account, chat, serverId), change: 'resolve', why }));
}

function slotIn(
  { ownerId, accountId }: WatchedAccount,
  { chatId, topicId }: WatchingChat,
  serverId: string | undefined,
): AlertSlot {
  return { ownerId, accountId, chatId, topicId: topicId || undefined, serverId };
}

function tellIn({ locale, team }: WatchingChat) {
  return { locale, ...(team === undefined ? {} : { team }) };
}

function sameReadings(one: PowerReadings, other: PowerReadings): boolean {
  return one.size === other.size && [...other].every(([id, memory]) => sameMemory(one.get(id), memory));
}

function sameMemory(one: PowerMemory | undefined, other: PowerMemory): boolean {
  return (
    one?.agreed === other.agreed &&
    one.last === other.last &&
    one.inRow === other.inRow &&
    one.since === other.since &&
    one.after === other.after &&
    one.changes === other.changes &&
    one.unstable === other.unstable &&
    one.goneAt === other.goneAt
  );
}
