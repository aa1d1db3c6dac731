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

const MAX_CACHED_OPERATIONS = 500;
const MAX_CACHED_VERSIONS = 20_000;
/** A later due time was written outside the bot. */
const MAX_LEASE_MS = 24 * 3_600_000;

const kind = z.enum(OPERATION_KINDS);
const state = z.enum(OPERATION_STATES);

/** The plain columns, sealed with the body: a column that differs was changed without the key. */
const bound = z.object({
  version: z.number(),
  round: z.number(),
  kind,
  state,
  userId: z.number(),
  chatId: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  dueAt: z.number().nullable(),
  told: z.boolean(),
  retention: z.enum(RETENTIONS).nullable(),
});
type Bound = z.infer<typeof bound>;

const { duplicateAt, notifyRetry } = operationBody.shape;
/** {@link toStored} and {@link fromStored} translate the stored names. */
const storedBody = operationBody
  .omit({ duplicateAt: true, notifyRetry: true })
  .extend({ twinAt: duplicateAt, untold: notifyRetry, bound: bound.optional(), glass: operationBody.shape.breakGlass });
type StoredBody = z.infer<typeof storedBody>;

export interface SealedRows {
  place(id: string): string;
  seal(operation: Operation): Uint8Array;
  open(row: Row): Operation;
  /** @throws SealBroken where the columns do not fit the seal */
  read(row: Row): Operation;
  /** @throws SealBroken as {@link read} does, and where the row was not due yet */
  readTaken(row: Row, now: number): Operation;
  /** @throws SealBroken where this process committed a later version: an older copy of the row was put back */
  assertNewest(operation: Operation): void;
  raised(operation: Operation): Operation;
  committed(operation: Operation): void;
  /** `undefined` where this process has written the row since without a commit. */
  lastCommitted(id: string): Operation | undefined;
  lastCommittedBody(id: string): Uint8Array | undefined;
}

/** Caches the bodies that this process sealed last, so that reading them needs no decryption. @param now epoch ms */
export function createSealedRows(seal: Seal, subjects: Subjects, now: () => number): SealedRows {
  const place = (id: string) => `operation:${id}`;
  /** JSON text, because callers may change the objects that they get. */
  const sealed = new Map<string, { bytes: Uint8Array; text: string; version: number | undefined }>();
  const versions = new Map<string, number>();

  function bodyOf(bytes: unknown, id: string): StoredBody {
    const last = sealed.get(id);
    if (!last || !(bytes instanceof Uint8Array) || Buffer.compare(last.bytes, bytes) !== 0)
      return storedBody.parse(seal.open(bytes, place(id)));
    const body: StoredBody = JSON.parse(last.text);
    return body;
  }

  /** A body that was sealed and not committed is in no row. */
  function committedLast(id: string) {
    const last = sealed.get(id);
    return last?.version !== undefined && last.version === versions.get(id) ? last : undefined;
  }

  function opened(row: Row): { operation: Operation; said: Bound | undefined } {
    const id = textColumn(row, 'id');
    const stored = bodyOf(row.body, id);
    const { bound: said } = stored;
    if (!said) return { operation: { ...fromStored(stored), ...columnsOf(row), id }, said };
    return { operation: { ...withBound(id, stored, said), dueAt: dueIn(row) }, said };
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
      (row.team ?? undefined) === operation.team &&
      row.subject === null &&
      row.subject_hash === subjectColumn(operation, subjects)
    );
  }

  /** A lease moves the column without the seal, only to a later time. */
  function isDueAt(column: number | null, { dueAt }: Bound): boolean {
    if (column === null || dueAt === null) return column === dueAt;
    return column === dueAt || (column > dueAt && column <= now() + MAX_LEASE_MS);
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
      const text = JSON.stringify(toStored(operation));
      const bytes = seal.sealJson(text, place(id));
      putNewest(sealed, id, { bytes, text, version: operation.version }, MAX_CACHED_OPERATIONS);
      return bytes;
    },
    open: (row) => opened(row).operation,
    read: (row) => read(row, (said) => isDueAt(dueIn(row), said)),
    readTaken: (row, at) => read(row, ({ dueAt }) => dueAt !== null && dueAt <= at),
    assertNewest({ id, version }) {
      // A row without a version may be of an older release that still runs: it is never claimed.
      if (version !== undefined && version < (versions.get(id) ?? 0)) throw new SealBroken(place(id), 'older');
    },
    raised: ({ version, ...operation }) =>
      version === undefined ? operation : { ...operation, version: Math.max(version, versions.get(operation.id) ?? 0) },
    committed({ id, version = 0 }) {
      // Commits may be reported out of order.
      putNewest(versions, id, Math.max(version, versions.get(id) ?? 0), MAX_CACHED_VERSIONS);
    },
    lastCommitted(id) {
      const last = committedLast(id);
      if (!last) return undefined;
      const stored: StoredBody = JSON.parse(last.text);
      return stored.bound && withBound(id, stored, stored.bound);
    },
    lastCommittedBody: (id) => committedLast(id)?.bytes,
  };
}

function holds(value: unknown, expected: number): boolean {
  return String(value) === String(expected);
}

function dueIn({ due_at }: Row): number | null {
  return due_at === null ? null : Number(due_at);
}

export function notifiedColumn({ notified }: Operation): string {
  return notified ? 'yes' : 'no';
}

export function saidColumn({ said }: Operation): string | null {
  if (!said) return null;
  return said.happened ? 'yes' : 'no';
}

export function subjectColumn({ subject }: Operation, subjects: Subjects): string | null {
  return subject === undefined ? null : subjects.hash(subject);
}

function boundOf(operation: Operation): Bound | undefined {
  const { version, round = 0, retention = null, dueAt } = operation;
  if (version === undefined) return undefined;
  return {
    version,
    round,
    kind: operation.kind,
    state: operation.state,
    userId: operation.userId,
    chatId: operation.chatId,
    createdAt: Math.trunc(operation.createdAt),
    expiresAt: Math.trunc(operation.expiresAt),
    dueAt: dueAt === null ? null : Math.trunc(dueAt),
    told: operation.notified,
    retention,
  };
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

function fromStored({ twinAt, untold, failure, glass, bound: _, ...body }: StoredBody): OperationBody {
  return {
    ...body,
    ...(glass === undefined ? {} : { breakGlass: glass }),
    ...(failure === undefined
      ? {}
      : { failure: failure.kind === 'twin' ? { ...failure, kind: 'duplicate' } : failure }),
    ...(twinAt === undefined ? {} : { duplicateAt: twinAt }),
    ...(untold === undefined ? {} : { notifyRetry: untold }),
  };
}

function withBound(id: string, stored: StoredBody, { told: notified, ...columns }: Bound): Operation {
  return { ...fromStored(stored), ...columns, notified, id };
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
    ...(row.subject === null ? {} : { subject: textColumn(row, 'subject') }),
  };
}
