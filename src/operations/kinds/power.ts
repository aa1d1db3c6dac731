import { z } from 'zod';
import { isOn, SERVER_ACTIONS } from '../../hosting/index.ts';
import {
  earliestStatus,
  isAcceptedUnseen,
  isOff,
  RESTART,
  sawRestart,
  statusSeen,
  target,
  withStatus,
} from './target.ts';
import { watched } from './watched.ts';

/** A system may take its time to shut down. */
const OFF = { states: 'notOn', ms: 18 * 60_000 } as const;

/** Power on, off and reboot (`POST /server/action`), settled by the status record. */
export const powerKind = watched({
  parameters: target.extend({
    action: z.enum(SERVER_ACTIONS),
    /** The operations that the same tap confirms, this one included. */
    batch: z.array(z.string()).optional(),
    /** The number of servers beyond those that one message takes. */
    leftOut: z.number().optional(),
  }),
  explains: ({ action }) => (action === 'off' ? { ...OFF, stays: true } : RESTART),
  seen: statusSeen,
  async send(hosting, { serverId, action }) {
    await hosting.servers.action(serverId, action);
    return {};
  },
  async read(hosting, { serverId }, known, now, signal, concurrentOperations) {
    const { status } = await hosting.servers.status(serverId, signal);
    if (known.leftOnAt !== undefined) return withStatus(known, status, now, false);
    const { next, disturbed } = await concurrentOperations.later();
    // After the next operation, a return counts only if the server had left before.
    return next && (next.sentAt ?? 0) <= now ? known : withStatus(known, status, now, disturbed);
  },
  happened({ action }, seen, operation) {
    const earliest = earliestStatus(seen);
    if (action === 'reboot') return sawRestart(seen, operation);
    if (action === 'on')
      return isOn(seen.last) && (isAcceptedUnseen(seen, operation) || (earliest !== undefined && !isOn(earliest)));
    const wentOff = seen.wasOn || (earliest !== undefined && seen.before === undefined && !isOff(earliest));
    return isOff(seen.last) && (isAcceptedUnseen(seen, operation) || wentOff);
  },
  shown: ({ last, leftOnAt }) => [last, leftOnAt !== undefined],
});
