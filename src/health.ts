import { fastify } from 'fastify';

/** Without an answer of Telegram for this long, the process is not alive in any useful sense: two missed long polls. */
const SILENCE_LIMIT_MS = 90_000;

export interface Health {
  /** Where it listens. */
  url: string;
  /** A sign of life. */
  beat(): void;
  close(): Promise<void>;
}

/**
 * Serves `GET /healthz`: 200 while Telegram answers, 503 once it has been silent for too long.
 * @param now a clock that only runs forward, in milliseconds
 */
export async function serveHealth(host: string, port: number, now = () => performance.now()): Promise<Health> {
  let last = now();
  const server = fastify({ logger: false });
  server.get('/healthz', async (_request, reply) => {
    const alive = now() - last < SILENCE_LIMIT_MS;
    return reply.code(alive ? 200 : 503).send({ alive });
  });
  const url = await server.listen({ host, port });
  return {
    url,
    beat() {
      last = now();
    },
    close: () => server.close(),
  };
}
