import { Failure, type ServerListItem } from '../../../hosting/index.ts';
import type { Statuses } from '../../../hosting/kept/kept-statuses.ts';
import type { Operation } from '../../../operations/index.ts';
import type { PowerReadings, WatchedAccount, WatchingChat } from '../../../store/jobs/watches.ts';
import { type Failed, isSpaced, ROUND_MS, type RoundResult, UNREACHABLE_ROUNDS } from '../../../watches/budget.ts';
import { isWatched, tellsOutside, watchesPower } from '../../../watches/chats.ts';
import { isSuspicious } from '../../../watches/power.ts';
import type { Offers } from './offers.ts';
import { isBusy, isCertain, isPutOff, type ServerList } from './outside.ts';

/** The list, which tells what servers there are, is read so often; one that a person asked for counts. */
const LIST_EVERY_MS = 10 * 60_000;

/** The servers of a watched account, as its owner connected it. */
export interface WatchedServers extends Offers {
  token: string;
  /** Whether an operation was sent with the token. */
  isOfToken(operation: Operation): Promise<boolean>;
  /** The owner's names, by server id. */
  aliases: ReadonlyMap<string, string>;
  /** The servers of the last list, without asking the provider. */
  known(): Promise<ServerList>;
  /** Asks the provider. Rejects with a `Failure` only, as `status` does. */
  list(signal: AbortSignal): Promise<ServerList>;
  status(id: string, signal: AbortSignal): Promise<{ status?: string | undefined; trafficUsage?: string | undefined }>;
  /** Their readings for others within the last `ms`. */
  fresh(ids: readonly string[], ms: number): Statuses;
}

/** Of the servers that can't be read while others can so many at most are asked less often. */
const MOST_FAILING = 100;

/** The provider's answers in a round. */
export interface RoundAnswers extends Required<RoundResult> {
  /** By server id; `undefined` where the record has no status. */
  statuses: Map<string, string | undefined>;
  /** The servers that it does not know. */
  unknown: Set<string>;
  /** The servers that were asked for, in that order; `failed` are the ones of them that could not be read. */
  asked: string[];
  failed: Set<string>;
  /** A reading waited in vain for its turn, and the provider was not asked. */
  isPutOff: boolean;
  /** The time was over before the budget, and before all servers were read. */
  isCut: boolean;
  /** Whether the provider does not know the account's token any more. */
  isRefused: boolean;
}

/**
 * Asks for each server once in a round at most: its status, its traffic and whether it exists are one answer. Where the provider was not asked,
 * it is asked once more.
 */
export function askedOnce(watched: WatchedServers): WatchedServers {
  const asked = new Map<string, ReturnType<WatchedServers['status']>>();
  return {
    ...watched,
    async status(id, signal) {
      const answer = asked.get(id) ?? watched.status(id, signal);
      asked.set(id, answer);
      try {
        return await answer;
      } catch (error) {
        if (error instanceof Failure && isPutOff(error)) asked.delete(id);
        throw error;
      }
    },
  };
}

interface Listed extends ServerList {
  /** When the list was read last, epoch ms. */
  at: number;
  read: number;
  busy: number;
  isRefused: boolean;
  /** The failures of the list so far, where they changed. */
  account: Pick<WatchedAccount, 'listFailed'>;
}

/**
 * The servers of the account: those known from before, unless it is time to ask for them. How old a kept list is, it tells itself: that
 * another process has read one since makes it no younger. One from the store is the list that was read last.
 */
export async function readServerList(
  account: WatchedAccount,
  watched: WatchedServers,
  before: PowerReadings,
  signal: AbortSignal,
  startedAt: number,
): Promise<Listed> {
  const known = await watched.known();
  const askedAt = known.askedAt || (known.items.length > 0 ? account.listAt : 0);
  const at = Math.min(askedAt, startedAt);
  const kept = { items: known.items, askedAt: known.askedAt, at, read: 0, busy: 0, isRefused: false, account: {} };
  const { failures, silence, offers = [] } = account;
  const isGone = [...before.values(), ...offers].some(({ goneAt }) => goneAt !== undefined);
  if (!isGone && !account.chats.some((chat) => watchesPower(chat) || tellsOutside(chat, account))) return kept;
  // A token that was refused takes one reading, until the provider knows it again.
  const wasRefused = failures > 0 && silence?.what === 'refused';
  // The servers that the provider does not know any more may be all that were watched.
  const isDoubted = failures > 0 && failures < UNREACHABLE_ROUNDS;
  // The kept list may be that of another account, whose token was replaced.
  const isFirst = account.comparedAt === 0 && account.chats.some((chat) => tellsOutside(chat, account));
  const rereads = account.rereads || isGone || isDoubted || wasRefused || isFirst;
  if (startedAt - at < (rereads ? ROUND_MS / 2 : LIST_EVERY_MS)) return kept;
  // Where no server is known, the list alone tells whether the provider answers.
  const isKnown = known.items.length + before.size > 0;
  if (isKnown && !wasRefused && isSpaced(sinceList(account, at), startedAt)) return kept;
  return readList(kept, watched, signal, startedAt, account.listFailed);
}

