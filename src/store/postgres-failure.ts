import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailable } from './sql.ts';

const MOST_TRIES = 5;
/** serialization_failure and deadlock_detected: the transaction was undone because of another one. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/** The connection ended under a statement, as one does that the server gave up while it was idle. */
export class CutOff extends StoreUnavailable {}

/** Attempts it again, after a pause, while `again` says so of the error. */
export async function retry<T>(attempt: () => Promise<T>, again: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MOST_TRIES || !again(error)) throw error;
      await wait(Math.random() * 10 * 2 ** tries);
    }
  }
}

/** Class 08: the connection; 57P: the server is being stopped or ended it. */
export function isGone({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('08') || code.startsWith('57P');
}

export function isConflict(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && CONFLICTS.has(error.cause.code)
  );
}
