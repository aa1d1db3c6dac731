import { z } from 'zod';
import { Failure, type Hosting } from '../../hosting/index.ts';
import { watched } from './watched.ts';

const seen = z.object({
  /** From `/order/domain/info`: the domain is active in the account. */
  start: z.string().optional(),
  end: z.string().optional(),
  active: z.boolean().optional(),
  state: z.enum(['available', 'registered', 'forbidden']).optional(),
});

const parameters = z.object({
  /** In ASCII. */
  domain: z.string(),
  /** Years. */
  period: z.number(),
  nicHandle: z.string().optional(),
  /** Two to four. */
  nameServers: z.array(z.string()),
});
export type RegistrationParameters = z.infer<typeof parameters>;

const NOT_THERE = ['notFound', 'refused', 'fields'];

/** Registers a domain (`POST /order/domain/register`); settled by `/order/domain/info` and the availability check. */
export const registrationKind = watched({
  parameters,
  seen,
  identity: ({ domain, period }) => ({ domain, period }),
  async quote(hosting, { domain, period }, signal) {
    const { state, quote } = await hosting.domainOrders.availability(domain, period, signal);
    if (state !== 'available')
      throw new Failure('refused', 'domain.availability', { reason: state, notOffered: state });
    // An answer without a price does not mean that the domain is unavailable.
    if (quote === undefined) throw new Failure('unreadable', 'domain.availability', { reason: 'no price' });
    return { total: quote.total, currency: quote.currency };
  },
  async send(hosting, { domain, period, nicHandle, nameServers }) {
    const [ns1 = '', ns2 = '', ns3, ns4] = nameServers;
    const { orderId, words } = await hosting.domainOrders.register({
      domain,
      period,
      ns1,
      ns2,
      ...(ns3 === undefined ? {} : { ns3 }),
      ...(ns4 === undefined ? {} : { ns4 }),
      ...(nicHandle === undefined ? {} : { nicHandle }),
    });
    return { receipt: { orderId, words } };
  },
  async read(hosting, { domain }, _known, _now, signal) {
    const info = await infoOf(hosting, domain, signal);
    if (info) return { active: true, start: info.serviceStart, end: info.serviceEnd };
    return { state: (await hosting.domainOrders.availability(domain, 1, signal)).state };
  },
  happened: (_, { active }) => active === true,
  shown: ({ active, state }) => [active, state],
});

/** Resolves to `undefined` if the account does not have the domain. */
async function infoOf(hosting: Hosting, domain: string, signal: AbortSignal) {
  try {
    return await hosting.domainOrders.info(domain, signal);
  } catch (error) {
    if (error instanceof Failure && NOT_THERE.includes(error.kind)) return undefined;
    throw error;
  }
}
