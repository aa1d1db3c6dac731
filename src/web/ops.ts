import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export type Readiness = 'ready' | 'starting' | 'stopping' | 'no store';

export interface OpsDependencies {
  metrics: Metrics;
  phase(): 'starting' | 'running' | 'stopping';
  ping(): Promise<void>;
  /** Milliseconds. @throws StoreUnavailable */
  watchLagMs(): Promise<number>;
  report(error: unknown, where: string): void;
}

/** On a port of their own: the number of customers and their actions are for the operator alone. */
export function serveOps(routes: FastifyInstance, { metrics, phase, ping, watchLagMs, report }: OpsDependencies): void {
  let reported = false;

  async function readiness(): Promise<{ state: Readiness; watchLagSeconds?: number }> {
    const now = phase();
    if (now !== 'running') return { state: now };
    try {
      await ping();
      // A process whose readings are late still answers people: that is for an alert, not for a load balancer.
      const watchLagSeconds = Math.round((await watchLagMs()) / 1000);
      reported = false;
      return { state: 'ready', watchLagSeconds };
    } catch (error) {
      // A load balancer asks every few seconds: an outage is reported once.
      if (!reported) report(error, 'readiness');
      reported = true;
      return { state: 'no store' };
    }
  }

  routes.get('/readyz', async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.state === 'ready' ? 200 : 503).send(found);
  });
  routes.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
}