/** The failures of the list since one was read; a person may have read one. */
function sinceList({ listFailed }: WatchedAccount, listAt: number): Failed | undefined {
  return listFailed && listFailed.at > listAt ? listFailed : undefined;
}

/** {@link readList} where that is wanted, else the kept list, which costs no reading. */
export async function readIf(
  isWanted: boolean,
  kept: Listed,
  watched: WatchedServers,
  signal: AbortSignal,
  startedAt: number,
): Promise<Listed> {
  const none = { ...kept, read: 0, busy: 0, isRefused: false, account: {} };
  return isWanted ? readList(none, watched, signal, startedAt) : none;
}

/** Asks for the list; one that can't be read is the `kept` one. */
async function readList(
  kept: Listed,
  watched: WatchedServers,
  signal: AbortSignal,
  startedAt: number,
  failed?: Failed,
): Promise<Listed> {
  try {
    const account = failed ? { listFailed: { times: 0, at: startedAt } } : {};
    return { ...(await watched.list(signal)), at: startedAt, read: 1, busy: 0, isRefused: false, account };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isPutOff(error)) return { ...kept, read: 0, busy: 0 };
    const account = { listFailed: { times: (failed?.times ?? 0) + 1, at: startedAt } };
    return { ...kept, read: 1, busy: isBusy(error) ? 1 : 0, isRefused: error.kind === 'notConnected', account };
  }
}

/** The watched servers of the list, and the servers read before: a list that lacks a server does not tell that it is gone. */
export function watchedOf({ chats }: WatchedAccount, { items }: ServerList, before: PowerReadings): ServerListItem[] {
  const present = new Set(items.map(({ id }) => id));
  const missing = [...before.keys()].filter((id) => !present.has(id)).map((id) => ({ id }));
  return [...items, ...missing].filter(({ id }) => chats.some((chat) => isWatched(chat, id)));
}

/** The servers in the order in which they are read. */
export interface Order {
  ids: readonly string[];
  /** Servers that are read out of turn. */
  urgent: ReadonlySet<string>;
  /** Servers that could not be read again and again while others could: they are not asked for yet. */
  spaced: ReadonlySet<string>;
}

/**
 * Servers whose last reading was not what the earlier ones agreed on come first, unless they are unstable: that takes half of the budget
 * at most. The others go by id: lists that lack servers, or that two processes keep, have orders of their own, in which a turn could pass
 * a server over.
 */
export function inTurn(
  servers: readonly ServerListItem[],
  readings: PowerReadings,
  { cursor, failing = [] }: Pick<WatchedAccount, 'cursor' | 'failing'>,
  budget: number,
  now: number,
  present: ReadonlySet<string> = new Set(),
): Order {
  const ids = servers.map(({ id }) => id).sort();
  const rest = [...ids.filter((id) => id > cursor), ...ids.filter((id) => id <= cursor)];
  const isUrgent = (id: string) => {
    const memory = readings.get(id);
    return memory !== undefined && !memory.unstable && isSuspicious(memory);
  };
  const urgent = rest.filter(isUrgent);
  const first = Math.max(1, Math.floor(budget / 2));
  const others = rest.filter((id) => !isUrgent(id));
  // A server that the provider does not know is gone once the list lacks it, too: asked for once more, it tells so.
  const spaced = failing.filter((each) => isSpaced(each, now) && (!each.isUnknown || present.has(each.id)));
  return {
    ids: [...urgent.slice(0, first), ...others, ...urgent.slice(first)],
    urgent: new Set(urgent),
    spaced: new Set(spaced.map(({ id }) => id)),
  };
}

/** The last server that was asked for in turn. Servers that people have read may lie far behind it. */
export function cursorAfter({ urgent }: Order, { asked }: RoundAnswers, cursor: string): string {
  return asked.findLast((id) => !urgent.has(id)) ?? cursor;
}

