import { setImmediate as nextTurn } from 'node:timers/promises';
import { numberColumn, type Row, type Sql, type SqlValue, type Transaction, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { extendDue, nextDue, takeDue, whereReadable } from '../jobs/queue.ts';
import { lockTeam, openTeams } from '../key-value/teams.ts';
import { createLastAlive } from './last-alive.ts';
import type { Allowance, Counted, GuardView, Ledger, Move, OperationChange, Spender } from './ledger.ts';
import type { Gap, Operation, OperationBody, OperationState } from './operation.ts';
import { COLUMNS, createOperationRows, MAX_OFFER_MS, places } from './rows.ts';
import { createSealedRows, type SealedRows } from './sealed-rows.ts';

export { actionOf } from './audited.ts';
export type * from './ledger.ts';
export * from './operation.ts';

const SENT_STATES: readonly OperationState[] = ['sending', 'accepted', 'done', 'unknown'];
const SENT = `state IN (${SENT_STATES.map((state) => `'${state}'`).join(', ')})`;
/** The program still works on the operation, or the person has to answer for its outcome. */
const OPEN = `(state = 'unknown' AND said IS NULL) OR (due_at IS NOT NULL AND state IN ('ready', 'waiting', 'quoting', 'sending', 'accepted', 'unknown'))`;
const OPEN_FIRST = `CASE WHEN ${OPEN} THEN 0 ELSE 1 END`;
/** In the words of the partial index: by the state alone SQLite would read all operations. */
const UNSENT = `due_at IS NOT NULL AND state IN ('ready', 'waiting', 'quoting')`;
const UNSETTLED = `state IN ('ready', 'waiting', 'quoting', 'sending', 'accepted', 'unknown')`;
const SHOWING = `${UNSETTLED} OR told = 'no'`;
const UNDER_WAY = `state IN ('quoting', 'sending', 'accepted')`;
/** `|| ''` keeps the database from the index over kinds, which would read every operation of the kind. */
const KIND_WITHOUT_INDEX = `kind || '' = $3`;
const ROWS_PER_TURN = 50;
const MAX_FORGOTTEN_PER_TRANSACTION = 20;

interface Concurrent {
  underWay: Operation[];
  showing: Operation[];
}
const NO_CONCURRENT: Concurrent = { underWay: [], showing: [] };

interface Decision {
  change: OperationChange;
  showing: readonly Operation[];
}

type ChangeOf = (operation: Operation) => OperationChange | undefined;

function withAlso(change: OperationChange, also: Partial<OperationBody> | undefined): OperationChange {
  return also ? { ...change, edit: (before) => ({ ...change.edit?.(before), ...also }) } : change;
}

export function openLedger(
  sql: Sql,
  seal: Seal,
  subjects: Subjects,
  sealedRows: SealedRows = createSealedRows(seal, subjects, () => sql.now()),
): Ledger {
  const lastAlive = createLastAlive(seal);
  const rows = createOperationRows(seal, subjects, sealedRows);
  /** One unreadable row must not block everything else of its person. */
  const readable = (found: readonly Row[]) =>
    found.map(whereReadable(sealedRows.read)).filter((each) => each !== undefined);
  let closedAs: ((operation: Operation, gap: Gap) => OperationChange | undefined) | undefined;
  /** The unsent operations that an outage left: they are closed before any move. */
  const unclosed = new Set<string>();

  const closeLeft = async (inside: Transaction, operation: Operation, isTaken = false): Promise<Operation> => {
    const { id, state, dueAt } = operation;
    if (!unclosed.has(id)) return operation;
    inside.afterCommit(() => void unclosed.delete(id));
    const isUnsent = state === 'ready' || state === 'waiting' || state === 'quoting';
    const change = isUnsent ? closedAs?.(operation, 'away') : undefined;
    return (change && (await rows.write(inside, operation, isTaken ? { ...change, dueAt } : change))) ?? operation;
  };

  /** One commit for all: changes that are certain, and operations that an outage left. Their leases stay. */
  const settleTaken = async (taken: readonly Operation[], certain: ChangeOf): Promise<Operation[]> => {
    const ids = taken.filter((each) => unclosed.has(each.id) || certain(each)).map(({ id }) => id);
    if (ids.length === 0) return [...taken];
    const leases = new Map(taken.map(({ id, dueAt }) => [id, dueAt]));
    const settled = new Map<string, Operation>();
    await sql.transaction(
      async (inside) => {
        for (const locked of await rows.lockReadable(inside, `id IN (${places(ids, 1)})`, ...ids)) {
          const { id, dueAt } = locked;
          if (dueAt !== leases.get(id)) continue;
          const before = await closeLeft(inside, locked, true);
          const changes = certain(before);
          settled.set(id, (changes && (await rows.write(inside, before, { ...changes, dueAt }))) ?? before);
        }
      },
      // If this commit is lost with the machine, the operations are taken once more.
      { durability: 'relaxed' },
    );
    return taken.map((each) => settled.get(each.id) ?? each);
  };

  const readConcurrent = async (inside: Sql, { id, subject, userId }: Operation): Promise<Concurrent> => {
    const isHere = `(subject_hash = $1 OR subject = $2) AND ${UNDER_WAY}`;
    const isShowing = `user_id = $3 AND (${SHOWING})`;
    const found = await inside.query(
      `SELECT ${COLUMNS}, CASE WHEN ${isHere} THEN 1 ELSE 0 END AS is_here, CASE WHEN ${isShowing} THEN 1 ELSE 0 END AS is_showing
       FROM operations
       WHERE id <> $4 AND (subject_hash = $1 AND ${UNDER_WAY} OR subject = $2 AND ${UNDER_WAY} OR ${isShowing})`,
      subject === undefined ? null : subjects.hash(subject),
      subject ?? null,
      userId,
      id,
    );
    const rowsWith = (flag: string) => found.filter((row) => numberColumn(row, flag) === 1);
    return {
      underWay: subject === undefined ? [] : rowsWith('is_here').map(sealedRows.open).filter(isOn(subject)),
      showing: readable(rowsWith('is_showing')),
    };
  };

  const sentSince = async (inside: Sql, since: number, which: string, ...values: SqlValue[]) => {
    const all = `created_at >= $1 AND ${SENT} AND ${which}`;
    const sent = await rows.selectSealed(inside, all, since - MAX_OFFER_MS, ...values);
    return sent.filter(({ state, sentAt = 0 }) => sentAt >= since && SENT_STATES.includes(state));
  };
  const sentBy = async (inside: Sql, userId: number, since: number, except = '') =>
    (await sentSince(inside, since, 'user_id = $2 AND id <> $3', userId, except)).filter(isOf(userId));

  const sentByTeam = async (inside: Sql, team: string, since: number, except = '') =>
    (await sentSince(inside, since, 'team = $2 AND id <> $3', team, except)).filter((each) => each.team === team);

  const preparedSince = async (inside: Sql, userId: number, createdAt: number) =>
    (await rows.selectSealed(inside, 'user_id = $1 AND created_at > $2', userId, createdAt)).filter(isOf(userId));

  const isSuperseded = async (inside: Sql, operation: Operation, unless: Move['unless']) => {
    if (!unless) return false;
    const later = await preparedSince(inside, operation.userId, operation.createdAt);
    return later.some((each) => unless(operation, each));
  };

  const viewOf = (inside: Transaction, { id, userId, accountId, team = '' }: Operation): GuardView => ({
    team: () => lockTeam(inside, seal, team),
    async lentTo() {
      const teams = await openTeams(inside, seal, subjects).ofPerson(userId);
      return teams.find((each) => each.ownerId === userId && each.accountId === accountId);
    },
    sentByTeam: (since) => sentByTeam(inside, team, since, id),
    async waitingInTeam() {
      const which = `user_id = $1 AND due_at IS NOT NULL AND state = 'waiting'`;
      const waiting = await rows.selectReadable(inside, which, userId);
      return waiting.filter((each) => each.userId === userId && each.team === team && each.id !== id);
    },
    others: async (ids) => (ids.length > 0 ? rows.selectSealed(inside, `id IN (${places(ids, 1)})`, ...ids) : []),
  });

  /** Moves that depend on other rows are decided one at a time. The order of these locks prevents deadlocks. */
  const lockConcurrent = async (
    inside: Transaction,
    before: Operation,
    { exclusive, others, serializedPerUser }: Move,
  ) => {
    if (exclusive && before.subject !== undefined) await inside.lock(`subject:${before.subject}`);
    if (serializedPerUser) await inside.lock(`spending:${before.userId}`);
    return exclusive || others ? readConcurrent(inside, before) : NO_CONCURRENT;
  };

  const guarded = (inside: Transaction, before: Operation, { guard }: Move) => guard?.(before, viewOf(inside, before));

  const decide = async (inside: Transaction, before: Operation, move: Move): Promise<Decision | undefined> => {
    const { exclusive, serializedPerUser } = move;
    const { underWay, showing } = await lockConcurrent(inside, before, move);
    const decided = await guarded(inside, before, move);
    if (decided === 'no') return undefined;
    // A person without the right does not hear either what others do to the server.
    const isRefused = decided !== undefined && !('also' in decided) && decided.to === 'refused';
    const instead = isRefused ? decided : (exclusive?.(before, underWay) ?? decided);
    if (instead && !('also' in instead)) return { change: instead, showing: [] };
    const also = instead?.also;
    if (!serializedPerUser) return { change: withAlso(move, also), showing };
    const sent = await sentBy(inside, before.userId, serializedPerUser.since, before.id);
    return { change: withAlso(serializedPerUser.decide(before, sent), also), showing };
  };

  const changeOthers = async (
    inside: Transaction,
    moved: Operation,
    showing: readonly Operation[],
    changeOf: NonNullable<Move['others']>,
  ) => {
    for (const seen of showing) {
      // Most of them stay as they are: only a row that changes is locked and read again.
      if (!changeOf(moved, seen)) continue;
      const [locked] = await rows.lockReadable(inside, 'id = $1', seen.id);
      const other = locked && (await closeLeft(inside, locked));
      const change = other && changeOf(moved, other);
      if (change) await rows.write(inside, other, change);
    }
  };

  const moveFrom = async (inside: Transaction, before: Operation, move: Move, write: typeof rows.write) => {
    if (!isAllowed(before, move) || (await isSuperseded(inside, before, move.unless))) return undefined;
    const decision = await decide(inside, before, move);
    if (!decision) return undefined;
    const { change, showing } = decision;
    const after = await write(inside, before, change);
    if (after && move.others) await changeOthers(inside, after, showing, move.others);
    return after;
  };

  /** No read is needed: the write compares the whole row. In a shared store other locks come before that of the row. */
  const lastCommitted = (inside: Transaction, id: string, move: Move) => {
    const { exclusive, serializedPerUser, others, unless, guard, bySeal, heldUntil } = move;
    if (bySeal || (inside.dialect.shared && (exclusive || serializedPerUser || others || unless || guard)))
      return undefined;
    const last = unclosed.has(id) ? undefined : rows.lastCommitted(id);
    return last && { ...last, dueAt: leasedUntil(last.dueAt, heldUntil) };
  };

  const moveInside = async (inside: Transaction, id: string, move: Move): Promise<Operation | undefined> => {
    const { only, others, unless } = move;
    // Locked before the row itself: two moves that change each other's rows would deadlock.
    if ((others || unless) && only) await inside.lock(`others:${only.userId}`);
    const last = lastCommitted(inside, id, move);
    const after = last && (await moveFrom(inside, last, move, rows.writeUnread));
    if (after) return after;
    const locked = await rows.lockOne(inside, id, move.bySeal);
    const before = locked && (await closeLeft(inside, locked));
    return before && moveFrom(inside, before, move, rows.write);
  };

  const moveInOneStatement = async (inside: Transaction, id: string, move: Move): Promise<Operation | undefined> => {
    const last = lastCommitted(inside, id, move);
    if (!last || !isAllowed(last, move) || rows.writesMore(last, move)) return undefined;
    return rows.writeUnread(inside, last, move);
  };

  const change = async (inside: Transaction, operations: readonly Operation[], changeOf: ChangeOf) => {
    for (const before of operations) {
      const changes = changeOf(before);
      if (changes) await rows.write(inside, before, changes);
    }
  };

  const closeUnsent = async (inside: Transaction, closed: ChangeOf): Promise<string[]> => {
    // The operations that are due soonest are closed when they are taken.
    const found = await inside.query(`SELECT id FROM operations WHERE ${UNSENT} ORDER BY due_at DESC`);
    const ids = found.map((row) => textColumn(row, 'id'));
    if (!sql.dialect.shared && ids.length > ROWS_PER_TURN) return ids;
    if (ids.length > 0) await change(inside, await rows.lockReadable(inside, UNSENT), closed);
    return [];
  };

  return {
    spent: async (spender, counted) =>
      spentOn(await sentBy(sql, spender.userId, counted.since, spender.id), spender, counted),
    async sent(kind, since, { subject, userId } = {}) {
      if (subject !== undefined) {
        const which = `(subject_hash = $2 OR subject = $4) AND ${KIND_WITHOUT_INDEX}`;
        return (await sentSince(sql, since, which, subjects.hash(subject), kind, subject)).filter(isOn(subject));
      }
      if (userId !== undefined) {
        const which = `user_id = $2 AND ${KIND_WITHOUT_INDEX}`;
        return (await sentSince(sql, since, which, userId, kind)).filter(isOf(userId));
      }
      return sentSince(sql, since, 'kind = $2', kind);
    },
    async sentOn(subject, since) {
      const which = '(subject_hash = $2 OR subject = $3)';
      return (await sentSince(sql, since, which, subjects.hash(subject), subject)).filter(isOn(subject));
    },
    since: (userId, createdAt) => preparedSince(sql, userId, createdAt),
    async personOperations(id, beforeMs) {
      const own = (column: string) => `(SELECT ${column} FROM operations WHERE id = $1)`;
      const unsent = `(SELECT COUNT(*) FROM operations WHERE user_id = ${own('user_id')} AND retention = 'unsent' AND due_at IS NULL)`;
      const found = await sql.query(
        `SELECT ${COLUMNS}, CASE WHEN ${UNSETTLED} THEN 1 ELSE 0 END AS is_open, ${unsent} AS unsent FROM operations
         WHERE user_id = ${own('user_id')} AND (${UNSETTLED} OR created_at > ${own('created_at')} - $2 OR id = $1)`,
        id,
        beforeMs,
      );
      const row = found.find((each) => each.id === id);
      if (!row) return { own: undefined, open: [], since: [], unsent: 0 };
      const after = numberColumn(row, 'created_at') - beforeMs;
      return {
        own: whereReadable(sealedRows.read)(row),
        open: readable(found.filter((each) => numberColumn(each, 'is_open') === 1)),
        since: found
          .filter((each) => numberColumn(each, 'created_at') > after)
          .map(sealedRows.open)
          .filter(isOf(numberColumn(row, 'user_id'))),
        unsent: numberColumn(row, 'unsent'),
      };
    },
    async *confirmed(userId, chatId, since) {
      const which = `user_id = $1 AND chat_id = $2 AND state NOT IN ('ready', 'expired', 'cancelled') AND created_at >= $3
                     AND (created_at, id) < ($4, $5) ORDER BY created_at DESC, id DESC LIMIT ${ROWS_PER_TURN}`;
      const oldest = Math.min(since - MAX_OFFER_MS, Number.MAX_SAFE_INTEGER);
      let before = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
      for (let found: Row[] = []; ; await nextTurn()) {
        found = await rows.select(sql, which, userId, chatId, oldest, before.createdAt, before.id);
        const operations = found.map(whereReadable(sealedRows.open)).filter((each) => each !== undefined);
        yield* operations.filter(isOf(userId));
        const last = found.at(-1);
        if (!last || found.length < ROWS_PER_TURN) return;
        before = { createdAt: numberColumn(last, 'created_at'), id: textColumn(last, 'id') };
      }
    },
    forget: (retention, before, behind = { createdAt: -1, id: '' }) =>
      sql.transaction(
        async (inside) => {
          const found = await rows.select(
            inside,
            `retention = $1 AND created_at < $2 AND due_at IS NULL AND (created_at, id) > ($3, $4)
             ORDER BY created_at, id LIMIT ${MAX_FORGOTTEN_PER_TRANSACTION} ${sql.dialect.skipLocked}`,
            retention,
            before,
            behind.createdAt,
            behind.id,
          );
          const unreadable = await rows.remove(inside, found, retention);
          const last = found.length === MAX_FORGOTTEN_PER_TRANSACTION ? found.at(-1) : undefined;
          return {
            last: last && { createdAt: numberColumn(last, 'created_at'), id: textColumn(last, 'id') },
            unreadable,
          };
        },
        { durability: 'relaxed' },
      ),
    async forgetUnsent(userId, most) {
      const which = `user_id = $1 AND retention = 'unsent' AND due_at IS NULL
                     ORDER BY created_at DESC LIMIT ${MAX_FORGOTTEN_PER_TRANSACTION} OFFSET $2`;
      // Most people have none to remove: a read costs less than a transaction.
      if ((await sql.query(`SELECT id FROM operations WHERE ${which}`, userId, most)).length === 0) return;
      const locked = `${which} ${sql.dialect.skipLocked}`;
      await sql.transaction(
        async (inside) => rows.remove(inside, await rows.select(inside, locked, userId, most), 'unsent'),
        { durability: 'relaxed' },
      );
    },
    openOf: (userId) => rows.selectReadable(sql, `user_id = $1 AND ${UNSETTLED}`, userId),
    showingOf: (userId) => rows.selectReadable(sql, `user_id = $1 AND (${SHOWING})`, userId),
    async listOf(userId, kinds, from, most) {
      const which = `user_id = $1 AND kind IN (${places(kinds, 4)})
         ORDER BY ${OPEN_FIRST}, created_at DESC, id LIMIT $2 OFFSET $3`;
      return (await rows.selectSealed(sql, which, userId, most, from, ...kinds)).filter(isOf(userId));
    },
    async listOfTeam(team, kinds, from, most) {
      const which = `team = $1 AND kind IN (${places(kinds, 4)})
         ORDER BY ${OPEN_FIRST}, created_at DESC, id LIMIT $2 OFFSET $3`;
      return (await rows.selectSealed(sql, which, team, most, from, ...kinds)).filter((each) => each.team === team);
    },
    async countOfTeam(team, kinds) {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS count FROM operations WHERE team = $1 AND kind IN (${places(kinds, 2)})`,
        team,
        ...kinds,
      );
      return row ? numberColumn(row, 'count') : 0;
    },
    openOfTeam: async (team) =>
      (await rows.selectReadable(sql, `team = $1 AND (${OPEN})`, team)).filter((each) => each.team === team),
    unsettledOfTeam: async (team) =>
      (await rows.selectReadable(sql, `team = $1 AND ${UNSETTLED}`, team)).filter((each) => each.team === team),
    sentByTeam: (team, since) => sentByTeam(sql, team, since),
    async countOf(userId, kinds) {
      const [row] = await sql.query(
        `SELECT COUNT(*) AS count FROM operations WHERE user_id = $1 AND kind IN (${places(kinds, 2)})`,
        userId,
        ...kinds,
      );
      return row ? numberColumn(row, 'count') : 0;
    },
    async placeOf(id, userId, kinds) {
      const [own] = await sql.query(`SELECT ${OPEN_FIRST} AS place, created_at FROM operations WHERE id = $1`, id);
      if (!own) return 0;
      const [row] = await sql.query(
        `SELECT COUNT(*) AS count FROM operations WHERE user_id = $1 AND kind IN (${places(kinds, 5)})
         AND (${OPEN_FIRST} < $2 OR (${OPEN_FIRST} = $2 AND (created_at > $3 OR (created_at = $3 AND id < $4))))`,
        userId,
        numberColumn(own, 'place'),
        numberColumn(own, 'created_at'),
        id,
        ...kinds,
      );
      return row ? numberColumn(row, 'count') : 0;
    },
    add: (...operations) =>
      // If the operations are lost with the machine, nothing was sent, and their button says so.
      sql.transaction(
        async (inside) => {
          const added: boolean[] = [];
          for (const operation of operations) added.push(await rows.insert(inside, operation));
          return added[0] ?? false;
        },
        { durability: 'deferred', oneStatement: operations.length === 1 },
      ),
    get: (id) => rows.find(sql, id),
    async move(id, move) {
      const { durability } = move;
      const moved = sql.dialect.shared
        ? await sql.transaction((inside) => moveInOneStatement(inside, id, move), { durability, oneStatement: true })
        : undefined;
      return moved ?? sql.transaction((inside) => moveInside(inside, id, move), { durability });
    },
    async takeDue(now, leaseMs, most, certain = () => undefined) {
      const due = {
        table: 'operations',
        columns: COLUMNS,
        read: (row: Row) => sealedRows.readTaken(row, now),
      } as const;
      const { taken, unreadable } = await takeDue(sql, due, now, leaseMs, most);
      return { taken: await settleTaken(taken, certain), unreadable };
    },
    extend: (id, until, since) => extendDue(sql, 'operations', id, until, since),
    nextDue: () => nextDue(sql, 'operations'),
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const showing = await rows.lockReadable(inside, `chat_id = $1 AND (${SHOWING})`, from);
        for (const before of showing)
          await rows.write(inside, before, {
            chatId: to,
            edit: () => ({ messageId: undefined, formerMessages: undefined, topicId: undefined }),
          });
        // The messages that ask for approval stayed behind: approval is asked for anew.
        const waiting = await rows.lockReadable(inside, `due_at IS NOT NULL AND state = 'waiting'`);
        for (const before of waiting.filter(({ chatId, approval }) => chatId === to || approval?.messageChat === from))
          await rows.write(inside, before, { edit: withoutRequest, notified: false, dueAt: inside.now() });
        const left = (await inside.query('SELECT id FROM operations WHERE chat_id = $1', from)).map((row) =>
          textColumn(row, 'id'),
        );
        while (left.length > 0) {
          const some = left.splice(0, ROWS_PER_TURN);
          for (const before of await rows.lockReadable(inside, `id IN (${places(some, 1)})`, ...some))
            await rows.write(inside, before, { chatId: to });
          await nextTurn();
        }
      }),
    async takeOver(now, interrupted, closed) {
      await sql.transaction(
        async (inside) => {
          const changeAll = async (changeOf: ChangeOf, which: string, ...values: SqlValue[]) =>
            change(inside, await rows.lockLeased(inside, which, ...values), changeOf);
          const closedAway = (operation: Operation) => closed(operation, 'away');
          const left = (await lastAlive.isGone(inside)) ? await closeUnsent(inside, closedAway) : [];
          if (left.length === 0) await lastAlive.beat(inside);
          inside.afterCommit(() => {
            closedAs = closed;
            for (const id of left) unclosed.add(id);
          });
          if (sql.dialect.shared) return;
          const isLeft = left.length > 0;
          // In the words of the partial index: with a single state SQLite would read all operations.
          await changeAll((operation) => {
            if (operation.state === 'sending') return { to: 'unknown', notified: false };
            return isLeft ? closedAway(operation) : interrupted(operation);
          }, `state IN ('quoting', 'sending')`);
          await changeAll(() => ({ dueAt: now }), `due_at > $1 AND (state <> 'ready' OR told = 'no')`, now);
        },
        { patient: true },
      );
    },
    async closeSome() {
      if (unclosed.size === 0) return false;
      const some = [...unclosed.values().take(ROWS_PER_TURN)];
      await sql.transaction(
        async (inside) => {
          for (const left of await rows.lockReadable(inside, `id IN (${places(some, 1)})`, ...some))
            await closeLeft(inside, left);
          if (some.length === unclosed.size) await lastAlive.beat(inside);
          inside.afterCommit(() => {
            for (const id of some) unclosed.delete(id);
          });
        },
        { durability: 'relaxed' },
      );
      return unclosed.size > 0;
    },
    async beat() {
      const closed = closedAs;
      // Until the operations of an outage are closed, the noted time stays that of the outage.
      if (!closed || unclosed.size > 0) return false;
      return sql.transaction(
        async (inside) => {
          const isPutBack = await lastAlive.beat(inside);
          if (isPutBack)
            await change(inside, await rows.lockPutBack(inside, UNSENT), (operation) => closed(operation, 'restored'));
          return isPutBack;
        },
        { durability: 'relaxed' },
      );
    },
  };
}

function withoutRequest({ approval }: Operation): Pick<Operation, 'approval'> {
  if (!approval) return {};
  const { messageId: _, messageChat: __, postedFor: ___, shown: ____, ...asked } = approval;
  return { approval: asked };
}

/** The columns that found the row may have been changed outside the bot. */
function isOf(userId: number) {
  return (operation: Operation) => operation.userId === userId;
}
function isOn(subject: string) {
  return (operation: Operation) => operation.subject === subject;
}

/** A lease moves the column alone and only to a later time. */
function leasedUntil(dueAt: number | null, heldUntil: number | null | undefined): number | null {
  return dueAt !== null && heldUntil !== undefined && heldUntil !== null ? Math.max(dueAt, heldUntil) : dueAt;
}

function isAllowed(operation: Operation, { from, only, where, claimedAt, heldUntil }: Move): boolean {
  if (!from.includes(operation.state)) return false;
  if (only && !isOpenTo(operation, only)) return false;
  if (where && !where(operation)) return false;
  if (claimedAt !== undefined && claimedAt !== operation.claimedAt) return false;
  return heldUntil === undefined || heldUntil === operation.dueAt;
}

function isOpenTo(operation: Operation, { userId, aliveAt, offer }: NonNullable<Move['only']>): boolean {
  const shown = offer === undefined || offer === (operation.offer ?? 0);
  return operation.userId === userId && operation.expiresAt > aliveAt && shown;
}

function spentOn(
  sent: readonly Operation[],
  { accountId }: Pick<Spender, 'accountId'>,
  { since, worth }: Counted,
): number {
  return sent
    .filter((other) => (other.sentAt ?? 0) >= since && other.said?.happened !== false)
    .filter((other) => other.accountId === accountId)
    .reduce((sum, { quote }) => sum + ((quote && worth(quote)) ?? 0), 0);
}

export function exceeds(allowance: Allowance, operation: Operation, sent: readonly Operation[]): boolean {
  const wanted = operation.quote && allowance.worth(operation.quote);
  return wanted !== undefined && spentOn(sent, operation, allowance) + wanted > allowance.most;
}
