import { z } from 'zod';
import { isOn, OPERATING_SYSTEMS } from '../../hosting/index.ts';
import { restartWithin, sawRestart, statusSeen, target, withStatus } from './target.ts';
import { watched } from './watched.ts';

const SUSPENSE_MS = 15 * 60_000;

const parameters = target.extend({ os: z.enum(OPERATING_SYSTEMS) });
const seen = statusSeen.extend({ osBefore: z.string().optional(), os: z.string().optional() });

/** Installs a system (`POST /server/os`), erasing the disk; answers the new password. Settled by the field `os`. */
export const reinstallKind = watched({
  parameters,
  explains: () => restartWithin(SUSPENSE_MS),
  seen,
  suspenseMs: SUSPENSE_MS,
  async send(hosting, { serverId, os }) {
    return { secret: (await hosting.servers.reinstall(serverId, os)).password };
  },
  async read(hosting, { serverId }, known, now, signal, concurrentOperations) {
    const record = await hosting.servers.status(serverId, signal);
    return { ...withStatus(known, record.status, now, await concurrentOperations.disturbed()), os: record.os };
  },
  happened({ os }, known, operation) {
    if (known.os !== os || !isOn(known.last)) return false;
    // If the system is the same, or the one before is unknown, only a restart proves the reinstall.
    return (known.osBefore !== undefined && known.osBefore !== os) || sawRestart(known, operation);
  },
  shown: ({ last, os, leftOnAt }) => [last, os, leftOnAt !== undefined],
});
