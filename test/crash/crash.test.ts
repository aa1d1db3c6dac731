import { expect } from 'vitest';
import { concurrentPart } from '../support/random/part.ts';
import { crashSeed, randomRuns } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';
import { teamLine } from './team/play.ts';
import { runTeams } from './team/run.ts';
import { runUpgrades, upgradesLine } from './upgrade.ts';
import { watchLine } from './watches/play.ts';
import { runWatches } from './watches/run.ts';

const test = concurrentPart('kills at random', 4);

const KILLS = randomRuns(3, 6);

test(`killed ${KILLS} times while people buy, nothing is bought twice, untold or wrongly shown (CRASH_SEED=${crashSeed})`, async () => {
  const { figures, wrong } = await run(crashSeed, KILLS);
  expect(wrong, lineOf(figures)).toEqual([]);
  expect(figures.sent).toBeGreaterThan(0);
}, 120_000);

const UPGRADE_KILLS = randomRuns(1, 6);

test(`killed ${UPGRADE_KILLS} times while a group is upgraded, nothing is lost or done twice (CRASH_SEED=${crashSeed})`, async () => {
  const { figures, wrong } = await runUpgrades(crashSeed, UPGRADE_KILLS);
  expect(wrong, upgradesLine(figures)).toEqual([]);
}, 120_000);

const TEAM_KILLS = randomRuns(3, 6);

test(`killed ${TEAM_KILLS} times while teams work, nothing is sent without right, twice or late (CRASH_SEED=${crashSeed})`, async () => {
  const found = await runTeams(crashSeed, TEAM_KILLS);
  expect(found.wrong, teamLine(found, crashSeed)).toEqual([]);
  expect(found.figures.asked).toBeGreaterThan(0);
}, 120_000);

const WATCH_KILLS = randomRuns(2, 6);

test(`killed ${WATCH_KILLS} times while servers go down, each outage is told once and none made up (CRASH_SEED=${crashSeed})`, async () => {
  const found = await runWatches(crashSeed, WATCH_KILLS);
  expect(found.wrong, watchLine(found, crashSeed)).toEqual([]);
  expect(found.figures.outages).toBeGreaterThan(0);
}, 240_000);
