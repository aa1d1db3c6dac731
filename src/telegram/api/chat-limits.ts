import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transformer } from 'grammy';
import { type Counted, type GroupMessages, type NewsKind, placesFor } from '../../store/group-messages.ts';

const MAX_CHATS = 10_000;
const MINUTE_MS = 60_000;
/** After a pause of Telegram's, waiting news go out within this time, before any answer. */
const NEWS_FIRST_MS = 3_000;

const sendingNewsFirst = new AsyncLocalStorage<true>();

export function goFirst<T>(work: () => Promise<T>): Promise<T> {
  return sendingNewsFirst.run(true, work);
}

/** Limits news. Answers count, but wait only in a group that Telegram limits and where news wait. */
export interface ChatLimits {
  watch: Transformer;
  /** Resolves to the wait in ms; 0 counts the news as sent. An `answer` waits only for a pause of Telegram's. */
  admit(chatId: number, kind: NewsKind | 'answer', calls?: 1 | 2): Promise<number>;
  /** The rest of a pause that Telegram asked for in this chat. */
  pauseMs(chatId: number): number;
}

export function createChatLimits({
  now = () => performance.now(),
  messages = createGroupBudget(now),
}: {
  now?: () => number;
  messages?: GroupBudget;
} = {}): ChatLimits {
  const admitted = new Map<number, number>();
  const pausedUntil = new Map<number, number>();
  const newsUntil = new Map<number, number>();

  async function count(chatId: number): Promise<void> {
    const already = admitted.get(chatId) ?? 0;
    if (already > 1) admitted.set(chatId, already - 1);
    else admitted.delete(chatId);
    if (already === 0) await messages.count(chatId);
  }

  function noteRefusal(chatId: number, code: number, retryAfterSeconds: number | undefined): void {
    if (code !== 429 || retryAfterSeconds === undefined) return;
    sweep(pausedUntil, (until) => until <= now());
    pausedUntil.set(chatId, now() + retryAfterSeconds * 1000);
    if (sendingNewsFirst.getStore()) letNewsFirst(chatId);
  }

  function letNewsFirst(chatId: number): void {
    sweep(newsUntil, (until) => until <= now());
    newsUntil.set(chatId, now() + pauseMs(chatId) + NEWS_FIRST_MS);
  }

  const pauseMs = (chatId: number) => Math.max(0, (pausedUntil.get(chatId) ?? 0) - now());

  return {
    async watch(previous, method, payload, signal) {
      const chatId = shows(method) ? chatOf(payload) : undefined;
      const behindMs = chatId === undefined || sendingNewsFirst.getStore() ? 0 : (newsUntil.get(chatId) ?? 0) - now();
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

/** Looks like Telegram's own refusal, so that callers wait and try again. */
function afterNews(waitMs: number) {
  const parameters = { retry_after: Math.ceil(waitMs / 1_000) };
  return { ok: false, error_code: 429, description: 'NEWS_FIRST', parameters } as const;
}

export interface GroupBudget {
  /** Resolves to 0, or to the wait in ms. */
  take(chatId: number, kind: NewsKind, calls: number): Promise<number>;
  count(chatId: number): Promise<void>;
}

/** For one process that sends everything. @param now a monotonic clock, ms */
export function createGroupBudget(now = () => performance.now()): GroupBudget {
  const sent = new Map<number, Counted[]>();
  const recent = (chatId: number) => (sent.get(chatId) ?? []).filter(({ at }) => at > now() - MINUTE_MS);

  function add(chatId: number, place: Counted['place'], times = 1): void {
    if (sent.size >= MAX_CHATS) for (const id of sent.keys()) if (recent(id).length === 0) sent.delete(id);
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

export function shows(method: string): boolean {
  return /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction';
}

export function chatOf(payload: object): number | undefined {
  return 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
}

function sweep<Value>(map: Map<number, Value>, useless: (value: Value) => boolean): void {
  if (map.size < MAX_CHATS) return;
  for (const [key, value] of map) if (useless(value)) map.delete(key);
}
