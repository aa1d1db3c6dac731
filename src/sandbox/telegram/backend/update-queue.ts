import type { Update } from 'grammy/types';
import { type Refusal, refusal } from '../bot-api/refusal.ts';
import { Signal } from './signal.ts';

type UpdateBody = Omit<Update, 'update_id'>;

/** Milliseconds; source: `Client.cpp`, `add_update`. */
const LIFETIME_MS = { callback_query: 150_000, inline_query: 30_000, other: 24 * 60 * 60_000 };
/** Telegram sends these only where `allowed_updates` names them. */
const ON_REQUEST = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);
const LONGEST_POLL_S = 50;
const MOST_UPDATES = 100;
/** An offset further behind the last update confirms nothing; source: TDLib `TQueue::get`. */
const FARTHEST = 10;
/** Source: `get_update_type_name` of `Client.cpp`. */
const KINDS: readonly string[] = [
  ...['message', 'edited_message', 'channel_post', 'edited_channel_post', 'inline_query', 'chosen_inline_result'],
  ...['callback_query', 'shipping_query', 'pre_checkout_query', 'poll', 'poll_answer', 'my_chat_member', 'chat_member'],
  ...['chat_join_request', 'chat_boost', 'removed_chat_boost', 'message_reaction', 'message_reaction_count'],
  ...['business_connection', 'business_message', 'edited_business_message', 'deleted_business_messages'],
  ...['purchased_paid_media', 'managed_bot', 'guest_message', 'stopped_message_generation'],
];

export interface QueuedUpdate {
  update: Record<string, unknown> & { update_id: number };
  /** Epoch milliseconds. */
  expires: number;
}

/** One bot's queue: consecutive identifiers, confirmation by offset or one by one, one long poll at a time. */
export class UpdateQueue {
  readonly added = new Signal<QueuedUpdate>();
  /** By update identifier, oldest first. */
  readonly #queued = new Map<number, QueuedUpdate>();
  #firstExpires = Number.POSITIVE_INFINITY;
  #nextId = 100_000_001;
  #allowed: readonly string[] = [];
  #poll: { wake: () => void; end: (reason: Refusal | 'gone') => void } | undefined;
  readonly #confirmed: () => void;
  readonly #now: () => number;

  /** @param confirmed called after each confirmation or removal of updates */
  constructor(confirmed: () => void, now: () => number) {
    this.#confirmed = confirmed;
    this.#now = now;
  }

  get allowed(): readonly string[] {
    return this.#allowed;
  }

  pending(): number {
    this.#removeExpired();
    return this.#queued.size;
  }

  all(): QueuedUpdate[] {
    this.#removeExpired();
    return [...this.#queued.values()];
  }

  /** @returns undefined where the update is confirmed, cleared or expired */
  get(updateId: number): QueuedUpdate | undefined {
    this.#removeExpired();
    return this.#queued.get(updateId);
  }

  /** @returns `undefined` where `allowed_updates` excludes the kind */
  add(body: UpdateBody): number | undefined {
    const kind = Object.keys(body).at(0) ?? 'other';
    if (this.#allowed.length > 0 ? !this.#allowed.includes(kind) : ON_REQUEST.has(kind)) return undefined;
    return this.push({ ...body });
  }

  /** Takes any kind and content. */
  push(update: Record<string, unknown>): number {
    const update_id = this.#nextId++;
    const kind = 'callback_query' in update ? 'callback_query' : 'inline_query' in update ? 'inline_query' : 'other';
    const queued = { update: { update_id, ...update }, expires: this.#now() + LIFETIME_MS[kind] };
    this.#queued.set(update_id, queued);
    this.#firstExpires = Math.min(this.#firstExpires, queued.expires);
    this.#poll?.wake();
    this.added.fire(queued);
    return update_id;
  }

  /** The next update gets at least this identifier. */
  countFrom(updateId: number): void {
    this.#nextId = Math.max(this.#nextId, updateId);
  }

  confirm(updateId: number): void {
    if (this.#queued.delete(updateId)) this.#confirmed();
  }

  age(ms: number): void {
    for (const queued of this.#queued.values()) queued.expires -= ms;
    this.#firstExpires -= ms;
    this.#removeExpired();
    this.#confirmed();
  }

  clear(): void {
    this.#queued.clear();
    this.#confirmed();
  }

  /** Ignores unknown kinds. Without any known kind the usual ones are allowed. */
  allow(kinds: readonly string[] | undefined): void {
    if (!kinds) return;
    const known = KINDS.filter((kind) => kinds.some((named) => named.toLowerCase() === kind));
    const isUsual = KINDS.every((kind) => known.includes(kind) !== ON_REQUEST.has(kind));
    this.#allowed = isUsual ? [] : known;
  }

  /**
   * Confirms the updates before `offset`, and returns at most `limit` others. A negative offset counts from the end.
   * Waits up to `timeout` seconds for the first update. A newer waiting call ends this one with 409.
   * @param gone aborts when the client disconnects
   */
  async poll(
    parameters: { offset?: number; limit?: number; timeout?: number; allowed_updates?: readonly string[] },
    gone: AbortSignal,
  ): Promise<QueuedUpdate['update'][]> {
    this.allow(parameters.allowed_updates);
    this.#confirmBefore(parameters.offset ?? 0);
    const limit = Math.max(1, Math.min(parameters.limit ?? MOST_UPDATES, MOST_UPDATES));
    const timeout = Math.max(0, Math.min(parameters.timeout ?? 0, LONGEST_POLL_S));
    if (this.pending() === 0 && timeout > 0) {
      this.end(refusal('conflictPolling'));
      await this.#wait(timeout * 1000, gone);
    }
    if (gone.aborted) return [];
    return [...this.#queued.values().take(limit)].map(({ update }) => update);
  }

  end(reason: Refusal | 'gone'): void {
    this.#poll?.end(reason);
  }

  async #wait(timeoutMs: number, gone: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const poll = { wake: resolve, end: (reason: Refusal | 'gone') => (reason === 'gone' ? resolve() : reject(reason)) };
    this.#poll = poll;
    const stop = () => resolve();
    gone.addEventListener('abort', stop);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', stop);
      if (this.#poll === poll) this.#poll = undefined;
    }
  }

  #confirmBefore(offset: number): void {
    const before = this.#queued.size;
    this.#removeExpired();
    const isFuture = offset > this.#nextId + FARTHEST;
    const first = offset < 0 ? ([...this.#queued.keys()].at(offset) ?? 0) : isFuture ? 0 : offset;
    for (const id of this.#queued.keys()) {
      if (id >= first) break;
      this.#queued.delete(id);
    }
    if (this.#queued.size !== before) this.#confirmed();
  }

  #removeExpired(): void {
    const now = this.#now();
    if (now < this.#firstExpires) return;
    this.#firstExpires = Number.POSITIVE_INFINITY;
    for (const [id, { expires }] of this.#queued) {
      if (expires <= now) this.#queued.delete(id);
      else this.#firstExpires = Math.min(this.#firstExpires, expires);
    }
  }
}
