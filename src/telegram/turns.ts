/**
 * Runs work on the same thing one at a time. Whoever comes while a work on it is waiting for its turn shares that one: it
 * has not begun, so that it will see what is true by then.
 */
export function createTurns<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  interface Turn {
    running: Promise<unknown>;
    waiting?: Promise<Result>;
  }
  const turns = new Map<string, Turn>();

  return (key, work) => {
    const turn = turns.get(key);
    if (!turn) {
      const running = work();
      track(key, running);
      return running;
    }
    turn.waiting ??= settled(turn.running).then(() => {
      const running = work();
      track(key, running);
      return running;
    });
    return turn.waiting;
  };

  function track(key: string, running: Promise<Result>): void {
    const turn: Turn = { running };
    turns.set(key, turn);
    void settled(running).then(() => {
      if (turns.get(key) === turn && !turn.waiting) turns.delete(key);
    });
  }
}

/** Resolves when the work has ended, whichever way: whoever asked for it hears of its error. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  );
}
