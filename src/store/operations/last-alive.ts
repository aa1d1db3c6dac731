import { z } from 'zod';
import type { Transaction } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { whereReadable } from '../jobs/queue.ts';

/** After so long without a process, the store may have been restored from a backup. */
const AWAY_MS = 5 * 60_000;
/** The row of `boxes` with the time, epoch milliseconds. */
export const LAST_ALIVE_KEY = 'alive:at';

/** When a process last worked on the store, by the store's clock. All processes write it to the same row. */
export interface LastAlive {
  /**
   * Notes that this process is alive. Resolves to whether the store may be a backup. A process that starts is told so where no
   * process was alive for five minutes, or where the store does not say when one was; a process that has beaten before, where
   * the store holds an earlier time than that process wrote. Of processes that beat at once only the first is told.
   */
  beat(inside: Transaction): Promise<boolean>;
  /** Resolves to what {@link beat} would, and notes nothing. */
  isGone(inside: Transaction): Promise<boolean>;
}

export function createLastAlive(seal: Seal): LastAlive {
  const place = `box:${LAST_ALIVE_KEY}`;
  /** The time that this process wrote last. */
  let noted: number | undefined;

  async function read(inside: Transaction) {
    await inside.lock(LAST_ALIVE_KEY);
    const [row] = await inside.query('SELECT value FROM boxes WHERE key = $1', LAST_ALIVE_KEY);
    const last = row && whereReadable(({ value }) => z.number().parse(seal.open(value, place)))(row);
    const now = inside.now();
    const isRecent = last !== undefined && Math.abs(now - last) <= AWAY_MS;
    const isGone = noted === undefined ? !isRecent : last === undefined || last < noted;
    return { last, now, isRecent, isGone };
  }

  return {
    isGone: async (inside) => (await read(inside)).isGone,
    async beat(inside) {
      const { last, now, isRecent, isGone } = await read(inside);
      // The clocks of two processes may differ by a little: the time in the store goes back only with the store.
      const next = isRecent ? Math.max(now, (last ?? 0) + 1) : now;
      await inside.query(
        `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, NULL)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        LAST_ALIVE_KEY,
        seal.seal(next, place),
      );
      inside.afterCommit(() => {
        noted = next;
      });
      return isGone;
    },
  };
}
