/** Loaded before all else by a process of a test run: its address says how far its `Date` is ahead, in ms. */
import { shiftDate } from './clock.ts';

shiftDate(Number(new URL(import.meta.url).searchParams.get('ahead')));
