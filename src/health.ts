import { fastify } from 'fastify';

/** Without an answer of Telegram for this long, the process is not alive in any useful sense: two missed long polls. */
const SILENCE_LIMIT_MS = 90_000;

export interface Health {
  /** A sign of life. */
  beat(): void;
  close(): Promise<void>;
}

/** Serves `GET /healthz`: 200 while Telegram answers, 503 once it has been silent for too long. */
export async function serveHealth(host: string, port: number): Promise<Health> {
  let last = Date.now();
  const server = fastify({ logger: false });
  server.get('/healthz', async (_request, reply) => {
    const alive = Date.now() - last < SILENCE_LIMIT_MS;
    return reply.code(alive ? 200 : 503).send({ alive });
  });
  await server.listen({ host, port });
  return {
    beat() {
      last = Date.now();
    },
    close: () => server.close(),
  };
}
