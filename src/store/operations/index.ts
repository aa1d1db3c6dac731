import { z } from 'zod';
import { number, numberOrNull, type Row, type Sql, type SqlValue, text } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { extendDue, nextDue, takeDue, whereReadable } from '../job-queue.ts';
import { createOperationCache } from './cache.ts';
import type { Change, Ledger, Move } from './ledger.ts';
import { OPERATION_KINDS, OPERATION_STATES, type Operation } from './operation.ts';
import { spentOn } from './spent.ts';

export type * from './ledger.ts';
export * from './operation.ts';
export { exceeds } from './spent.ts';

const kindColumn = z.enum(OPERATION_KINDS);
const stateColumn = z.enum(OPERATION_STATES);
const COLUMNS = 'id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, subject, body';

/** May have been carried out. */
const SENT = `state IN ('sending', 'accepted', 'done', 'unknown')`;
/** Somebody still has to look after it: the program, or the person where nothing that can be read tells. */
const OPEN = `(state = 'unknown' AND said IS NULL) OR (due_at IS NOT NULL AND state IN ('ready', 'quoting', 'sending', 'accepted', 'unknown'))`;
const UNSETTLED = `state IN ('ready', 'quoting', 'sending', 'accepted', 'unknown')`;
/** Edits its message some time: its outcome is not final, or not shown yet. */
const SHOWING = `${UNSETTLED} OR told = 'no'`;
/** Served by no index: a database that knows no better would take that of the kind, and go through all of it. */
const KIND_BESIDE = `kind || '' = $3`;
/** An operation is sent at most this long after it was written down. */
const LONGEST_OFFER_MS = 24 * 3_600_000;

