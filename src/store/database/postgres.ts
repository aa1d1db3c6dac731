import pg from 'pg';
import {
  ConnectionLost,
  isConflict,
  isGone,
  isReadOnly,
  READ_ONLY,
  refuseReadOnly,
  retry,
  unavailable,
} from './postgres-errors.ts';
import { type Deadlines, PostgresPool } from './postgres-pool.ts';
import { ServerClock } from './server-clock.ts';
import {
  type Dialect,
  numberColumn,
  type Row,
  type Sql,
  type SqlValue,
  StoreUnavailable,
  type Transaction,
  type TransactionOptions,
  wholeNumbers,
} from './sql.ts';

const DEADLINES: Deadlines = { connect: 3_000, statement: 4_000, lock: 3_000, answer: 5_000 };
const PATIENT_MS = 15 * 60_000;
const PATIENTLY = ['statement', 'lock', 'idle_in_transaction_session']
  .map((limit) => `SET LOCAL ${limit}_timeout = ${PATIENT_MS}`)
  .join('; ');
const CLOCK = 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now';
const READS = /^SELECT (?!.* FOR UPDATE)/s;
const DIALECT: Dialect = {
  bytes: 'BYTEA',
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  shared: true,
};

/** The driver's types lack this option. */
interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

interface Connection {
  query(statement: string, ...values: SqlValue[]): Promise<pg.QueryResult<Row>>;
  broken(): boolean;
}

/**
 * PostgreSQL 11 or newer.
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq (`sslmode` …)
 */
export function openPostgres(url: string, deadlines: Deadlines = DEADLINES, machine: () => number = Date.now): Sql {
  return new Postgres(new PostgresPool(url, deadlines), deadlines.answer, new ServerClock(machine));
}

class Postgres implements Sql {
  readonly dialect = DIALECT;
  readonly #pool: PostgresPool;
  readonly #names = new Map<string, string>();
  readonly #answerMs: number;
  readonly #clock: ServerClock;

  constructor(pool: PostgresPool, answerMs: number, clock: ServerClock) {
    this.#pool = pool;
    this.#answerMs = answerMs;
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  compareClocks(): Promise<number> {
    return this.#clock.compare(async () => {
      const [row] = await this.query(CLOCK);
      return row ? numberColumn(row, 'now') : Number.NaN;
    });
  }

  async takesChanges(): Promise<void> {
    const answer = await this.query(READ_ONLY);
    try {
      refuseReadOnly(answer);
    } catch (error) {
      this.#pool.suspect(error);
      throw unavailable(error);
    }
  }

  query(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    const ask = async (connection: Connection) => (await connection.query(statement, ...values)).rows;
    const again = (error: unknown) => error instanceof ConnectionLost && READS.test(statement);
    return retry(() => this.#connected(ask, this.#answerMs), again);
  }

  transaction<T>(work: (sql: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (options.oneStatement) return this.#withoutTransaction(work);
    let begun = false;
    const attempt = () => {
      begun = false;
      return this.#inTransaction(work, options, () => {
        begun = true;
      });
    };
    return retry(attempt, (error) => (begun ? isConflict(error) : error instanceof ConnectionLost));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #withoutTransaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const committed: (() => void)[] = [];
    let asked = false;
    const ask: Sql['query'] = (statement, ...values) => {
      if (asked) throw new TypeError('It was to be one statement');
      asked = true;
      return this.query(statement, ...values);
    };
    const result = await work(this.#inside(ask, committed));
    for (const done of committed) done();
    return result;
  }

  #inside(query: Sql['query'], committed: (() => void)[]): Transaction {
    const inside: Transaction = {
      dialect: DIALECT,
      now: () => this.now(),
      compareClocks: () => this.compareClocks(),
      query,
      transaction: (nested) => nested(inside),
      lock: async (name) => void (await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', name)),
      afterCommit: (done) => void committed.push(done),
      close: () => Promise.reject(new TypeError('A transaction cannot close the store')),
    };
    return inside;
  }

  #inTransaction<T>(
    work: (sql: Transaction) => Promise<T>,
    { patient = false }: TransactionOptions,
    begun: () => void,
  ): Promise<T> {
    return this.#connected(
      async (connection) => {
        const committed: (() => void)[] = [];
        const ask: Sql['query'] = async (statement, ...values) => (await connection.query(statement, ...values)).rows;
        const inside = this.#inside(ask, committed);
        try {
          // In one message: every message costs a round trip.
          await connection.query(patient ? `BEGIN; ${PATIENTLY}` : 'BEGIN');
          begun();
          const result = await work(inside);
          const { command } = await connection.query('COMMIT');
          // After a failed statement the server answers COMMIT with ROLLBACK, without an error.
          if (command !== 'COMMIT') throw new StoreUnavailable(new Error('The transaction was rolled back'));
          for (const done of committed) done();
          return result;
        } catch (error) {
          // The server rolls back the transaction of a broken connection.
          if (!connection.broken()) await connection.query('ROLLBACK');
          throw error;
        }
      },
      patient ? PATIENT_MS : this.#answerMs,
    );
  }

  /** The connection returns to the pool only after all answers came; a busy or broken one is closed. */
  async #connected<T>(work: (connection: Connection) => Promise<T>, answerMs: number): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    // Without a listener a broken connection in use would end the process.
    const onError = () => {
      broken = true;
    };
    const connection: Connection = {
      broken: () => broken,
      query: async (text, ...values) => {
        const start = performance.now();
        try {
          const name = values.length > 0 ? { name: this.#nameOf(text) } : {};
          const asked: TimedQuery = { text, values: wholeNumbers(values), query_timeout: answerMs, ...name };
          return await this.#answer(client.query<Row>(asked), answerMs);
        } catch (error) {
          const readOnly = isReadOnly(error);
          broken ||= readOnly || !(error instanceof pg.DatabaseError) || isGone(error);
          if (!broken) throw unavailable(error);
          if (!readOnly && performance.now() - start < this.#answerMs) throw new ConnectionLost(error);
          this.#pool.suspect(error);
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

  async #answer<T>(asked: Promise<T>, answerMs: number): Promise<T> {
    if (answerMs <= this.#answerMs) return asked;
    const ended = new AbortController();
    const silent = this.#pool.listenBeside(ended.signal);
    try {
      return await Promise.race([asked, silent.then(() => asked)]);
    } finally {
      ended.abort();
      // The loser of the race may reject later.
      void Promise.allSettled([asked, silent]);
    }
  }

  #nameOf(statement: string): string {
    const name = this.#names.get(statement) ?? `s${this.#names.size}`;
    this.#names.set(statement, name);
    return name;
  }
}
