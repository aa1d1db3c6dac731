import { z } from 'zod';
import { nullableNumberColumn, numberColumn, type Row, textColumn } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { putNewest } from '../memory.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type Operation,
  type OperationBody,
  operationBody,
  RETENTIONS,
} from './operation.ts';

/** How many operations' contents are remembered. */
const MOST_REMEMBERED = 500;
/** How many operations' versions are remembered: of more than an hour, for as long as a confirm can live at most. */
const MOST_VERSIONS = 20_000;
/** No lease is held for longer, whatever the clocks say: what is due even later was put off from outside. */
const LONGEST_LEASE_MS = 24 * 3_600_000;

const kind = z.enum(OPERATION_KINDS);
const state = z.enum(OPERATION_STATES);

/** What the plain columns of a row say, sealed with the rest: a column that says otherwise was changed without the key. */
const bound = z.object({
  /** Raised by every write. */
  version: z.number(),
  round: z.number(),
  kind,
  state,
  userId: z.number(),
  chatId: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** A lease puts it off in the column alone. */
  dueAt: z.number().nullable(),
  told: z.boolean(),
  retention: z.enum(RETENTIONS).nullable(),
});
type Bound = z.infer<typeof bound>;

const { duplicateAt, notifyRetry } = operationBody.shape;
/**
 * What rows hold sealed, by the names that rows have always had; {@link toStored} and {@link fromStored} translate them. Rows
 * of releases that did not bind their columns have no `bound`.
 */
const storedBody = operationBody
  .omit({ duplicateAt: true, notifyRetry: true })
  .extend({ twinAt: duplicateAt, untold: notifyRetry, bound: bound.optional() });
type StoredBody = z.infer<typeof storedBody>;

/** What stands sealed in the rows of operations, and what their columns say beside it. */
export interface SealedRows {
  /** What names the operation where something is wrong with its row. */
  place(id: string): string;
  /** The bytes for the operation's row. */
  seal(operation: Operation): Uint8Array;
  /** The operation as it is sealed, whatever its columns say. */
  open(row: Row): Operation;
  /** @throws SealBroken where the columns do not fit the seal */
  read(row: Row): Operation;
  /** Reads a row that was taken because it was due. @throws SealBroken as {@link read} does, or where it was not due yet */
  readTaken(row: Row, now: number): Operation;
  /** @throws SealBroken where a later version of the operation was committed here: an older copy of the row was put back */
  assertNewest(operation: Operation): void;
  /** Returns the operation with the last version that was committed here. */
  raised(operation: Operation): Operation;
  /** Remembers the version, once it is committed. */
  committed(operation: Operation): void;
}

/**
 * Bytes that this process sealed last are known without being opened; a row with any others is read from the row alone.
 * @param now the clock of the store, epoch milliseconds
 */
