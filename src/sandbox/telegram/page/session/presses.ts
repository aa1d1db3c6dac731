/** Which inline buttons are waiting for the bot's answer. */
import type { PageEvent } from '../../page-server/page-api.ts';

export type Outcome = Extract<PageEvent, { type: 'answer' | 'expired' }>;

export interface Place {
  chat: number;
  message: number;
  row: number;
  column: number;
}

const keyOf = (place: Place) => `${place.chat}/${place.message}/${place.row}/${place.column}`;

export class Presses {
  /** The query's id by button; undefined until the server has named it. */
  readonly #waiting = new Map<string, string | undefined>();
  /** Outcomes that overtook the server's reply to the press. */
  readonly #early = new Map<string, Outcome>();

  begin(place: Place): void {
    this.#waiting.set(keyOf(place), undefined);
  }

  isWaiting(place: Place): boolean {
    return this.#waiting.has(keyOf(place));
  }

  /** The server has given the press its id; returns the outcome where that came first. */
  named(place: Place, id: string): Outcome | undefined {
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early) this.#waiting.delete(keyOf(place));
    else if (this.isWaiting(place)) this.#waiting.set(keyOf(place), id);
    return early;
  }

  failed(place: Place): void {
    this.#waiting.delete(keyOf(place));
  }

  /** True when the outcome belongs to a button that waits; otherwise it is kept for {@link named}. */
  settle(outcome: Outcome): boolean {
    for (const [key, id] of this.#waiting) {
      if (id !== outcome.callback_query_id) continue;
      this.#waiting.delete(key);
      return true;
    }
    this.#early.set(outcome.callback_query_id, outcome);
    return false;
  }

  /** After a lost connection no outcome can come any more. */
  forget(): void {
    this.#waiting.clear();
    this.#early.clear();
  }
}
