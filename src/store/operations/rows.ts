import { z } from 'zod';
import { appendAudit } from '../audit/index.ts';
import type { Row, Sql, SqlValue, Transaction } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { readEach, whereReadable } from '../jobs/queue.ts';
import { auditOf } from './audited.ts';
import type { OperationChange } from './ledger.ts';
import { type Operation, type OperationState, type Retention, retentionOf } from './operation.ts';
import { notifiedColumn, type SealedRows, saidColumn, subjectColumn } from './sealed-rows.ts';

export const COLUMNS =
  'id, kind, state, user_id, chat_id, created_at, expires_at, due_at, told, said, subject, subject_hash, retention, team, body';

/** Counts from the operation's preparation; no copy of its row can be confirmed later. */
export const MAX_OFFER_MS = 24 * 3_600_000;
/** Leaves time for an approval and for asking the price again. */
const MAX_CONFIRM_MS = MAX_OFFER_MS - 3_600_000;

const CONFIRMABLE: readonly OperationState[] = ['ready', 'waiting', 'expired'];
const CLAIMED: readonly OperationState[] = ['quoting', 'sending'];

export function createOperationRows(seal: Seal, subjects: Subjects, sealedRows: SealedRows) {
  const rounds = createRounds(seal);
  const { read } = sealedRows;

  const select = (inside: Sql, which: string, ...values: SqlValue[]) =>
    inside.query(`SELECT ${COLUMNS} FROM operations WHERE ${which}`, ...values);

  /** Without `|| ''` SQLite would go through all rows in the order of `id` rather than sort a few. */
  const lock = (inside: Transaction, which: string, ...values: SqlValue[]) =>
    select(inside, `${which} ORDER BY id || '' ${inside.dialect.forUpdate}`, ...values);

  /** Only for a locked row: a plain SELECT may have begun before the newest commit. */
  function readNewest(row: Row): Operation {
    return assertedNewest(read(row));
  }

  function assertedNewest(operation: Operation): Operation {
    sealedRows.assertNewest(operation);
    return operation;
  }

  async function restoreColumns(inside: Transaction, operation: Operation): Promise<void> {
    await inside.query(
      `UPDATE operations SET kind = $1, state = $2, user_id = $3, created_at = $4, subject = NULL, subject_hash = $5
       WHERE id = $6`,
      operation.kind,
      operation.state,
      operation.userId,
      operation.createdAt,
      subjectColumn(operation, subjects),
      operation.id,
    );
  }

  async function noteRound(inside: Transaction, before: Operation, after: Operation): Promise<void> {
    if (after.round === before.round) return;
    // An older copy must not overwrite the newest round.
    const isNoted = await rounds.note(inside, before, after);
    if (!isNoted && CLAIMED.includes(after.state)) throw new SealBroken(sealedRows.place(before.id), 'older');
  }

  async function record(inside: Transaction, before: Operation, after: Operation): Promise<void> {
    if (after.team !== undefined)
      await appendAudit(inside, seal, subjects, after.team, auditOf(before, after, inside.now()));
  }

  async function update(inside: Transaction, after: Operation, which: string, ...values: SqlValue[]): Promise<boolean> {
    const written = await inside.query(
      `UPDATE operations SET state = $1, expires_at = $2, due_at = $3, told = $4, body = $5, said = $6, chat_id = $7, retention = $8
       WHERE id = $9 AND state = $10 ${which} RETURNING id`,
      after.state,
      after.expiresAt,
      after.dueAt,
      notifiedColumn(after),
      sealedRows.seal(after),
      saidColumn(after),
      after.chatId,
      after.retention ?? null,
      after.id,
      ...values,
    );
    return written.length === 1;
  }

  return {
    select,
    find: async (inside: Sql, id: string) => (await select(inside, 'id = $1', id)).map(read)[0],
    selectSealed: async (inside: Sql, which: string, ...values: SqlValue[]) =>
      (await select(inside, which, ...values)).map(sealedRows.open),
    /** One unreadable row must not block everything else of its person. */
    selectReadable: async (inside: Sql, which: string, ...values: SqlValue[]) =>
      (await select(inside, which, ...values)).map(whereReadable(read)).filter((each) => each !== undefined),
    async lockOne(inside: Transaction, id: string, bySeal = false): Promise<Operation | undefined> {
      const [row] = await lock(inside, 'id = $1', id);
      if (!row || !bySeal) return row && readNewest(row);
      const operation = assertedNewest(sealedRows.open(row));
      await restoreColumns(inside, operation);
      return operation;
    },
    lockReadable: async (inside: Transaction, which: string, ...values: SqlValue[]) =>
      (await lock(inside, which, ...values)).map(whereReadable(readNewest)).filter((each) => each !== undefined),
    /** Ignores the end of leases: where the clock was wrong, it may be years away. */
    lockLeased: async (inside: Transaction, which: string, ...values: SqlValue[]) =>
      (await lock(inside, which, ...values))
        .map(whereReadable((row) => assertedNewest(sealedRows.readTaken(row, Number.POSITIVE_INFINITY))))
        .filter((each) => each !== undefined),
    /** Reads older copies too: a store that was put back has nothing newer. The next write makes them the newest. */
    lockPutBack: async (inside: Transaction, which: string) =>
      (await lock(inside, which))
        .map(whereReadable((row) => sealedRows.raised(read(row))))
        .filter((each) => each !== undefined),
    async insert(inside: Transaction, operation: Operation): Promise<boolean> {
      const retention = retentionOf(operation);
      const first = { ...operation, version: 1, retention };
      const values = [
        operation.id,
        operation.kind,
        operation.state,
        operation.userId,
        operation.chatId,
        operation.createdAt,
        operation.expiresAt,
        operation.dueAt,
        notifiedColumn(operation),
        saidColumn(operation),
        null,
        subjectColumn(operation, subjects),
        retention,
        operation.team ?? null,
        sealedRows.seal(first),
      ];
      const inserted = await inside.query(
        `INSERT INTO operations (${COLUMNS}) VALUES (${places(values, 1)}) ON CONFLICT DO NOTHING RETURNING id`,
        ...values,
      );
      if (inserted.length === 0) return false;
      inside.afterCommit(() => sealedRows.committed(first));
      return true;
    },
    /** Every change goes through here: the committed version is remembered, so that no older copy passes for it. */
    async write(inside: Transaction, before: Operation, change: OperationChange): Promise<Operation | undefined> {
      const after = changed(before, change);
      const claims = CLAIMED.includes(after.state) && !CLAIMED.includes(before.state);
      if (claims && before.version === undefined) return undefined;
      await noteRound(inside, before, after);
      if (!(await update(inside, after, '', before.state))) return undefined;
      await record(inside, before, after);
      inside.afterCommit(() => sealedRows.committed(after));
      return after;
    },
    writesMore(before: Operation, change: OperationChange): boolean {
      const after = changed(before, change);
      return after.round !== before.round || (after.team !== undefined && after.state !== before.state);
    },
    lastCommitted: sealedRows.lastCommitted,
    /** {@link write} without a read, where this process committed the row last. A lease may end at `before.dueAt`. */
    async writeUnread(inside: Transaction, before: Operation, change: OperationChange): Promise<Operation | undefined> {
      const body = sealedRows.lastCommittedBody(before.id);
      if (!body) return undefined;
      const after = changed(before, change);
      const isUnchanged = `AND body = $11 AND kind = $12 AND user_id = $13 AND chat_id = $14 AND created_at = $15 AND expires_at = $16
        AND due_at IS NOT DISTINCT FROM $17 AND told = $18 AND said IS NOT DISTINCT FROM $19
        AND retention IS NOT DISTINCT FROM $20 AND subject IS NULL AND subject_hash IS NOT DISTINCT FROM $21
        AND team IS NOT DISTINCT FROM $22`;
      const isWritten = await update(
        inside,
        after,
        isUnchanged,
        before.state,
        body,
        before.kind,
        before.userId,
        before.chatId,
        before.createdAt,
        before.expiresAt,
        before.dueAt,
        notifiedColumn(before),
        saidColumn(before),
        before.retention ?? null,
        subjectColumn(before, subjects),
        before.team ?? null,
      );
      if (!isWritten) return undefined;
      await noteRound(inside, before, after);
      await record(inside, before, after);
      inside.afterCommit(() => sealedRows.committed(after));
      return after;
    },
    /** The retention of an older release's row is corrected by its columns. */
    async remove(inside: Transaction, found: readonly Row[], retention: Retention): Promise<unknown[]> {
      const { items, unreadable } = readEach(found, readNewest);
      const isKept = (each: Operation) => each.version === undefined && retentionOf(each) !== retention;
      for (const each of items.filter(isKept))
        await inside.query('UPDATE operations SET retention = $1 WHERE id = $2', retentionOf(each), each.id);
      const ids = items.filter((each) => !isKept(each)).map(({ id }) => id);
      if (ids.length > 0) await inside.query(`DELETE FROM operations WHERE id IN (${places(ids, 1)})`, ...ids);
      return unreadable;
    },
  };
}

