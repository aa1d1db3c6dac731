import { tooManyRequests } from './refusal.ts';
import type { Raw } from './types.ts';

interface Limit {
  /** The number of calls at once. */
  burst: number;
  perSecond: number;
}

/** Telegram's published limits: about one message a second in a chat, 20 a minute in a group, 30 a second in all. */
const PRIVATE: Limit = { burst: 3, perSecond: 1 };
const GROUP: Limit = { burst: 20, perSecond: 20 / 60 };
const ALL: Limit = { burst: 30, perSecond: 30 };

/** Token buckets for the messages that the bot sends and edits. */
export class RateLimiter {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /** @throws Refusal 429 with the seconds to wait */
  check(method: string, parameters: Raw): void {
    if (!/^(send|edit|copy|forward)/.test(method) || method === 'sendChatAction') return;
    const chat = Number(parameters.chat_id);
    this.#take('all', ALL);
    this.#take(String(chat), chat < 0 ? GROUP : PRIVATE);
  }

  #take(name: string, { burst, perSecond }: Limit): void {
    const now = Date.now();
    const before = this.#buckets.get(name) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond);
    if (left < 1) {
      this.#buckets.set(name, { left, at: now });
      throw tooManyRequests(Math.ceil((1 - left) / perSecond));
    }
    this.#buckets.set(name, { left: left - 1, at: now });
  }
}
