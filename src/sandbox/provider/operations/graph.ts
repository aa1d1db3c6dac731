import { z } from 'zod';
import { DAY } from '../accounts/seed.ts';
import { message } from '../http/refusal.ts';
import { GRAPH_PERIODS } from './catalogue.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, word } from './parameters.ts';
import { serverOf } from './servers.ts';

/** Contract, "Resource graph". The structure of `data` is not shown: here an array of points in epoch seconds. */
export const graphs: readonly Operation[] = [
  { name: 'server.graph', method: 'POST', path: '/server/graph', handle: graph },
];

const parameters = z.object({ id: word, period: z.enum(GRAPH_PERIODS) });
const LENGTH = { hour: DAY / 24, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;
const POINTS = 60;

function graph(asked: Asked): unknown {
  const { period } = parametersOf(asked, parameters);
  const server = serverOf(asked);
  const step = LENGTH[period] / POINTS;
  const end = Math.floor(Date.now() / step) * step;
  const data = Array.from({ length: POINTS }, (_, index) => {
    const at = end - (POINTS - 1 - index) * step;
    // A wave by the hour of the day with a steady ripple on it: the same instant always shows the same value.
    const wave = (1 + Math.sin((at / DAY) * 2 * Math.PI)) / 2;
    const ripple = (1 + Math.sin(at / step)) / 2;
    const load = 0.1 + 0.6 * wave + 0.3 * ripple;
    return {
      time: Math.round(at / 1_000),
      cpu: round(load * 80),
      ram: round((0.4 + 0.3 * load) * server.ram),
      disk: round(server.disk * 0.37),
      net_in: round(load * 12),
      net_out: round(load * 4),
    };
  });
  return { message: message('graph'), data };
}

const round = (value: number) => Math.round(value * 100) / 100;
