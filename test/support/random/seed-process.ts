/** Loaded before all else by a process of a test run: its address says with which seed the process draws. */
import { createRandom } from './chance.ts';

Math.random = createRandom(Number(new URL(import.meta.url).searchParams.get('seed')));