/** Whether a round has read the status of a server. */
export function hasStatus({ statuses }: RoundAnswers): boolean {
  return [...statuses.values()].some((status) => status !== undefined);
}

/** The servers that can't be read while others can, also those of the list that the provider does not know. */
export function failingAfter(
  { failing = [], roundAt }: WatchedAccount,
  { ids }: Order,
  answers: RoundAnswers,
  present: ReadonlySet<string>,
  now: number,
): Pick<WatchedAccount, 'failing'> {
  const { statuses, unknown, failed } = answers;
  const watched = new Set(ids);
  const isGone = (id: string) => unknown.has(id) && !present.has(id);
  const left = failing.filter(({ id }) => watched.has(id) && !statuses.has(id) && !isGone(id));
  // Where nothing can be read, that is no server's fault.
  const blamed = new Set(hasStatus(answers) ? [...failed, ...unknown].filter((id) => !isGone(id)) : []);
  const known = new Set(left.map(({ id }) => id));
  const counted = (id: string, before: { times: number; from: number }) => ({
    ...{ id, times: before.times + 1, at: now, from: before.from },
    ...(unknown.has(id) ? { isUnknown: true as const } : {}),
  });
  const after = left.map((each) => (blamed.has(each.id) ? counted(each.id, each) : each));
  for (const id of blamed)
    if (!known.has(id) && after.length < MOST_FAILING) after.push(counted(id, { times: 0, from: roundAt || now }));
  return failing.length + after.length > 0 ? { failing: after } : {};
}

/** A server that could not be read again and again while others could: the provider tells nothing of it. */
type Unread = NonNullable<WatchedAccount['failing']>[number];

/**
 * The servers that a chat watches and that could not be read for some rounds of their turns, the longest unread first; none while the provider
 * tells nothing of any server.
 */
export function unreadIn({ failing = [], failures, listAt }: WatchedAccount, chat: WatchingChat): Unread[] {
  if (failures >= UNREACHABLE_ROUNDS) return [];
  return failing
    .filter(({ id, times }) => times >= UNREACHABLE_ROUNDS && isWatched(chat, id))
    .filter(({ from, isUnknown }) => !isUnknown || listAt > from)
    .sort((one, other) => one.from - other.from);
}

/**
 * Reads servers while the budget lasts, one at a time: a provider that answers an account's requests one after another keeps its
 * people waiting for one reading at most. Servers that people read since the last round cost nothing.
 * @param isRefused tells, where a server is the first to refuse the token, whether the provider refuses it for the whole account
 */
export async function readAll(
  watched: WatchedServers,
  { ids, spaced }: Order,
  budget: number,
  signal: AbortSignal,
  sinceLast: number,
  isRefused: () => Promise<boolean>,
): Promise<RoundAnswers> {
  const answers: RoundAnswers = {
    statuses: new Map(watched.fresh(ids, sinceLast)),
    ...{ unknown: new Set(), asked: [], failed: new Set() },
    ...{ read: 0, busy: 0, throttled: 0, isPutOff: false, isCut: false, isRefused: false },
  };
  const unread = ids.filter((id) => !answers.statuses.has(id));
  const ready = unread.filter((id) => !spaced.has(id));
  const isSpare = ready.length === 0 && answers.statuses.size === 0;
  let left = budget;
  for (const id of isSpare ? unread : ready) {
    if (left <= 0 || answers.isRefused || answers.isPutOff || signal.aborted) break;
    left -= await readOne(watched, id, signal, answers, isRefused);
  }
  answers.isCut = left > 0 && (answers.isPutOff || signal.aborted);
  return answers;
}

/** Resolves to how many readings that took. */
async function readOne(
  watched: WatchedServers,
  id: string,
  signal: AbortSignal,
  answers: RoundAnswers,
  isRefused: () => Promise<boolean>,
): Promise<number> {
  try {
    const { status } = await watched.status(id, signal);
    answers.asked.push(id);
    answers.statuses.set(id, status);
    answers.read++;
    return 1;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    answers.isPutOff = isPutOff(error);
    if (answers.isPutOff) return 0;
    answers.asked.push(id);
    if (isCertain(error)) {
      answers.unknown.add(id);
      answers.read++;
      return 1;
    }
    answers.failed.add(id);
    answers.busy++;
    if (error.throttled) answers.throttled++;
    // A server that the token alone may not read says nothing of the others.
    if (error.kind !== 'notConnected' || answers.read + answers.busy > 1) return 1;
    answers.isRefused = await isRefused();
    return 2;
  }
}
