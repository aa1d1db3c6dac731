import { z } from 'zod';
import type { Sql, Transaction } from './database/sql.ts';
import type { Seal } from './encryption/seal.ts';

/** Where no process was alive for longer, the store may have been brought back from a backup. */
const AWAY_MS = 5 * 60_000;
/** The row of `boxes` that tells when a process was last alive, epoch milliseconds. */
export const HEARTBEAT_KEY = 'alive:at';

/** When a process last worked on the store, by the store's clock, noted by all of them in one place. */
export interface Heartbeat {
  /**
   * Whether none was alive for a while; from this transaction on one is. Of those that start at once, the first is told.
   * A store of which that is not known counts as left alone.
   */
  begin(inside: Transaction): Promise<boolean>;
  beat(inside: Sql): Promise<void>;
}

export function createHeartbeat(seal: Seal): Heartbeat {
  const place = `box:${HEARTBEAT_KEY}`;
  const beat: Heartbeat['beat'] = async (inside) => {
    await inside.query(
      `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, NULL)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      HEARTBEAT_KEY,
      seal.seal(inside.now(), place),
    );
  };
  return {
    beat,
    async begin(inside) {
      await inside.lock(HEARTBEAT_KEY);
      const [row] = await inside.query('SELECT value FROM boxes WHERE key = $1', HEARTBEAT_KEY);
      await beat(inside);
      return !row || inside.now() - z.number().parse(seal.open(row.value, place)) > AWAY_MS;
    },
  };
}
