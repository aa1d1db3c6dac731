/** Makes a test file draw the same numbers in each run. */
import fc from 'fast-check';
import { createChance } from './random/chance.ts';
import { seedsOf } from './random/seeds.ts';

const [seed] = seedsOf(1);
const chance = createChance(seed);
Math.random = () => chance.whole(0, 2 ** 32 - 1) / 2 ** 32;
fc.configureGlobal({ seed });
