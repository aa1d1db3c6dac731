import type { Chore, Chores as Kept } from '../store/reminders.ts';
import { createWatch } from './runner.ts';

const LEASE_MS = 20_000;
const AGAIN_MS = 60_000;
/** Telegram lets nobody delete a message after 48 hours: trying for longer is of no use. */
const MOST_ATTEMPTS = 48 * 60;

/** Thrown by a work that the end of the program cut off: the next program takes it up. */
export class CutOff extends Error {}

export interface ChoresParts {
  chores: Kept;
  /** Whether other processes work on the same store: then what is promised may be in their hands. */
  shared?: boolean;
  report(error: unknown, where: string): void;
  /** The clock that all who work on the store go by, epoch milliseconds. */
  now: () => number;
}

/** Does what was promised for a certain time, also after a restart, and tries again where it fails. */
export interface Chores {
  /** What is done about such a one when its time has come. To be told before the start. */
  on(what: Chore['what'], work: (chore: Chore) => Promise<unknown>): void;
  /** Promises it; resolves to its id. */
  promise(chore: Pick<Chore, 'what' | 'chatId' | 'messageId' | 'locale'>, lifeMs: number): Promise<string>;
  /** It was done before its time, or is of no use any more. */
  drop(id: string): Promise<void>;
  /** Whether the program ends: what is promised stays for the next one. */
  readonly stopped: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createChores({ chores, shared = false, report, now }: ChoresParts): Chores {
  const works = new Map<Chore['what'], (chore: Chore) => Promise<unknown>>();
  let stopped = false;
  const watch = createWatch({
    next: () => chores.nextDue(),
    take: (most) => chores.takeDue(now(), LEASE_MS, most),
    holding: { leaseMs: LEASE_MS, extend: chores.extend },
    get: (id) => chores.get(id),
    report: (error) => report(error, 'chores'),
    now,
    shared,
    async advance(chore, hand) {
      const end = () => hand.write((heldUntil) => chores.end(chore.id, heldUntil));
      try {
        await works.get(chore.what)?.(chore);
      } catch (error) {
        // Nobody else takes it up before the next start, or before its lease ends.
        if (error instanceof CutOff) return;
        if (chore.attempts + 1 < MOST_ATTEMPTS)
          await hand.write((heldUntil) => chores.postpone(chore, now() + AGAIN_MS, heldUntil));
        else await end();
        return report(error, chore.what);
      }
      await end();
    },
  });
  return {
    on: (what, work) => void works.set(what, work),
    async promise({ what, chatId, messageId, locale }, lifeMs) {
      const dueAt = now() + lifeMs;
      const id = await chores.add(chatId, messageId, dueAt, { what, ...(locale === undefined ? {} : { locale }) });
      watch.wakeAt(dueAt);
      return id;
    },
    drop: (id) => chores.remove(id),
    get stopped() {
      return stopped;
    },
    async start() {
      // Whoever asked for these prices is gone, and nobody else will show them.
      if (!shared) await chores.hasten('price', now());
      watch.start();
    },
    stop() {
      stopped = true;
      return watch.stop();
    },
  };
}
