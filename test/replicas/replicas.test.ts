import { expect, test } from 'vitest';
import { teamLine } from '../crash/team/play.ts';
import { watchLine } from '../crash/watches/play.ts';
import { onPostgres } from '../support/databases/databases.ts';
import { partOf } from '../support/random/part.ts';
import { crashSeed } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { QUICK_SCENARIOS } from './people/scenarios.ts';
import { run } from './run.ts';
import { runTeamReplicas } from './team.ts';
import { runWatchReplicas } from './watches.ts';

const isTried = partOf('kills of replicas', 3);

onPostgres(() => {
  if (isTried(0))
    test(`two replicas, killed while people use them: nothing is lost, doubled or out of order (CRASH_SEED=${crashSeed})`, async () => {
      const { figures, wrong } = await run({
        seed: crashSeed,
        replicas: 2,
        people: 12,
        updates: 90,
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
    }, 120_000);

  if (isTried(1))
    test(`two replicas, killed while teams work: nothing is sent without right, twice or late (CRASH_SEED=${crashSeed})`, async () => {
      const found = await runTeamReplicas({ seed: crashSeed, replicas: 2, kills: 3 });
      expect(found.wrong, teamLine(found, crashSeed)).toEqual([]);
      expect(found.figures.asked).toBeGreaterThan(0);
    }, 120_000);

  if (isTried(2))
    test(`two replicas, killed while servers go down: each outage is told once and none made up (CRASH_SEED=${crashSeed})`, async () => {
      const found = await runWatchReplicas({ seed: crashSeed, replicas: 2, kills: 2 });
      expect(found.wrong, watchLine(found, crashSeed)).toEqual([]);
      expect(found.figures.outages).toBeGreaterThan(0);
    }, 240_000);
});
