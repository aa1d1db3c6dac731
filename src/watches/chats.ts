import type { AlertChange } from '../store/jobs/alerts.ts';
import type { WatchedAccount, WatchedPrice, WatchedTraffic, WatchingChat } from '../store/jobs/watches.ts';

/** A name is read every ten minutes, so that 20 names take two of the 30 readings a minute. */
export const MOST_NAMES = 20;
export const MOST_PRICES = 10;
export const MOST_TRAFFIC = 20;
/** Above this number of changes a day only chats with an explicit setting get reports. */
export const MOST_CHANGES = 100;

export function isWatched({ power }: WatchingChat, serverId: string): boolean {
  return power.all !== power.except.includes(serverId);
}

export function setWatched(chat: WatchingChat, server: string | 'all', isWatchedNow: boolean): void {
  if (server === 'all') {
    chat.power = { all: isWatchedNow, except: [] };
    return;
  }
  const others = chat.power.except.filter((id) => id !== server);
  chat.power.except = isWatchedNow === chat.power.all ? others : [...others, server];
}

export function watchesPower({ power }: WatchingChat): boolean {
  return power.all || power.except.length > 0;
}

export function watchesSome(chat: WatchingChat): boolean {
  return watchesPower(chat) || chat.outside === true || countWanted(chat) > 0;
}

export function countWanted({ names = [], prices = [], traffic = [] }: WatchingChat): number {
  return names.length + prices.length + traffic.length;
}

export const USUAL = 'usual';

export function trafficKey({ server, above }: Pick<WatchedTraffic, 'server' | 'above'>): string {
  return `${above ?? USUAL} ${server}`;
}

export function serverOfTraffic(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** `undefined` where the provider's text is no number. */
export function trafficIn(usage: string | undefined): number | undefined {
  return usage !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(usage) ? Number(usage) : undefined;
}

export function isCheap({ currency, target }: WatchedPrice, price: { total: number; currency: string }): boolean {
  return price.currency === currency && price.total <= target;
}

/** The default is yes, except after too many changes. */
export function tellsOutside(chat: WatchingChat, account: Pick<WatchedAccount, 'outside'>): boolean {
  return chat.outside ?? (watchesPower(chat) && account.outside?.isBusy !== true);
}

/** By default a chat gets outside changes only of servers whose power it watches. */
export function tellsOutsideOf(chat: WatchingChat, serverId: string): boolean {
  return chat.outside === true || isWatched(chat, serverId);
}

export function wants(chat: WatchingChat, { serverId, alert }: Extract<AlertChange, { change: 'open' }>): boolean {
  if (serverId !== undefined) return isWatched(chat, serverId);
  const { names = [], prices = [], traffic = [] } = chat;
  const of = alert.offer?.of ?? '';
  if (alert.what === 'free') return names.includes(of);
  if (alert.what === 'cheap') return prices.some(({ suffix }) => suffix === of);
  return (alert.what !== 'traffic' && alert.what !== 'surge') || traffic.some((each) => trafficKey(each) === of);
}

/** Removes registered names and traffic of deleted servers, and chats without any other watch. */
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

export function readersOf({ locale, team, toldInTopic }: WatchingChat) {
  return {
    locale,
    ...(team === undefined ? {} : { team }),
    ...(toldInTopic === undefined ? {} : { toldInTopic }),
  };
}
