import type { Transformer } from 'grammy';
import type { GroupMessages } from '../../store/group-messages.ts';

/** Telegram lets a bot send 20 messages a minute to a group; answers to people there need some of them. */
const MOST_NEWS_A_MINUTE = 15;
const MOST_CHATS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Limits what the bot sends to a chat without being asked: news of operations. Answers are never held back, but they count. A pause
 * that Telegram asks for in one chat holds for that chat only. Each process learns of it by a refusal of its own.
 */
export interface ChatLimits {
  /** Sees every call. */
  watch: Transformer;
  /**
   * Takes one of the messages that the chat may get, or as many as the news has `calls`. Resolves to how long the news has to wait,
   * in milliseconds; 0 when all of it may go out now, and is counted.
   */
  admit(chatId: number, calls?: 1 | 2): Promise<number>;
  /** How long every message has to wait there: the rest of a pause that Telegram asked for. */
  pauseMs(chatId: number): number;
}

/**
 * @param now a clock that only runs forward, in milliseconds
 * @param messages counts the messages to groups; those of this process alone unless given
 */
export function createChatLimits({
  now = () => performance.now(),
  messages = createGroupBudget(now),
}: {
  now?: () => number;
  messages?: GroupBudget;
} = {}): ChatLimits {
  /** How many messages were admitted to a group, and so counted, before they go out. */
  const admitted = new Map<number, number>();
  const pausedUntil = new Map<number, number>();

  async function count(chatId: number): Promise<void> {
    const already = admitted.get(chatId) ?? 0;
    if (already > 1) admitted.set(chatId, already - 1);
    else admitted.delete(chatId);
    if (already === 0) await messages.count(chatId);
  }

  /** Remembers the end of a pause (429). */
  function noteRefusal(chatId: number, code: number, retryAfterSeconds: number | undefined): void {
    if (code === 429 && retryAfterSeconds !== undefined) {
      sweep(pausedUntil, (until) => until <= now());
      pausedUntil.set(chatId, now() + retryAfterSeconds * 1000);
    }
  }

  const pauseMs = (chatId: number) => Math.max(0, (pausedUntil.get(chatId) ?? 0) - now());

  return {
    async watch(previous, method, payload, signal) {
      const chatId = shows(method) ? chatOf(payload) : undefined;
      const counted = chatId !== undefined && chatId < 0 ? count(chatId) : undefined;
      const answer = await previous(method, payload, signal);
      await counted;
      if (!answer.ok && chatId !== undefined) noteRefusal(chatId, answer.error_code, answer.parameters?.retry_after);
      return answer;
    },
    async admit(chatId, calls = 1) {
      const pause = pauseMs(chatId);
      if (pause > 0 || chatId > 0) return pause;
      for (let left = calls; left > 0; left--) {
        const waitMs = await messages.take(chatId, MOST_NEWS_A_MINUTE + 1 - left);
        // Another process was quicker with the second of two: the first stays counted, though it does not go out.
        if (waitMs > 0) return waitMs;
      }
      admitted.set(chatId, (admitted.get(chatId) ?? 0) + calls);
      return 0;
    },
    pauseMs,
  };
}

/** Counts the messages to each group within the last minute. */
export interface GroupBudget {
  /** Takes one of `most` messages a minute. Resolves to 0, or to how long to wait for one, in milliseconds. */
  take(chatId: number, most: number): Promise<number>;
  /** Counts a message that goes out in any case. */
  count(chatId: number): Promise<void>;
}

/** For one process that sends everything. @param now a clock that only runs forward, in milliseconds */
export function createGroupBudget(now = () => performance.now()): GroupBudget {
  /** The times of the messages to each group. */
  const sent = new Map<number, number[]>();
  const recent = (chatId: number) => (sent.get(chatId) ?? []).filter((time) => time > now() - MINUTE_MS);

  async function count(chatId: number): Promise<void> {
    if (sent.size >= MOST_CHATS) for (const id of sent.keys()) if (recent(id).length === 0) sent.delete(id);
    sent.set(chatId, [...recent(chatId), now()]);
  }

  return {
    async take(chatId, most) {
      // Room is made when the oldest of the last `most` messages is a minute old.
      const full = recent(chatId).at(-most);
      if (full !== undefined) return full + MINUTE_MS - now();
      await count(chatId);
      return 0;
    },
    count,
  };
}

/** For several processes that send, and count in the store they share. A message that the store fails to count is reported. */
export function createSharedGroupBudget(
  messages: GroupMessages,
  now: () => number,
  report: (error: unknown, where: string) => void,
): GroupBudget {
  return {
    take: (chatId, most) => messages.take(chatId, most, now()),
    count: (chatId) => messages.count(chatId, now()).catch((error) => report(error, 'group')),
  };
}

/** Whether a call shows something to people. */
export function shows(method: string): boolean {
  return /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction';
}

/** The chat that a call is about. */
export function chatOf(payload: object): number | undefined {
  return 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
}

/** Deletes useless entries of a map that has grown large. */
function sweep<Value>(map: Map<number, Value>, useless: (value: Value) => boolean): void {
  if (map.size < MOST_CHATS) return;
  for (const [key, value] of map) if (useless(value)) map.delete(key);
}
