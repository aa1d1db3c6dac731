/** Loaded first by each process of a test run: the address says how many ms its `Date` is ahead. */
import { shiftDate } from './clock.ts';

shiftDate(Number(new URL(import.meta.url).searchParams.get('ahead')));
