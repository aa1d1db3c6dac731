import { setImmediate as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { nullableNumberColumn, numberColumn, type Row, type Sql, type SqlValue, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import { nextDue, takeDue, whereReadable } from './queue.ts';

/** How long a check and what it found can be looked at. */
const LIFE_MS = 7 * 24 * 3_600_000;
/** How long one is kept that can't be read, or never ends. */
const LONGEST_LIFE_MS = 4 * LIFE_MS;

/** So many of a person's ended checks are kept. */
const MOST_KEPT = 20;
/** Rows that go in one transaction. */
const MOST_FORGOTTEN = 50;

const STATES = ['running', 'done', 'cancelled', 'stopped'] as const;
export type CheckState = (typeof STATES)[number];

const body = z.object({
  accountId: z.string(),
  locale: z.string(),
  messageId: z.number().optional(),
  /** In ASCII, each once; results name them by their place. */
  domains: z.array(z.string()),
  /** Names of the same list that wait for a run of their own. */
  rest: z.array(z.string()),
  junk: z.array(z.object({ text: z.string(), reason: z.string() })),
  junkCount: z.number(),
  /** Words without a suffix that were left out; not there in older ones. */
  bare: z.number().optional(),
  /** Cells of a table that were left out; not there in older ones. */
  cells: z.number().optional(),
  duplicates: z.number(),
  /** The first of the subdomains that were read as their domains, and how many there were; not there in older ones. */
  subdomains: z.array(z.object({ domain: z.string(), subdomain: z.string() })).optional(),
  subdomainCount: z.number().optional(),
  /** Whether the list went on beyond what was read of it. */
  cut: z.boolean(),
  /** Counted up when what failed is asked for again. */
  round: z.number(),
  /** Why it was stopped, by the failure's kind. */
  why: z.string().optional(),
});
export type CheckBody = z.infer<typeof body>;

/** What the plain columns say, sealed with the rest; not there in older ones. */
const bound = z.object({ state: z.enum(STATES), userId: z.number(), chatId: z.number() });
const sealedBody = body.extend({ bound: bound.optional() });

/** A run of names through the availability check. */
export interface Check extends CheckBody {
  id: string;
  state: CheckState;
  userId: number;
  chatId: number;
  /** Until when somebody has it in hand (epoch ms); another value than one's own: it went over to another. */
  heldUntil?: number | undefined;
}

const checkResult = z.object({
  /** The place of the name. */
  at: z.number(),
  state: z.enum(['available', 'registered', 'forbidden', 'failed']),
  quote: z.object({ total: z.number(), currency: z.string(), period: z.number().optional() }).optional(),
  /** Of what failed: the failure's kind. */
  why: z.string().optional(),
  round: z.number(),
});
/** What was found out about one name. */
export type CheckResult = z.infer<typeof checkResult>;

/** A check as somebody took it in hand. */
export type HeldCheck = Pick<Check, 'round' | 'heldUntil'>;

/** Checks and what they found; a name that was found out about is never lost. */
export interface Checks {
  /**
   * Writes it down, held until `heldUntil`: when whoever wrote it dies, it is due then. What is older than a week goes, and
   * of the person's ended ones those before the newest {@link MOST_KEPT}.
   */
  add(check: Check, now: number, heldUntil: number): Promise<Check>;
  /** How many of the person's run. */
  running(userId: number): Promise<number>;
  get(id: string): Promise<Check | undefined>;
  /**
   * Changes it while it is in one of `from`, and in the same hands and round as `mine` where given; `undefined` when it is
   * not. An edit of `heldUntil` holds it so long.
   */
  change(
    id: string,
    from: readonly CheckState[],
    edit: (check: Check) => Partial<Check>,
    mine?: HeldCheck,
  ): Promise<Check | undefined>;
  /**
   * Takes the names that wait behind an ended check, and writes the check that `make` makes of them down, all or nothing;
   * `undefined` where none wait (any more), or it runs.
   */
  takeRest(id: string, make: (before: Check) => Check, now: number, heldUntil: number): Promise<Check | undefined>;
  /** Keeps results, all or none; none of a check that was removed. */
  addResults(id: string, results: readonly CheckResult[]): Promise<void>;
  /** By the name's place; of several results for one, the last. */
  results(id: string): Promise<Map<number, CheckResult>>;
  /** Takes what nobody has in hand: running ones, and ended ones whose end is not shown yet. */
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Check[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Holds a running one for longer. Resolves to whether it runs, and in these hands still. */
  extend(mine: Pick<Check, 'id' | 'heldUntil'>, until: number): Promise<boolean>;
  /** Its end is shown: there is nothing left to do. */
  endShown(id: string): Promise<void>;
  /** A chat is another one now, in which the old one's messages are not: a check there is shown in a new one. */
  moveChat(from: number, to: number): Promise<void>;
  /**
   * At the start of the program: what is old goes, and all that is open is due now; in a store that others work on too,
   * when whoever has it in hand no longer holds it.
   */
  takeOver(now: number): Promise<void>;
}

const COLUMNS = 'id, state, user_id, chat_id, due_at, body';

/**
 * Removes some of the checks that are older than a week, but for those that run, or whose end is not shown yet; returns whether
 * there may be more.
 */
export function forgetOldChecks(inside: Sql, now: number, most: number): Promise<boolean> {
  const which = `created_at < $1 AND (due_at IS NULL OR created_at < $2) ORDER BY created_at LIMIT ${most}`;
  return forget(inside, which, [now - LIFE_MS, now - LONGEST_LIFE_MS], most);
}

/**
 * Removes so many rows at most: of the checks that `which` selects what was found, and once nothing of that is left, the
 * checks themselves. Returns whether there may be more.
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

  /** A little at a time: nobody waits for all of it. */
  const inSteps = async (some: (inside: Sql) => Promise<boolean>) => {
    while (await sql.transaction(some, { durability: 'relaxed' })) await pause();
  };
  const forgetOld = (now: number) => inSteps((inside) => forgetOldChecks(inside, now, MOST_FORGOTTEN));
  /** Of a person's ended checks only the newest are kept. */
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
        // Two lots at once must not draw the same number.
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
      const all = rows.flatMap((row) => z.array(z.unknown()).parse(seal.open(row.body, place(id))));
      // What was kept in a shape that nobody knows is not known: it is asked for again.
      const known = all.flatMap((each) => checkResult.safeParse(each).data ?? []);
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
          const check = { ...found, chatId: to, messageId: undefined };
          await inside.query('UPDATE checks SET chat_id = $1, body = $2 WHERE id = $3', to, sealed(check), check.id);
        }
      }),
    async takeOver(now) {
      await forgetOld(now);
      if (!sql.dialect.shared) await sql.query('UPDATE checks SET due_at = $1 WHERE due_at IS NOT NULL', now);
    },
  };
}
