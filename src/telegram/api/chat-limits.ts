import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transformer } from 'grammy';
import { type Counted, type GroupMessages, type NewsKind, placesFor } from '../../store/group-messages.ts';

const MOST_CHATS = 10_000;
const MINUTE_MS = 60_000;
/** After a pause of Telegram's, the news that wait for its end go out within this time, before any answer. */
const NEWS_FIRST_MS = 3_000;

/** Set while news are sent that go before answers once Telegram limits a group. */
const first = new AsyncLocalStorage<true>();

/** Sends news that go before answers once Telegram limits a group. */
export function goFirst<T>(work: () => Promise<T>): Promise<T> {
  return first.run(true, work);
}

/**
 * Limits what the bot sends to a chat without being asked: news. Answers count, and are held back only where Telegram limits a group and
 * news wait there that go first. A pause that Telegram asks for in one chat holds for that chat only. Each process learns of it by a
 * refusal of its own.
 */
export interface ChatLimits {
  /** Sees every call. */
  watch: Transformer;
  /**
   * Takes one of the messages that the chat may get, or as many as the news has `calls`. Resolves to how long the news has to wait,
   * in milliseconds; 0 when all of it may go out now, and is counted. An `answer` waits for a pause alone.
   */
  admit(chatId: number, kind: NewsKind | 'answer', calls?: 1 | 2): Promise<number>;
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
  /** Until when news go first in a group. */
  const newsUntil = new Map<number, number>();

  async function count(chatId: number): Promise<void> {
    const already = admitted.get(chatId) ?? 0;
    if (already > 1) admitted.set(chatId, already - 1);
    else admitted.delete(chatId);
    if (already === 0) await messages.count(chatId);
  }

  /** Remembers the end of a pause (429). */
  function noteRefusal(chatId: number, code: number, retryAfterSeconds: number | undefined): void {
    if (code !== 429 || retryAfterSeconds === undefined) return;
    sweep(pausedUntil, (until) => until <= now());
    pausedUntil.set(chatId, now() + retryAfterSeconds * 1000);
    if (first.getStore()) letNewsFirst(chatId);
  }

  function letNewsFirst(chatId: number): void {
    sweep(newsUntil, (until) => until <= now());
    newsUntil.set(chatId, now() + pauseMs(chatId) + NEWS_FIRST_MS);
  }

  const pauseMs = (chatId: number) => Math.max(0, (pausedUntil.get(chatId) ?? 0) - now());

  return {
    async watch(previous, method, payload, signal) {
      const chatId = shows(method) ? chatOf(payload) : undefined;
      const behindMs = chatId === undefined || first.getStore() ? 0 : (newsUntil.get(chatId) ?? 0) - now();
      if (behindMs > 0) return afterNews(behindMs);
      const counted = chatId !== undefined && chatId < 0 ? count(chatId) : undefined;
      const answer = await previous(method, payload, signal);
      await counted;
      if (!answer.ok && chatId !== undefined) noteRefusal(chatId, answer.error_code, answer.parameters?.retry_after);
      return answer;
    },
    async admit(chatId, kind, calls = 1) {
      const pause = pauseMs(chatId);
      if (pause > 0 && chatId < 0 && kind !== 'other') letNewsFirst(chatId);
      if (pause > 0 || chatId > 0 || kind === 'answer') return pause;
      const waitMs = await messages.take(chatId, kind, calls);
      if (waitMs === 0) admitted.set(chatId, (admitted.get(chatId) ?? 0) + calls);
      return waitMs;
    },
    pauseMs,
  };
}

/** The refusal of a message that has to wait for news: as with Telegram's own, callers wait and try again. */
function afterNews(waitMs: number) {
  const parameters = { retry_after: Math.ceil(waitMs / 1_000) };
  return { ok: false, error_code: 429, description: 'NEWS_FIRST', parameters } as const;
}

/** Counts the messages to each group within the last minute. */
export interface GroupBudget {
  /** Takes the places for some calls. Resolves to 0, or to how long to wait for them, in milliseconds. */
  take(chatId: number, kind: NewsKind, calls: number): Promise<number>;
  /** Counts a message that goes out in any case. */
  count(chatId: number): Promise<void>;
}

/** For one process that sends everything. @param now a clock that only runs forward, in milliseconds */
export function createGroupBudget(now = () => performance.now()): GroupBudget {
  const sent = new Map<number, Counted[]>();
  const recent = (chatId: number) => (sent.get(chatId) ?? []).filter(({ at }) => at > now() - MINUTE_MS);

  function add(chatId: number, place: Counted['place'], times = 1): void {
    if (sent.size >= MOST_CHATS) for (const id of sent.keys()) if (recent(id).length === 0) sent.delete(id);
    sent.set(chatId, [...recent(chatId), ...Array.from({ length: times }, () => ({ at: now(), place }))]);
  }

  return {
    async take(chatId, kind, calls) {
      const found = placesFor(recent(chatId), kind, calls);
      if ('at' in found) return found.at + MINUTE_MS - now();
      add(chatId, 'shared', found.shared);
      if (kind !== 'other') add(chatId, kind, found.own);
      return 0;
    },
    count: async (chatId) => add(chatId, 'shared'),
  };
}

/** For several processes that send, and count in the store they share. A message that the store fails to count is reported. */
export function createSharedGroupBudget(
  messages: GroupMessages,
  now: () => number,
  report: (error: unknown, where: string) => void,
): GroupBudget {
  return {
    take: (chatId, kind, calls) => messages.take(chatId, kind, calls, now()),
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
