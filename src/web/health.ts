import type { FastifyInstance } from 'fastify';

/** A process without an answer of Telegram for this long has missed two long polls, and counts as dead. */
const SILENCE_LIMIT_MS = 90_000;

/**
 * Serves `GET /healthz`: 200 as long as the event loop turns. With long polling, 503 when no sign of life came for too long. With a
 * webhook silence only means that no person writes.
 * @param beats whether to expect signs of life
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
