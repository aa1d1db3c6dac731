import { z } from 'zod';
import { isOn, type ServerStatus } from '../../hosting/index.ts';
import { restartWithin, sawRestart, statusSeen, target, withStatus } from './target.ts';
import { watched } from './watched.ts';

const SUSPENSE_MS = 5 * 60_000;

export const UPGRADABLE = ['cpu', 'ram', 'disk', 'backup'] as const;
export type Upgradable = (typeof UPGRADABLE)[number];

const count = z.number();
const resources = z.object({
  cpu: count.optional(),
  ram: count.optional(),
  disk: count.optional(),
  backup: count.optional(),
});
export type Resources = z.infer<typeof resources>;

const seen = statusSeen.extend({ had: resources.optional(), has: resources.optional() });
type Seen = z.infer<typeof seen>;
const held = z.object({ seen });

/** A larger value in the record has another unit (bytes) and cannot be raised. */
export const MAX_RESOURCE_VALUE = 999_999_999;

/** The numbers of the status record that can be chosen; the contract states no units. */
export function resourcesOf(status: ServerStatus): Resources {
  const found: Resources = {};
  for (const name of UPGRADABLE) {
    const value = status[name];
    if (typeof value === 'number' && value >= 0 && value <= MAX_RESOURCE_VALUE) found[name] = value;
  }
  return found;
}

/** Upgrades a server (`POST /order/cloud/upgrade`), which reboots it; settled by cpu, ram, disk and backup. */
export const upgradeKind = watched({
  parameters: target.extend({
    /** The wanted values: ram, disk and traffic in gigabytes. */
    to: z.object({ cpu: count, ram: count, disk: count, backup: count, traffic: count }),
  }),
  explains: () => restartWithin(SUSPENSE_MS),
  seen,
  suspenseMs: SUSPENSE_MS,
  identity: ({ serverId, to }) => ({ serverId, to }),
  quote: (hosting, { serverId, to }, signal) => hosting.cloudOrders.quoteUpgrade(serverId, to, signal),
  async before(hosting, { serverId }, signal) {
    const status = await hosting.servers.status(serverId, signal);
    return { had: resourcesOf(status), ...(status.status === undefined ? {} : { before: status.status }) };
  },
  news({ to }, { had: shown = {} }, { had = {} }) {
    const changed = UPGRADABLE.some((name) => had[name] !== shown[name]);
    if (!changed) return undefined;
    const less = UPGRADABLE.some((name) => to[name] < (had[name] ?? 0));
    const more = to.traffic > 0 || UPGRADABLE.some((name) => to[name] !== had[name]);
    return less || !more ? 'outgrown' : 'changed';
  },
  async send(hosting, { serverId, to }) {
    return { receipt: await hosting.cloudOrders.upgrade(serverId, to) };
  },
  async read(hosting, { serverId }, known, now, signal, concurrentOperations) {
    const next = await concurrentOperations.next();
    if (next) return { ...known, ...asFoundBy(held.parse(next.progress).seen) };
    const status = await hosting.servers.status(serverId, signal);
    return {
      ...withStatus(known, status.status, now, await concurrentOperations.disturbed()),
      has: resourcesOf(status),
    };
  },
  happened({ to }, known, operation) {
    const { had = {}, has = {} } = known;
    const raised = UPGRADABLE.filter((name) => had[name] !== to[name] && had[name] !== undefined);
    // More traffic shows only by a restart of the server.
    if (raised.length === 0) return sawRestart(known, operation);
    return isOn(known.last) && raised.every((name) => has[name] === to[name]);
  },
  shown: ({ last, has, leftOnAt }) => [last, has, leftOnAt !== undefined],
});

/** The values before a later upgrade are an earlier one's last proof. */
function asFoundBy({ before, had }: Seen): Partial<Seen> {
  return { has: had ?? {}, ...(before === undefined ? {} : { last: before }) };
}
