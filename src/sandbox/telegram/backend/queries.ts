import { refusal } from '../bot-api/refusal.ts';
import type { InlineAnswer } from '../page-server/page-api.ts';

export interface Answer {
  text?: string;
  show_alert?: boolean;
  url?: string;
}

interface Query<T> {
  answer: (value: T) => void;
  expired: () => void;
  lifetimeMs: number;
  /** Active while the query can be answered. */
  timer: NodeJS.Timeout | undefined;
  /** Epoch milliseconds. */
  expires: number;
}

const FIRST_ID = 4_000_000_000_000_000_000n;
const ID_STEP = 1_000_003n;

/** Each query can be answered once within its lifetime. */
export class Queries {
  readonly #callbacks = new Map<string, Query<Answer>>();
  readonly #inline = new Map<string, Query<InlineAnswer>>();
  readonly #callbackLifetimeMs: number;
  readonly #inlineLifetimeMs: number;
  readonly #now: () => number;
  #lastId = FIRST_ID;

  constructor({
    callbackLifeMs,
    inlineLifeMs,
    now,
  }: {
    callbackLifeMs: number;
    inlineLifeMs: number;
    now: () => number;
  }) {
    this.#now = now;
    this.#callbackLifetimeMs = callbackLifeMs;
    this.#inlineLifetimeMs = inlineLifeMs;
  }

  newId(): string {
    this.#lastId += ID_STEP;
    return String(this.#lastId);
  }

  /** Skips the identifiers of an earlier run. */
  countFrom(count: number): void {
    const last = FIRST_ID + BigInt(count) * ID_STEP;
    if (last > this.#lastId) this.#lastId = last;
  }

  openCallback(id: string, answer: (value: Answer) => void, expired: () => void): void {
    this.#callbacks.set(id, { answer, expired, lifetimeMs: this.#callbackLifetimeMs, timer: undefined, expires: 0 });
    this.#startTimer(this.#callbacks.get(id));
  }

  openInline(id: string, answer: (value: InlineAnswer) => void, expired: () => void): void {
    this.#inline.set(id, { answer, expired, lifetimeMs: this.#inlineLifetimeMs, timer: undefined, expires: 0 });
    this.#startTimer(this.#inline.get(id));
  }

  /** The client has sent the query again. */
  reopenCallback(id: string): void {
    this.#startTimer(this.#callbacks.get(id));
  }

  /** @throws Refusal query is too old */
  answerCallback(id: string, answer: Answer): void {
    stopTimer(this.#callbacks.get(id)).answer(answer);
  }

  answerInline(id: string, answer: InlineAnswer): void {
    stopTimer(this.#inline.get(id)).answer(answer);
  }

  age(ms: number): void {
    for (const query of this.#callbacks.values()) this.#ageTimer(query, ms);
    for (const query of this.#inline.values()) this.#ageTimer(query, ms);
  }

  close(): void {
    for (const { timer } of [...this.#callbacks.values(), ...this.#inline.values()]) clearTimeout(timer);
  }

  #startTimer<T>(query: Query<T> | undefined, ms = query?.lifetimeMs ?? 0): void {
    if (!query) return;
    clearTimeout(query.timer);
    query.expires = this.#now() + ms;
    query.timer = setTimeout(() => {
      query.timer = undefined;
      query.expired();
    }, ms);
  }

  #ageTimer<T>(query: Query<T>, ms: number): void {
    if (query.timer) this.#startTimer(query, Math.max(0, query.expires - this.#now() - ms));
  }
}

function stopTimer<T>(query: Query<T> | undefined): Query<T> {
  if (!query?.timer) throw refusal('queryTooOld');
  clearTimeout(query.timer);
  query.timer = undefined;
  return query;
}
