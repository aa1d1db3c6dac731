import { PRIVATE_BURST } from '../choices.ts';
import { tooManyRequests } from './refusal.ts';
import type { Raw } from './types.ts';

interface Limit {
  burst: number;
  perSecond: number;
}

/** Telegram publishes about one message a second in a chat, 20 a minute in a group, 30 a second in all. */
const PRIVATE: Limit = { burst: PRIVATE_BURST, perSecond: 1 };
const GROUP: Limit = { burst: 20, perSecond: 20 / 60 };
const ALL: Limit = { burst: 30, perSecond: 30 };

/** A getUpdates that repeats its offset within `waitMs` waits for that time; within `singleMs` it gets one update. */
const REPEATED_POLL = { waitMs: 3_000, singleMs: 500 };
/** Telegram answers only the first of several conflicts within this time at once. */
const CONFLICT_MS = 3_000;

interface Poll {
  offset?: number;
  limit?: number;
  timeout?: number;
  allowed_updates?: readonly string[];
}

/** Token buckets for sent and edited messages, and the brakes on getUpdates. */
export class RateLimiter {
  readonly #buckets = new Map<string, { left: number; at: number }>();
  #lastPoll = { offset: -1, at: 0 };
  #nextConflictAt = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Source: `process_get_updates_query` of `Client.cpp` */
  slowPoll(poll: Poll): Poll {
    const { offset = 0, timeout = 0 } = poll;
    const now = this.#now();
    const sinceMs = offset === this.#lastPoll.offset ? now - this.#lastPoll.at : Number.POSITIVE_INFINITY;
    this.#lastPoll = { offset, at: now };
    const waitS = REPEATED_POLL.waitMs / 1000;
    return {
      ...poll,
      ...(sinceMs < REPEATED_POLL.waitMs && timeout < waitS ? { timeout: waitS } : {}),
      ...(sinceMs < REPEATED_POLL.singleMs ? { limit: 1 } : {}),
    };
  }

  /** Source: `fail_query_conflict` of `Client.cpp` */
  conflictDelayMs(): number {
    const now = this.#now();
    if (now < this.#nextConflictAt) return CONFLICT_MS;
    this.#nextConflictAt = now + CONFLICT_MS;
    return 0;
  }

  /** @throws Refusal 429 with the seconds to wait */
  check(method: string, parameters: Raw): void {
    if (!/^(send|edit|copy|forward)/.test(method) || method === 'sendChatAction') return;
    const chat = Number(parameters.chat_id);
    this.#take('all', ALL);
    this.#take(String(chat), chat < 0 ? GROUP : PRIVATE);
  }

  #take(name: string, { burst, perSecond }: Limit): void {
    const now = this.#now();
    const before = this.#buckets.get(name) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond);
    if (left < 1) {
      this.#buckets.set(name, { left, at: now });
      throw tooManyRequests(Math.ceil((1 - left) / perSecond));
    }
    this.#buckets.set(name, { left: left - 1, at: now });
  }
}
