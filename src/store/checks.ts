import { z } from 'zod';
import type { Seal } from './seal.ts';
import { number, type Row, type Sql, text } from './sql.ts';

/** How long a check and what it found can be looked at. */
const LIFE_MS = 7 * 24 * 3_600_000;

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
  duplicates: z.number(),
  /** Whether the list went on beyond what was read of it. */
  cut: z.boolean(),
  /** Counted up when what failed is asked for again. */
  round: z.number(),
  /** Why it was stopped, by the failure's kind. */
  why: z.string().optional(),
});
export type CheckBody = z.infer<typeof body>;

/** A run of names through the availability check. */
export interface Check extends CheckBody {
  id: string;
  state: CheckState;
  userId: number;
  chatId: number;
}

const found = z.object({
  /** The place of the name. */
  at: z.number(),
  state: z.enum(['available', 'registered', 'forbidden', 'failed']),
  quote: z.object({ total: z.number(), currency: z.string(), period: z.number().optional() }).optional(),
  /** Of what failed: the failure's kind. */
  why: z.string().optional(),
  round: z.number(),
});
/** What was found out about one name. */
export type Found = z.infer<typeof found>;

/** Checks and what they found; a name that was found out about is never lost. */
export interface Checks {
  /** Writes it down, held until `heldUntil`: when whoever wrote it dies, it is due then. */
  add(check: Check, now: number, heldUntil: number): Promise<void>;
  get(id: string): Promise<Check | undefined>;
  /** Changes it while it is in one of `from`; `undefined` when it is not. */
  change(id: string, from: readonly CheckState[], edit: (check: Check) => Partial<Check>): Promise<Check | undefined>;
  /** Keeps results, all or none. */
  keep(id: string, results: readonly Found[]): Promise<void>;
  /** By the name's place; of several results for one, the last. */
  found(id: string): Promise<Map<number, Found>>;
  /** Takes what nobody has in hand: running ones, and ended ones whose end is not shown yet. */
  takeDue(now: number, leaseMs: number): Promise<{ taken: Check[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Holds a running one for longer. Resolves to whether it is still running. */
  hold(id: string, until: number): Promise<boolean>;
  /** Its end is shown: there is nothing left to do. */
  rest(id: string): Promise<void>;
  /** At the start of the program: all that is open is due now, and what is old goes. */
  takeOver(now: number): Promise<void>;
}

const COLUMNS = 'id, state, user_id, chat_id, body';

export function openChecks(sql: Sql, seal: Seal): Checks {
  const place = (id: string) => `check:${id}`;
  const read = (row: Row): Check => {
    const id = text(row, 'id');
    return {
      ...body.parse(seal.open(row.body, place(id))),
      id,
      state: z.enum(STATES).parse(row.state),
      userId: number(row, 'user_id'),
      chatId: number(row, 'chat_id'),
    };
  };
  const sealed = (check: Check) => seal.seal(body.parse(check), place(check.id));
  const get = async (inside: Sql, id: string) => {
    const [row] = await inside.query(`SELECT ${COLUMNS} FROM checks WHERE id = $1`, id);
    return row && read(row);
  };

  return {
    async add(check, now, heldUntil) {
      const { id, state, userId, chatId } = check;
      await sql.query(
        'INSERT INTO checks (id, state, user_id, chat_id, created_at, due_at, body) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        ...[id, state, userId, chatId, now, heldUntil],
        sealed(check),
      );
    },
    get: (id) => get(sql, id),
    change: (id, from, edit) =>
      sql.transaction(async (inside) => {
        const before = await get(inside, id);
        if (!before || !from.includes(before.state)) return undefined;
        const after = { ...before, ...edit(before) };
        await inside.query('UPDATE checks SET state = $1, body = $2 WHERE id = $3', after.state, sealed(after), id);
        return after;
      }),
    async keep(id, results) {
      await sql.query(
        `INSERT INTO check_results (check_id, number, body)
         VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM check_results WHERE check_id = $1), $2)`,
        id,
        seal.seal(results, place(id)),
      );
    },
    async found(id) {
      const rows = await sql.query('SELECT body FROM check_results WHERE check_id = $1 ORDER BY number', id);
      const all = rows.flatMap((row) => z.array(found).parse(seal.open(row.body, place(id))));
      return new Map(all.map((each) => [each.at, each]));
    },
    async takeDue(now, leaseMs) {
      const rows = await sql.query(
        `UPDATE checks SET due_at = $1 WHERE due_at <= $2 RETURNING ${COLUMNS}`,
        now + leaseMs,
        now,
      );
      const due: { taken: Check[]; unreadable: unknown[] } = { taken: [], unreadable: [] };
      for (const row of rows) {
        try {
          due.taken.push(read(row));
        } catch (error) {
          // One that can't be read must not hold up the others.
          due.unreadable.push(error);
        }
      }
      return due;
    },
    async nextDue() {
      const [row] = await sql.query('SELECT MIN(due_at) AS due_at FROM checks WHERE due_at IS NOT NULL');
      return row && row.due_at !== null ? number(row, 'due_at') : undefined;
    },
    async hold(id, until) {
      const held = await sql.query(
        `UPDATE checks SET due_at = $1 WHERE id = $2 AND state = 'running' RETURNING id`,
        until,
        id,
      );
      return held.length > 0;
    },
    async rest(id) {
      await sql.query(`UPDATE checks SET due_at = NULL WHERE id = $1 AND state <> 'running'`, id);
    },
    async takeOver(now) {
      await sql.query(
        'DELETE FROM check_results WHERE check_id IN (SELECT id FROM checks WHERE created_at < $1)',
        now - LIFE_MS,
      );
      await sql.query('DELETE FROM checks WHERE created_at < $1', now - LIFE_MS);
      await sql.query('UPDATE checks SET due_at = $1 WHERE due_at IS NOT NULL', now);
    },
  };
}
