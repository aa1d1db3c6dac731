import { setTimeout as wait } from 'node:timers/promises';
import { Failure, type Hosting, type NewServer, type Quote } from '../../../hosting/index.ts';
import type { ShownFailure } from '../../../telegram/failures/words.ts';

/** A handler waits this long; late-prices.ts shows a later price. */
const PRICE_WAIT_MS = 1_000;
const PRICE_TIMEOUT_MS = 30_000;

export type Price = { kind: 'asking' } | Answer;
type Answer = { kind: 'quote'; quote: Quote } | { kind: 'failed'; failure: ShownFailure };

export interface PriceRequest {
  /** Rejects only with errors that are not the provider's. */
  answer: Promise<Answer>;
  /** The price if it arrives within a second, else `asking`. */
  soon(): Promise<Price>;
}

/** A person's newer request aborts the one before. */
export interface Prices {
  ask(person: number, hosting: Hosting, server: NewServer): PriceRequest;
  /** For several requests together: the signal with which a newer one aborts them. */
  several(person: number): AbortSignal;
  cancel(person: number): void;
}

export function createPrices(): Prices {
  const newest = new Map<number, AbortController>();
  const cancel = (person: number) => {
    newest.get(person)?.abort();
    newest.delete(person);
  };
  const several = (person: number) => {
    cancel(person);
    const stop = new AbortController();
    newest.set(person, stop);
    return AbortSignal.any([stop.signal, AbortSignal.timeout(PRICE_TIMEOUT_MS)]);
  };
  return {
    several,
    ask(person, hosting, server) {
      const answer = priceOf(hosting, server, several(person));
      return {
        answer,
        soon: () => Promise.race([answer, wait(PRICE_WAIT_MS, { kind: 'asking' } as const, { ref: false })]),
      };
    },
    cancel,
  };
}

export async function priceOf(hosting: Hosting, server: NewServer, signal: AbortSignal): Promise<Answer> {
  try {
    return { kind: 'quote', quote: await hosting.cloudOrders.quote(server, signal) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'failed', failure: error };
  }
}
