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
export interface Question {
  /** The price as soon as it is there. Fails only with what is not the provider's. */
  answer: Promise<Price>;
  /** The price if it comes in a moment, else that it is being asked. */
  soon(): Promise<Price>;
  /** Tells the answer when it comes, unless something newer happened; resolves when there is nothing left to tell. */
  later(tell: (price: Price) => Promise<unknown>): Promise<void>;
}

interface Asked {
  stop: AbortController;
  shown: Promise<unknown>;
  late?: Price;
}

/** The prices being asked for, by person: only the newest question may show its answer. */
export interface Prices {
  ask(person: number, hosting: Hosting, server: NewServer): Question;
  /** Nothing that was asked shows its answer from now on; resolves when what was being shown is there. */
  silence(person: number): Promise<void>;
  /** What became of the newest question, where the answer came too late for the handler that asked. */
  learned(person: number): Price | undefined;
}

export function createPrices(): Prices {
  const newest = new Map<number, Asked>();
  return {
    ask(person, hosting, server) {
      newest.get(person)?.stop.abort();
      const asked: Asked = { stop: new AbortController(), shown: Promise.resolve() };
      newest.set(person, asked);
      const answer = priceOf(hosting, server, AbortSignal.any([asked.stop.signal, AbortSignal.timeout(LONGEST_MS)]));
      return {
        answer,
        soon: () => Promise.race([answer, wait(STAY_MS, { kind: 'asking' } as const, { ref: false })]),
        async later(tell) {
          const show = async (price: Price) => {
            if (newest.get(person) !== asked) return;
            asked.late = price;
            await tell(price);
          };
          const shown = answer.then(show);
          // Whoever asks anew waits for it, however it ends.
          asked.shown = shown.catch(() => undefined);
          await shown;
        },
      };
    },
    async silence(person) {
      const asked = newest.get(person);
      newest.delete(person);
      asked?.stop.abort();
      await asked?.shown;
    },
    learned: (person) => newest.get(person)?.late,
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
