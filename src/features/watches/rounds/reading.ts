import { Failure, type ServerListItem } from '../../../hosting/index.ts';
import type { Statuses } from '../../../hosting/kept/kept-statuses.ts';
import type { Operation } from '../../../operations/index.ts';
import type { PowerReadings, WatchedAccount, WatchingChat } from '../../../store/jobs/watches.ts';
import { type Failed, isSpaced, ROUND_MS, type RoundResult, UNREACHABLE_ROUNDS } from '../../../watches/budget.ts';
import { isWatched, tellsOutside, watchesPower } from '../../../watches/chats.ts';
import { isSuspicious } from '../../../watches/power.ts';
import type { Offers } from './offers.ts';
import { isBusy, isCertain, isPutOff, type ServerList } from './outside.ts';

/** A list that a person requested counts too. */
const LIST_EVERY_MS = 10 * 60_000;

export interface WatchedServers extends Offers {
  token: string;
  /** Whether the operation was sent with the token. */
  isOfToken(operation: Operation): Promise<boolean>;
  aliases: ReadonlyMap<string, string>;
  /** Makes no request. */
  known(): Promise<ServerList>;
  /** Rejects with a `Failure` only, as `status` does. */
  list(signal: AbortSignal): Promise<ServerList>;
  status(id: string, signal: AbortSignal): Promise<{ status?: string | undefined; trafficUsage?: string | undefined }>;
  /** Readings of the last `ms` that were made for others. */
  fresh(ids: readonly string[], ms: number): Statuses;
}

/** Failing servers beyond this number are read in turn like all others. */
const MAX_FAILING_KEPT = 100;

export interface RoundAnswers extends Required<RoundResult> {
  /** `undefined` where the record has no status. */
  statuses: Map<string, string | undefined>;
  unknown: Set<string>;
  /** In the order of the requests; `failed` are those without an answer. */
  asked: string[];
  failed: Set<string>;
  /** A reading waited in vain for its turn: the provider was not asked. */
  isPutOff: boolean;
  /** The time ran out before the budget did. */
  isCut: boolean;
  /** The provider does not accept the token. */
  isRefused: boolean;
}

/** A server's status, traffic and existence share one answer. */
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
  at: number;
  read: number;
  busy: number;
  isRefused: boolean;
  account: Pick<WatchedAccount, 'listFailed'>;
}

/** The age of a kept list is its own: a list of another process makes it no younger. */
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
  // A refused token is tested with a single reading per round.
  const wasRefused = failures > 0 && silence?.what === 'refused';
  // The servers that the provider does not know may be all the watched ones.
  const isDoubted = failures > 0 && failures < UNREACHABLE_ROUNDS;
  // The kept list may be that of another account, whose token was replaced.
  const isFirst = account.comparedAt === 0 && account.chats.some((chat) => tellsOutside(chat, account));
  const rereads = account.rereads || isGone || isDoubted || wasRefused || isFirst;
  if (startedAt - at < (rereads ? ROUND_MS / 2 : LIST_EVERY_MS)) return kept;
  // Without known servers only the list shows whether the provider answers.
  const isKnown = known.items.length + before.size > 0;
  if (isKnown && !wasRefused && isSpaced(sinceList(account, at), startedAt)) return kept;
  return readList(kept, watched, signal, startedAt, account.listFailed);
}

/** A person may have read a list since the failures. */
function sinceList({ listFailed }: WatchedAccount, listAt: number): Failed | undefined {
  return listFailed && listFailed.at > listAt ? listFailed : undefined;
}

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

/** Includes servers read before: their absence from a list does not mean that they are gone. */
export function watchedOf({ chats }: WatchedAccount, { items }: ServerList, before: PowerReadings): ServerListItem[] {
  const present = new Set(items.map(({ id }) => id));
  const missing = [...before.keys()].filter((id) => !present.has(id)).map((id) => ({ id }));
  return [...items, ...missing].filter(({ id }) => chats.some((chat) => isWatched(chat, id)));
}

export interface Order {
  ids: readonly string[];
  urgent: ReadonlySet<string>;
  /** Not read yet: they kept failing while others answered. */
  spaced: ReadonlySet<string>;
}

/**
 * Servers with a suspicious last reading come first, for at most half of the budget; unstable ones keep their turn.
 * The others go by id: lists of several processes differ in order, and a turn could pass a server over.
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
  // A server that the provider does not know is asked for again once the list lacks it: the answer decides.
  const spaced = failing.filter((each) => isSpaced(each, now) && (!each.isUnknown || present.has(each.id)));
  return {
    ids: [...urgent.slice(0, first), ...others, ...urgent.slice(first)],
    urgent: new Set(urgent),
    spaced: new Set(spaced.map(({ id }) => id)),
  };
}

/** The last server read in turn; servers that people read may lie far behind it. */
export function cursorAfter({ urgent }: Order, { asked }: RoundAnswers, cursor: string): string {
  return asked.findLast((id) => !urgent.has(id)) ?? cursor;
}

export function hasStatus({ statuses }: RoundAnswers): boolean {
  return [...statuses.values()].some((status) => status !== undefined);
}

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
  // Where nothing can be read, no single server is at fault.
  const blamed = new Set(hasStatus(answers) ? [...failed, ...unknown].filter((id) => !isGone(id)) : []);
  const known = new Set(left.map(({ id }) => id));
  const counted = (id: string, before: { times: number; from: number }) => ({
    ...{ id, times: before.times + 1, at: now, from: before.from },
    ...(unknown.has(id) ? { isUnknown: true as const } : {}),
  });
  const after = left.map((each) => (blamed.has(each.id) ? counted(each.id, each) : each));
  for (const id of blamed)
    if (!known.has(id) && after.length < MAX_FAILING_KEPT) after.push(counted(id, { times: 0, from: roundAt || now }));
  return failing.length + after.length > 0 ? { failing: after } : {};
}

type Unread = NonNullable<WatchedAccount['failing']>[number];

/** The watched servers that kept failing, longest first; none while the provider answers for no server. */
export function unreadIn({ failing = [], failures, listAt }: WatchedAccount, chat: WatchingChat): Unread[] {
  if (failures >= UNREACHABLE_ROUNDS) return [];
  return failing
    .filter(({ id, times }) => times >= UNREACHABLE_ROUNDS && isWatched(chat, id))
    .filter(({ from, isUnknown }) => !isUnknown || listAt > from)
    .sort((one, other) => one.from - other.from);
}

/**
 * Reads one server at a time, so that people wait for at most one reading of a slow provider.
 * @param isRefused checks whether a first refusal is for the whole account
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

/** Resolves to the number of readings used. */
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
    // A server that this token alone may not read says nothing about the others.
    if (error.kind !== 'notConnected' || answers.read + answers.busy > 1) return 1;
    answers.isRefused = await isRefused();
    return 2;
  }
}
