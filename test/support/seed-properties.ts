import fc from 'fast-check';
import { seedsOf } from './random/seeds.ts';

// fast-check draws a seed of its own unless told.
const [seed] = seedsOf(1);
fc.configureGlobal({ seed });
