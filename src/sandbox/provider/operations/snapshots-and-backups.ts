import { z } from 'zod';
import { type ServerState, startChange } from '../accounts/account.ts';
import { messageText, refusal } from '../http/refusal.ts';
import { acknowledgement, type Operation, type OperationContext, operation, requiredText } from './operation.ts';
import { findIdleServer, findServer, serverId } from './servers.ts';

const SNAPSHOT = '/server/snapshot';
const BACKUP = '/server/backup';

const snapshotOf = serverId.extend({ name: requiredText });
const backupOf = serverId.extend({ volume_id: requiredText });

export const snapshotsAndBackups: readonly Operation[] = [
  operation({
    name: 'snapshot.list',
    method: 'GET',
    path: SNAPSHOT,
    travels: 'body',
    parameters: serverId,
    answer: z.array(z.object({ id: z.string(), name: z.string() })),
    handle({ id }, context) {
      const server = findServer(id, context);
      return ready(server.snapshots, context).map(({ name }) => ({ id: server.id, name }));
    },
  }),
  operation({
    name: 'snapshot.create',
    method: 'POST',
    path: SNAPSHOT,
    alters: true,
    parameters: snapshotOf,
    answer: acknowledgement,
    handle({ id, name }, context) {
      const server = findIdleServer(id, context);
      if (server.snapshots.some((each) => each.name === name)) throw refusal('conflict', 'snapshotExists');
      server.snapshots.push({ name, readyAt: context.now() + context.timings.copyMs });
      return { message: messageText('snapshotCreated') };
    },
  }),
  operation({
    name: 'snapshot.restore',
    method: 'PUT',
    path: SNAPSHOT,
    alters: true,
    parameters: snapshotOf,
    answer: acknowledgement,
    handle({ id, name }, context) {
      startChange(serverWithSnapshot(id, name, context), 'restoring', context, { status: 'on' });
      return { message: messageText('snapshotRestored') };
    },
  }),
  operation({
    name: 'snapshot.delete',
    method: 'DELETE',
    path: SNAPSHOT,
    alters: true,
    parameters: snapshotOf,
    answer: acknowledgement,
    handle({ id, name }, context) {
      const server = serverWithSnapshot(id, name, context);
      server.snapshots = server.snapshots.filter((each) => each.name !== name);
      return { message: messageText('snapshotDeleted') };
    },
  }),
  operation({
    name: 'backup.list',
    method: 'GET',
    path: BACKUP,
    travels: 'body',
    parameters: serverId,
    answer: z.array(z.object({ volume_id: z.string(), date: z.string(), size: z.string() })),
    handle: ({ id }, context) =>
      ready(findServer(id, context).backups, context).map(({ volumeId, size }) => ({
        volume_id: volumeId,
        date: volumeId.slice(0, 10).replaceAll('-', ':'),
        size,
      })),
  }),
  operation({
    name: 'backup.create',
    method: 'POST',
    path: BACKUP,
    alters: true,
    parameters: serverId,
    answer: acknowledgement,
    handle({ id }, context) {
      const server = findIdleServer(id, context);
      if (server.backups.length >= server.backup) throw refusal('conflict', 'backupLimit');
      const size = `${(server.disk * 0.37).toFixed(1)}`;
      server.backups.push({
        volumeId: unusedVolumeId(server, context.now()),
        size,
        readyAt: context.now() + context.timings.copyMs,
      });
      return { message: messageText('backupCreated') };
    },
  }),
  operation({
    name: 'backup.restore',
    method: 'PUT',
    path: BACKUP,
    alters: true,
    parameters: backupOf,
    answer: acknowledgement,
    handle({ id, volume_id }, context) {
      startChange(serverWithBackup(id, volume_id, context), 'restoring', context, { status: 'on' });
      return { message: messageText('backupRestored') };
    },
  }),
  operation({
    name: 'backup.delete',
    method: 'DELETE',
    path: BACKUP,
    alters: true,
    parameters: backupOf,
    answer: acknowledgement,
    handle({ id, volume_id }, context) {
      const server = serverWithBackup(id, volume_id, context);
      server.backups = server.backups.filter((each) => each.volumeId !== volume_id);
      return { message: messageText('backupDeleted') };
    },
  }),
];

const ready = <Copy extends { readyAt: number }>(copies: readonly Copy[], { now }: OperationContext) =>
  copies.filter((each) => each.readyAt <= now());

function serverWithSnapshot(id: string, name: string, context: OperationContext): ServerState {
  const server = findIdleServer(id, context);
  if (!ready(server.snapshots, context).some((each) => each.name === name))
    throw refusal('notFound', 'snapshotNotFound');
  return server;
}

function serverWithBackup(id: string, volumeId: string, context: OperationContext): ServerState {
  const server = findIdleServer(id, context);
  if (!ready(server.backups, context).some((each) => each.volumeId === volumeId))
    throw refusal('notFound', 'backupNotFound');
  return server;
}

/** The current time, or the next millisecond that no backup of the server has. */
function unusedVolumeId(server: ServerState, now: number): string {
  for (let at = now; ; at++) {
    const volumeId = new Date(at).toISOString();
    if (!server.backups.some((each) => each.volumeId === volumeId)) return volumeId;
  }
}
