import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailable } from './sql.ts';

const MOST_TRIES = 5;
/** serialization_failure and deadlock_detected: the transaction was undone because of another one. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/**
 * What the server goes on answering until an operator changes something, by the class of its code: a feature it lacks (0A), a
 * statement or value it does not take (22, 23, 42), who may log in (28), which databases and schemas there are (3D, 3F).
 */
const LASTING = new Set(['0A', '22', '23', '28', '3D', '3F', '42']);
/** What the driver says where a password is missing, or the server speaks no TLS; it has no code. */
const UNUSABLE = /^SASL: |does not support SSL/;
/** A certificate that is not trusted, or TLS that can't be agreed on. */
const UNTRUSTED = /CERT|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/;

/** What the driver threw, as an outage of the store; one that lasts where the settings have to change. */
export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(error, { lasting: isLasting(error) });
}

function isLasting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof pg.DatabaseError) return LASTING.has(code.slice(0, 2));
  return UNUSABLE.test(error.message) || UNTRUSTED.test(code);
}

/** The connection ended under a statement, as one does that the server gave up while it was idle. */
export class ConnectionLost extends StoreUnavailable {}

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
