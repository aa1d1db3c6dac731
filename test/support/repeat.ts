/** Makes a test file draw the same numbers in each run. */
import fc from 'fast-check';
import { createRandom } from './random/chance.ts';
import { seedsOf } from './random/seeds.ts';

const [seed] = seedsOf(1);
Math.random = createRandom(seed);
fc.configureGlobal({ seed });
