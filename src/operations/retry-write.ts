import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store/database/sql.ts';
import type { Operation } from '../store/operations/index.ts';
import type { Dependencies } from './dependencies.ts';

const WRITE_AGAIN_MS = 1_000;
/** After this time the write is given up, and the result is lost. */
const WRITE_WITHIN_MS = 180_000;

/**
 * Writes down a result that only this process knows; waits for a store that is out of reach.
 * @throws StoreUnavailable after three minutes
 */
export async function retryWrite<Written>(
  { now, report }: Pick<Dependencies, 'now' | 'report'>,
  operation: Operation,
  write: () => Promise<Written>,
): Promise<Written> {
  const end = now() + WRITE_WITHIN_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || now() >= end) throw error;
      report(error, operation);
      await wait(WRITE_AGAIN_MS, undefined, { ref: false });
    }
  }
}
