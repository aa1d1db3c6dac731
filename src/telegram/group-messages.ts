import type { GroupMessages as Kept } from '../store/group-messages.ts';

const MINUTE_MS = 60_000;
const MOST_CHATS = 10_000;

/** What groups were sent within the last minute, by whoever sends for this bot. */
export interface GroupMessages {
  /** Takes one of so many messages a minute; resolves to 0, or where there is none left to how long to wait, in ms. */
  take(chatId: number, most: number): Promise<number>;
  /** Counts one that goes out in any case. */
  count(chatId: number): Promise<void>;
}

/** Where one process sends everything. @param now a clock that only runs forward, in milliseconds */
export function createGroupMessages(now = () => performance.now()): GroupMessages {
  /** When something was sent to a group, within the last minute. */
  const sent = new Map<number, number[]>();
  const recent = (chatId: number) => (sent.get(chatId) ?? []).filter((time) => time > now() - MINUTE_MS);

  async function count(chatId: number): Promise<void> {
    if (sent.size >= MOST_CHATS) for (const id of sent.keys()) if (recent(id).length === 0) sent.delete(id);
    sent.set(chatId, [...recent(chatId), now()]);
  }

  return {
    async take(chatId, most) {
      // The oldest of as many as may be there has to be a minute ago.
      const full = recent(chatId).at(-most);
      if (full !== undefined) return full + MINUTE_MS - now();
      await count(chatId);
      return 0;
    },
    count,
  };
}

/** Where several processes send, and count in the store they share. What could not be counted there is told as a trouble. */
export function createSharedGroupMessages(
  kept: Kept,
  now: () => number,
  report: (error: unknown, where: string) => void,
): GroupMessages {
  return {
    take: (chatId, most) => kept.take(chatId, most, now()),
    count: (chatId) => kept.count(chatId, now()).catch((error) => report(error, 'group')),
  };
}
