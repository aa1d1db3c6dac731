import { StoreUnavailable } from '../store/database/sql.ts';
import { createTurns } from '../store/memory.ts';
import type { LeaseManager } from './lease-manager.ts';

const OTHER_PROCESS_WAIT_MS = 15_000;

export type SharedTurns<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** A caller joins work that still waits: such work begins later, so it sees the newest state. */
export function createSharedTurns<Result>(): SharedTurns<Result> {
  const turns = createTurns();
  const waiting = new Map<string, Promise<Result>>();
  return (key, work) => {
    const shared = waiting.get(key);
    if (shared) return shared;
    const turn = turns(key, () => {
      waiting.delete(key);
      return work();
    });
    waiting.set(key, turn);
    return turn;
  };
}

export function createTurnsAmongAll<Result>(leaseManager: LeaseManager): SharedTurns<Result> {
  const turns = createSharedTurns<Result>();
  return (key, work) =>
    turns(key, async () => {
      const held = await leaseManager.take(`turn:${key}`, { patience: AbortSignal.timeout(OTHER_PROCESS_WAIT_MS) });
      if (!held) throw new StoreUnavailable(new Error('Another process is at it'));
      try {
        return await work();
      } finally {
        await held.release();
      }
    });
}
