import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/index.ts';
import { postgresPrograms } from '../../support/databases/cluster.ts';
import { type Chance, createChance } from '../../support/random/chance.ts';
import { killMoment } from '../crash/kill-moment.ts';
import { TEAM_USERS } from '../crash/team/people.ts';
import {
  connectOwner,
  playTeams,
  SERVERS_A_ROUND,
  TEAM_TOKEN,
  type TeamPlay,
  type TeamRun,
} from '../crash/team/play.ts';
import { type Environment, openEnvironment } from './environment.ts';

/** The HTTP events of a request, its decision and the messages. */
const EVENTS = 60;
const LONGEST_LIFE_MS = 1_500;
const LOOK_MS = 20;

export interface TeamOptions {
  seed: number;
  replicas: number;
  kills: number;
  progress?: (line: string) => void;
}

/** Members of teams ask, approve and decline at several replicas over one database, and replicas are killed again and again. */
export async function runTeamReplicas({
  seed,
  replicas,
  kills,
  progress = () => undefined,
}: TeamOptions): Promise<TeamRun> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const chance = createChance(seed);
  const environment = await openEnvironment({
    people: TEAM_USERS,
    tokens: [TEAM_TOKEN],
    servers: (kills + 1) * SERVERS_A_ROUND,
    replicas,
    secondMs: 100,
    programs,
    chance: createChance(seed + 1),
  });
  const store = await openStore(environment.store.url, [environment.store.key]);
  try {
    while (!environment.replicas.every((replica) => replica.up())) await wait(LOOK_MS);
    const { world, provider } = environment;
    const servers = provider.account(TEAM_TOKEN).servers.map(({ id, ip }) => ({ id, ip }));
    const play: TeamPlay = { world, provider, store, servers, crash: (act) => crash(chance, environment, act) };
    await connectOwner(play);
    return await playTeams(play, chance, kills, progress);
  } finally {
    await store.close();
    await environment.close();
  }
}

/** Kills one replica at a moment of the chance's, while the others go on; it is started again. */
async function crash(
  chance: Chance,
  { replicas, provider, telegramPort }: Environment,
  act: () => void,
): Promise<number> {
  const ports = new Set([Number(new URL(provider.baseUrl).port), telegramPort]);
  const reached = killMoment(ports, chance.whole(1, EVENTS), chance.whole(1, LONGEST_LIFE_MS));
  act();
  await reached;
  const up = replicas.filter((replica) => replica.up());
  if (up.length === 0) return 0;
  chance.pick(up).kill();
  return 1;
}
