import { z } from 'zod';
import {
  type Acknowledgement,
  acknowledgement,
  copyName,
  listOf,
  MOST_COPIES,
  record,
  text,
} from './answers/reading.ts';
import type { Caller, Change, Read } from './http/call.ts';
import { given } from './http/checking.ts';

const snapshot = record({ id: text.exactOptional(), name: copyName });
/** Contract, "Snapshot": `id` is the server's. */
export type Snapshot = z.output<typeof snapshot>;

const row = { path: '/server/snapshot', travels: 'body' } as const;
const change = {
  ...row,
  effect: 'change',
  send: z.object({ id: given, name: given }),
  answer: acknowledgement,
} as const;

/** Contract, "Snapshots"; the list is a GET with a JSON body. */
export const snapshotEndpoints = {
  list: {
    ...row,
    effect: 'read',
    operation: 'snapshot.list',
    method: 'GET',
    send: z.object({ id: given }),
    answer: listOf(snapshot, MOST_COPIES),
  },
  create: { ...change, operation: 'snapshot.create', method: 'POST' },
  restore: { ...change, operation: 'snapshot.restore', method: 'PUT' },
  delete: { ...change, operation: 'snapshot.delete', method: 'DELETE' },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

/** `id` is the server's, `name` the snapshot's. */
export interface Snapshots {
  list(id: string, signal?: AbortSignal): Promise<Snapshot[]>;
  create(id: string, name: string): Promise<Acknowledgement>;
  /** Puts the server back to what it was: everything since is lost. */
  restore(id: string, name: string): Promise<Acknowledgement>;
  delete(id: string, name: string): Promise<Acknowledgement>;
}

export function snapshots(caller: Caller): Snapshots {
  const at = snapshotEndpoints;
  return {
    list: (id, signal) => caller.read(at.list, { id }, signal),
    create: (id, name) => caller.change(at.create, { id, name }),
    restore: (id, name) => caller.change(at.restore, { id, name }),
    delete: (id, name) => caller.change(at.delete, { id, name }),
  };
}
