import { setImmediate as pause } from 'node:timers/promises';
import { number, type Row, type Sql, type SqlValue, type Transaction, text } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { createHeartbeat } from '../heartbeat.ts';
import { extendDue, nextDue, readEach, takeDue, whereReadable } from '../job-queue.ts';
import type { Change, Ledger, Move } from './ledger.ts';
import { type Operation, type OperationState, type Retention, retentionOf } from './operation.ts';
import { createRounds, LONGEST_OFFER_MS } from './rounds.ts';
import { createSealedRows, type SealedRows, saidColumn, subjectColumn, toldColumn } from './sealed-rows.ts';
import { spentOn } from './spent.ts';

export type * from './ledger.ts';
export * from './operation.ts';
export { exceeds } from './spent.ts';

const COLUMNS =
  'id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, said, subject, subject_hash, retention, body';

/** May have been carried out. */
const SENT_STATES: readonly OperationState[] = ['sending', 'accepted', 'done', 'unknown'];
const SENT = `state IN (${SENT_STATES.map((state) => `'${state}'`).join(', ')})`;
/** Open for its confirm. */
const CLAIMABLE: readonly OperationState[] = ['ready', 'expired'];
/** Sends its request from here on. */
const CLAIMED: readonly OperationState[] = ['quoting', 'sending'];
/** Somebody still has to look after it: the program, or the person where nothing that can be read tells. */
const OPEN = `(state = 'unknown' AND said IS NULL) OR (due_at IS NOT NULL AND state IN ('ready', 'quoting', 'sending', 'accepted', 'unknown'))`;
const UNSETTLED = `state IN ('ready', 'quoting', 'sending', 'accepted', 'unknown')`;
/** Edits its message some time: its outcome is not final, or not shown yet. */
const SHOWING = `${UNSETTLED} OR told = 'no'`;
/** Served by no index: a database that knows no better would take that of the kind, and go through all of it. */
const KIND_BESIDE = `kind || '' = $3`;
/** So many rows are written before others have their turn in this process. */
const MOST_AT_ONCE = 50;
/** So many rows go in one transaction: no other waits for it for more than a few milliseconds. */
const MOST_FORGOTTEN = 20;

