import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStoreOf } from '../../../support/app.ts';
import { openProcessApp } from '../../../support/bots/process.ts';
import { type Chance, createChance } from '../../../support/random/chance.ts';
import { killMoment } from '../kill-moment.ts';
import { TEAM_USERS } from './people.ts';
import { connectOwner, playTeams, SERVERS_A_ROUND, TEAM_TOKEN, type TeamPlay, type TeamRun } from './play.ts';

const WALLET = 10 ** 12;
const TIMINGS = { powerMs: 100, rebootMs: 300, orderMs: 100 };
/** The HTTP events of a request, its decision and the messages. */
const EVENTS = 60;
const LONGEST_LIFE_MS = 1_200;

/** Members of teams ask, approve and decline while the bot is killed again and again. */
export async function runTeams(
  seed: number,
  kills: number,
  progress: (line: string) => void = () => undefined,
): Promise<TeamRun> {
  const chance = createChance(seed);
  const accounts = [{ token: TEAM_TOKEN, servers: (kills + 1) * SERVERS_A_ROUND, wallet: WALLET }];
  const telegram = { rateLimits: false };
  const app = await openProcessApp({ accounts, timings: TIMINGS, people: [...TEAM_USERS], telegram });
  const store = await openStoreOf(app);
  try {
    const { world, provider } = app;
    const servers = provider.account(TEAM_TOKEN).servers.map(({ id, ip }) => ({ id, ip }));
    const play: TeamPlay = { world, provider, store, servers, crash: (act) => crash(chance, app, act) };
    await connectOwner(play);
    return await playTeams(play, chance, kills, progress);
  } finally {
    await store.close();
    await app.close();
  }
}

async function crash(
  chance: Chance,
  app: Awaited<ReturnType<typeof openProcessApp>>,
  act: () => void,
): Promise<number> {
  const ports = new Set(
    [app.env.HOSTING_API_URL, app.env.TELEGRAM_API_ROOT].map((url = '') => Number(new URL(url).port)),
  );
  const reached = killMoment(ports, chance.whole(1, EVENTS), chance.whole(1, LONGEST_LIFE_MS));
  act();
  await reached;
  for (let turns = chance.whole(0, 3); turns > 0; turns--) await nextTurn();
  await app.kill();
  await app.start();
  return 1;
}
