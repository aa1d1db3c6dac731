/** Lets at most `most` works of one key run at a time. The others wait in their order. */
export function createTurns(most: number) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < most) line.running++;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}