export function openLedger(
  sql: Sql,
  seal: Seal,
  subjects: Subjects,
  sealedRows: SealedRows = createSealedRows(seal, subjects, () => sql.now()),
): Ledger {
  const heartbeat = createHeartbeat(seal);
  const rounds = createRounds(seal);
  /** What no process held any more was settled by this one. */
  let begun = false;
  const { read } = sealedRows;
  const rows = (inside: Sql, which: string, ...values: SqlValue[]) =>
    inside.query(`SELECT ${COLUMNS} FROM operations WHERE ${which}`, ...values);
  /** What is known of operations, as it was sealed: of a row that was changed outside, what its seal says still holds. */
  const select = async (inside: Sql, which: string, ...values: SqlValue[]) =>
    (await rows(inside, which, ...values)).map(sealedRows.open);
  /** A row that can't be read is left as it is, and must not keep its person from all else. */
  const selectReadable = async (inside: Sql, which: string, ...values: SqlValue[]) =>
    (await rows(inside, which, ...values)).map(whereReadable(read)).filter((each) => each !== undefined);
  const find = async (inside: Sql, id: string) => (await rows(inside, 'id = $1', id)).map(read)[0];
  /** Only of a row that is locked: a plain reading may have begun before the newest commit. */
  const readNewest = (row: Row) => {
    const operation = read(row);
    sealedRows.assertNewest(operation);
    return operation;
  };
  /** Rows that are about to be changed: nobody else changes them until the transaction ends. */
  const lockRows = (inside: Transaction, which: string, ...values: SqlValue[]) =>
    rows(inside, `${which} ORDER BY id ${sql.dialect.forUpdate}`, ...values);
  const findToChange = async (inside: Transaction, id: string, bySeal = false) => {
    const [row] = await lockRows(inside, 'id = $1', id);
    if (!row || !bySeal) return row && readNewest(row);
    const operation = sealedRows.open(row);
    sealedRows.assertNewest(operation);
    await writeColumns(inside, operation);
    return operation;
  };
  const selectToChange = async (inside: Transaction, which: string, ...values: SqlValue[]) =>
    (await lockRows(inside, which, ...values)).map(whereReadable(readNewest)).filter((each) => each !== undefined);

  /** The other operations on the same subject that were claimed and whose outcome is not read yet. */
  const underWay = async (inside: Sql, { id, subject }: Operation) => {
    if (subject === undefined) return [];
    const which = `(subject_hash = $1 OR subject = $2) AND id <> $3 AND state IN ('quoting', 'sending', 'accepted')`;
    return select(inside, which, subjects.hash(subject), subject, id);
  };

  /** What was sent since then; `which` speaks of `values` from `$2` on. */
  const sentSince = async (inside: Sql, since: number, which: string, ...values: SqlValue[]) => {
    const sent = await select(inside, `created_at >= $1 AND ${SENT} AND ${which}`, since - LONGEST_OFFER_MS, ...values);
    return sent.filter(({ state, sentAt = 0 }) => sentAt >= since && SENT_STATES.includes(state));
  };
  const sentBy = (inside: Sql, userId: number, since: number, except = '') =>
    sentSince(inside, since, 'user_id = $2 AND id <> $3', userId, except);

  const since = (inside: Sql, userId: number, createdAt: number) =>
    select(inside, 'user_id = $1 AND created_at > $2', userId, createdAt);

  /** Writes what the seal says into the columns that no change of an operation writes, and into the one it goes by. */
  const writeColumns = (inside: Transaction, operation: Operation) =>
    inside.query(
      `UPDATE operations SET kind = $1, state = $2, user_id = $3, created_at = $4, subject = NULL, subject_hash = $5
       WHERE id = $6`,
      operation.kind,
      operation.state,
      operation.userId,
      operation.createdAt,
      subjectColumn(operation, subjects),
      operation.id,
    );
  /**
   * Changes a row that was read in this transaction; `undefined` where it is in another state by now, or would be claimed and
   * may not. All that changes what is sealed goes through here; what it committed is remembered, so that no older copy passes
   * for it.
   */
  const write = async (inside: Transaction, before: Operation, change: Change): Promise<Operation | undefined> => {
    const after = changed(before, change);
    const claims = CLAIMED.includes(after.state) && !CLAIMED.includes(before.state);
    if (claims && before.version === undefined) return undefined;
    if (after.round !== before.round) {
      const isOlder = (await rounds.newest(inside, before.id)) !== before.round;
      if (isOlder && claims) throw new SealBroken(sealedRows.place(before.id), 'older');
      // What an older copy comes to leaves the newest round as it is.
      if (!isOlder) await rounds.note(inside, after, before.expiresAt);
    }
    const moved = await inside.query(
      `UPDATE operations SET state = $1, expires_at = $2, due_at = $3, told = $4, body = $5, said = $8, chat_id = $9, retention = $10
       WHERE id = $6 AND state = $7 RETURNING id`,
      after.state,
      after.expiresAt,
      after.dueAt,
      toldColumn(after),
      sealedRows.seal(after),
      after.id,
      before.state,
      saidColumn(after),
      after.chatId,
      after.retention ?? null,
    );
    if (moved.length !== 1) return undefined;
    inside.afterCommit(() => sealedRows.committed(after));
    return after;
  };
  const changeOthers = async (inside: Transaction, moved: Operation, changeOf: NonNullable<Move['others']>) => {
    const { id, userId } = moved;
    for (const seen of await selectReadable(inside, `user_id = $1 AND id <> $2 AND (${SHOWING})`, userId, id)) {
      // Most of them stay as they are: only a row that is changed is locked, and read once more.
      if (!changeOf(moved, seen)) continue;
      const [other] = await selectToChange(inside, 'id = $1', seen.id);
      const change = other && changeOf(moved, other);
      if (change) await write(inside, other, change);
    }
  };

  /**
   * Removes rows of a retention, but for those that do not fit their seal: resolves to the errors of these. Of an older release
   * the retention is what the columns come to, and is written anew where a process of that release has changed them since.
   */
  const remove = async (inside: Transaction, found: readonly Row[], retention: Retention): Promise<unknown[]> => {
    const { items, unreadable } = readEach(found, readNewest);
    const isKept = (each: Operation) => each.version === undefined && retentionOf(each) !== retention;
    for (const each of items.filter(isKept))
      await inside.query('UPDATE operations SET retention = $1 WHERE id = $2', retentionOf(each), each.id);
    const ids = items.filter((each) => !isKept(each)).map(({ id }) => id);
    if (ids.length > 0) await inside.query(`DELETE FROM operations WHERE id IN (${places(ids, 1)})`, ...ids);
    return unreadable;
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
    forget: (retention, before, behind = { createdAt: -1, id: '' }) =>
      sql.transaction(
        async (inside) => {
          const found = await rows(
            inside,
            `retention = $1 AND created_at < $2 AND due_at IS NULL AND (created_at, id) > ($3, $4)
             ORDER BY created_at, id LIMIT ${MOST_FORGOTTEN} ${sql.dialect.skipLocked}`,
            retention,
            before,
            behind.createdAt,
            behind.id,
          );
          const unreadable = await remove(inside, found, retention);
          const last = found.length === MOST_FORGOTTEN ? found.at(-1) : undefined;
          return { last: last && { createdAt: number(last, 'created_at'), id: text(last, 'id') }, unreadable };
        },
        { keep: 'soon' },
      ),
    async forgetUnsent(userId, most) {
      const which = `user_id = $1 AND retention = 'unsent' AND due_at IS NULL
                     ORDER BY created_at DESC LIMIT ${MOST_FORGOTTEN} OFFSET $2 ${sql.dialect.skipLocked}`;
      await sql.transaction(async (inside) => remove(inside, await rows(inside, which, userId, most), 'unsent'), {
        keep: 'soon',
      });
    },
    openOf: (userId) => selectReadable(sql, `user_id = $1 AND ${UNSETTLED}`, userId),
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
      const retention = retentionOf(operation);
      const values = [
        operation.id,
        operation.kind,
        operation.state,
        operation.userId,
        operation.chatId,
        operation.createdAt,
        operation.expiresAt,
        operation.dueAt,
        toldColumn(operation),
        saidColumn(operation),
        null,
        subjectColumn(operation, subjects),
        retention,
        sealedRows.seal({ ...operation, version: 1, retention }),
      ];
      // Nothing of it was sent yet: lost with the machine, its button says that there is no such operation.
      const added = await sql.transaction(
        (inside) =>
          inside.query(
            `INSERT INTO operations (${COLUMNS}) VALUES (${places(values, 1)}) ON CONFLICT DO NOTHING RETURNING id`,
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
          const before = await findToChange(inside, id, move.bySeal);
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
    takeDue(now, leaseMs, most) {
      const due = {
        table: 'operations',
        columns: COLUMNS,
        read: (row: Row) => sealedRows.readTaken(row, now),
      } as const;
      return takeDue(sql, due, now, leaseMs, most);
    },
    extend: (id, until, since) => extendDue(sql, 'operations', id, until, since),
    nextDue: () => nextDue(sql, 'operations'),
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const leave = () => ({ messageId: undefined });
        const showing = await selectToChange(inside, `chat_id = $1 AND (${SHOWING})`, from);
        for (const before of showing) await write(inside, before, { chatId: to, edit: leave });
        // Of a group there may be thousands.
        const left = (await inside.query('SELECT id FROM operations WHERE chat_id = $1', from)).map((row) =>
          text(row, 'id'),
        );
        while (left.length > 0) {
          const some = left.splice(0, MOST_AT_ONCE);
          for (const before of await selectToChange(inside, `id IN (${places(some, 1)})`, ...some))
            await write(inside, before, { chatId: to });
          await pause();
        }
      }),
    async takeOver(now, interrupted, restored) {
      await sql.transaction(
        async (inside) => {
          const changeAll = async (which: string, changeOf: (operation: Operation) => Change | undefined) => {
            for (const before of await selectToChange(inside, which)) {
              const change = changeOf(before);
              if (change) await write(inside, before, change);
            }
          };
          const wasAway = await heartbeat.begin(inside);
          if (wasAway) await changeAll(`state IN ('ready', 'quoting')`, restored);
          if (sql.dialect.shared) return;
          await changeAll(`state = 'quoting'`, interrupted);
          await changeAll(`state = 'sending'`, () => ({ to: 'unknown', told: false }));
          await changeAll(`due_at IS NOT NULL AND (state <> 'ready' OR told = 'no')`, () => ({ dueAt: now }));
        },
        { patient: true },
      );
      begun = true;
    },
    async beat() {
      // Lost with the machine, it is noted a moment later.
      if (begun) await sql.transaction((inside) => heartbeat.beat(inside), { keep: 'soon' });
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
  const state = typeof to === 'function' ? to(before) : to;
  const { version, round = 0, expiresAt } = before;
  const after = {
    ...before,
    ...edit?.(before),
    state,
    chatId: change.chatId ?? before.chatId,
    expiresAt: change.expiresAt ?? expiresAt,
    // As the database keeps it: by this time its hands are told from others.
    dueAt: dueAt === null ? null : Math.trunc(dueAt),
    told: change.told ?? before.told,
  };
  const retention = retentionOf(after, before);
  if (version === undefined) return { ...after, retention };
  const stays = CLAIMABLE.includes(state) && after.expiresAt >= expiresAt;
  const closes = CLAIMABLE.includes(before.state) && !stays;
  return { ...after, retention, version: version + 1, round: closes ? round + 1 : round };
}
