import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Dialect, type Row, type Sql, type SqlValue, StoreUnavailable, type Transaction } from './sql.ts';

/** What a person may wait for a connection, a new one or one that others are using. */
const CONNECT_MS = 3_000;
/** What the server may take for one statement, and of that for a lock. */
const STATEMENT_MS = 4_000;
const LOCK_MS = 3_000;
/** Then the server is taken for gone, whatever the connection looks like. */
const ANSWER_MS = 5_000;
const PATIENT_MS = 15 * 60_000;
const IDLE_MS = 30_000;
const MOST_CONNECTIONS = 10;
const MOST_TRIES = 5;
/** serialization_failure and deadlock_detected: the transaction was undone because of another one. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);
const DIALECT: Dialect = {
  bytes: 'BYTEA',
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  shared: true,
};

/** The driver reads the deadline of a single query, which its types don't know. */
interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

/** One connection of the pool, in one pair of hands. */
interface Connection {
  query(statement: string, ...values: SqlValue[]): Promise<pg.QueryResult<Row>>;
  /** Nothing more can be asked of it. */
  broken(): boolean;
}

/**
 * Opens a PostgreSQL database (version 11 or newer) as a {@link Sql} driver: a pool that connects when it is first asked and again after
 * an outage. Whatever does not answer within its deadline is a `StoreUnavailable`.
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq (`sslmode` …)
 */
export function openPostgres(url: string): Sql {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, wholeNumber);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'hosting-bot',
  });
  // The pool has dropped the idle connection already; whoever needs the store next connects anew, or hears of the outage.
  pool.on('error', () => undefined);
  return new Postgres(pool);
}

class Postgres implements Sql {
  readonly dialect = DIALECT;
  readonly #pool: pg.Pool;
  /** Names of the statements that are prepared, each once a connection. */
  readonly #names = new Map<string, string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#connected(async (connection) => (await connection.query(statement, ...values)).rows, ANSWER_MS);
  }

  async transaction<T>(work: (sql: Transaction) => Promise<T>, { patient = false } = {}): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#inTransaction(work, patient);
      } catch (error) {
        if (tries === MOST_TRIES || !isConflict(error)) throw error;
        await wait(Math.random() * 10 * 2 ** tries);
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #inTransaction<T>(work: (sql: Transaction) => Promise<T>, patient: boolean): Promise<T> {
    return this.#connected(
      async (connection) => {
        const inside: Transaction = {
          dialect: DIALECT,
          query: async (statement, ...values) => (await connection.query(statement, ...values)).rows,
          transaction: (nested) => nested(inside),
          lock: async (name) =>
            void (await inside.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', name)),
          close: () => Promise.reject(new TypeError('A transaction cannot close the store')),
        };
        await connection.query('BEGIN');
        try {
          if (patient)
            for (const limit of ['statement', 'lock', 'idle_in_transaction_session'])
              await connection.query(`SET LOCAL ${limit}_timeout = ${PATIENT_MS}`);
          const result = await work(inside);
          const { command } = await connection.query('COMMIT');
          // The server answers so, and without an error, where a statement had failed before.
          if (command !== 'COMMIT') throw new StoreUnavailable(new Error('The transaction was rolled back'));
          return result;
        } catch (error) {
          // With a connection that broke, the server undoes its transaction.
          if (!connection.broken()) await connection.query('ROLLBACK');
          throw error;
        }
      },
      patient ? PATIENT_MS : ANSWER_MS,
    );
  }

  /** Gives `work` a connection. It goes back to the pool only if every answer came: what is still busy, or broken, is closed. */
  async #connected<T>(work: (connection: Connection) => Promise<T>, answerMs: number): Promise<T> {
    const client = await this.#pool.connect().catch(unavailable);
    let broken = false;
    // Without a listener the error of a connection in use would end the process; its query hears of it too.
    const onError = () => {
      broken = true;
    };
    const connection: Connection = {
      broken: () => broken,
      query: async (text, ...values) => {
        try {
          const name = values.length > 0 ? { name: this.#nameOf(text) } : {};
          const asked: TimedQuery = { text, values, query_timeout: answerMs, ...name };
          return await client.query<Row>(asked);
        } catch (error) {
          broken ||= !(error instanceof pg.DatabaseError) || isGone(error);
          throw new StoreUnavailable(error);
        }
      },
    };
    client.on('error', onError);
    try {
      return await work(connection);
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  #nameOf(statement: string): string {
    const name = this.#names.get(statement) ?? `s${this.#names.size}`;
    this.#names.set(statement, name);
    return name;
  }
}

function unavailable(error: unknown): never {
  throw new StoreUnavailable(error);
}

/** Class 08: the connection; 57P: the server is being stopped or ended it. */
function isGone({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('08') || code.startsWith('57P');
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && CONFLICTS.has(error.cause.code)
  );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A BIGINT of the store is too large for a number');
  return value;
}
