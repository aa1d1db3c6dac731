import { z } from 'zod';
import { DAY } from '../accounts/seed.ts';
import { messageText } from '../http/refusal.ts';
import { GRAPH_PERIODS } from './catalogue.ts';
import { acknowledgement, type Operation, operation } from './operation.ts';
import { findServer, serverId } from './servers.ts';

const LENGTH = { hour: DAY / 24, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;
const POINTS = 60;

/** Contract, "Resource graph". The contract shows no structure of `data`: here an array of points in epoch seconds. */
export const graphs: readonly Operation[] = [
  operation({
    name: 'server.graph',
    method: 'POST',
    path: '/server/graph',
    parameters: serverId.extend({ period: z.enum(GRAPH_PERIODS) }),
    answer: acknowledgement.extend({ data: z.json() }),
    handle({ id, period }, context) {
      const server = findServer(id, context);
      const step = LENGTH[period] / POINTS;
      const end = Math.floor(context.now() / step) * step;
      const data = Array.from({ length: POINTS }, (_, index) => {
        const at = end - (POINTS - 1 - index) * step;
        const load = loadAt(at, step);
        return {
          time: Math.round(at / 1_000),
          cpu: rounded(load * 80),
          ram: rounded((0.4 + 0.3 * load) * server.ram),
          disk: rounded(server.disk * 0.37),
          net_in: rounded(load * 12),
          net_out: rounded(load * 4),
        };
      });
      return { message: messageText('graph'), data };
    },
  }),
];

/** A wave by the hour of the day with a ripple on it: one instant always has one value. */
function loadAt(at: number, step: number): number {
  const wave = (1 + Math.sin((at / DAY) * 2 * Math.PI)) / 2;
  const ripple = (1 + Math.sin(at / step)) / 2;
  return 0.1 + 0.6 * wave + 0.3 * ripple;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
