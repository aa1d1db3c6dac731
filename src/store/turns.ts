/** Runs work of the same key one after another, in order; other keys run beside it. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const tails = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, settled);
    void settled.then(() => {
      if (tails.get(key) === settled) tails.delete(key);
    });
    return turn;
  };
}
