/** Loaded first by each process of a test run: the address says with which seed the process draws. */
import { createRandom } from './chance.ts';

Math.random = createRandom(Number(new URL(import.meta.url).searchParams.get('seed')));
