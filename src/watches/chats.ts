import type { WatchingChat } from '../store/jobs/watches.ts';

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
