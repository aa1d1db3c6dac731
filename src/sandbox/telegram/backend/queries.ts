import { refuse } from '../bot-api/refusal.ts';
import type { InlineAnswer } from '../page-server/page-api.ts';

/** What a person sees of an answered tap. */
export interface Answer {
  text?: string;
  show_alert?: boolean;
  url?: string;
}

interface Query<T> {
  answer: (value: T) => void;
  expired: () => void;
  lifeMs: number;
  /** Runs while the query can be answered. */
  timer: NodeJS.Timeout | undefined;
}

/** Telegram drops an inline query that nobody answered for this long. */
const INLINE_LIFE_MS = 15_000;

const FIRST_ID = 4_000_000_000_000_000_000n;
const ID_STEP = 1_000_003n;

/** Callback and inline queries that wait for the bot's answer; each can be answered once, and only while it lives. */
export class Queries {
  readonly #callbacks = new Map<string, Query<Answer>>();
  readonly #inline = new Map<string, Query<InlineAnswer>>();
  readonly #callbackLifeMs: number;
  #lastId = FIRST_ID;

  constructor(callbackLifeMs: number) {
    this.#callbackLifeMs = callbackLifeMs;
  }

  newId(): string {
    this.#lastId += ID_STEP;
    return String(this.#lastId);
  }

  /** So many were asked before: none of their identifiers is given again. */
  countFrom(count: number): void {
    const last = FIRST_ID + BigInt(count) * ID_STEP;
    if (last > this.#lastId) this.#lastId = last;
  }

  openCallback(id: string, answer: (value: Answer) => void, expired: () => void): void {
    this.#callbacks.set(id, { answer, expired, lifeMs: this.#callbackLifeMs, timer: undefined });
    start(this.#callbacks.get(id));
  }

  openInline(id: string, answer: (value: InlineAnswer) => void, expired: () => void): void {
    this.#inline.set(id, { answer, expired, lifeMs: INLINE_LIFE_MS, timer: undefined });
    start(this.#inline.get(id));
  }

  /** The client asks the same query again: it can be answered (again) for a whole life. */
  reopenCallback(id: string): void {
    start(this.#callbacks.get(id));
  }

  /** @throws Refusal query is too old */
  answerCallback(id: string, answer: Answer): void {
    stop(this.#callbacks.get(id)).answer(answer);
  }

  answerInline(id: string, answer: InlineAnswer): void {
    stop(this.#inline.get(id)).answer(answer);
  }

  close(): void {
    for (const { timer } of [...this.#callbacks.values(), ...this.#inline.values()]) clearTimeout(timer);
  }
}

function start<T>(query: Query<T> | undefined): void {
  if (!query) return;
  clearTimeout(query.timer);
  query.timer = setTimeout(() => {
    query.timer = undefined;
    query.expired();
  }, query.lifeMs);
}

function stop<T>(query: Query<T> | undefined): Query<T> {
  if (!query?.timer) throw refuse('queryTooOld');
  clearTimeout(query.timer);
  query.timer = undefined;
  return query;
}
