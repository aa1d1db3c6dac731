import { isOn } from '../hosting/index.ts';
import type { PowerMemory } from '../store/jobs/watches.ts';
import { ROUND_MS } from './budget.ts';

/** So many readings in a row have to agree before a change counts. */
export const AGREEING = 3;
/** Of the last readings so many are compared with the ones before them. */
export const COMPARED = 21;
/** More changes than this among them make a server unstable, so many at most make it steady again. */
const UNSTABLE_ABOVE = 10;
const STEADY_AT_MOST = 5;
/** A second return within this time makes a server unstable: an hour. */
export const RETURNS_ROUNDS = 60;
/** A server that goes off and comes back every few minutes is steady after half an hour, and an outage of its own after a quarter. */
const STEADY_ROUNDS = 30;
const STAYS_OFF_ROUNDS = 15;

/**
 * The news in a reading. `down`: the power is not on any more. `other`: it is still not on, with another status. `up`: it is on again.
 * `unstable`: it changes so often that the single changes are not told. `steady`: it stopped doing so, and is on.
 */
export type PowerEvent = 'down' | 'other' | 'up' | 'unstable' | 'steady';

/**
 * Adds a reading to what is remembered of a server.
 * @param status as the provider gave it
 * @param at when it was asked for, epoch milliseconds
 * @param lastAt when the round before began, epoch milliseconds
 * @param roundMs the time between two rounds
 */
export function addReading(
  memory: PowerMemory | undefined,
  status: string,
  at: number,
  lastAt = at,
  roundMs = ROUND_MS,
): { memory: PowerMemory; event?: PowerEvent } {
  if (!memory) return { memory: { agreed: status, last: status, inRow: AGREEING, since: at, changes: 0 } };
  const isSame = same(status, memory.last);
  const changes = ((memory.changes << 1) | (isSame ? 0 : 1)) & ((1 << COMPARED) - 1);
  const { goneAt: _, ...known } = memory;
  const read: PowerMemory = {
    ...known,
    last: status,
    inRow: isSame ? Math.min(memory.inRow + 1, AGREEING) : 1,
    ...(isSame ? {} : { since: at, after: lastAt }),
    changes,
  };
  return judge(read, memory, { at, roundMs });
}

interface ReadingTime {
  at: number;
  roundMs: number;
}

function judge(read: PowerMemory, before: PowerMemory, time: ReadingTime): { memory: PowerMemory; event?: PowerEvent } {
  const agreed = read.inRow >= AGREEING ? read.last : read.agreed;
  const memory = { ...read, agreed };
  const count = countOf(memory.changes);
  if (!before.unstable && isUnstable(memory.changes))
    return { memory: { ...memory, unstable: true }, event: 'unstable' };
  if (before.unstable) {
    const isRestless = memory.isSlow
      ? time.at - memory.since < steadyAfter(memory.last) * time.roundMs
      : count > STEADY_AT_MOST;
    if (isRestless || memory.inRow < AGREEING) return { memory };
    const { unstable: _, isSlow: __, returnedAt: ___, ...steady } = memory;
    return { memory: steady, event: isOn(agreed) ? 'steady' : 'down' };
  }
  if (same(agreed, before.agreed)) return { memory };
  if (isOn(agreed)) return judgeReturn(memory, time);
  return { memory, event: isOn(before.agreed) ? 'down' : 'other' };
}

/** The second return within an hour from an outage that was told makes a server unstable. */
function judgeReturn(memory: PowerMemory, { at, roundMs }: ReadingTime): { memory: PowerMemory; event: PowerEvent } {
  const { returnedAt, told } = memory;
  if (told?.what !== 'down') return { memory, event: 'up' };
  if (returnedAt === undefined || at - returnedAt > RETURNS_ROUNDS * roundMs)
    return { memory: returned(memory, at), event: 'up' };
  return { memory: { ...memory, unstable: true, isSlow: true }, event: 'unstable' };
}

/** The memory of a server that is on again, and not unstable. */
export function returned({ unstable: _, isSlow: __, ...memory }: PowerMemory, at: number): PowerMemory {
  return { ...memory, returnedAt: at };
}

function steadyAfter(status: string): number {
  return isOn(status) ? STEADY_ROUNDS : STAYS_OFF_ROUNDS;
}

/** The event between this binding's memory of a server and the memory of another binding that has read it. */
export function eventBetween(before: PowerMemory, after: PowerMemory): { event?: PowerEvent } {
  const isOnNow = isOn(after.agreed);
  if (after.unstable) return before.unstable ? {} : { event: 'unstable' };
  if (before.unstable) return { event: isOnNow ? 'steady' : 'down' };
  if (same(after.agreed, before.agreed)) return {};
  if (isOnNow) return { event: 'up' };
  return { event: isOn(before.agreed) ? 'down' : 'other' };
}

/** The readings as they are, without the verdict that the server is unstable: each reading that follows is judged again. */
export function notUnstable({ unstable: _, ...memory }: PowerMemory, { agreed }: PowerMemory): PowerMemory {
  return { ...memory, agreed };
}

/**
 * Begins a new row: earlier readings say nothing of now, as after an outage of the provider or an operation of our own. The last status
 * stays, so that the same one read again is no change: a server that is off all the time would look unstable.
 */
export function forgetReadings(memory: PowerMemory): PowerMemory {
  return { ...memory, inRow: 0 };
}

/**
 * Whether a server changed too often.
 * @param restarts how many restarts of our own were among that: each is off and on again
 */
export function isUnstable(changes: number, restarts = 0): boolean {
  return countOf(changes) - 2 * restarts > UNSTABLE_ABOVE;
}

/** Whether the next reading is urgent: the last one was not what the earlier ones agreed on. */
export function isSuspicious({ last, agreed }: PowerMemory): boolean {
  return !same(last, agreed);
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count++;
  return count;
}
