import { setTimeout as wait } from 'node:timers/promises';
import { Failure, type Hosting, type NewServer, type Quote } from '../../../hosting/index.ts';

/** How long a handler stays with a question; after that the answer comes by itself. */
const STAY_MS = 1_000;
const LONGEST_MS = 30_000;

/** What is known of a price. */
export type Price =
  | { kind: 'asking' }
  | { kind: 'quote'; quote: Quote }
  | { kind: 'failed'; failure: Pick<Failure, 'kind' | 'words' | 'fields'> };

/** A price that was asked for. */
export interface PriceRequest {
  /** The price as soon as it is there. Fails only with what is not the provider's. */
  answer: Promise<Price>;
  /** The price if it comes in a moment, else that it is being asked. */
  soon(): Promise<Price>;
}

/** The prices being asked for, by person: a newer question cuts the one before off. */
export interface Prices {
  ask(person: number, hosting: Hosting, server: NewServer): PriceRequest;
  /** Nobody waits for an answer any more. */
  cancel(person: number): void;
}

export function createPrices(): Prices {
  const newest = new Map<number, AbortController>();
  const cancel = (person: number) => {
    newest.get(person)?.abort();
    newest.delete(person);
  };
  return {
    ask(person, hosting, server) {
      cancel(person);
      const stop = new AbortController();
      newest.set(person, stop);
      const answer = priceOf(hosting, server, AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]));
      return {
        answer,
        soon: () => Promise.race([answer, wait(STAY_MS, { kind: 'asking' } as const, { ref: false })]),
      };
    },
    cancel,
  };
}

async function priceOf(hosting: Hosting, server: NewServer, signal: AbortSignal): Promise<Price> {
  try {
    return { kind: 'quote', quote: await hosting.cloudOrders.quote(server, signal) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, words, fields } = error;
    return {
      kind: 'failed',
      failure: { kind, ...(words === undefined ? {} : { words }), ...(fields === undefined ? {} : { fields }) },
    };
  }
}
