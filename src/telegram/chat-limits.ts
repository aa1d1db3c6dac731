import type { Transformer } from 'grammy';

/** Telegram lets a bot send 20 messages a minute to a group; what people ask for there needs some of them. */
const MOST_NEWS_A_MINUTE = 15;
const MINUTE_MS = 60_000;
const MOST_CHATS = 10_000;

/**
 * What may be sent to a chat without being asked for: news of operations. Answers are never held back, but they count, and
 * so does what Telegram said: a pause it asked for in one chat is kept there and nowhere else. Each process counts for
 * itself; where several write to one group, Telegram's refusal is what they have in common.
 */
export interface ChatLimits {
  /** Sees every call. */
  watch: Transformer;
  /** How long news has to wait in this chat, in milliseconds; 0 when it may go out now. */
  waitMs(chatId: number): number;
  /** How long anything has to wait there: what is left of a pause that Telegram asked for. */
  pauseMs(chatId: number): number;
  /** Whether the bot was blocked or thrown out there, and has not been written to since. */
  away(chatId: number): boolean;
  /** Somebody wrote there: it is no longer out of reach. */
  heardFrom(chatId: number): void;
}

/** @param now a clock that only runs forward, in milliseconds */
export function createChatLimits(now = () => performance.now()): ChatLimits {
  /** When something was sent to a group, within the last minute. */
  const sent = new Map<number, number[]>();
  const pausedUntil = new Map<number, number>();
  const gone = new Set<number>();

  function count(chatId: number): void {
    const at = now();
    sweep(sent, (times) => (times.at(-1) ?? 0) <= at - MINUTE_MS);
    const times = recent(chatId, at);
    times.push(at);
    sent.set(chatId, times);
  }

  function recent(chatId: number, at: number): number[] {
    return (sent.get(chatId) ?? []).filter((time) => time > at - MINUTE_MS);
  }

  const pauseMs = (chatId: number) => Math.max(0, (pausedUntil.get(chatId) ?? 0) - now());

  return {
    async watch(previous, method, payload, signal) {
      const chatId = shows(method) ? chatOf(payload) : undefined;
      if (chatId !== undefined && chatId < 0) count(chatId);
      const answer = await previous(method, payload, signal);
      if (answer.ok || chatId === undefined) return answer;
      const { error_code, parameters } = answer;
      if (error_code === 403) {
        if (gone.size >= MOST_CHATS) gone.clear();
        gone.add(chatId);
      }
      if (error_code === 429 && parameters?.retry_after !== undefined) {
        sweep(pausedUntil, (until) => until <= now());
        pausedUntil.set(chatId, now() + parameters.retry_after * 1000);
      }
      return answer;
    },
    waitMs(chatId) {
      const at = now();
      const times = recent(chatId, at);
      // The oldest of as many as may be there has to be a minute ago.
      const full = times.at(-MOST_NEWS_A_MINUTE);
      const untilRoom = full === undefined ? 0 : full + MINUTE_MS - at;
      return Math.max(untilRoom, pauseMs(chatId));
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
