import type { Transformer } from 'grammy';
import type { GroupMessages as Kept } from '../../store/group-messages.ts';

/** Telegram lets a bot send 20 messages a minute to a group; what people ask for there needs some of them. */
const MOST_NEWS_A_MINUTE = 15;
const MOST_CHATS = 10_000;

/**
 * What may be sent to a chat without being asked for: news of operations. Answers are never held back, but they count, and
 * so does what Telegram said: a pause it asked for in one chat is kept there and nowhere else. A pause, and who is away,
 * each process learns for itself, from one refusal.
 */
export interface ChatLimits {
  /** Sees every call. */
  watch: Transformer;
  /**
   * Takes one of the messages that the chat may get. Resolves to how long news has to wait there, in milliseconds; 0 when it
   * may go out now, and is counted.
   */
  admit(chatId: number): Promise<number>;
  /** How long anything has to wait there: what is left of a pause that Telegram asked for. */
  pauseMs(chatId: number): number;
  /** Whether the bot was blocked or thrown out there, and has not been written to since. */
  away(chatId: number): boolean;
  /** Somebody wrote there: it is no longer out of reach. */
  heardFrom(chatId: number): void;
}

/**
 * @param now a clock that only runs forward, in milliseconds
 * @param messages what groups were sent, by this process alone unless given
 */
export function createChatLimits({
  now = () => performance.now(),
  messages = createGroupMessages(now),
}: {
  now?: () => number;
  messages?: GroupMessages;
} = {}): ChatLimits {
  /** What was admitted to a group and has not gone out yet: it is counted already. */
  const admitted = new Map<number, number>();
  const pausedUntil = new Map<number, number>();
  const gone = new Set<number>();

  async function count(chatId: number): Promise<void> {
    const already = admitted.get(chatId) ?? 0;
    if (already > 1) admitted.set(chatId, already - 1);
    else admitted.delete(chatId);
    if (already === 0) await messages.count(chatId);
  }

  /** Remembers a chat that the bot may not write to (403), and until when one is to be left alone (429). */
  function noteRefusal(chatId: number, code: number, retryAfterSeconds: number | undefined): void {
    if (code === 403) {
      if (gone.size >= MOST_CHATS) gone.clear();
      gone.add(chatId);
    }
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
    async admit(chatId) {
      const pause = pauseMs(chatId);
      if (pause > 0 || chatId > 0) return pause;
      const waitMs = await messages.take(chatId, MOST_NEWS_A_MINUTE);
      if (waitMs === 0) admitted.set(chatId, (admitted.get(chatId) ?? 0) + 1);
      return waitMs;
    },
    pauseMs,
    away: (chatId) => gone.has(chatId),
    heardFrom: (chatId) => void gone.delete(chatId),
  };
}

/** Whether a call puts something before people's eyes. */
function shows(method: string): boolean {
  return /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction';
}

function chatOf(payload: object): number | undefined {
  return 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
}

/** Where many are kept, those that are of no use any more go. */
function sweep<Value>(map: Map<number, Value>, useless: (value: Value) => boolean): void {
  if (map.size < MOST_CHATS) return;
  for (const [key, value] of map) if (useless(value)) map.delete(key);
}

const MINUTE_MS = 60_000;

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
