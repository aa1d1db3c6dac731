import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type Cluster, postgresPrograms, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the PostgreSQL server of this run, which starts with the first question; 404 where there is none. */
    postgres: string;
  }
}

/** Once a run: the PostgreSQL server that TEST_POSTGRES_URL names, or one of its own as soon as a test asks for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.TEST_POSTGRES_URL;
  let cluster: Promise<Cluster> | undefined;
  const desk = createServer((_, answer) => {
    const programs = postgresPrograms();
    if (named) return void answer.end(named);
    if (!programs) return void answer.writeHead(404).end();
    cluster ??= startCluster(programs);
    cluster.then(
      ({ url }) => answer.end(url()),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const address = desk.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  project.provide('postgres', `http://127.0.0.1:${address.port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await cluster)?.end();
  };
}
