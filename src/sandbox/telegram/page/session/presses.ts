/** The inline buttons that wait for the bot's answer. */
import type { PageEvent } from '../../page-server/page-api.ts';

export type Outcome = Extract<PageEvent, { type: 'answer' | 'expired' }>;

/** A keyboard's button by its position, or a rich message's button by its data. */
export type Place = { chat: number; message: number } & ({ row: number; column: number } | { data: string });

const keyOf = (place: Place) =>
  `${place.chat}/${place.message}/${'data' in place ? place.data : `${place.row}/${place.column}`}`;

export class Presses {
  /** By button; `undefined` until the server has sent the callback query's id. */
  readonly #waiting = new Map<string, string | undefined>();
  /** Outcomes that arrived before the server's reply to the press. */
  readonly #early = new Map<string, Outcome>();

  start(place: Place): void {
    this.#waiting.set(keyOf(place), undefined);
  }

  isWaiting(place: Place): boolean {
    return this.#waiting.has(keyOf(place));
  }

  /** @returns the outcome where it arrived before the id */
  identify(place: Place, id: string): Outcome | undefined {
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early) this.#waiting.delete(keyOf(place));
    else if (this.isWaiting(place)) this.#waiting.set(keyOf(place), id);
    return early;
  }

  cancel(place: Place): void {
    this.#waiting.delete(keyOf(place));
  }

  /** @returns whether a button waits for the outcome; otherwise {@link identify} returns it later */
  finish(outcome: Outcome): boolean {
    for (const [key, id] of this.#waiting) {
      if (id !== outcome.callback_query_id) continue;
      this.#waiting.delete(key);
      return true;
    }
    this.#early.set(outcome.callback_query_id, outcome);
    return false;
  }

  /** After a lost connection no outcome can arrive. */
  clear(): void {
    this.#waiting.clear();
    this.#early.clear();
  }
}
