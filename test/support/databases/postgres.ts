import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Cluster, postgresPrograms, startCluster } from './cluster.ts';

/** The reason why there is no PostgreSQL server; `undefined` where there is one. */
export async function missingPostgres(): Promise<string | undefined> {
  const answer = await fetch(`${inject('shared')}/postgres`);
  if (answer.ok) return undefined;
  const said = `PostgreSQL is not installed (${answer.status} ${await answer.text()})`;
  if (answer.status !== 404 || process.env.CI) throw new Error(said);
  return said;
}

/** Called with what is to be done when the test has ended; a concurrent test's own `onTestFinished`, or `afterAll`. */
type Finished = (work: () => Promise<void>) => void;

/** The URL of an empty database that goes away with the test. */
export function postgresDatabase(finished?: Finished): Promise<string> {
  return createDatabase('template1', finished);
}

/** The URL of a store without anything in it: copied, which costs a third of making its tables. */
export async function postgresStore(finished?: Finished): Promise<string> {
  return createDatabase(await shared('template'), finished);
}

/** A copy of a database of the same server that has no connections. */
export async function createDatabase(template: string, finished: Finished = onTestFinished): Promise<string> {
  const server = await shared('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await command(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  finished(() => command(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** The server that all tests of this run share, see `global.ts`. */
async function shared(name: string): Promise<string> {
  return (await fetch(`${inject('shared')}/${name}`)).text();
}

/** Runs one statement on a connection of its own. */
export async function command(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Whether a database takes changes in the sessions that begin from now on; the others keep what they have. */
export async function takeChanges(url: string, is: boolean): Promise<void> {
  const { pathname } = new URL(url);
  const how = is ? 'RESET default_transaction_read_only' : 'SET default_transaction_read_only = on';
  await command(new URL('/postgres', url).href, `ALTER DATABASE ${pathname.slice(1)} ${how}`);
}

/** A server of the test's own, to be stopped and started. */
export async function ownCluster(): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('The programs of PostgreSQL are needed here');
  return startCluster(programs, await shared('cluster'));
}
