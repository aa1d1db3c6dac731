import type { Update } from 'grammy/types';
import { type Refusal, refuse } from '../bot-api/refusal.ts';
import { Signal } from './signal.ts';

type UpdateBody = Omit<Update, 'update_id'>;
type Kind = keyof UpdateBody;

/** How long Telegram keeps an update for the bot, in milliseconds; source: `Client.cpp`, `add_update`. */
const LIFE_MS = { callback_query: 150_000, inline_query: 30_000, other: 24 * 60 * 60_000 };
/** Sent only to bots that ask for them. */
const ON_REQUEST = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);
const LONGEST_POLL_S = 50;

export interface Kept {
  update: Record<string, unknown> & { update_id: number };
  /** Epoch milliseconds. */
  expires: number;
}

/** Telegram's queue for one bot: update identifiers, confirmation by offset or one by one, one long poll at a time. */
export class UpdateQueue {
  /** Fires with each new update, once it is kept. */
  readonly added = new Signal<Kept>();
  /** By update identifier, oldest first. */
  readonly #kept = new Map<number, Kept>();
  #firstExpires = Number.POSITIVE_INFINITY;
  #nextId = 100_000_001;
  #allowed: readonly string[] = [];
  #poll: { wake: () => void; end: (reason: Refusal | 'gone') => void } | undefined;
  readonly #confirmed: () => void;

  /** @param confirmed called whenever an update was forgotten because the bot has it */
  constructor(confirmed: () => void) {
    this.#confirmed = confirmed;
  }

  get allowed(): readonly string[] {
    return this.#allowed;
  }

  /** The number of updates the bot has not confirmed. */
  pending(): number {
    this.#forgetOld();
    return this.#kept.size;
  }

  /** What the bot has not confirmed, oldest first. */
  all(): Kept[] {
    this.#forgetOld();
    return [...this.#kept.values()];
  }

  /** @returns undefined when it is confirmed, cleared or too old */
  get(updateId: number): Kept | undefined {
    this.#forgetOld();
    return this.#kept.get(updateId);
  }

  /** @returns the update's identifier; an update of a kind the bot did not ask for gets none and is lost: undefined */
  add(body: UpdateBody): number | undefined {
    const kind = Object.keys(body).at(0) ?? 'other';
    if (this.#allowed.length > 0 ? !this.#allowed.includes(kind) : ON_REQUEST.has(kind)) return undefined;
    return this.push({ ...body });
  }

  /** Queues anything at all. */
  push(update: Record<string, unknown>): number {
    const update_id = this.#nextId++;
    const life = 'callback_query' in update ? 'callback_query' : 'inline_query' in update ? 'inline_query' : 'other';
    const kept = { update: { ...update, update_id }, expires: Date.now() + LIFE_MS[life] };
    this.#kept.set(update_id, kept);
    this.#firstExpires = Math.min(this.#firstExpires, kept.expires);
    this.#poll?.wake();
    this.added.fire(kept);
    return update_id;
  }

  /** The next update gets this identifier, where it is not behind already. */
  countFrom(updateId: number): void {
    this.#nextId = Math.max(this.#nextId, updateId);
  }

  /** The bot has this one. */
  confirm(updateId: number): void {
    if (this.#kept.delete(updateId)) this.#confirmed();
  }

  clear(): void {
    this.#kept.clear();
    this.#confirmed();
  }

  allow(kinds: readonly string[] | undefined): void {
    if (kinds) this.#allowed = kinds.filter((kind): kind is Kind => kind !== 'update_id');
  }

  /**
   * One getUpdates: at most `limit` updates from `offset` on (negative: from the end), forgetting the earlier ones;
   * with none there, waits up to `timeout` seconds for the first. A poll that waits is ended by a newer one with 409.
   * @param gone aborts when the client went away
   */
  async poll(
    ask: { offset?: number; limit?: number; timeout?: number; allowed_updates?: readonly string[] },
    gone: AbortSignal,
  ): Promise<Kept['update'][]> {
    this.end(refuse('conflictPolling'));
    this.allow(ask.allowed_updates);
    this.#forget(ask.offset ?? 0);
    const limit = ask.limit && ask.limit >= 1 && ask.limit <= 100 ? ask.limit : 100;
    const timeout = Math.max(0, Math.min(ask.timeout ?? 0, LONGEST_POLL_S));
    if (this.pending() === 0 && timeout > 0) await this.#wait(timeout * 1000, gone);
    if (gone.aborted) return [];
    return [...this.#kept.values().take(limit)].map(({ update }) => update);
  }

  /** Ends the poll that waits, if one does. */
  end(reason: Refusal | 'gone'): void {
    this.#poll?.end(reason);
  }

  async #wait(timeoutMs: number, gone: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const poll = { wake: resolve, end: (reason: Refusal | 'gone') => (reason === 'gone' ? resolve() : reject(reason)) };
    this.#poll = poll;
    const leave = () => resolve();
    gone.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      if (this.#poll === poll) this.#poll = undefined;
    }
  }

  #forget(offset: number): void {
    const before = this.#kept.size;
    this.#forgetOld();
    const first = offset < 0 ? ([...this.#kept.keys()].at(offset) ?? 0) : offset;
    for (const id of this.#kept.keys()) {
      if (id >= first) break;
      this.#kept.delete(id);
    }
    if (this.#kept.size !== before) this.#confirmed();
  }

  #forgetOld(): void {
    const now = Date.now();
    if (now < this.#firstExpires) return;
    this.#firstExpires = Number.POSITIVE_INFINITY;
    for (const [id, { expires }] of this.#kept) {
      if (expires <= now) this.#kept.delete(id);
      else this.#firstExpires = Math.min(this.#firstExpires, expires);
    }
  }
}
