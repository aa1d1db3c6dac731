import { z } from 'zod';
import { OPERATING_SYSTEMS } from '../hosting/index.ts';
import { candidate, freshServers, prove, untaken } from './candidates.ts';
import { watched } from './watched.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LAST_LOOK_MS = 60 * MINUTE;
/** Each reading is the whole list: the longer it took so far, and the longer the list, the rarer. */
const SLOWER = 10;
const PER_SERVER_MS = 1;

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

const seen = z.object({
  /** The ids on the account's list right before the request; gone when it is settled. */
  before: z.array(z.string()).optional(),
  /** The servers on the list now that were not there before and can be the one that was ordered. */
  candidates: z.array(candidate).optional(),
  /** Whether they prove that the order went through. */
  proven: z.boolean().optional(),
});

/** Buys a server (`POST /order/cloud/create`); settled by the difference of `/server/list` before and after. */
export const order = watched({
  parameters: z.object({ server: newServer }),
  seen,
  suspenseMs: 5 * MINUTE,
  lastLookMs: LAST_LOOK_MS,
  pauseMs: ({ before = [] }, sinceMs) => Math.max(SECOND, Math.ceil(sinceMs / SLOWER), before.length * PER_SERVER_MS),
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
    const { before = [] } = known;
    const around = await others((operation.sentAt ?? operation.createdAt) - LAST_LOOK_MS);
    const candidates = untaken(await freshServers(hosting, server, before, signal), around);
    const proven = candidates.length > 0 && (operation.receipt !== undefined || prove(candidates, operation, around));
    return { before: proven ? [] : before, candidates, proven };
  },
  happened: (_, { proven }) => proven === true,
  shown: ({ candidates = [] }) => candidates.map(({ id }) => id),
});
