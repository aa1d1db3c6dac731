import { expect, test } from 'vitest';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { simulateOutside } from './outside-simulation.ts';

const [seed] = seedsOf(1);

test.for([0, 0.2])(
  'changes elsewhere are told once, those by the bot never, over lists that fail or lack servers (kills %s)',
  async (kills) => {
    const verdict = await simulateOutside({ seed, servers: 12, kills, days: amountOf(4, 28) });
    console.info(`changes outside, seed ${seed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.changes, verdict.own, verdict.partialLists)).toBeGreaterThan(0);
  },
);
