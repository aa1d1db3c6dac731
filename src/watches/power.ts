import { isOn } from '../hosting/index.ts';
import type { PowerMemory } from '../store/jobs/watches.ts';
import { ROUND_MS } from './budget.ts';

export const AGREEING_READINGS = 3;
export const READINGS_COMPARED = 21;
const MAX_STABLE_CHANGES = 10;
const MAX_CHANGES_TO_RECOVER = 5;
/** A second return within this hour makes a server unstable. */
export const RETURNS_ROUNDS = 60;
/** A server that goes off every few minutes is steady after half an hour on, and down after a quarter off. */
const STEADY_ROUNDS = 30;
const STAYS_OFF_ROUNDS = 15;

/** `other`: still not on, with another status. `unstable`: too many changes to report each. `steady`: on, no longer unstable. */
export type PowerEvent = 'down' | 'other' | 'up' | 'unstable' | 'steady';

/** @param at of the request, epoch milliseconds @param lastAt the start of the previous round, epoch milliseconds */
export function addReading(
  memory: PowerMemory | undefined,
  status: string,
  at: number,
  lastAt = at,
  roundMs = ROUND_MS,
): { memory: PowerMemory; event?: PowerEvent } {
  if (!memory) return { memory: { agreed: status, last: status, inRow: AGREEING_READINGS, since: at, changes: 0 } };
  const isSame = same(status, memory.last);
  const changes = ((memory.changes << 1) | (isSame ? 0 : 1)) & ((1 << READINGS_COMPARED) - 1);
  const { goneAt: _, ...known } = memory;
  const read: PowerMemory = {
    ...known,
    last: status,
    inRow: isSame ? Math.min(memory.inRow + 1, AGREEING_READINGS) : 1,
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
  const agreed = read.inRow >= AGREEING_READINGS ? read.last : read.agreed;
  const memory = { ...read, agreed };
  const count = countOf(memory.changes);
  if (!before.unstable && isUnstable(memory.changes))
    return { memory: { ...memory, unstable: true }, event: 'unstable' };
  if (before.unstable) {
    const isRestless = memory.isSlow
      ? time.at - memory.since < steadyAfter(memory.last) * time.roundMs
      : count > MAX_CHANGES_TO_RECOVER;
    if (isRestless || memory.inRow < AGREEING_READINGS) return { memory };
    const { unstable: _, isSlow: __, returnedAt: ___, ...steady } = memory;
    return { memory: steady, event: isOn(agreed) ? 'steady' : 'down' };
  }
  if (same(agreed, before.agreed)) return { memory };
  if (isOn(agreed)) return judgeReturn(memory, time);
  return { memory, event: isOn(before.agreed) ? 'down' : 'other' };
}

/** The second return from a reported outage within an hour makes a server unstable. */
function judgeReturn(memory: PowerMemory, { at, roundMs }: ReadingTime): { memory: PowerMemory; event: PowerEvent } {
  const { returnedAt, told } = memory;
  if (told?.what !== 'down') return { memory, event: 'up' };
  if (returnedAt === undefined || at - returnedAt > RETURNS_ROUNDS * roundMs)
    return { memory: returned(memory, at), event: 'up' };
  return { memory: { ...memory, unstable: true, isSlow: true }, event: 'unstable' };
}

export function returned({ unstable: _, isSlow: __, ...memory }: PowerMemory, at: number): PowerMemory {
  return { ...memory, returnedAt: at };
}

function steadyAfter(status: string): number {
  return isOn(status) ? STEADY_ROUNDS : STAYS_OFF_ROUNDS;
}

export function eventBetween(before: PowerMemory, after: PowerMemory): { event?: PowerEvent } {
  const isOnNow = isOn(after.agreed);
  if (after.unstable) return before.unstable ? {} : { event: 'unstable' };
  if (before.unstable) return { event: isOnNow ? 'steady' : 'down' };
  if (same(after.agreed, before.agreed)) return {};
  if (isOnNow) return { event: 'up' };
  return { event: isOn(before.agreed) ? 'down' : 'other' };
}

/** Keeps the readings: each following one is judged again. */
export function notUnstable({ unstable: _, ...memory }: PowerMemory, { agreed }: PowerMemory): PowerMemory {
  return { ...memory, agreed };
}

/** An outage makes readings outdated. The last status stays, so that a server that is off all the time does not look unstable. */
export function forgetReadings(memory: PowerMemory): PowerMemory {
  return { ...memory, inRow: 0 };
}

/** @param restarts the account's own restarts among the changes: each is off and on again */
export function isUnstable(changes: number, restarts = 0): boolean {
  return countOf(changes) - 2 * restarts > MAX_STABLE_CHANGES;
}

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
