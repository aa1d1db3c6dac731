import { expect, test } from 'vitest';
import { onPostgres } from '../../support/databases/databases.ts';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { teamLine } from '../crash/team/play.ts';
import { watchLine } from '../crash/watches/play.ts';
import { lineOf } from './judge/figures.ts';
import { QUICK_SCENARIOS } from './people/scenarios.ts';
import { run } from './run.ts';
import { runTeamReplicas } from './team.ts';
import { runWatchReplicas } from './watches.ts';

const SEEDS = seedsOf(1);

onPostgres(() => {
  test.for(SEEDS)(
    'two replicas, killed while people use them: nothing is lost, doubled or out of order (seed %i)',
    async (seed) => {
      const { figures, wrong } = await run({
        seed,
        replicas: 2,
        people: 12,
        updates: amountOf(90, 900),
        atOnce: 12,
        secondMs: 100,
        updatesEach: 30,
        databaseEvery: 2,
        pauseEvery: undefined,
        scenarios: QUICK_SCENARIOS,
      });
      expect(wrong, lineOf(figures)).toEqual([]);
      expect(figures.kills + figures.terminated).toBeGreaterThan(0);
      expect(figures.done).toBeGreaterThan(0);
    },
  );

  test.for(SEEDS)(
    'two replicas, killed while teams work: nothing is sent without right, twice or late (seed %i)',
    async (seed) => {
      const found = await runTeamReplicas({ seed, replicas: 2, kills: amountOf(3, 20) });
      expect(found.wrong, teamLine(found, seed)).toEqual([]);
      expect(found.figures.asked).toBeGreaterThan(0);
    },
  );

  test.for(SEEDS)(
    'two replicas, killed while servers go down: each outage is told once and none made up (seed %i)',
    async (seed) => {
      const found = await runWatchReplicas({ seed, replicas: 2, kills: amountOf(2, 10) });
      expect(found.wrong, watchLine(found, seed)).toEqual([]);
      expect(found.figures.outages).toBeGreaterThan(0);
      expect(found.figures.listed).toBeGreaterThan(0);
    },
  );
});