export function places(values: readonly unknown[], first: number): string {
  return values.map((_, index) => `$${first + index}`).join(', ');
}

/** A copy from before the request left must not be confirmed again, even a claimed one. */
function sends(before: Operation, after: Operation): boolean {
  return after.state === 'sending' && before.state !== 'sending';
}

function changed(
  before: Operation,
  { edit, to = before.state, dueAt = before.dueAt, ...change }: OperationChange,
): Operation {
  const state = typeof to === 'function' ? to(before) : to;
  const { version, round = 0, createdAt, expiresAt } = before;
  const latest = Math.max(expiresAt, createdAt + MAX_CONFIRM_MS);
  const after = {
    ...before,
    ...edit?.(before),
    state,
    chatId: change.chatId ?? before.chatId,
    expiresAt: Math.min(change.expiresAt ?? expiresAt, latest),
    dueAt: dueAt === null ? null : Math.trunc(dueAt),
    notified: change.notified ?? before.notified,
  };
  const retention = retentionOf(after, before);
  if (version === undefined) return { ...after, retention };
  const stays = CONFIRMABLE.includes(state) && after.expiresAt >= expiresAt;
  const closes = (CONFIRMABLE.includes(before.state) && !stays) || sends(before, after);
  return { ...after, retention, version: version + 1, round: closes ? round + 1 : round };
}

/** Notes the round, which counts how often an operation was closed or sent: other processes recognise an older copy. */
function createRounds(seal: Seal) {
  const keyOf = (id: string) => `round:${id}`;
  async function newest(inside: Sql, id: string): Promise<number> {
    const key = keyOf(id);
    const [row] = await inside.query('SELECT value FROM boxes WHERE key = $1', key);
    return row ? z.number().parse(seal.open(row.value, `box:${key}`)) : 0;
  }
  return {
    async note(inside: Sql, before: Operation, { id, round }: Operation): Promise<boolean> {
      // Nothing is noted before the first round: then a conflict tells that the row is older, without a read.
      const isFirst = before.round === 0;
      if (!isFirst && (await newest(inside, id)) !== before.round) return false;
      const key = keyOf(id);
      const onConflict = isFirst
        ? 'DO NOTHING'
        : '(key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at';
      const noted = await inside.query(
        `INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, $3) ON CONFLICT ${onConflict} RETURNING key`,
        key,
        seal.seal(round, `box:${key}`),
        Math.max(before.expiresAt, inside.now()) + MAX_OFFER_MS,
      );
      return noted.length > 0;
    },
  };
}
