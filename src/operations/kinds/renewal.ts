import { z } from 'zod';
import { isLater, movedBy } from './dates.ts';
import { target } from './target.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** The expiry date right before the request, as it came. */
  before: z.string().optional(),
  /** As it was read last. */
  expiry: z.string().optional(),
});
const held = z.object({ seen });

/** Renews a server (`POST /order/cloud/renew`); settled by its expiry date moving later, where the answer was lost by as many days. */
export const renewalKind = watched({
  parameters: target.extend({
    /** Days. */
    period: z.number(),
    /** The operations that were confirmed together with it, itself among them. */
    batch: z.array(z.string()).optional(),
    /** The servers chosen with it that the provider named no price for: by their names, for the message of the batch. */
    leftOut: z.array(z.string()).optional(),
  }),
  seen,
  wish: ({ serverId, period }) => ({ serverId, period }),
  quote: (hosting, { serverId, period }, signal) => hosting.cloudOrders.quoteRenewal(serverId, period, signal),
  async before(hosting, { serverId }, signal) {
    const { expireDate } = await hosting.servers.status(serverId, signal);
    return expireDate === undefined ? {} : { before: expireDate };
  },
  async send(hosting, { serverId, period }) {
    return { receipt: await hosting.cloudOrders.renew(serverId, period) };
  },
  async read(hosting, { serverId }, known, _, signal, concurrentOperations) {
    const next = await concurrentOperations.next();
    // What a later renewal found before it was sent is the last that this one can be told by.
    if (next) return { ...known, expiry: held.parse(next.progress).seen.before };
    return { ...known, expiry: (await hosting.servers.status(serverId, signal)).expireDate };
  },
  happened({ period }, { before, expiry }, { state, sentAt = 0 }) {
    // Others move it too: a day for an outage, another renewal on the provider's page.
    if (state === 'unknown') return movedBy([period, period], before, expiry, sentAt) === true;
    return isLater(expiry, before) === true;
  },
  shown: ({ expiry }) => expiry,
});
