import { z } from 'zod';
import { OPERATING_SYSTEMS } from '../../hosting/index.ts';
import { type Candidate, candidate, type Fresh, freshServers, prove, serversTakenBy, sharers } from './new-server.ts';
import { watched } from './watched.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LAST_LOOK_MS = 60 * MINUTE;
/** A reading fetches the whole list: the pause grows with time and with the length of the list. */
const SLOWER = 10;
const PER_SERVER_MS = 1;
const PER_RECORD_MS = 100;

const newServer = z.object({
  geo: z.string(),
  ram: z.number(),
  cpu: z.number(),
  disk: z.number(),
  backup: z.number(),
  traffic: z.number(),
  period: z.number(),
  os: z.enum(OPERATING_SYSTEMS),
});

const word = z.string().optional();
const amount = z.union([z.number(), z.string()]).optional();
/** The new server's status record for the receipt, as the provider wrote it. */
const record = z.object({
  ipv6: word,
  user: word,
  port: amount,
  geo: word,
  os: word,
  cpu: amount,
  ram: amount,
  disk: amount,
  backup: amount,
});
export type OrderedRecord = z.infer<typeof record>;

const seen = z.object({
  /** The ids on the list right before the request; removed when the order is settled. */
  before: z.array(z.string()).optional(),
  candidates: z.array(candidate).optional(),
  /** The record of the only candidate; absent in orders of earlier releases. */
  record: record.optional(),
  ruledOut: z.array(z.string()).optional(),
  unlooked: z.number().optional(),
  sharers: z.number().optional(),
  proven: z.boolean().optional(),
});

/** Buys a server (`POST /order/cloud/create`); settled by comparing `/server/list` before and after. */
export const orderKind = watched({
  parameters: z.object({ server: newServer }),
  seen,
  suspenseMs: 5 * MINUTE,
  lastLookMs: LAST_LOOK_MS,
  pauseMs: ({ before = [], candidates = [], ruledOut = [], unlooked = 0 }, sinceMs) => {
    const fresh = candidates.length + ruledOut.length + unlooked;
    return Math.max(SECOND, Math.ceil(sinceMs / SLOWER), before.length * PER_SERVER_MS, fresh * PER_RECORD_MS);
  },
  quote: (hosting, { server }, signal) => hosting.cloudOrders.quote(server, signal),
  async before(hosting, _, signal) {
    const list = await hosting.servers.list({}, signal);
    return { before: list.map(({ id }) => id) };
  },
  async send(hosting, { server }) {
    const { orderId, words } = await hosting.cloudOrders.order(server);
    return { receipt: { orderId, words } };
  },
  async read(hosting, { server }, known, _, signal, { operation, others }) {
    const { before = [], ruledOut = [], candidates: last = [] } = known;
    const concurrentOperations = await others((operation.sentAt ?? operation.createdAt) - LAST_LOOK_MS);
    const fresh = await freshServers(
      hosting,
      server,
      { before, taken: serversTakenBy(concurrentOperations), ruledOut },
      signal,
    );
    const { candidates, unlooked } = fresh;
    // A better match may be among the servers that were not read yet.
    const certain = candidates.length > 0 && (unlooked === 0 || candidates.some(({ exact }) => exact));
    const proven =
      certain &&
      !isEarly(fresh, last) &&
      (operation.receipt !== undefined || prove(candidates, operation, concurrentOperations));
    const told = fresh.record ? { record: record.parse(fresh.record) } : {};
    const found = { candidates, ...told, unlooked, proven, sharers: sharers(operation, concurrentOperations) };
    return proven ? found : { ...found, before, ruledOut: fresh.ruledOut };
  },
  happened: (_, { proven }) => proven === true,
  shown: ({ candidates = [], unlooked }) => [candidates.map(({ id }) => id), unlooked],
});

/** Whether the only candidate is new and has no record yet: one more reading may bring the record for the receipt. */
function isEarly({ candidates, record: told }: Fresh, last: readonly Candidate[]): boolean {
  const [only, ...others] = candidates;
  return only !== undefined && others.length === 0 && told === undefined && !last.some(({ id }) => id === only.id);
}
