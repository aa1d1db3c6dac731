import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Operation } from './operation.ts';

/** An operation is sent at most this long after it was written down; no copy of it can be confirmed for longer. */
export const LONGEST_OFFER_MS = 24 * 3_600_000;

/**
 * How often an operation stopped being open for its confirm, noted apart from its row for as long as any copy of the row
 * could be confirmed: a copy from before that is found out also by a process that never read a later one.
 */
export interface Rounds {
  /** 0 where nothing is noted. */
  newest(inside: Sql, id: string): Promise<number>;
  note(inside: Sql, operation: Operation, openUntil: number): Promise<void>;
}

export function createRounds(seal: Seal): Rounds {
  const keyOf = (id: string) => `round:${id}`;
  return {
    async newest(inside, id) {
      const key = keyOf(id);
      const [row] = await inside.query('SELECT value FROM boxes WHERE key = $1', key);
      return row ? z.number().parse(seal.open(row.value, `box:${key}`)) : 0;
    },
    async note(inside, { id, round }, openUntil) {
      const key = keyOf(id);
      await inside.query(
        `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
        key,
        seal.seal(round, `box:${key}`),
        Math.max(openUntil, inside.now()) + LONGEST_OFFER_MS,
      );
    },
  };
}
