import { createChance } from './chance.ts';
import { count, describe, type Figures, judge } from './judge.ts';
import { createBaskets, type Purchase } from './purchase.ts';
import { playRound } from './round.ts';
import { openTown } from './town.ts';

const PEOPLE = 4;
/** What a person uses up in a round, at most. */
const SERVERS_A_ROUND = 3;

export interface Run {
  figures: Figures;
  /** What must not be as it is, a line each. */
  wrong: string[];
}

/** Plays rounds until the bot was killed so often, then counts. @param told hears of the progress */
export async function run(
  seed: number,
  kills: number,
  progress: (line: string) => void = () => undefined,
): Promise<Run> {
  const begun = performance.now();
  const chance = createChance(seed);
  const town = await openTown(PEOPLE, kills * SERVERS_A_ROUND);
  const buy = createBaskets(chance);
  const purchases: Purchase[] = [];
  const seen: string[] = [];
  let done = 0;
  try {
    while (done < kills) {
      const round = await playRound(chance, town, buy, town.customers, purchases);
      purchases.push(...round.purchases);
      done += round.kills;
      for (const each of round.purchases) {
        const verdict = judge(each, purchases, town);
        if (verdict !== 'fine' && verdict !== 'unknown') seen.push(`kill ${done}, ${verdict}: ${describe(each)}`);
      }
      progress(`${done}`);
    }
    const { figures, wrong } = count(town, purchases);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { figures: { kills: done, ...figures, seconds }, wrong: [...seen, ...wrong] };
  } finally {
    await town.house.close();
  }
}
