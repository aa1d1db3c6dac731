import { z } from 'zod';
import { OPERATING_SYSTEMS } from '../../hosting/index.ts';
import type { Explained } from './kind.ts';
import { restartWithin, sawRestart, statusSeen, target, withStatus } from './target.ts';
import { watched } from './watched.ts';

/** The actions on a snapshot or backup. */
export const COPY_ACTIONS = ['create', 'restore', 'delete'] as const;
const RESTORE_SUSPENSE_MS = 10 * 60_000;
const COPYING_MS = 15 * 60_000;

const seen = statusSeen.extend({
  /** The names on the list when the confirm was shown. */
  namesBefore: z.array(z.string()).optional(),
  /** The newest name that was not there before. */
  created: z.string().optional(),
  gone: z.boolean().optional(),
});
type Seen = z.infer<typeof seen>;

function listed(known: Seen, names: readonly string[], wanted: string | undefined): Seen {
  const before = new Set(known.namesBefore);
  const fresh = names.filter((name) => !before.has(name));
  const created = wanted === undefined ? fresh.at(-1) : fresh.find((name) => name === wanted);
  const gone = wanted !== undefined && before.has(wanted) && !names.includes(wanted);
  return { ...known, gone, ...(created === undefined ? {} : { created }) };
}

function happened(action: (typeof COPY_ACTIONS)[number], known: Seen): boolean {
  if (action === 'create') return known.created !== undefined;
  if (action === 'delete') return known.gone === true;
  return sawRestart(known);
}

const shown = ({ last, created, gone, leftOnAt }: Seen) => [last, created, gone === true, leftOnAt !== undefined];
const common = { seen, shown, suspenseMs: RESTORE_SUSPENSE_MS } as const;

function statesOf(action: (typeof COPY_ACTIONS)[number]): Explained {
  return action === 'restore' ? restartWithin(RESTORE_SUSPENSE_MS) : { states: 'busy', ms: COPYING_MS };
}

/** Snapshots (`/server/snapshot`): settled by their list; a restore by a restart of the server. */
export const snapshotKind = watched({
  ...common,
  explains: ({ action }) => statesOf(action),
  happened: ({ action }, known) => happened(action, known),
  parameters: target.extend({
    action: z.enum(COPY_ACTIONS),
    snapshot: z.string(),
    /** The system to reinstall afterwards, where the snapshot is taken for that. */
    reinstallWith: z.enum(OPERATING_SYSTEMS).optional(),
  }),
  async send(hosting, { serverId, action, snapshot: name }) {
    await hosting.snapshots[action](serverId, name);
    return {};
  },
  async read(hosting, { serverId, action, snapshot: name }, known, now, signal, concurrentOperations) {
    if (action === 'restore') {
      const { status } = await hosting.servers.status(serverId, signal);
      return withStatus(known, status, now, await concurrentOperations.disturbed());
    }
    const list = await hosting.snapshots.list(serverId, signal);
    return listed(
      known,
      list.map((one) => one.name),
      name,
    );
  },
});

/** Backups (`/server/backup`): the provider names them, so any name that was not on the list is the new one. */
export const backupKind = watched({
  ...common,
  explains: ({ action }) => statesOf(action),
  happened: ({ action }, known) => happened(action, known),
  parameters: target.extend({ action: z.enum(COPY_ACTIONS), volumeId: z.string().optional() }),
  async send(hosting, { serverId, action, volumeId }) {
    if (action === 'create') await hosting.backups.create(serverId);
    else await hosting.backups[action](serverId, volumeId ?? '');
    return {};
  },
  async read(hosting, { serverId, action, volumeId }, known, now, signal, concurrentOperations) {
    if (action === 'restore') {
      const { status } = await hosting.servers.status(serverId, signal);
      return withStatus(known, status, now, await concurrentOperations.disturbed());
    }
    const list = await hosting.backups.list(serverId, signal);
    return listed(
      known,
      list.map((one) => one.volumeId),
      volumeId,
    );
  },
});
