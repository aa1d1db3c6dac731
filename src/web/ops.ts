import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Whether this process can take updates: not before it started, not once it ends, not without its store. */
export type Readiness = 'ready' | 'starting' | 'stopping' | 'no store';

export interface OpsDependencies {
  metrics: Metrics;
  phase(): 'starting' | 'running' | 'stopping';
  /** @throws StoreUnavailable */
  ping(): Promise<void>;
  report(error: unknown, where: string): void;
}

/**
 * Serves `GET /readyz` (200 or 503, for a load balancer) and `GET /metrics` (Prometheus) on a port of their own: the number of
 * customers and what they do are for the operator alone.
 */
export function serveOps(routes: FastifyInstance, { metrics, phase, ping, report }: OpsDependencies): void {
  let reported = false;

  async function readiness(): Promise<Readiness> {
    const now = phase();
    if (now !== 'running') return now;
    try {
      await ping();
      reported = false;
      return 'ready';
    } catch (error) {
      // A load balancer asks every few seconds: an outage is reported once.
      if (!reported) report(error, 'readiness');
      reported = true;
      return 'no store';
    }
  }

  routes.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    return reply.code(state === 'ready' ? 200 : 503).send({ state });
  });
  routes.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
}
