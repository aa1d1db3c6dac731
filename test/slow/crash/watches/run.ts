import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStoreOf } from '../../../support/app.ts';
import { openProcessApp, type ProcessApp } from '../../../support/bots/process.ts';
import { type Chance, createChance } from '../../../support/random/chance.ts';
import { killMoment } from '../kill-moment.ts';
import { TEAM_USERS } from '../team/people.ts';
import { TEAM_TOKEN } from '../team/play.ts';
import { type Kill, ROUND_MS } from './judge.ts';
import { OTHER_TOKEN, playWatches, WATCHED, type WatchRun } from './play.ts';

/** The HTTP events from an outage to the last chat's message, and those with Telegram alone. */
const EVENTS = 160;
const TELEGRAM_EVENTS = 12;
const LONGEST_LIFE_MS = 4 * ROUND_MS;

/** Servers go down and come up, and the bot, which watches them, is killed again and again. */
export async function runWatches(
  seed: number,
  kills: number,
  progress: (line: string) => void = () => undefined,
): Promise<WatchRun> {
  const chance = createChance(seed);
  const accounts = [TEAM_TOKEN, OTHER_TOKEN].map((token) => ({ token, servers: WATCHED }));
  const telegram = { rateLimits: false };
  const env = { WATCH_ROUND_MS: String(ROUND_MS) };
  const app = await openProcessApp({ accounts, people: [...TEAM_USERS], telegram, env });
  const store = await openStoreOf(app);
  try {
    const { world, provider } = app;
    return await playWatches(
      { world, provider, store, crash: (...how) => crash(chance, app, ...how) },
      chance,
      kills,
      progress,
    );
  } finally {
    await store.close();
    await app.close();
  }
}

async function crash(
  chance: Chance,
  app: ProcessApp,
  act: () => void,
  moment = () => chosenMoment(chance, app.env.HOSTING_API_URL, app.env.TELEGRAM_API_ROOT),
): Promise<Kill> {
  const reached = moment();
  act();
  await reached;
  for (let turns = chance.whole(0, 3); turns > 0; turns--) await nextTurn();
  const at = Date.now();
  await app.kill();
  await app.start();
  return { at, backAt: Date.now() };
}

/** Resolves at a random moment: in a round of readings, or while alerts are sent. */
export function chosenMoment(chance: Chance, provider = '', telegram = ''): Promise<void> {
  const isTelling = chance.odds(0.5);
  const ports = (isTelling ? [telegram] : [provider, telegram]).map((url) => Number(new URL(url).port));
  const events = chance.whole(1, isTelling ? TELEGRAM_EVENTS : EVENTS);
  return killMoment(new Set(ports), events, chance.whole(1, LONGEST_LIFE_MS));
}
