import { Failure, type ServerListItem } from '../../hosting/index.ts';
import type { Statuses } from '../../hosting/kept-statuses.ts';
import type { Operation } from '../../operations/index.ts';
import type { PowerReadings, WatchedAccount } from '../../store/jobs/watches.ts';
import { ROUND_MS } from '../../watches/budget.ts';
import { isWatched, tellsOutside, watchesPower } from '../../watches/chats.ts';
import { isSuspicious } from '../../watches/power.ts';
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
  /** Those of the last list, without asking the provider. */
  known(): Promise<ServerList>;
  /** Asks the provider. Rejects with a `Failure` only, as `status` does. */
  list(signal: AbortSignal): Promise<ServerList>;
  status(id: string, signal: AbortSignal): Promise<{ status?: string | undefined; trafficUsage?: string | undefined }>;
  /** What was read of them for others within the last `ms`. */
  fresh(ids: readonly string[], ms: number): Statuses;
}

/** What the provider answered in a round. */
export interface Answers {
  /** By server id; `undefined` where the record has no status. */
  statuses: Map<string, string | undefined>;
  /** The servers that it does not know. */
  unknown: Set<string>;
  /** How many readings it answered, and how many it did not, or put off. */
  read: number;
  busy: number;
  /** One waited in vain for its turn, and the provider was not asked. */
  isPutOff: boolean;
  /** It does not know the account's token any more. */
  isRefused: boolean;
}

/** Asks for each server once in a round at most: its status, its traffic and whether it exists are one answer. */
export function askedOnce(watched: WatchedServers): WatchedServers {
  const asked = new Map<string, ReturnType<WatchedServers['status']>>();
  return {
    ...watched,
    status(id, signal) {
      const answer = asked.get(id) ?? watched.status(id, signal);
      asked.set(id, answer);
      return answer;
    },
  };
}

interface Listed extends ServerList {
  /** When the list was read last, epoch ms. */
  at: number;
  read: number;
  busy: number;
  isRefused: boolean;
}

/**
 * The servers of the account: those known from before, unless it is time to ask for them. How old a kept list is, it tells itself: that
 * another process has read one since makes it no younger. One from the store is the list that was read last.
 */
export async function listOf(
  account: WatchedAccount,
  watched: WatchedServers,
  before: PowerReadings,
  signal: AbortSignal,
  startedAt: number,
): Promise<Listed> {
  const known = await watched.known();
  const askedAt = known.askedAt || (known.items.length > 0 ? account.listAt : 0);
  const at = Math.min(askedAt, startedAt);
  const kept = { items: known.items, askedAt: known.askedAt, at, read: 0, busy: 0, isRefused: false };
  if (!account.chats.some((chat) => watchesPower(chat) || tellsOutside(chat, account))) return kept;
  const rereads = account.rereads || [...before.values()].some(({ goneAt }) => goneAt !== undefined);
  if (startedAt - at < (rereads ? ROUND_MS / 2 : LIST_EVERY_MS)) return kept;
  try {
    return { ...(await watched.list(signal)), at: startedAt, read: 1, busy: 0, isRefused: false };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isPutOff(error)) return kept;
    return { ...kept, read: 1, busy: isBusy(error) ? 1 : 0, isRefused: error.kind === 'notConnected' };
  }
}

/** Those of the list that are watched, and those read before: a list that lacks a server does not tell that it is gone. */
export function watchedOf({ chats }: WatchedAccount, { items }: ServerList, before: PowerReadings): ServerListItem[] {
  const present = new Set(items.map(({ id }) => id));
  const missing = [...before.keys()].filter((id) => !present.has(id)).map((id) => ({ id }));
  return [...items, ...missing].filter(({ id }) => chats.some((chat) => isWatched(chat, id)));
}

/**
 * The servers in the order in which they are read: those first whose last reading was not what the earlier ones agreed on. The others go
 * by id: lists that lack servers, or that two processes keep, have orders of their own, in which a turn could pass a server over.
 */
export function inTurn(servers: readonly ServerListItem[], readings: PowerReadings, cursor: string): string[] {
  const ids = servers.map(({ id }) => id).sort();
  const rest = [...ids.filter((id) => id > cursor), ...ids.filter((id) => id <= cursor)];
  const isUrgent = (id: string) => {
    const memory = readings.get(id);
    return memory !== undefined && isSuspicious(memory);
  };
  return [...rest.filter(isUrgent), ...rest.filter((id) => !isUrgent(id))];
}

export function cursorAfter(turn: readonly string[], { statuses, unknown }: Answers, cursor: string): string {
  return turn.findLast((id) => statuses.has(id) || unknown.has(id)) ?? cursor;
}

/**
 * Reads servers while the budget lasts, one at a time: a provider that answers an account's requests one after another keeps its
 * people waiting for one reading at most. What people read since the last round costs nothing.
 */
export async function readAll(
  watched: WatchedServers,
  turn: readonly string[],
  budget: number,
  signal: AbortSignal,
  sinceLast: number,
): Promise<Answers> {
  const answers: Answers = {
    statuses: new Map(watched.fresh(turn, sinceLast)),
    unknown: new Set(),
    read: 0,
    busy: 0,
    isPutOff: false,
    isRefused: false,
  };
  const waiting = turn.filter((id) => !answers.statuses.has(id)).slice(0, Math.max(0, budget));
  for (const id of waiting) {
    if (answers.isRefused || answers.isPutOff || signal.aborted) break;
    await readOne(watched, id, signal, answers);
  }
  return answers;
}

async function readOne(watched: WatchedServers, id: string, signal: AbortSignal, answers: Answers): Promise<void> {
  try {
    const { status } = await watched.status(id, signal);
    answers.statuses.set(id, status);
    answers.read++;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'notConnected') answers.isRefused = true;
    answers.isPutOff = isPutOff(error);
    if (isBusy(error)) answers.busy++;
    if (!isCertain(error)) return;
    answers.unknown.add(id);
    answers.read++;
  }
}
