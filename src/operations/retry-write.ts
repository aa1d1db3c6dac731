import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../store/database/sql.ts';
import type { Operation } from '../store/operations/index.ts';
import type { Dependencies } from './dependencies.ts';

const WRITE_RETRY_PAUSE_MS = 1_000;
const WRITE_TIMEOUT_MS = 180_000;

/** Saves a result that only this process knows. @throws StoreUnavailable after three minutes without the store */
export async function retryWrite<Written>(
  { now, report }: Pick<Dependencies, 'now' | 'report'>,
  operation: Operation,
  write: () => Promise<Written>,
): Promise<Written> {
  const end = now() + WRITE_TIMEOUT_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || now() >= end) throw error;
      report(error, operation);
      await wait(WRITE_RETRY_PAUSE_MS, undefined, { ref: false });
    }
  }
}
