import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { nullableNumberColumn, numberColumn, type Row, type Sql, type SqlValue, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import { nextDue, takeDue, whereReadable } from './queue.ts';

const CHECK_LIFE_MS = 7 * 24 * 3_600_000;
const UNENDED_CHECK_LIFE_MS = 4 * CHECK_LIFE_MS;

const MAX_KEPT_PER_PERSON = 20;
const MAX_FORGOTTEN_PER_TRANSACTION = 50;
const ROWS_PER_TURN = 50;

const STATES = ['running', 'done', 'cancelled', 'stopped'] as const;
export type CheckState = (typeof STATES)[number];

const body = z.object({
  accountId: z.string(),
  locale: z.string(),
  messageId: z.number().optional(),
  topicId: z.number().optional(),
  tappedAt: z.number().optional(),
  toldRound: z.number().optional(),
  formerMessage: z.number().optional(),
  /** In ASCII; results refer to the names by index. */
  domains: z.array(z.string()),
  rest: z.array(z.string()),
  junk: z.array(z.object({ text: z.string(), reason: z.string() })),
  junkCount: z.number(),
  bare: z.number().optional(),
  cells: z.number().optional(),
  duplicates: z.number(),
  subdomains: z.array(z.object({ domain: z.string(), subdomain: z.string() })).optional(),
  subdomainCount: z.number().optional(),
  cut: z.boolean(),
  round: z.number(),
  roundId: z.string().optional(),
  why: z.string().optional(),
});
export type CheckBody = z.infer<typeof body>;

/** The plain columns, sealed with the body. */
const bound = z.object({ state: z.enum(STATES), userId: z.number(), chatId: z.number() });
const sealedBody = body.extend({ bound: bound.optional() });

export interface Check extends CheckBody {
  id: string;
  state: CheckState;
  userId: number;
  chatId: number;
  /** Epoch ms; every process that takes the check changes it. */
  heldUntil?: number | undefined;
}

const checkResult = z.object({
  at: z.number(),
  state: z.enum(['available', 'registered', 'forbidden', 'failed']),
  quote: z.object({ total: z.number(), currency: z.string(), period: z.number().optional() }).optional(),
  why: z.string().optional(),
  round: z.number(),
});
export type CheckResult = z.infer<typeof checkResult>;

export type HeldCheck = Pick<Check, 'round' | 'heldUntil'>;

export interface Checks {
  /** Removes the person's ended checks beyond the newest {@link MAX_KEPT_PER_PERSON}. */
  add(check: Check, now: number, heldUntil: number): Promise<Check>;
  running(userId: number): Promise<number>;
  get(id: string): Promise<Check | undefined>;
  /** `undefined` unless the state is in `from` and, with `mine`, lease and round are these. */
  change(
    id: string,
    from: readonly CheckState[],
    edit: (check: Check) => Partial<Check>,
    mine?: HeldCheck,
  ): Promise<Check | undefined>;
  takeRest(id: string, make: (before: Check) => Check, now: number, heldUntil: number): Promise<Check | undefined>;
  /** All or none; nothing for a check that was removed. */
  addResults(id: string, results: readonly CheckResult[]): Promise<void>;
  results(id: string): Promise<Map<number, CheckResult>>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Check[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  extend(mine: Pick<Check, 'id' | 'heldUntil'>, until: number): Promise<boolean>;
  endShown(id: string): Promise<void>;
  moveChat(from: number, to: number): Promise<void>;
  /** In a shared store open checks are due when their leases end, else now. */
  takeOver(now: number): Promise<void>;
}

const COLUMNS = 'id, state, user_id, chat_id, due_at, body';

export function forgetOldChecks(inside: Sql, now: number, most: number): Promise<boolean> {
  const which = `created_at < $1 AND (due_at IS NULL OR created_at < $2) ORDER BY created_at LIMIT ${most}`;
  return forget(inside, which, [now - CHECK_LIFE_MS, now - UNENDED_CHECK_LIFE_MS], most);
}

/** Removes results first. Resolves to whether there may be more. */
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

/** Names with results in an unknown shape are asked for again. */
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

  const inSteps = async (some: (inside: Sql) => Promise<boolean>) => {
    while (await sql.transaction(some, { durability: 'relaxed' })) await nextTurn();
  };
  const forgetOld = (now: number) => inSteps((inside) => forgetOldChecks(inside, now, MAX_FORGOTTEN_PER_TRANSACTION));
  const forgetMost = (userId: number) => {
    const which = `user_id = $1 AND state <> 'running' AND due_at IS NULL ORDER BY created_at DESC LIMIT ${MAX_FORGOTTEN_PER_TRANSACTION} OFFSET ${MAX_KEPT_PER_PERSON}`;
    return inSteps((inside) => forget(inside, which, [userId], MAX_FORGOTTEN_PER_TRANSACTION));
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
        for (const row of rows.splice(0, ROWS_PER_TURN)) known.push(...resultsIn(seal.open(row.body, place(id))));
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
