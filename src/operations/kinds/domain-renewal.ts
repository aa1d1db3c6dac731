import { z } from 'zod';
import { isLater, movedBy } from './dates.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** As the provider wrote it right before the request. */
  before: z.string().optional(),
  end: z.string().optional(),
});
const held = z.object({ seen });

/** Renews a domain (`POST /order/domain/renew`): moves `service_end`; after a lost answer, by exactly these years. */
export const domainRenewalKind = watched({
  parameters: z.object({
    /** In ASCII. */
    domain: z.string(),
    /** From `/order/domain/info`. */
    id: z.string(),
    suffix: z.string(),
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
    // After a later renewal, readings show that one's work: the date before it is this one's last proof.
    if (next) return { ...known, end: held.parse(next.progress).seen.before };
    return { ...known, end: (await hosting.domainOrders.info(domain, signal)).serviceEnd };
  },
  happened({ period }, { before, end }, { state, sentAt = 0 }) {
    if (state === 'unknown') return movedBy([period * 365, period * 366], before, end, sentAt) === true;
    return isLater(end, before) === true;
  },
  shown: ({ end }) => end,
});
