import { createTurns } from '../store/turns.ts';

/** What is due at a time, and in somebody's hands until then. */
export interface Held {
  id: string;
  /** Epoch ms; null where nobody else would take it. */
  dueAt: number | null;
}

/** How a lease on what is due is kept alive. */
export interface Holding {
  leaseMs: number;
  /** Holds it until then, where it is due at `since` as we know it; resolves to whether it was. */
  extend(id: string, until: number, since: number): Promise<boolean>;
}

/** One item in this process's hands, for as long as it works on it. */
export interface JobLease {
  /** Aborts when somebody else has it. */
  readonly lost: AbortSignal;
  /** Whether it is surely in these hands: not where this process stood still for longer than its lease. */
  holds(): boolean;
  /**
   * Writes what came of the work on the condition that the item is due at `heldUntil`: as these hands left it. `write`
   * resolves to the item as it is then, or to `undefined` where it is somebody else's business by now.
   */
  write<Item extends Pick<Held, 'dueAt'>>(
    write: (heldUntil: number | null) => Promise<Item | undefined>,
  ): Promise<Item | undefined>;
}

/** Holds an item until it is let go, however long that takes, where it is told how; once lost, nothing is written over it. */
export function holdJobLease(
  { id, dueAt }: Held,
  holding: Holding | undefined,
  { now, report }: { now(): number; report(error: unknown): void },
): JobLease & { letGo(): Promise<void> } {
  const turns = createTurns();
  const lost = new AbortController();
  let until = dueAt;
  let writing = 0;
  let beating: Promise<void> | undefined;

  async function beat({ leaseMs, extend }: Holding): Promise<void> {
    const since = until;
    if (since === null || lost.signal.aborted) return;
    const next = now() + leaseMs;
    if (await extend(id, next, since)) until = next;
    else lost.abort();
  }

  function keep(alive: Holding): NodeJS.Timeout {
    return setInterval(() => {
      const lasts = until === null || until - now() > (alive.leaseMs * 2) / 3;
      // A write says itself until when it is held, or when it is due for anybody.
      if (lasts || writing > 0) return;
      beating ??= turns('', () => beat(alive))
        .catch(report)
        .finally(() => {
          beating = undefined;
        });
    }, alive.leaseMs / 4);
  }

  const heart = holding && keep(holding);
  return {
    lost: lost.signal,
    holds: () => !lost.signal.aborted && (until === null || now() < until),
    async write(write) {
      writing++;
      try {
        return await turns('', async () => {
          const written = await write(until);
          if (written) until = written.dueAt;
          else lost.abort();
          return written;
        });
      } finally {
        writing--;
      }
    },
    async letGo() {
      clearInterval(heart);
      await beating;
    },
  };
}