export function createSealedRows(seal: Seal, subjects: Subjects, now: () => number): SealedRows {
  const place = (id: string) => `operation:${id}`;
  /** As text: whoever gets a content may change it, and what was read from the row would be new each time too. */
  const sealed = new Map<string, { bytes: Uint8Array; text: string }>();
  const versions = new Map<string, number>();

  function bodyOf(bytes: unknown, id: string): StoredBody {
    const last = sealed.get(id);
    if (!last || !(bytes instanceof Uint8Array) || Buffer.compare(last.bytes, bytes) !== 0)
      return storedBody.parse(seal.open(bytes, place(id)));
    const body: StoredBody = JSON.parse(last.text);
    return body;
  }

  function opened(row: Row): { operation: Operation; said: Bound | undefined } {
    const id = textColumn(row, 'id');
    const stored = bodyOf(row.body, id);
    const body = fromStored(stored);
    const { bound: said } = stored;
    if (!said) return { operation: { ...body, ...columnsOf(row), id }, said };
    const { told: notified, ...columns } = said;
    return { operation: { ...body, ...columns, notified, id, dueAt: dueIn(row) }, said };
  }

  function isSame(row: Row, operation: Operation, said: Bound): boolean {
    return (
      row.kind === said.kind &&
      row.state === said.state &&
      holds(row.user_id, said.userId) &&
      holds(row.chat_id, said.chatId) &&
      holds(row.created_at, said.createdAt) &&
      holds(row.expires_at, said.expiresAt) &&
      row.told === notifiedColumn(operation) &&
      row.said === saidColumn(operation) &&
      row.retention === said.retention &&
      row.subject === null &&
      row.subject_hash === subjectColumn(operation, subjects)
    );
  }

  /** Leases move it without the seal, and only to a later time. */
  function isDueAt(column: number | null, { dueAt }: Bound): boolean {
    if (column === null || dueAt === null) return column === dueAt;
    return column === dueAt || (column > dueAt && column <= now() + LONGEST_LEASE_MS);
  }

  function read(row: Row, isDue: (said: Bound) => boolean): Operation {
    const { operation, said } = opened(row);
    if (said && !(isSame(row, operation, said) && isDue(said))) throw new SealBroken(place(operation.id), 'changed');
    return operation;
  }

  return {
    place,
    seal(operation) {
      const { id } = operation;
      const body = toStored(operation);
      const bytes = seal.seal(body, place(id));
      putNewest(sealed, id, { bytes, text: JSON.stringify(body) }, MOST_REMEMBERED);
      return bytes;
    },
    open: (row) => opened(row).operation,
    read: (row) => read(row, (said) => isDueAt(dueIn(row), said)),
    readTaken: (row, at) => read(row, ({ dueAt }) => dueAt !== null && dueAt <= at),
    assertNewest({ id, version }) {
      // Without a version it may be from a process of an older release, beside this one: it is never claimed anyway.
      if (version !== undefined && version < (versions.get(id) ?? 0)) throw new SealBroken(place(id), 'older');
    },
    raised: ({ version, ...operation }) =>
      version === undefined ? operation : { ...operation, version: Math.max(version, versions.get(operation.id) ?? 0) },
    committed({ id, version = 0 }) {
      // Commits are heard of in any order.
      putNewest(versions, id, Math.max(version, versions.get(id) ?? 0), MOST_VERSIONS);
    },
  };
}

/** Whether a column of whole numbers holds this one. Of a changed row it may hold anything. */
function holds(value: unknown, expected: number): boolean {
  return String(value) === String(expected);
}

function dueIn({ due_at }: Row): number | null {
  return due_at === null ? null : Number(due_at);
}

export function notifiedColumn({ notified }: Operation): string {
  return notified ? 'yes' : 'no';
}

/** What the person said about an outcome, where the database looks for it. */
export function saidColumn({ said }: Operation): string | null {
  if (!said) return null;
  return said.happened ? 'yes' : 'no';
}

export function subjectColumn({ subject }: Operation, subjects: Subjects): string | null {
  return subject === undefined ? null : subjects.hash(subject);
}

/** As the columns keep it: both databases take whole numbers. */
function boundOf({ version, createdAt, expiresAt, dueAt, notified, ...operation }: Operation): Bound | undefined {
  if (version === undefined) return undefined;
  return bound.parse({
    round: 0,
    retention: null,
    ...operation,
    version,
    createdAt: Math.trunc(createdAt),
    expiresAt: Math.trunc(expiresAt),
    dueAt: dueAt === null ? null : Math.trunc(dueAt),
    told: notified,
  });
}

function toStored(operation: Operation): StoredBody {
  const { duplicateAt, notifyRetry, failure } = operation;
  return storedBody.parse({
    ...operation,
    failure: failure?.kind === 'duplicate' ? { ...failure, kind: 'twin' } : failure,
    twinAt: duplicateAt,
    untold: notifyRetry,
    bound: boundOf(operation),
  });
}

function fromStored({ twinAt, untold, failure, bound: _, ...body }: StoredBody): OperationBody {
  return {
    ...body,
    ...(failure === undefined
      ? {}
      : { failure: failure.kind === 'twin' ? { ...failure, kind: 'duplicate' } : failure }),
    ...(twinAt === undefined ? {} : { duplicateAt: twinAt }),
    ...(untold === undefined ? {} : { notifyRetry: untold }),
  };
}

function columnsOf(row: Row) {
  return {
    kind: kind.parse(row.kind),
    state: state.parse(row.state),
    userId: numberColumn(row, 'user_id'),
    chatId: numberColumn(row, 'chat_id'),
    createdAt: numberColumn(row, 'created_at'),
    expiresAt: numberColumn(row, 'expires_at'),
    dueAt: nullableNumberColumn(row, 'due_at'),
    notified: textColumn(row, 'told') === 'yes',
    // An older release, while it still runs, writes it beside the sealed contents.
    ...(row.subject === null ? {} : { subject: textColumn(row, 'subject') }),
  };
}
