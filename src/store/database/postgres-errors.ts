import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Row, StoreUnavailable } from './sql.ts';

const MOST_TRIES = 5;
/** serialization_failure and deadlock_detected: another transaction caused a rollback. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/**
 * Classes of errors that last until an operator changes something: a missing feature (0A), bad statements or values
 * (22, 23, 42), authorization (28), missing databases or schemas (3D, 3F).
 */
const LASTING = new Set(['0A', '22', '23', '28', '3D', '3F', '42']);
/** Errors of the driver without a code: a missing password, or a server without TLS. */
const UNUSABLE = /^SASL: |does not support SSL/;
/** An untrusted certificate, or a failed TLS handshake. */
const UNTRUSTED = /CERT|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/;

/** Turns an error of the driver into an outage of the store; a lasting one where settings have to change. */
export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(error, { lasting: isLasting(error) });
}

function isLasting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof pg.DatabaseError) return LASTING.has(code.slice(0, 2));
  return UNUSABLE.test(error.message) || UNTRUSTED.test(code);
}

/** The connection ended during a statement, for example one that the server had closed while it was idle. */
export class ConnectionLost extends StoreUnavailable {}

/** Tries again after a pause, while `again` accepts the error. */
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

/** Class 08: the connection failed; 57P: the server stops or ended it. */
export function isGone({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('08') || code.startsWith('57P');
}

/** After a failover the old server may go on answering, and refuse every change with this code. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** Its answer is for {@link refuseReadOnly}. */
export const READ_ONLY = "SELECT current_setting('transaction_read_only') AS read_only";

/** @throws Error where the server takes no changes */
export function refuseReadOnly([row]: readonly Row[]): void {
  if (row?.read_only === 'on') throw new Error('The server of the store is read-only');
}

export function isConflict(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && CONFLICTS.has(error.cause.code)
  );
}
