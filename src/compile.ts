/** Fills the compile cache while an image is built whose files do not change later. */
import { useCompileCache } from './compile-cache.ts';

useCompileCache();
await import('./config.ts');
await import('./log.ts');
await import('./run.ts');
await import('./web/metrics.ts');
await import('./store/database/postgres.ts');
await import('./workers/worker.ts');
await import('./features/servers/graph/picture.ts');
await import('./hosting/answers/judge-answer-worker.ts');
// fastify loads a part of itself when a server gets ready.
const { createServer } = await import('./web/server.ts');
const { serveHealth } = await import('./web/serve.ts');
const { routes } = createServer(console.error);
serveHealth(routes, false);
await routes.ready();
