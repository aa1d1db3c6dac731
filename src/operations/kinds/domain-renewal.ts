import { z } from 'zod';
import { isLater, movedBy } from './dates.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** The end of the service right before the request, as it came. */
  before: z.string().optional(),
  /** As it was read last. */
  end: z.string().optional(),
});
const held = z.object({ seen });

/**
 * Renews a domain (`POST /order/domain/renew`), at the price of its suffix; settled by `service_end` moving later, where the
 * answer was lost by as many years.
 */
export const domainRenewalKind = watched({
  parameters: z.object({
    /** In ASCII. */
    domain: z.string(),
    /** As `/order/domain/info` gives it. */
    id: z.string(),
    suffix: z.string(),
    /** Years. */
    period: z.number(),
  }),
  seen,
  wish: ({ domain, period }) => ({ domain, period }),
  async quote(hosting, { suffix, period }, signal) {
    const { total, currency } = await hosting.domainOrders.price(suffix, period, signal);
    return { total, currency };
  },
  async before(hosting, { domain }, signal) {
    const { serviceEnd } = await hosting.domainOrders.info(domain, signal);
    return serviceEnd === undefined ? {} : { before: serviceEnd };
  },
  async send(hosting, { domain, id, period }) {
    return { receipt: await hosting.domainOrders.renew({ id, domain }, period) };
  },
  async read(hosting, { domain }, known, _, signal, concurrentOperations) {
    const next = await concurrentOperations.next();
    // What a later renewal found before it was sent is the last that this one can be told by.
    if (next) return { ...known, end: held.parse(next.progress).seen.before };
    return { ...known, end: (await hosting.domainOrders.info(domain, signal)).serviceEnd };
  },
  happened({ period }, { before, end }, { state, sentAt = 0 }) {
    if (state === 'unknown') return movedBy([period * 365, period * 366], before, end, sentAt) === true;
    return isLater(end, before) === true;
  },
  shown: ({ end }) => end,
});
