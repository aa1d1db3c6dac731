import { z } from 'zod';
import type { Transaction } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { whereReadable } from '../jobs/queue.ts';

/** After a longer gap the store may have been restored from a backup. */
const MAX_GAP_MS = 5 * 60_000;
export const LAST_ALIVE_KEY = 'alive:at';

export interface LastAlive {
  /**
   * After a gap or a restored time the store may be a backup. Only the first of concurrent beats resolves to `true`.
   */
  beat(inside: Transaction): Promise<boolean>;
  isGone(inside: Transaction): Promise<boolean>;
}

export function createLastAlive(seal: Seal): LastAlive {
  const place = `box:${LAST_ALIVE_KEY}`;
  let noted: number | undefined;

  async function read(inside: Transaction) {
    await inside.lock(LAST_ALIVE_KEY);
    const [row] = await inside.query('SELECT value FROM boxes WHERE key = $1', LAST_ALIVE_KEY);
    const last = row && whereReadable(({ value }) => z.number().parse(seal.open(value, place)))(row);
    const now = inside.now();
    const isRecent = last !== undefined && Math.abs(now - last) <= MAX_GAP_MS;
    const isGone = noted === undefined ? !isRecent : last === undefined || last < noted;
    return { last, now, isRecent, isGone };
  }

  return {
    isGone: async (inside) => (await read(inside)).isGone,
    async beat(inside) {
      const { last, now, isRecent, isGone } = await read(inside);
      // The clocks of two processes may differ a little: the time in the store goes back only with the store.
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
