import { serve } from '../load/http.ts';
import { Provider } from '../load/provider.ts';
import { type Bench, fill } from '../support/result.ts';
import { LAG_LIMIT_S, LARGE, MEASURED_MS, SERVERS, watch } from './watch-growth.ts';

const PROVIDER_MS = 150;
const MINUTES = MEASURED_MS / 60_000;
const MB = 1024 * 1024;
/** A round begins up to a tenth of a minute later than a minute after the one before, and takes as long as its readings. */
const ROUND_S = 60 * 1.05 + (SERVERS * PROVIDER_MS) / 1_000;

/** Whether one process reads each of 100,000 watched servers once a minute while the provider takes its time for each answer. */
export const run: Bench = async () => {
  let count = 0;
  const provider = new Provider({
    latencyMs: () => PROVIDER_MS,
    serversOf: () => SERVERS,
    asked: () => {
      count++;
    },
  });
  const url = await serve((request) => provider.answer(request));
  const used = await watch(LARGE, { url, count: () => count });
  const inAll = LARGE * SERVERS;
  const most = inAll * (60 / ROUND_S);
  const readings = used.readings / MINUTES;
  return [
    {
      name: fill('{inAll} watched servers, a provider at {PROVIDER_MS} ms: pauses between readings, over a round', {
        ...{ inAll, PROVIDER_MS },
      }),
      value: most / readings,
      limit: 1.1,
      detail: fill('{readings} readings a minute of {most}', { readings, most }),
    },
    {
      name: 'the same: the longest wait of an account for its round',
      value: used.lagMs / 1_000,
      unit: 's',
      limit: LAG_LIMIT_S,
      detail: fill('the event loop was held for {held} ms at most', { held: used.heldMs }),
    },
    {
      name: 'the same: of one processor',
      value: used.cpuMs / MEASURED_MS,
      detail: fill('{bytes} MB of memory', { bytes: used.bytes / MB }),
    },
  ];
};
