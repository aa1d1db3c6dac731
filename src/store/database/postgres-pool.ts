import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { READ_ONLY, refuseReadOnly, unavailable } from './postgres-errors.ts';
import type { StoreUnavailable } from './sql.ts';

/** Milliseconds, short because a person waits. */
export interface Deadlines {
  connect: number;
  statement: number;
  lock: number;
  answer: number;
}

const MOST_CONNECTIONS = 10;
const IDLE_MS = 30_000;
const PROBE_AGAIN_MS = 250;

/** Once a request waits a whole deadline in vain, all others fail at once, until a probe finds a server. */
export class PostgresPool {
  readonly #config: pg.PoolConfig;
  #pool: pg.Pool;
  #silent: StoreUnavailable | undefined;
  readonly #closing = new AbortController();

  constructor(url: string, deadlines: Deadlines) {
    const types = new pg.TypeOverrides();
    types.setTypeParser(pg.types.builtins.INT8, wholeNumber);
    this.#config = {
      connectionString: url,
      types,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: deadlines.connect,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: deadlines.statement,
      lock_timeout: deadlines.lock,
      idle_in_transaction_session_timeout: deadlines.answer,
      query_timeout: deadlines.answer,
      keepAlive: true,
      application_name: 'hosting-bot',
    };
    this.#pool = this.#connections();
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#silent) throw this.#silent;
    const pool = this.#pool;
    const start = performance.now();
    try {
      return await pool.connect();
    } catch (error) {
      const late = performance.now() - start >= (this.#config.connectionTimeoutMillis ?? 0);
      // Where all connections are in use, the wait is not the server's fault.
      if (late && pool.totalCount < MOST_CONNECTIONS) this.suspect(error);
      throw unavailable(error);
    }
  }

  suspect(error: unknown): void {
    if (this.#silent || this.#closing.signal.aborted) return;
    this.#silent = unavailable(error);
    const before = this.#pool;
    this.#pool = this.#connections();
    void before.end();
    void this.#listen();
  }

  /** @throws Error where a probe gets no answer; a refusal is an answer */
  async listenBeside(ended: AbortSignal): Promise<void> {
    const { query_timeout: everyMs } = this.#config;
    for (;;) {
      await wait(everyMs, undefined, { signal: ended });
      const probe = new pg.Client(this.#config);
      probe.on('error', () => undefined);
      try {
        await probe.connect();
        await probe.query('SELECT 1');
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
      } finally {
        void probe.end();
      }
    }
  }

  async end(): Promise<void> {
    this.#closing.abort();
    await this.#pool.end();
  }

  #connections(): pg.Pool {
    const pool = new pg.Pool(this.#config);
    // The pool has dropped the idle connection; the next request makes a new one or fails.
    pool.on('error', () => undefined);
    return pool;
  }

  async #listen(): Promise<void> {
    while (this.#silent && !this.#closing.signal.aborted) {
      const probe = new pg.Client(this.#config);
      probe.on('error', () => undefined);
      try {
        await probe.connect();
        const { rows } = await probe.query(READ_ONLY);
        refuseReadOnly(rows);
        this.#silent = undefined;
      } catch (error) {
        this.#silent = unavailable(error);
        await wait(PROBE_AGAIN_MS, undefined, { ref: false });
      } finally {
        void probe.end();
      }
    }
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A BIGINT of the store is too large for a number');
  return value;
}
