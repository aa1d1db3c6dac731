import type { AlertChange } from '../store/jobs/alerts.ts';
import type { WatchedAccount, WatchedPrice, WatchedTraffic, WatchingChat } from '../store/jobs/watches.ts';

/**
 * A chat may watch so many names, and the prices of so many suffixes: a name is asked for every ten minutes, so that twenty take two of
 * the thirty readings of a minute.
 */
export const MOST_NAMES = 20;
export const MOST_PRICES = 10;
/** The traffic of so many servers: each is read once an hour. */
export const MOST_TRAFFIC = 20;
/** An account with more changes outside the bot on one day is not told of them, unless its people want that. */
export const MOST_CHANGES = 100;

/** Whether a chat is told about the power of a server. */
export function isWatched({ power }: WatchingChat, serverId: string): boolean {
  return power.all !== power.except.includes(serverId);
}

/** Sets whether a chat is told about the power of a server, or of all. */
export function setWatched(chat: WatchingChat, server: string | 'all', isWatchedNow: boolean): void {
  if (server === 'all') {
    chat.power = { all: isWatchedNow, except: [] };
    return;
  }
  const others = chat.power.except.filter((id) => id !== server);
  chat.power.except = isWatchedNow === chat.power.all ? others : [...others, server];
}

/** Whether a chat is told about the power of some server. */
export function watchesPower({ power }: WatchingChat): boolean {
  return power.all || power.except.length > 0;
}

/** Whether a chat is told about anything. */
export function watchesSome(chat: WatchingChat): boolean {
  return watchesPower(chat) || chat.outside === true || countWanted(chat) > 0;
}

/** How many names, prices and numbers of traffic a chat waits for. */
export function countWanted({ names = [], prices = [], traffic = [] }: WatchingChat): number {
  return names.length + prices.length + traffic.length;
}

/** Stands in place of a number where traffic is compared with the usual one. */
export const USUAL = 'usual';

/** The key of the watch of a server's traffic. */
export function trafficKey({ server, above }: Pick<WatchedTraffic, 'server' | 'above'>): string {
  return `${above ?? USUAL} ${server}`;
}

/** The id of the server whose traffic a {@link trafficKey} is about. */
export function serverOfTraffic(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** The number in what the provider says of traffic; `undefined` where it is none. */
export function trafficIn(usage: string | undefined): number | undefined {
  return usage !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(usage) ? Number(usage) : undefined;
}

/** Whether a price has come down to what a chat waits for. Amounts of other currencies tell nothing. */
export function isCheap({ currency, target }: WatchedPrice, price: { total: number; currency: string }): boolean {
  return price.currency === currency && price.total <= target;
}

/** Whether a chat is told what changes outside the bot. By default it is, unless that happens too often. */
export function tellsOutside(chat: WatchingChat, account: Pick<WatchedAccount, 'outside'>): boolean {
  return chat.outside ?? (watchesPower(chat) && account.outside?.isBusy !== true);
}

/** Whether a chat is told what changes about a server outside the bot: by default only of those whose power it watches. */
export function tellsOutsideOf(chat: WatchingChat, serverId: string): boolean {
  return chat.outside === true || isWatched(chat, serverId);
}

/** Whether a chat watches what an alert would tell. */
export function wants(chat: WatchingChat, { serverId, alert }: Extract<AlertChange, { change: 'open' }>): boolean {
  if (serverId !== undefined) return isWatched(chat, serverId);
  const { names = [], prices = [], traffic = [] } = chat;
  const of = alert.offer?.of ?? '';
  if (alert.what === 'free') return names.includes(of);
  if (alert.what === 'cheap') return prices.some(({ suffix }) => suffix === of);
  return (alert.what !== 'traffic' && alert.what !== 'surge') || traffic.some((each) => trafficKey(each) === of);
}

/** The chats without names that were registered, and the traffic of servers that are gone; one that is told nothing else is left out. */
export function withoutOver(
  chats: readonly WatchingChat[],
  { registered, gone }: { registered: readonly string[]; gone: readonly string[] },
): WatchingChat[] {
  if (registered.length + gone.length === 0) return [...chats];
  return chats
    .map((chat) => ({
      ...chat,
      names: (chat.names ?? []).filter((each) => !registered.includes(each)),
      traffic: (chat.traffic ?? []).filter(({ server }) => !gone.includes(server)),
    }))
    .filter(watchesSome);
}

/** The part of an alert that says who reads it, and where. */
export function readersOf({ locale, team, toldInTopic }: WatchingChat) {
  return {
    locale,
    ...(team === undefined ? {} : { team }),
    ...(toldInTopic === undefined ? {} : { toldInTopic }),
  };
}
