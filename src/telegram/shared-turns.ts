import { createTurns } from '../store/turns.ts';

/**
 * Runs work on the same thing one at a time. Whoever comes while a work on it is waiting for its turn shares that one: it
 * has not begun, so that it will see what is true by then.
 */
export function createSharedTurns<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
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
