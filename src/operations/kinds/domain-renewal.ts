import { z } from 'zod';
import { isLater, movedBy } from './dates.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** The end of the service right before the request, as the provider wrote it. */
  before: z.string().optional(),
  /** The end of the service at the last reading. */
  end: z.string().optional(),
});
const held = z.object({ seen });

/**
 * Renews a domain (`POST /order/domain/renew`) at the price of its suffix. Done when `service_end` has moved later;
 * after a lost answer, by exactly these years.
 */
export const domainRenewalKind = watched({
  parameters: z.object({
    /** In ASCII. */
    domain: z.string(),
    /** From `/order/domain/info`. */
    id: z.string(),
    suffix: z.string(),
    /** Years. */
    period: z.number(),
  }),
  seen,
  identity: ({ domain, period }) => ({ domain, period }),
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
    // From a later renewal on, a reading shows that renewal's work: the date before it is this one's last proof.
    if (next) return { ...known, end: held.parse(next.progress).seen.before };
    return { ...known, end: (await hosting.domainOrders.info(domain, signal)).serviceEnd };
  },
  happened({ period }, { before, end }, { state, sentAt = 0 }) {
    if (state === 'unknown') return movedBy([period * 365, period * 366], before, end, sentAt) === true;
    return isLater(end, before) === true;
  },
  shown: ({ end }) => end,
});
