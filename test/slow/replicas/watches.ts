import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/index.ts';
import { postgresPrograms } from '../../support/databases/cluster.ts';
import { type Chance, createChance } from '../../support/random/chance.ts';
import { TEAM_USERS } from '../crash/team/people.ts';
import { TEAM_TOKEN } from '../crash/team/play.ts';
import { type Kill, ROUND_MS } from '../crash/watches/judge.ts';
import { OTHER_TOKEN, playWatches, WATCHED, type WatchPlay, type WatchRun } from '../crash/watches/play.ts';
import { chosenMoment } from '../crash/watches/run.ts';
import { type Environment, openEnvironment } from './environment.ts';
import type { TeamOptions } from './team.ts';

const LOOK_MS = 20;

/** Several replicas over one database watch servers that go down and come up, and replicas are killed again and again. */
export async function runWatchReplicas({
  seed,
  replicas,
  kills,
  progress = () => undefined,
}: TeamOptions): Promise<WatchRun> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const chance = createChance(seed);
  const environment = await openEnvironment({
    people: TEAM_USERS,
    tokens: [TEAM_TOKEN, OTHER_TOKEN],
    servers: WATCHED,
    replicas,
    env: { WATCH_ROUND_MS: String(ROUND_MS) },
    secondMs: 100,
    programs,
    chance: createChance(seed + 1),
  });
  const store = await openStore(environment.store.url, [environment.store.key]);
  try {
    while (!environment.replicas.every((replica) => replica.up())) await wait(LOOK_MS);
    const { world, provider } = environment;
    const play = {
      world,
      provider,
      store,
      crash: (...how: Parameters<WatchPlay['crash']>) => crash(chance, environment, ...how),
    };
    return await playWatches(play, chance, kills, progress);
  } finally {
    await store.close();
    await environment.close();
  }
}

/** Kills one replica, or all now and then and at a given moment; each is started again. */
async function crash(
  chance: Chance,
  { replicas, provider, telegramPort }: Environment,
  act: () => void,
  moment?: () => Promise<void>,
): Promise<Kill> {
  const chosen = () => chosenMoment(chance, provider.baseUrl, `http://127.0.0.1:${telegramPort}`);
  const reached = (moment ?? chosen)();
  act();
  await reached;
  const up = replicas.filter((replica) => replica.up());
  const at = Date.now();
  const killed = moment || chance.odds(0.2) || up.length === 0 ? up : [chance.pick(up)];
  for (const replica of killed) replica.kill();
  while (killed.some((replica) => replica.up())) await wait(LOOK_MS);
  while (!replicas.some((replica) => replica.up())) await wait(LOOK_MS);
  return { at, backAt: Date.now() };
}
