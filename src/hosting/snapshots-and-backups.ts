import { z } from 'zod';
import {
  type Acknowledgement,
  acknowledgement,
  copyName,
  listOf,
  MAX_COPIES_PER_SERVER,
  record,
  text,
} from './answers/reading.ts';
import type { Caller, Change, Read } from './http/call.ts';
import { given } from './http/checking.ts';

const snapshot = record({ id: text.exactOptional(), name: copyName });
/** Contract, "Snapshot": `id` is the server's. */
export type Snapshot = z.output<typeof snapshot>;

const backup = record({ volumeId: copyName, date: text.exactOptional(), size: text.exactOptional() });
/** Contract, "Backup": it states no unit of `size`; `date` is `YYYY:MM:DD` as it came. */
export type Backup = z.output<typeof backup>;

const server = z.object({ id: given });
const snapshots = { path: '/server/snapshot', travels: 'body' } as const;
const backups = { path: '/server/backup', travels: 'body' } as const;
const change = { effect: 'change', answer: acknowledgement } as const;
const changeSnapshot = { ...snapshots, ...change, send: server.extend({ name: given }) } as const;
const changeBackup = { ...backups, ...change, send: server.extend({ volume_id: given }) } as const;

export const snapshotEndpoints = {
  list: {
    ...snapshots,
    effect: 'read',
    settledBy: 'asking again',
    operation: 'snapshot.list',
    method: 'GET',
    send: server,
    answer: listOf(snapshot, MAX_COPIES_PER_SERVER, ({ name }) => name),
  },
  create: {
    ...changeSnapshot,
    operation: 'snapshot.create',
    settledBy: 'snapshot.list: the name is there',
    method: 'POST',
  },
  restore: {
    ...changeSnapshot,
    operation: 'snapshot.restore',
    settledBy: 'server.status: it is busy; otherwise nothing to read',
    method: 'PUT',
  },
  delete: {
    ...changeSnapshot,
    operation: 'snapshot.delete',
    settledBy: 'snapshot.list: the name is gone',
    method: 'DELETE',
  },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

export const backupEndpoints = {
  list: {
    ...backups,
    effect: 'read',
    settledBy: 'asking again',
    operation: 'backup.list',
    method: 'GET',
    send: server,
    answer: listOf(backup, MAX_COPIES_PER_SERVER, ({ volumeId }) => volumeId),
  },
  create: {
    ...changeBackup,
    operation: 'backup.create',
    settledBy: 'backup.list: a volume more than before',
    method: 'POST',
    send: server,
  },
  restore: {
    ...changeBackup,
    operation: 'backup.restore',
    settledBy: 'server.status: it is busy; otherwise nothing to read',
    method: 'PUT',
  },
  delete: {
    ...changeBackup,
    operation: 'backup.delete',
    settledBy: 'backup.list: the volume is gone',
    method: 'DELETE',
  },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

export interface Snapshots {
  list(id: string, signal?: AbortSignal): Promise<Snapshot[]>;
  create(id: string, name: string): Promise<Acknowledgement>;
  restore(id: string, name: string): Promise<Acknowledgement>;
  delete(id: string, name: string): Promise<Acknowledgement>;
}

export interface Backups {
  list(id: string, signal?: AbortSignal): Promise<Backup[]>;
  create(id: string): Promise<Acknowledgement>;
  restore(id: string, volumeId: string): Promise<Acknowledgement>;
  delete(id: string, volumeId: string): Promise<Acknowledgement>;
}

export function snapshotsOver(caller: Caller): Snapshots {
  const at = snapshotEndpoints;
  return {
    list: (id, signal) => caller.read(at.list, { id }, signal),
    create: (id, name) => caller.change(at.create, { id, name }),
    restore: (id, name) => caller.change(at.restore, { id, name }),
    delete: (id, name) => caller.change(at.delete, { id, name }),
  };
}

export function backupsOver(caller: Caller): Backups {
  const at = backupEndpoints;
  return {
    list: (id, signal) => caller.read(at.list, { id }, signal),
    create: (id) => caller.change(at.create, { id }),
    restore: (id, volumeId) => caller.change(at.restore, { id, volume_id: volumeId }),
    delete: (id, volumeId) => caller.change(at.delete, { id, volume_id: volumeId }),
  };
}
