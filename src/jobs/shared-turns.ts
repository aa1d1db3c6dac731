import { StoreUnavailable } from '../store/database/sql.ts';
import { createTurns } from '../store/memory.ts';
import type { LeaseManager } from './lease-manager.ts';

/** How long to wait for another process's turn to end. */
const PATIENCE_MS = 15_000;

export type SharedTurns<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs work of one key at a time. A caller that comes while another one's work still waits shares that work: it begins
 * later, so it sees the newest state.
 */
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

/**
 * {@link createSharedTurns} among all processes of one store.
 * @throws StoreUnavailable where another process does not finish
 */
export function createTurnsAmongAll<Result>(leaseManager: LeaseManager): SharedTurns<Result> {
  const turns = createSharedTurns<Result>();
  return (key, work) =>
    turns(key, async () => {
      const held = await leaseManager.take(`turn:${key}`, { patience: AbortSignal.timeout(PATIENCE_MS) });
      if (!held) throw new StoreUnavailable(new Error('Another process is at it'));
      try {
        return await work();
      } finally {
        await held.release();
      }
    });
}
