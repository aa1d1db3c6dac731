import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Cluster, postgresPrograms, startCluster } from './cluster.ts';

/** What to say where no PostgreSQL server can be had; `undefined` where there is one. */
export async function missingPostgres(): Promise<string | undefined> {
  const answer = await fetch(`${inject('desk')}/postgres`);
  if (answer.ok) return undefined;
  const said = `PostgreSQL is not installed (${answer.status} ${await answer.text()})`;
  if (answer.status !== 404 || process.env.CI) throw new Error(said);
  return said;
}

/**
 * The URL of an empty database that goes away with the test.
 * @param finished a concurrent test's own `onTestFinished`, or `afterAll`
 */
export async function postgresDatabase(
  finished: (work: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const server = await (await fetch(`${inject('desk')}/postgres`)).text();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await command(server, `CREATE DATABASE ${name}`);
  finished(() => command(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function command(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A server of the test's own, to be stopped and started. */
export function ownCluster(): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('The programs of PostgreSQL are needed here, whatever TEST_POSTGRES_URL names');
  return startCluster(programs);
}
