import { setTimeout as wait } from 'node:timers/promises';
import { Failure, type Hosting, type NewServer, type Quote } from '../../../hosting/index.ts';
import type { ShownFailure } from '../../../telegram/failures/words.ts';

/** How long a handler waits for a price; late-prices.ts shows a later price. */
const PRICE_WITHIN_MS = 1_000;
const LONGEST_MS = 30_000;

/** The state of a price request. */
export type Price = { kind: 'asking' } | Answer;
type Answer = { kind: 'quote'; quote: Quote } | { kind: 'failed'; failure: ShownFailure };

/** A request for a price. */
export interface PriceRequest {
  /** The price; rejects only with errors that are not the provider's. */
  answer: Promise<Answer>;
  /** The price if it arrives within a second, else `asking`. */
  soon(): Promise<Price>;
}

/** The open price requests: a person's newer request aborts the one before. */
export interface Prices {
  ask(person: number, hosting: Hosting, server: NewServer): PriceRequest;
  /** Makes room for several requests together: the signal with which a newer one aborts them. */
  several(person: number): AbortSignal;
  /** Aborts the person's open requests. */
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
    return AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]);
  };
  return {
    several,
    ask(person, hosting, server) {
      const answer = priceOf(hosting, server, several(person));
      return {
        answer,
        soon: () => Promise.race([answer, wait(PRICE_WITHIN_MS, { kind: 'asking' } as const, { ref: false })]),
      };
    },
    cancel,
  };
}

/** Asks for a price; rejects only with errors that are not the provider's. */
export async function priceOf(hosting: Hosting, server: NewServer, signal: AbortSignal): Promise<Answer> {
  try {
    return { kind: 'quote', quote: await hosting.cloudOrders.quote(server, signal) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: 'failed', failure: error };
  }
}
