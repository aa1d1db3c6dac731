import { expect, test } from 'vitest';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { type Defect, simulateExpiry } from './expiry-simulation.ts';

const [seed] = seedsOf(1);
const DAYS = amountOf(75, 365);

test.for([0, 0.1])(
  'servers that expire are told on each day of theirs once in each chat, and none that was renewed (kills %s)',
  async (kills) => {
    const verdict = await simulateExpiry({ seed, servers: 5, kills, days: DAYS });
    console.info(`expiry, seed ${seed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.steps, verdict.own, verdict.renewals - verdict.own)).toBeGreaterThan(0);
  },
);

test.for([0, 0.1])(
  'a step of a server that lists lack on its day is told late, but not lost (kills %s)',
  async (kills) => {
    const verdict = await simulateExpiry({ seed, servers: 5, kills, days: DAYS, lacks: true });
    console.info(`expiry with lists that lack servers, seed ${seed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.steps, verdict.lacking)).toBeGreaterThan(0);
  },
);

const DEFECTS: readonly [Defect, 'missed' | 'falseAlarms' | 'doubled'][] = [
  ['forgetsDay', 'doubled'],
  ['forgetsLooks', 'missed'],
  ['knowsYesterday', 'falseAlarms'],
  ['forgetsListed', 'missed'],
];

test.for(DEFECTS)('the judge of digests sees a bot that %s', async ([defect, mistake]) => {
  const lacks = defect === 'forgetsListed';
  const verdict = await simulateExpiry({ seed: 1, servers: 5, kills: 0.3, days: 30, lacks, defect });
  expect(verdict[mistake]).toBeGreaterThan(0);
});
