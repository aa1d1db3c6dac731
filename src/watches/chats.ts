import type { WatchedAccount, WatchedPrice, WatchingChat } from '../store/jobs/watches.ts';

/**
 * A chat may watch so many names, and the prices of so many suffixes: a name is asked for every ten minutes, so that twenty take two of
 * the thirty readings of a minute.
 */
export const MOST_NAMES = 20;
export const MOST_PRICES = 10;
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
  const { names = [], prices = [] } = chat;
  return watchesPower(chat) || chat.outside === true || names.length + prices.length > 0;
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
