import { expect, test } from 'vitest';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';
import { teamLine } from './team/play.ts';
import { runTeams } from './team/run.ts';
import { runUpgrades, upgradesLine } from './upgrade.ts';
import { watchLine } from './watches/play.ts';
import { runWatches } from './watches/run.ts';

const SEEDS = seedsOf(1);
const KILLS = amountOf(6, 40);

test.concurrent.for(SEEDS)(
  'killed while people buy, nothing is bought twice, untold or wrongly shown (seed %i)',
  async (seed) => {
    const { figures, wrong } = await run(seed, KILLS);
    expect(wrong, lineOf(figures)).toEqual([]);
    expect(figures.sent).toBeGreaterThan(0);
  },
);

test.concurrent.for(SEEDS)(
  'killed while a group is upgraded, nothing is lost or done twice (seed %i)',
  async (seed) => {
    const { figures, wrong } = await runUpgrades(seed, KILLS);
    expect(wrong, upgradesLine(figures)).toEqual([]);
  },
);

test.concurrent.for(SEEDS)(
  'killed while teams work, nothing is sent without right, twice or late (seed %i)',
  async (seed) => {
    const found = await runTeams(seed, KILLS);
    expect(found.wrong, teamLine(found, seed)).toEqual([]);
    expect(found.figures.asked).toBeGreaterThan(0);
  },
);

test.concurrent.for(SEEDS)(
  'killed while servers go down, each outage is told once and none made up (seed %i)',
  async (seed) => {
    const found = await runWatches(seed, KILLS);
    expect(found.wrong, watchLine(found, seed)).toEqual([]);
    expect(found.figures.outages).toBeGreaterThan(0);
    expect(found.figures.listed).toBeGreaterThan(0);
  },
);
