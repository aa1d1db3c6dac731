import type { Sql } from './database/sql.ts';
import { openGroupMessages } from './group-messages.ts';
import { openLeases } from './leases.ts';
import texts from './store.json' with { type: 'json' };

/** So long a machine goes by the time that passes alone: it loses less than a millisecond, or what it sleeps meanwhile. */
const COMPARE_EVERY_MS = 10_000;
/** A store without a sign of life for minutes may have been restored from a backup: see `takeOver`. */
const BEAT_EVERY_MS = 15_000;
const CLEAN_EVERY_MS = 3_600_000;
/** For longer than this nobody brings an update again that was handled. */
const LEASES_KEPT_MS = 48 * 3_600_000;
/** Less than this is the network, or the way of clocks. */
const CLOCK_OFF_MS = 1_000;

/** Removes what has had its time. */
export async function clean(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM boxes WHERE expires_at <= $1', sql.now());
  await openLeases(sql).forget(sql.now() - LEASES_KEPT_MS);
  await openGroupMessages(sql).forget(sql.now() - CLEAN_EVERY_MS);
}

/** What a store needs from time to time while it is open. */
export interface Maintenance {
  start(): void;
  stop(): Promise<void>;
}

export interface MaintenanceDependencies {
  store: {
    /** Resolves to how far the machine's own clock is ahead of the store's, milliseconds. */
    compareClocks(): Promise<number>;
    clean(): Promise<void>;
  };
  /** Notes that this process is alive. */
  beat(): Promise<void>;
  /** Tells the operator, once until it has been well again. */
  warn(text: string): void;
  report(error: unknown, where: string): void;
  compareEveryMs?: number;
  cleanEveryMs?: number;
}

export function createMaintenance(dependencies: MaintenanceDependencies): Maintenance {
  const { store, beat, warn, report, compareEveryMs = COMPARE_EVERY_MS, cleanEveryMs = CLEAN_EVERY_MS } = dependencies;
  let off = false;
  const ends: (() => Promise<void>)[] = [];

  async function compare(): Promise<void> {
    const apartMs = Math.abs(await store.compareClocks());
    const wasOff = off;
    off = apartMs > CLOCK_OFF_MS;
    if (off && !wasOff) warn(texts.clockOff.replace('{seconds}', String(Math.round(apartMs / 1_000))));
  }

  return {
    start() {
      ends.push(
        repeat(compare, compareEveryMs, 0),
        repeat(beat, BEAT_EVERY_MS, BEAT_EVERY_MS),
        repeat(() => store.clean(), cleanEveryMs, cleanEveryMs),
      );
    },
    async stop() {
      await Promise.all(ends.splice(0).map((end) => end()));
    },
  };

  /** Does it now and then, the next time after the one before has ended. Returns what ends that. */
  function repeat(work: () => Promise<void>, everyMs: number, firstMs: number): () => Promise<void> {
    let ended = false;
    let running = Promise.resolve();
    let timer = setTimeout(turn, firstMs).unref();
    function turn(): void {
      running = work()
        .catch((error) => report(error, 'upkeep'))
        .then(() => {
          if (!ended) timer = setTimeout(turn, everyMs).unref();
        });
    }
    return () => {
      ended = true;
      clearTimeout(timer);
      return running;
    };
  }
}
