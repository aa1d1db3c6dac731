import type { FastifyInstance } from 'fastify';

/** Without an answer of Telegram for this long, the process is not alive in any useful sense: two missed long polls. */
const SILENCE_LIMIT_MS = 90_000;

/**
 * Serves `GET /healthz`: 200 as long as the process turns. Where signs of life are given (long polling), 503 once they
 * have been missing for too long; with a webhook it is Telegram that asks, and its silence means that nobody writes.
 * @param beats whether signs of life are to be expected
 * @param now a clock that only runs forward, in milliseconds
 * @returns gives a sign of life
 */
export function serveHealth(routes: FastifyInstance, beats: boolean, now = () => performance.now()): () => void {
  let last = now();
  routes.get('/healthz', (_request, reply) => {
    const alive = !beats || now() - last < SILENCE_LIMIT_MS;
    return reply.code(alive ? 200 : 503).send({ alive });
  });
  return () => {
    last = now();
  };
}
