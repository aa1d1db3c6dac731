import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Row, StoreUnavailable } from './sql.ts';

const MOST_TRIES = 5;
const CONFLICT_CODES: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/** Missing features (0A), bad statements or values (22, 23, 42), authorization (28), missing databases (3D, 3F). */
const LASTING_CLASSES = new Set(['0A', '22', '23', '28', '3D', '3F', '42']);
/** The driver gives no code for a missing password, or a server without TLS. */
const UNUSABLE = /^SASL: |does not support SSL/;
const UNTRUSTED = /CERT|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/;

export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(error, { lasting: isLasting(error) });
}

function isLasting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof pg.DatabaseError) return LASTING_CLASSES.has(code.slice(0, 2));
  return UNUSABLE.test(error.message) || UNTRUSTED.test(code);
}

export class ConnectionLost extends StoreUnavailable {}

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

/** Class 08: the connection failed. 57P: the server ended it. */
export function isGone({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('08') || code.startsWith('57P');
}

/** After a failover the old server may go on answering, and refuse every change. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

export const READ_ONLY = "SELECT current_setting('transaction_read_only') AS read_only";

export function refuseReadOnly([row]: readonly Row[]): void {
  if (row?.read_only === 'on') throw new Error('The server of the store is read-only');
}

export function isConflict(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && CONFLICT_CODES.has(error.cause.code)
  );
}
