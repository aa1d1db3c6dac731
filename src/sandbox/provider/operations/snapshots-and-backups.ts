import { z } from 'zod';
import { becomes, type ServerState } from '../accounts/account.ts';
import { message, refusal } from '../http/refusal.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, word } from './parameters.ts';
import { idleServerOf, serverOf } from './servers.ts';

const SNAPSHOT = '/server/snapshot';
const BACKUP = '/server/backup';

/** Contract, "Snapshots" and "Backups". */
export const copies: readonly Operation[] = [
  { name: 'snapshot.list', method: 'GET', path: SNAPSHOT, handle: listSnapshots },
  { name: 'snapshot.create', method: 'POST', path: SNAPSHOT, alters: true, handle: createSnapshot },
  { name: 'snapshot.restore', method: 'PUT', path: SNAPSHOT, alters: true, handle: restoreSnapshot },
  { name: 'snapshot.delete', method: 'DELETE', path: SNAPSHOT, alters: true, handle: deleteSnapshot },
  { name: 'backup.list', method: 'GET', path: BACKUP, handle: listBackups },
  { name: 'backup.create', method: 'POST', path: BACKUP, alters: true, handle: createBackup },
  { name: 'backup.restore', method: 'PUT', path: BACKUP, alters: true, handle: restoreBackup },
  { name: 'backup.delete', method: 'DELETE', path: BACKUP, alters: true, handle: deleteBackup },
];

const snapshotParameters = z.object({ id: word, name: word });
const backupParameters = z.object({ id: word, volume_id: word });

const ready = <Copy extends { readyAt: number }>(made: readonly Copy[]) =>
  made.filter((each) => each.readyAt <= Date.now());

function listSnapshots(asked: Asked): unknown {
  const server = serverOf(asked);
  return ready(server.snapshots).map(({ name }) => ({ id: server.id, name }));
}

function createSnapshot(asked: Asked): unknown {
  const { name } = parametersOf(asked, snapshotParameters);
  const server = idleServerOf(asked);
  if (server.snapshots.some((each) => each.name === name)) throw refusal('conflict', 'snapshotExists');
  server.snapshots.push({ name, readyAt: Date.now() + asked.timings.copyMs });
  return { message: message('snapshotCreated') };
}

function restoreSnapshot(asked: Asked): unknown {
  const { name } = parametersOf(asked, snapshotParameters);
  const server = idleServerOf(asked);
  if (!ready(server.snapshots).some((each) => each.name === name)) throw refusal('notFound', 'snapshotNotFound');
  return restoring(server, asked, 'snapshotRestored');
}

function deleteSnapshot(asked: Asked): unknown {
  const { name } = parametersOf(asked, snapshotParameters);
  const server = idleServerOf(asked);
  if (!ready(server.snapshots).some((each) => each.name === name)) throw refusal('notFound', 'snapshotNotFound');
  server.snapshots = server.snapshots.filter((each) => each.name !== name);
  return { message: message('snapshotDeleted') };
}

function listBackups(asked: Asked): unknown {
  return ready(serverOf(asked).backups).map(({ volumeId, size }) => ({
    volume_id: volumeId,
    date: volumeId.slice(0, 10).replaceAll('-', ':'),
    size,
  }));
}

function createBackup(asked: Asked): unknown {
  const server = idleServerOf(asked);
  if (server.backups.length >= server.backup) throw refusal('conflict', 'backupLimit');
  const size = `${(server.disk * 0.37).toFixed(1)}`;
  server.backups.push({ volumeId: freeVolumeId(server), size, readyAt: Date.now() + asked.timings.copyMs });
  return { message: message('backupCreated') };
}

/** The time of day, a millisecond later where that is taken. */
function freeVolumeId(server: ServerState): string {
  for (let at = Date.now(); ; at++) {
    const volumeId = new Date(at).toISOString();
    if (!server.backups.some((each) => each.volumeId === volumeId)) return volumeId;
  }
}

function restoreBackup(asked: Asked): unknown {
  const { volume_id: volumeId } = parametersOf(asked, backupParameters);
  const server = idleServerOf(asked);
  if (!ready(server.backups).some((each) => each.volumeId === volumeId)) throw refusal('notFound', 'backupNotFound');
  return restoring(server, asked, 'backupRestored');
}

function deleteBackup(asked: Asked): unknown {
  const { volume_id: volumeId } = parametersOf(asked, backupParameters);
  const server = idleServerOf(asked);
  if (!ready(server.backups).some((each) => each.volumeId === volumeId)) throw refusal('notFound', 'backupNotFound');
  server.backups = server.backups.filter((each) => each.volumeId !== volumeId);
  return { message: message('backupDeleted') };
}

function restoring(server: ServerState, asked: Asked, words: 'snapshotRestored' | 'backupRestored'): unknown {
  becomes(server, 'restoring', asked.timings.restoreMs, { status: 'on' });
  return { message: message(words) };
}
