import { z } from 'zod';
import { isLater, movedBy } from './dates.ts';
import { target } from './target.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** As the provider wrote it right before the request. */
  before: z.string().optional(),
  expiry: z.string().optional(),
});
const held = z.object({ seen });

/** Renews a server (`POST /order/cloud/renew`): moves its expiry date; after a lost answer, by exactly these days. */
export const renewalKind = watched({
  parameters: target.extend({
    /** Days. */
    period: z.number(),
    /** The operations that the same tap confirms, this one included. */
    batch: z.array(z.string()).optional(),
    /** Names of the chosen servers without a price, for the message of the batch. */
    leftOut: z.array(z.string()).optional(),
  }),
  seen,
  identity: ({ serverId, period }) => ({ serverId, period }),
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
    // After a later renewal, readings show that one's work: the date before it is this one's last proof.
    if (next) return { ...known, expiry: held.parse(next.progress).seen.before };
    return { ...known, expiry: (await hosting.servers.status(serverId, signal)).expireDate };
  },
  happened({ period }, { before, expiry }, { state, sentAt = 0 }) {
    // The date also moves by compensation for an outage, or a renewal on the provider's page.
    if (state === 'unknown') return movedBy([period, period], before, expiry, sentAt) === true;
    return isLater(expiry, before) === true;
  },
  shown: ({ expiry }) => expiry,
});