export function openLedger(sql: Sql, seal: Seal, subjects: Subjects): Ledger {
  const cache = createOperationCache(seal);
  const read = (row: Row): Operation => {
    const id = text(row, 'id');
    return {
      ...cache.open(row.body, id),
      id,
      kind: kindColumn.parse(row.kind),
      state: stateColumn.parse(row.state),
      userId: number(row, 'user_id'),
      chatId: number(row, 'chat_id'),
      createdAt: number(row, 'created_at'),
      expiresAt: number(row, 'expires_at'),
      dueAt: numberOrNull(row, 'due_at'),
      told: text(row, 'told') === 'yes',
      // An older release, while it still runs, writes it beside the sealed contents.
      ...(row.subject === null ? {} : { subject: text(row, 'subject') }),
    };
  };
  const readable = whereReadable(read);
  const select = async (inside: Sql, which: string, ...values: SqlValue[]) =>
    (await inside.query(`SELECT ${COLUMNS} FROM operations WHERE ${which}`, ...values)).map(read);
  const find = async (inside: Sql, id: string, lock = '') => (await select(inside, `id = $1 ${lock}`, id))[0];

  /** The other operations on the same subject that were claimed and whose outcome is not read yet. */
  const underWay = async (inside: Sql, { id, subject }: Operation) => {
    if (subject === undefined) return [];
    const which = `(subject_hash = $1 OR subject = $2) AND id <> $3 AND state IN ('quoting', 'sending', 'accepted')`;
    return select(inside, which, subjects.hash(subject), subject, id);
  };

  /** What was sent since then; `which` speaks of `values` from `$2` on. */
  const sentSince = async (inside: Sql, since: number, which: string, ...values: SqlValue[]) => {
    const sent = await select(inside, `created_at >= $1 AND ${SENT} AND ${which}`, since - LONGEST_OFFER_MS, ...values);
    return sent.filter(({ sentAt = 0 }) => sentAt >= since);
  };
  const sentBy = (inside: Sql, userId: number, since: number, except = '') =>
    sentSince(inside, since, 'user_id = $2 AND id <> $3', userId, except);

  const since = (inside: Sql, userId: number, createdAt: number) =>
    select(inside, 'user_id = $1 AND created_at > $2', userId, createdAt);

  /** Changes a row that was read in this transaction; `undefined` where it is in another state by now. */
  const write = async (inside: Sql, before: Operation, change: Change): Promise<Operation | undefined> => {
    const after = changed(before, change);
    const moved = await inside.query(
      `UPDATE operations SET state = $1, expires_at = $2, due_at = $3, told = $4, body = $5, said = $8
       WHERE id = $6 AND state = $7 RETURNING id`,
      after.state,
      after.expiresAt,
      after.dueAt,
      after.told ? 'yes' : 'no',
      cache.seal(after),
      after.id,
      before.state,
      after.said ? (after.said.happened ? 'yes' : 'no') : null,
    );
    return moved.length === 1 ? after : undefined;
  };
  const changeOthers = async (inside: Sql, moved: Operation, changeOf: NonNullable<Move['others']>) => {
    const { id, userId } = moved;
    for (const seen of await select(inside, `user_id = $1 AND id <> $2 AND (${SHOWING})`, userId, id)) {
      if (!changeOf(moved, seen)) continue;
      // Most of them stay as they are: only a row that is changed is locked, and read once more.
      const other = sql.dialect.forUpdate ? await find(inside, seen.id, sql.dialect.forUpdate) : seen;
      const change = other && changeOf(moved, other);
      if (change) await write(inside, other, change);
    }
  };

  return {
    spent: async (spender, counted) =>
      spentOn(await sentBy(sql, spender.userId, counted.since, spender.id), spender, counted),
    sent(kind, since, { subject, userId } = {}) {
      if (subject !== undefined) {
        const which = `(subject_hash = $2 OR subject = $4) AND ${KIND_BESIDE}`;
        return sentSince(sql, since, which, subjects.hash(subject), kind, subject);
      }
      if (userId !== undefined) return sentSince(sql, since, `user_id = $2 AND ${KIND_BESIDE}`, userId, kind);
      return sentSince(sql, since, 'kind = $2', kind);
    },
    sentOn: (subject, since) =>
      sentSince(sql, since, '(subject_hash = $2 OR subject = $3)', subjects.hash(subject), subject),
    since: (userId, createdAt) => since(sql, userId, createdAt),
    openOf: (userId) => select(sql, `user_id = $1 AND ${UNSETTLED}`, userId),
    listOf: (userId, kinds, from, most) =>
      select(
        sql,
        `user_id = $1 AND kind IN (${places(kinds, 4)})
         ORDER BY CASE WHEN ${OPEN} THEN 0 ELSE 1 END, created_at DESC, id LIMIT $2 OFFSET $3`,
        userId,
        most,
        from,
        ...kinds,
      ),
    async countOf(userId, kinds) {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS count FROM operations WHERE user_id = $1 AND kind IN (${places(kinds, 2)})`,
        userId,
        ...kinds,
      );
      return row ? number(row, 'count') : 0;
    },
    async add(operation) {
      const values = [
        operation.id,
        operation.kind,
        operation.state,
        operation.userId,
        operation.chatId,
        operation.createdAt,
        operation.expiresAt,
        operation.dueAt,
        operation.told ? 'yes' : 'no',
        operation.subject === undefined ? null : subjects.hash(operation.subject),
        cache.seal(operation),
      ];
      // Nothing of it was sent yet: lost with the machine, its button says that there is no such operation.
      const added = await sql.transaction(
        (inside) =>
          inside.query(
            `INSERT INTO operations (${COLUMNS.replace('subject', 'subject_hash')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT DO NOTHING RETURNING id`,
            ...values,
          ),
        { keep: 'soon' },
      );
      return added.length > 0;
    },
    get: (id) => find(sql, id),
    move: (id, move) =>
      sql.transaction(
        async (inside) => {
          // Before the row itself: two moves that change each other's rows would wait for each other for ever.
          if ((move.others || move.unless) && move.only) await inside.lock(`others:${move.only.userId}`);
          const before = await find(inside, id, sql.dialect.forUpdate);
          if (!before || !move.from.includes(before.state)) return undefined;
          if (move.only && !may(before, move.only)) return undefined;
          if (move.where && !move.where(before)) return undefined;
          if (move.claimedAt !== undefined && move.claimedAt !== before.claimedAt) return undefined;
          const later = move.unless ? await since(inside, before.userId, before.createdAt) : [];
          if (later.some((each) => move.unless?.(before, each))) return undefined;
          if (move.heldUntil !== undefined && move.heldUntil !== before.dueAt) return undefined;
          // Decisions that look at other rows are made one at a time; the locks always in this order, against deadlocks.
          if (move.exclusive && before.subject !== undefined) await inside.lock(`subject:${before.subject}`);
          if (move.beside) await inside.lock(`spending:${before.userId}`);
          const held = move.exclusive?.(before, await underWay(inside, before));
          const sent = move.beside ? await sentBy(inside, before.userId, move.beside.since, id) : [];
          const after = await write(inside, before, held ?? move.beside?.decide(before, sent) ?? move);
          if (after && !held && move.others) await changeOthers(inside, after, move.others);
          return after;
        },
        { keep: move.keep },
      ),
    takeDue: (now, leaseMs, most) => takeDue(sql, { table: 'operations', columns: COLUMNS, read }, now, leaseMs, most),
    extend: (id, until, since) => extendDue(sql, 'operations', id, until, since),
    nextDue: () => nextDue(sql, 'operations'),
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const which = `chat_id = $1 AND (${SHOWING}) ORDER BY id ${sql.dialect.forUpdate}`;
        for (const row of await inside.query(`SELECT ${COLUMNS} FROM operations WHERE ${which}`, from)) {
          const before = readable(row);
          if (before) await write(inside, before, { edit: () => ({ messageId: undefined }) });
        }
        await inside.query('UPDATE operations SET chat_id = $1 WHERE chat_id = $2', to, from);
      }),
    async takeOver(now, interrupted) {
      if (sql.dialect.shared) return;
      await sql.transaction(async (inside) => {
        for (const row of await inside.query(`SELECT ${COLUMNS} FROM operations WHERE state = 'quoting'`)) {
          const before = readable(row);
          if (before) await write(inside, before, interrupted(before));
        }
        await inside.query(`UPDATE operations SET state = 'unknown', told = 'no' WHERE state = 'sending'`);
        const isNews = `(state <> 'ready' OR told = 'no')`;
        await inside.query(`UPDATE operations SET due_at = $1 WHERE due_at IS NOT NULL AND ${isNews}`, now);
      });
    },
  };
}

/** Numbered parameters for a list of values, from `first` on. */
function places(values: readonly unknown[], first: number): string {
  return values.map((_, index) => `$${first + index}`).join(', ');
}

function may(operation: Operation, { userId, aliveAt, offer }: NonNullable<Move['only']>): boolean {
  const shown = offer === undefined || offer === (operation.offer ?? 0);
  return operation.userId === userId && operation.expiresAt > aliveAt && shown;
}

function changed(before: Operation, { edit, to = before.state, dueAt = before.dueAt, ...change }: Change): Operation {
  return {
    ...before,
    ...edit?.(before),
    state: typeof to === 'function' ? to(before) : to,
    expiresAt: change.expiresAt ?? before.expiresAt,
    // As the database keeps it: by this time its hands are told from others.
    dueAt: dueAt === null ? null : Math.trunc(dueAt),
    told: change.told ?? before.told,
  };
}
