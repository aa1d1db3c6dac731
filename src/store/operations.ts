import { z } from 'zod';
import type { Seal } from './seal.ts';
import { number, numberOrNull, type Row, type Sql, text } from './sql.ts';

/**
 * - `ready`: shown with a confirm button, nothing sent (also again after a request that surely never left).
 * - `sending`: claimed by one tap; the request may be on its way.
 * - `accepted`: the provider acknowledged; what really happened is being read.
 * - `done`: seen to have happened. `refused`: the provider surely did not do it.
 * - `unknown`: the answer was lost. Never sent again by the program.
 * - `expired`, `cancelled`: never sent.
 */
export const OPERATION_STATES = [
  'ready',
  'sending',
  'accepted',
  'done',
  'refused',
  'unknown',
  'expired',
  'cancelled',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** Every kind of operation there is; the names stand in the store and never change. */
export const OPERATION_KINDS = ['power', 'rescue', 'snapshot', 'backup', 'reinstall', 'password', 'sshKey'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

const body = z.object({
  accountId: z.string(),
  locale: z.string(),
  /** The message that shows the operation; absent until it was sent. */
  messageId: z.number().optional(),
  parameters: z.unknown(),
  /** What the kind has read so far to find out how it ended. */
  progress: z.unknown(),
  sentAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** When the person last asked to look again. */
  askedAt: z.number().optional(),
  /** Why the last attempt did not go through, by the failure's kind and the provider's own words. */
  failure: z.object({ kind: z.string(), words: z.string().optional() }).optional(),
  /** What has to be typed to confirm it: any of these. Without it a button confirms. */
  typed: z.array(z.string()).optional(),
  /** What has to be shown to the person once, in private; gone as soon as it was. */
  secret: z.string().optional(),
  /** Whether the secret reached the person. */
  delivered: z.enum(['sent', 'unsent']).optional(),
  /** How often in a row its message could not be brought up to date, and when to try that again. */
  untold: z.object({ times: z.number(), againAt: z.number() }).optional(),
});
/** Every kind marks its progress so when it has looked long enough to stop holding anybody up. */
const watchedLongEnough = z.object({ unclear: z.literal(true) });
export type OperationBody = z.infer<typeof body>;

export interface Operation extends OperationBody {
  id: string;
  kind: OperationKind;
  state: OperationState;
  userId: number;
  chatId: number;
  createdAt: number;
  expiresAt: number;
  /** When somebody has to look after it next; null when there is nothing left to do. */
  dueAt: number | null;
  /** Whether the message shows the present state. */
  told: boolean;
  /** What it works on (a server's id): two at a time on the same are not let through. */
  subject?: string | undefined;
}

export interface Move {
  from: readonly OperationState[];
  /** The same state unless told. */
  to?: OperationState;
  /** Who may do it, and until when: a tap moves only the presser's own operation, and only while it lives. */
  only?: { userId: number; aliveAt: number };
  /** Not while another operation on the same subject is under way. */
  alone?: boolean;
  edit?: (operation: Operation) => Partial<OperationBody>;
  /** What is left away stays as it is. */
  expiresAt?: number;
  dueAt?: number | null;
  told?: boolean;
}

/** What came due: the operations, and the errors of the rows that can't be read and must not hold up the others. */
export interface Due {
  taken: Operation[];
  unreadable: unknown[];
}

/** The ledger of everything that is paid, destructive or both: one row an operation, moved by compare-and-set only. */
export interface Ledger {
  add(operation: Operation): Promise<void>;
  get(id: string): Promise<Operation | undefined>;
  /** Moves the operation if it is in one of `from`; `undefined` when somebody else was faster or it may not move. */
  move(id: string, move: Move): Promise<Operation | undefined>;
  /** Takes what is due, each for `leaseMs`: when the taker dies, it is due again after that. */
  takeDue(now: number, leaseMs: number): Promise<Due>;
  nextDue(): Promise<number | undefined>;
  /** Another operation that is under way on the same subject: sent, and its outcome still being watched. */
  rival(operation: Operation): Promise<Operation | undefined>;
  /** At the start of the program: what was `sending` lost its answer (`unknown`), and all that is open is due now. */
  takeOver(now: number): Promise<void>;
}

const COLUMNS = 'id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, subject, body';

export function openLedger(sql: Sql, seal: Seal): Ledger {
  const place = (id: string) => `operation:${id}`;
  const read = (row: Row): Operation => {
    const id = text(row, 'id');
    return {
      ...body.parse(seal.open(row.body, place(id))),
      id,
      kind: z.enum(OPERATION_KINDS).parse(row.kind),
      state: z.enum(OPERATION_STATES).parse(row.state),
      userId: number(row, 'user_id'),
      chatId: number(row, 'chat_id'),
      createdAt: number(row, 'created_at'),
      expiresAt: number(row, 'expires_at'),
      dueAt: numberOrNull(row, 'due_at'),
      told: text(row, 'told') === 'yes',
      subject: row.subject === null ? undefined : text(row, 'subject'),
    };
  };
  const sealBody = (operation: Operation) => seal.seal(body.parse(operation), place(operation.id));
  const find = async (inside: Sql, id: string) => {
    const [row] = await inside.query(`SELECT ${COLUMNS} FROM operations WHERE id = $1`, id);
    return row && read(row);
  };

  const rival = async (inside: Sql, { id, subject }: Operation) => {
    if (subject === undefined) return undefined;
    const rows = await inside.query(
      `SELECT ${COLUMNS} FROM operations WHERE subject = $1 AND id <> $2 AND state IN ('sending', 'accepted')`,
      subject,
      id,
    );
    return rows
      .map(read)
      .find((other) => other.state === 'sending' || !watchedLongEnough.safeParse(other.progress).success);
  };

  return {
    rival: (operation) => rival(sql, operation),
    async add(operation) {
      await sql.query(
        `INSERT INTO operations (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        operation.id,
        operation.kind,
        operation.state,
        operation.userId,
        operation.chatId,
        operation.createdAt,
        operation.expiresAt,
        operation.dueAt,
        operation.told ? 'yes' : 'no',
        operation.subject ?? null,
        sealBody(operation),
      );
    },
    get: (id) => find(sql, id),
    move: (id, move) =>
      sql.transaction(async (inside) => {
        const before = await find(inside, id);
        if (!before || !move.from.includes(before.state)) return undefined;
        if (move.only && (before.userId !== move.only.userId || before.expiresAt <= move.only.aliveAt))
          return undefined;
        if (move.alone && (await rival(inside, before))) return undefined;
        const after: Operation = {
          ...before,
          ...move.edit?.(before),
          state: move.to ?? before.state,
          expiresAt: move.expiresAt ?? before.expiresAt,
          dueAt: move.dueAt === undefined ? before.dueAt : move.dueAt,
          told: move.told ?? before.told,
        };
        const moved = await inside.query(
          `UPDATE operations SET state = $1, expires_at = $2, due_at = $3, told = $4, body = $5
           WHERE id = $6 AND state = $7 RETURNING id`,
          after.state,
          after.expiresAt,
          after.dueAt,
          after.told ? 'yes' : 'no',
          sealBody(after),
          id,
          before.state,
        );
        return moved.length === 1 ? after : undefined;
      }),
    async takeDue(now, leaseMs) {
      const rows = await sql.query(
        `UPDATE operations SET due_at = $1 WHERE due_at <= $2 RETURNING ${COLUMNS}`,
        now + leaseMs,
        now,
      );
      const due: Due = { taken: [], unreadable: [] };
      for (const row of rows) {
        try {
          due.taken.push(read(row));
        } catch (error) {
          due.unreadable.push(error);
        }
      }
      return due;
    },
    async nextDue() {
      const [row] = await sql.query('SELECT MIN(due_at) AS due_at FROM operations WHERE due_at IS NOT NULL');
      return (row && numberOrNull(row, 'due_at')) ?? undefined;
    },
    async takeOver(now) {
      await sql.query(`UPDATE operations SET state = 'unknown', told = 'no', due_at = $1 WHERE state = 'sending'`, now);
      await sql.query(`UPDATE operations SET due_at = $1 WHERE state <> 'ready' AND due_at IS NOT NULL`, now);
    },
  };
}
