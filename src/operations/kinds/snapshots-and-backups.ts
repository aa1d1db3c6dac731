import { z } from 'zod';
import { OPERATING_SYSTEMS } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';
import type { ConcurrentOperations, Explained } from './kind.ts';
import { restartWithin, sawRestart, statusSeen, target, withStatus } from './target.ts';
import { watched } from './watched.ts';

export const COPY_ACTIONS = ['create', 'restore', 'delete'] as const;
const RESTORE_SUSPENSE_MS = 10 * 60_000;
const COPYING_MS = 15 * 60_000;
/** After this time an earlier snapshot is on the list, or is no longer read. */
const MAX_BESIDE_MS = 15 * 60_000;

const seen = statusSeen.extend({
  namesBefore: z.array(z.string()).optional(),
  created: z.string().optional(),
  /** The only new name that no other operation explains: the provider may have changed the wanted one. */
  onlyNew: z.string().optional(),
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

/** `undefined` while another snapshot of the server is under way. */
async function onlyNew(names: readonly string[], known: Seen, { operation, others }: ConcurrentOperations) {
  const { serverId } = snapshotParameters.parse(operation.parameters);
  const since = (operation.sentAt ?? operation.createdAt) - MAX_BESIDE_MS;
  const beside = (await others(since)).filter(({ parameters }) => {
    const other = snapshotParameters.parse(parameters);
    return other.action === 'create' && other.serverId === serverId;
  });
  if (beside.some(({ state }) => state !== 'done')) return undefined;
  const explained = beside.map(({ progress }) => z.object({ seen }).parse(progress).seen);
  const taken = [...(known.namesBefore ?? []), ...explained.map((each) => each.created ?? each.onlyNew)];
  const fresh = names.filter((name) => !taken.includes(name));
  return fresh.length === 1 ? fresh[0] : undefined;
}

function happened(action: (typeof COPY_ACTIONS)[number], known: Seen, operation: Operation): boolean {
  if (action === 'create') return known.created !== undefined;
  if (action === 'delete') return known.gone === true;
  return sawRestart(known, operation);
}

const shown = ({ last, created, onlyNew: other, gone, leftOnAt }: Seen) => [
  last,
  created ?? other,
  gone === true,
  leftOnAt !== undefined,
];
const common = { seen, shown, suspenseMs: RESTORE_SUSPENSE_MS } as const;

function statesOf(action: (typeof COPY_ACTIONS)[number]): Explained {
  return action === 'restore' ? restartWithin(RESTORE_SUSPENSE_MS) : { states: 'busy', ms: COPYING_MS };
}

const snapshotParameters = target.extend({
  action: z.enum(COPY_ACTIONS),
  snapshot: z.string(),
  reinstallWith: z.enum(OPERATING_SYSTEMS).optional(),
});

/** Snapshots (`/server/snapshot`): settled by their list; a restore by a restart of the server. */
export const snapshotKind = watched({
  ...common,
  explains: ({ action }) => statesOf(action),
  // If the answer was lost, a new name proves nothing.
  happened: ({ action }, known, operation) =>
    happened(action, known, operation) ||
    (action === 'create' && operation.state !== 'unknown' && known.onlyNew !== undefined),
  parameters: snapshotParameters,
  async send(hosting, { serverId, action, snapshot: name }) {
    await hosting.snapshots[action](serverId, name);
    return {};
  },
  async read(hosting, { serverId, action, snapshot: name }, known, now, signal, concurrentOperations) {
    if (action === 'restore') {
      const { status } = await hosting.servers.status(serverId, signal);
      return withStatus(known, status, now, await concurrentOperations.disturbed());
    }
    const names = (await hosting.snapshots.list(serverId, signal)).map((one) => one.name);
    const found = listed(known, names, name);
    if (action !== 'create' || found.created !== undefined) return found;
    return { ...found, onlyNew: await onlyNew(names, known, concurrentOperations) };
  },
});

/** Backups (`/server/backup`): the provider names them, so any new name on the list is the wanted one. */
export const backupKind = watched({
  ...common,
  explains: ({ action }) => statesOf(action),
  happened: ({ action }, known, operation) => happened(action, known, operation),
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
