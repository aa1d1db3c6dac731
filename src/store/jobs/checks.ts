import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { nullableNumberColumn, numberColumn, type Row, type Sql, type SqlValue, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import { nextDue, takeDue, whereReadable } from './queue.ts';

/** How long a check and its results can be seen. */
const LIFE_MS = 7 * 24 * 3_600_000;
/** How long an unreadable or unending check is kept. */
const LONGEST_LIFE_MS = 4 * LIFE_MS;

/** The number of ended checks kept for a person. */
const MOST_KEPT = 20;
/** Rows removed in one transaction. */
const MOST_FORGOTTEN = 50;
/** Rows of results opened before the event loop gets a turn: 10,000 results are several hundred. */
const MOST_OPENED = 50;

const STATES = ['running', 'done', 'cancelled', 'stopped'] as const;
export type CheckState = (typeof STATES)[number];

const body = z.object({
  accountId: z.string(),
  locale: z.string(),
  messageId: z.number().optional(),
  /** The forum topic that it was asked in. */
  topicId: z.number().optional(),
  /** When the person last began, went on with or cancelled it; absent in older checks. */
  tappedAt: z.number().optional(),
  /** The round whose end has a message of its own, and the message that this one replaced. */
  toldRound: z.number().optional(),
  formerMessage: z.number().optional(),
  /** In ASCII, each once; results refer to them by index. */
  domains: z.array(z.string()),
  /** Names of the same list that wait for another run. */
  rest: z.array(z.string()),
  junk: z.array(z.object({ text: z.string(), reason: z.string() })),
  junkCount: z.number(),
  /** The number of ignored words without a suffix; absent in older checks. */
  bare: z.number().optional(),
  /** The number of ignored cells of a table; absent in older checks. */
  cells: z.number().optional(),
  duplicates: z.number(),
  /** The first subdomains that were read as their domains, and their number; absent in older checks. */
  subdomains: z.array(z.object({ domain: z.string(), subdomain: z.string() })).optional(),
  subdomainCount: z.number().optional(),
  /** Whether the list was longer than what was read of it. */
  cut: z.boolean(),
  /** Grows when failed names are asked for again. */
  round: z.number(),
  /** The id of the update that began this round, where it is not the first. */
  roundId: z.string().optional(),
  /** The kind of the failure that stopped it. */
  why: z.string().optional(),
});
export type CheckBody = z.infer<typeof body>;

/** The values of the plain columns, sealed with the body; absent in older checks. */
const bound = z.object({ state: z.enum(STATES), userId: z.number(), chatId: z.number() });
const sealedBody = body.extend({ bound: bound.optional() });

/** One run of the availability check over a list of names. */
export interface Check extends CheckBody {
  id: string;
  state: CheckState;
  userId: number;
  chatId: number;
  /** The end of its lease (epoch ms). Every process that takes the check changes it. */
  heldUntil?: number | undefined;
}

const checkResult = z.object({
  /** The index of the name. */
  at: z.number(),
  state: z.enum(['available', 'registered', 'forbidden', 'failed']),
  quote: z.object({ total: z.number(), currency: z.string(), period: z.number().optional() }).optional(),
  /** The kind of the failure, where it failed. */
  why: z.string().optional(),
  round: z.number(),
});
/** The result for one name. */
export type CheckResult = z.infer<typeof checkResult>;

/** The part of a check that identifies its holder. */
export type HeldCheck = Pick<Check, 'round' | 'heldUntil'>;

/** Checks and their results; a result that was stored is never lost. */
export interface Checks {
  /**
   * Stores a check with a lease until `heldUntil`. Removes checks older than a week, and the person's ended ones beyond
   * the newest {@link MOST_KEPT}.
   */
  add(check: Check, now: number, heldUntil: number): Promise<Check>;
  /** The number of the person's running checks. */
  running(userId: number): Promise<number>;
  get(id: string): Promise<Check | undefined>;
  /**
   * Changes a check in one of the states `from` and, with `mine`, while its lease and round are these; resolves to
   * `undefined` otherwise. An edit of `heldUntil` sets the end of the lease.
   */
  change(
    id: string,
    from: readonly CheckState[],
    edit: (check: Check) => Partial<Check>,
    mine?: HeldCheck,
  ): Promise<Check | undefined>;
  /**
   * Moves the waiting names of an ended check into the check that `make` returns, in one transaction. Resolves to
   * `undefined` where none wait or the check runs.
   */
  takeRest(id: string, make: (before: Check) => Check, now: number, heldUntil: number): Promise<Check | undefined>;
  /** Stores results, all or none; nothing for a check that was removed. */
  addResults(id: string, results: readonly CheckResult[]): Promise<void>;
  /** The results by the index of the name; the last one where there are several. */
  results(id: string): Promise<Map<number, CheckResult>>;
  /** Takes checks whose lease has ended: running ones, and ended ones whose end is not shown yet. */
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Check[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Extends the lease of a running check. Resolves to `false` where it does not run or another process has it. */
  extend(mine: Pick<Check, 'id' | 'heldUntil'>, until: number): Promise<boolean>;
  /** The end is shown: the check is not due again. */
  endShown(id: string): Promise<void>;
  /** Moves the checks of a migrated chat. The old messages are not in the new chat: the checks get new ones. */
  moveChat(from: number, to: number): Promise<void>;
  /**
   * Runs at the start. Removes old checks; in a store of one process open checks are due now. In a shared store they
   * are due when their leases end.
   */
  takeOver(now: number): Promise<void>;
}

const COLUMNS = 'id, state, user_id, chat_id, due_at, body';

/**
 * Removes some checks older than a week, except running ones and those whose end is not shown; resolves to whether
 * there may be more.
 */
export function forgetOldChecks(inside: Sql, now: number, most: number): Promise<boolean> {
  const which = `created_at < $1 AND (due_at IS NULL OR created_at < $2) ORDER BY created_at LIMIT ${most}`;
  return forget(inside, which, [now - LIFE_MS, now - LONGEST_LIFE_MS], most);
}

/**
 * Removes at most `most` rows of the checks that `which` selects: first results, then checks without results. Resolves
 * to whether there may be more.
 */
async function forget(inside: Sql, which: string, values: SqlValue[], most: number): Promise<boolean> {
  const checks = `SELECT id FROM checks WHERE ${which}`;
  const results = `SELECT check_id, number FROM check_results WHERE check_id IN (${checks}) LIMIT ${most}`;
  const found = await inside.query(
    `DELETE FROM check_results WHERE (check_id, number) IN (${results}) RETURNING number`,
    ...values,
  );
  if (found.length > 0) return true;
  return (await inside.query(`DELETE FROM checks WHERE id IN (${checks}) RETURNING id`, ...values)).length === most;
}

/** Results in an unknown shape do not count: their names are asked for again. */
function resultsIn(stored: unknown): CheckResult[] {
  return z
    .array(z.unknown())
    .parse(stored)
    .flatMap((each) => checkResult.safeParse(each).data ?? []);
}

export function openChecks(sql: Sql, seal: Seal): Checks {
  const place = (id: string) => `check:${id}`;
  const read = (row: Row): Check => {
    const id = textColumn(row, 'id');
    const { bound: said, ...contents } = sealedBody.parse(seal.open(row.body, place(id)));
    const columns = bound.parse({
      state: row.state,
      userId: numberColumn(row, 'user_id'),
      chatId: numberColumn(row, 'chat_id'),
    });
    if (said && !isDeepStrictEqual(said, columns)) throw new SealBroken(place(id), 'changed');
    return { ...contents, ...columns, id, heldUntil: nullableNumberColumn(row, 'due_at') ?? undefined };
  };
  const sealed = (check: Check) =>
    seal.seal(sealedBody.parse({ ...check, bound: bound.parse(check) }), place(check.id));
  const find = async (inside: Sql, id: string, lock = '') => {
    const [row] = await inside.query(`SELECT ${COLUMNS} FROM checks WHERE id = $1 ${lock}`, id);
    return row && read(row);
  };

  const write = async (inside: Sql, check: Check, now: number, heldUntil: number) => {
    const { id, state, userId, chatId } = check;
    await inside.query(
      'INSERT INTO checks (id, state, user_id, chat_id, created_at, due_at, body) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      ...[id, state, userId, chatId, now, heldUntil],
      sealed(check),
    );
    return { ...check, heldUntil };
  };

  /** Small transactions, so that others need not wait. */
  const inSteps = async (some: (inside: Sql) => Promise<boolean>) => {
    while (await sql.transaction(some, { durability: 'relaxed' })) await nextTurn();
  };
  const forgetOld = (now: number) => inSteps((inside) => forgetOldChecks(inside, now, MOST_FORGOTTEN));
  /** Keeps only the newest of a person's ended checks. */
  const forgetMost = (userId: number) => {
    const which = `user_id = $1 AND state <> 'running' AND due_at IS NULL ORDER BY created_at DESC LIMIT ${MOST_FORGOTTEN} OFFSET ${MOST_KEPT}`;
    return inSteps((inside) => forget(inside, which, [userId], MOST_FORGOTTEN));
  };

  return {
    async add(check, now, heldUntil) {
      await forgetOld(now);
      await forgetMost(check.userId);
      return write(sql, check, now, heldUntil);
    },
    async running(userId) {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS count FROM checks WHERE user_id = $1 AND state = 'running'`,
        userId,
      );
      return row ? numberColumn(row, 'count') : 0;
    },
    get: (id) => find(sql, id),
    change: (id, from, edit, mine) =>
      sql.transaction(async (inside) => {
        const before = await find(inside, id, sql.dialect.forUpdate);
        if (!before || !from.includes(before.state)) return undefined;
        if (mine && (mine.round !== before.round || mine.heldUntil !== before.heldUntil)) return undefined;
        const after = { ...before, ...edit(before) };
        await inside.query(
          'UPDATE checks SET state = $1, body = $2, due_at = $3 WHERE id = $4',
          ...[after.state, sealed(after), after.heldUntil ?? null, id],
        );
        return after;
      }),
    takeRest: (id, make, now, heldUntil) =>
      sql.transaction(async (inside) => {
        const before = await find(inside, id, sql.dialect.forUpdate);
        if (!before || before.state === 'running' || before.rest.length === 0) return undefined;
        const next = await write(inside, make(before), now, heldUntil);
        await inside.query('UPDATE checks SET body = $1 WHERE id = $2', sealed({ ...before, rest: [] }), id);
        return next;
      }),
    addResults: (id, results) =>
      sql.transaction(async (inside) => {
        // Concurrent batches must not get the same number.
        await inside.lock(place(id));
        await inside.query(
          `INSERT INTO check_results (check_id, number, body)
           SELECT id, (SELECT COALESCE(MAX(number), 0) + 1 FROM check_results WHERE check_id = id), $2 FROM checks WHERE id = $1`,
          id,
          seal.seal(results, place(id)),
        );
      }),
    async results(id) {
      const rows = await sql.query('SELECT body FROM check_results WHERE check_id = $1 ORDER BY number', id);
      const known: CheckResult[] = [];
      while (rows.length > 0) {
        for (const row of rows.splice(0, MOST_OPENED)) known.push(...resultsIn(seal.open(row.body, place(id))));
        if (rows.length > 0) await nextTurn();
      }
      return new Map(known.map((each) => [each.at, each]));
    },
    takeDue: (now, leaseMs, most) => takeDue(sql, { table: 'checks', columns: COLUMNS, read }, now, leaseMs, most),
    nextDue: () => nextDue(sql, 'checks'),
    async extend({ id, heldUntil }, until) {
      const held = await sql.query(
        `UPDATE checks SET due_at = $1 WHERE id = $2 AND state = 'running' AND due_at = $3 RETURNING id`,
        until,
        id,
        heldUntil ?? null,
      );
      return held.length > 0;
    },
    async endShown(id) {
      await sql.query(`UPDATE checks SET due_at = NULL WHERE id = $1 AND state <> 'running'`, id);
    },
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const there = `SELECT ${COLUMNS} FROM checks WHERE chat_id = $1 ORDER BY id ${sql.dialect.forUpdate}`;
        for (const row of await inside.query(there, from)) {
          const found = whereReadable(read)(row);
          if (!found) continue;
          const check = { ...found, chatId: to, messageId: undefined, topicId: undefined, formerMessage: undefined };
          await inside.query('UPDATE checks SET chat_id = $1, body = $2 WHERE id = $3', to, sealed(check), check.id);
        }
      }),
    async takeOver(now) {
      await forgetOld(now);
      if (!sql.dialect.shared) await sql.query('UPDATE checks SET due_at = $1 WHERE due_at IS NOT NULL', now);
    },
  };
}
