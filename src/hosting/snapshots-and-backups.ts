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

const backup = record({ volumeId: copyName, date: text.exactOptional(), size: text.exactOptional() });
/** Contract, "Backup": the unit of `size` is not stated; `date` is `YYYY:MM:DD` as it came. */
export type Backup = z.output<typeof backup>;

const server = z.object({ id: given });
const row = { path: '/server/backup', travels: 'body' } as const;
const change = {
  ...row,
  effect: 'change',
  send: server.extend({ volume_id: given }),
  answer: acknowledgement,
} as const;

/** Contract, "Backups"; the list is a GET with a JSON body. */
export const backupEndpoints = {
  list: {
    ...row,
    effect: 'read',
    operation: 'backup.list',
    method: 'GET',
    send: server,
    answer: listOf(backup, MOST_COPIES),
  },
  create: { ...change, operation: 'backup.create', method: 'POST', send: server },
  restore: { ...change, operation: 'backup.restore', method: 'PUT' },
  delete: { ...change, operation: 'backup.delete', method: 'DELETE' },
} as const satisfies Record<string, Read<unknown, unknown> | Change<unknown, unknown>>;

/** `id` is the server's, `volumeId` the backup's. */
export interface Backups {
  list(id: string, signal?: AbortSignal): Promise<Backup[]>;
  create(id: string): Promise<Acknowledgement>;
  /** Puts the server back to what it was: everything since is lost. */
  restore(id: string, volumeId: string): Promise<Acknowledgement>;
  delete(id: string, volumeId: string): Promise<Acknowledgement>;
}

export function backups(caller: Caller): Backups {
  const at = backupEndpoints;
  return {
    list: (id, signal) => caller.read(at.list, { id }, signal),
    create: (id) => caller.change(at.create, { id }),
    restore: (id, volumeId) => caller.change(at.restore, { id, volume_id: volumeId }),
    delete: (id, volumeId) => caller.change(at.delete, { id, volume_id: volumeId }),
  };
}
