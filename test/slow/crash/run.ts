import { setTimeout as wait } from 'node:timers/promises';
import { openStoreOf } from '../../support/app.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { textOf } from '../../support/person.ts';
import { createChance } from '../../support/random/chance.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { count, type Figures } from './judge/figures.ts';
import { describe, isRight, type Judged, judge } from './judge/judge.ts';
import { strayExpiries } from './judge/outcome-texts.ts';
import { createPurchaseAttempts } from './purchases/attempts.ts';
import type { Purchase } from './purchases/purchase.ts';
import { playRound, settled } from './round.ts';

const PEOPLE = 4;
/** Longer than any confirm lives. */
const LONG_AFTER_MS = 3 * 3_600_000;
/** The most servers that a person uses up in a round. */
const SERVERS_A_ROUND = 3;

export interface Run {
  figures: Figures;
  /** The mistakes found, and the states that lasted too long, a line each. */
  wrong: string[];
}

/** Reported as not bought, long after it was reported as bought. */
function isDenied({ purchase, told }: Judged): boolean {
  return purchase.times() > 0 && told === 'failed';
}

/** Starts the bot when every confirm has had its time, and ends it when it has looked at all of them. */
async function longAfter({ app, customers }: Environment): Promise<void> {
  await app.kill();
  app.later(LONG_AFTER_MS);
  await app.startBot();
  const store = await openStoreOf(app);
  const open = async () =>
    (await Promise.all(customers.map(({ person }) => store.ledger.openOf(person.user.id)))).flat();
  const deadline = performance.now() + PATIENCE_MS;
  // No event shows that the last one has expired.
  while ((await open()).some(({ state }) => state === 'ready')) {
    if (performance.now() > deadline) throw new Error('a confirm does not expire');
    await wait(50);
  }
  await store.close();
  await app.stopBot();
}

/** Plays rounds for this number of kills, then counts. @param progress gets the number of kills */
export async function run(
  seed: number,
  kills: number,
  progress: (line: string) => void = () => undefined,
): Promise<Run> {
  const begun = performance.now();
  const chance = createChance(seed);
  const environment = await openEnvironment(PEOPLE, kills * SERVERS_A_ROUND, kills);
  const { requests } = environment.app.provider;
  const buy = createPurchaseAttempts(chance);
  const purchases: Purchase[] = [];
  const seen: string[] = [];
  let done = 0;
  let settledMs = 0;
  try {
    while (done < kills) {
      const round = await playRound(chance, environment, buy, environment.customers, purchases);
      purchases.push(...round.purchases);
      done += round.kills;
      settledMs = Math.max(settledMs, round.settledMs);
      const unsettled = round.purchases.filter((each) => !isRight(each, purchases, requests));
      seen.push(...unsettled.map((each) => `kill ${done}, ${describe(judge(each, purchases, requests))}`));
      progress(`${done}`);
    }
    await settled(environment, () => purchases.every((each) => isRight(each, purchases, requests)));
    const { figures, wrong } = count(environment.customers, purchases, requests);
    await longAfter(environment);
    const strays = environment.customers.flatMap((customer) => strayExpiries(customer, purchases).map(textOf));
    const denied = purchases.map((each) => judge(each, purchases, requests)).filter(isDenied);
    const seconds = (ms: number) => Math.round(ms / 100) / 10;
    const times = { settled: seconds(settledMs), seconds: seconds(performance.now() - begun) };
    return {
      figures: { kills: done, ...figures, denied: denied.length, ...times, seed },
      wrong: [
        ...[...seen, ...wrong],
        ...denied.map((each) => `denied after bought: ${describe(each)}`),
        ...strays.map((text) => `expired without having been shown: ${text}`),
      ],
    };
  } finally {
    await environment.app.close();
  }
}
