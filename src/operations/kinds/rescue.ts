import { z } from 'zod';
import { isOn, RESCUE_DISKS } from '../../hosting/index.ts';
import { RESTART, sawRestart, statusSeen, target, withStatus } from './target.ts';
import { watched } from './watched.ts';

const parameters = target.extend({ action: z.enum(['attach', 'eject']), disk: z.enum(RESCUE_DISKS).optional() });
const seen = statusSeen.extend({ attachedBefore: z.boolean().optional(), attached: z.boolean().optional() });

/** Attaches or ejects a rescue disk (`POST /server/rescue`, `/server/eject`); both reboot. Settled by `rescue_disk`. */
export const rescueKind = watched({
  parameters,
  explains: () => RESTART,
  seen,
  async send(hosting, { serverId, action, disk }) {
    if (action === 'attach') await hosting.servers.rescue(serverId, disk ?? 'systemrescue');
    else await hosting.servers.eject(serverId);
    return {};
  },
  async read(hosting, { serverId }, known, now, signal, concurrentOperations) {
    const record = await hosting.servers.status(serverId, signal);
    return {
      ...withStatus(known, record.status, now, await concurrentOperations.disturbed()),
      attached: record.rescueDisk,
    };
  },
  happened({ action }, known, operation) {
    if (known.attached !== (action === 'attach') || !isOn(known.last)) return false;
    // The flag proves nothing if it had this value before, or was not stated.
    return known.attachedBefore === (action === 'eject') || sawRestart(known, operation);
  },
  shown: ({ last, attached, leftOnAt }) => [last, attached, leftOnAt !== undefined],
});
