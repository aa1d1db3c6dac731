import pg from 'pg';
import { CutOff, isConflict, isGone, retry, unavailable } from './postgres-failure.ts';
import {
  type Dialect,
  type Row,
  type Sql,
  type SqlValue,
  StoreUnavailable,
  type Transaction,
  type TransactionOptions,
} from './sql.ts';

/** Deadlines in milliseconds; a person waits for them. */
export interface Deadlines {
  /** For a connection, a new one or one that others are using. */
  connect: number;
  /** What the server may take for one statement, and of that for a lock. */
  statement: number;
  lock: number;
  /** Then the server is taken for gone, whatever the connection looks like. */
  answer: number;
}

const DEADLINES: Deadlines = { connect: 3_000, statement: 4_000, lock: 3_000, answer: 5_000 };
const PATIENT_MS = 15 * 60_000;
const IDLE_MS = 30_000;
const MOST_CONNECTIONS = 10;
const READS = /^SELECT (?!.* FOR UPDATE)/s;
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
export function openPostgres(url: string, deadlines = DEADLINES): Sql {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, wholeNumber);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: deadlines.connect,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: deadlines.statement,
    lock_timeout: deadlines.lock,
    idle_in_transaction_session_timeout: deadlines.answer,
    keepAlive: true,
    application_name: 'hosting-bot',
  });
  // The pool has dropped the idle connection already; whoever needs the store next connects anew, or hears of the outage.
  pool.on('error', () => undefined);
  return new Postgres(pool, deadlines.answer);
}

class Postgres implements Sql {
  readonly dialect = DIALECT;
  readonly #pool: pg.Pool;
  /** Names of the statements that are prepared, each once a connection. */
  readonly #names = new Map<string, string>();
  readonly #answerMs: number;

  constructor(pool: pg.Pool, answerMs: number) {
    this.#pool = pool;
    this.#answerMs = answerMs;
  }

  query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    const ask = async (connection: Connection) => (await connection.query(statement, ...values)).rows;
    // What only reads may be asked again.
    const again = (error: unknown) => error instanceof CutOff && READS.test(statement);
    return retry(() => this.#connected(ask, this.#answerMs), again);
  }

  transaction<T>(work: (sql: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    let begun = false;
    const attempt = () => {
      begun = false;
      return this.#inTransaction(work, options, () => {
        begun = true;
      });
    };
    return retry(attempt, (error) => (begun ? isConflict(error) : error instanceof CutOff));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #inTransaction<T>(
    work: (sql: Transaction) => Promise<T>,
    { patient = false, keep }: TransactionOptions,
    begun: () => void,
  ): Promise<T> {
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
        await connection.query(keep === 'soon' ? 'BEGIN; SET LOCAL synchronous_commit = off' : 'BEGIN');
        begun();
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
      patient ? PATIENT_MS : this.#answerMs,
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
        const start = performance.now();
        try {
          const name = values.length > 0 ? { name: this.#nameOf(text) } : {};
          const asked: TimedQuery = { text, values, query_timeout: answerMs, ...name };
          return await client.query<Row>(asked);
        } catch (error) {
          broken ||= !(error instanceof pg.DatabaseError) || isGone(error);
          throw broken && performance.now() - start < answerMs ? new CutOff(error) : new StoreUnavailable(error);
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

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A BIGINT of the store is too large for a number');
  return value;
}
