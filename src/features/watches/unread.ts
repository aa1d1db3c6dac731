import type { WatchedAccount, WatchingChat } from '../../store/jobs/watches.ts';
import { UNREACHABLE_ROUNDS } from '../../watches/budget.ts';
import { isWatched } from '../../watches/chats.ts';

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
