/** How many calls may wait for the provider at a time. */
export interface Places {
  inAll: number;
  perAccount: number;
  /** How long a call waits for a place of its own: as long as a burst takes that an ordinary provider carries. */
  waitMs: number;
}

export const PLACES: Places = { inAll: 128, perAccount: 48, waitMs: 1_000 };

/** {@link PLACES}, with room left beside a check of domains that asks for so many names at a time. */
export function placesBeside(checkParallel: number): Places {
  const more = Math.max(0, checkParallel - PLACES.perAccount / 2);
  return { ...PLACES, inAll: PLACES.inAll + more, perAccount: PLACES.perAccount + more };
}

/** Keeps a provider that answers slowly, or not at all, from holding more than so many calls. */
export interface Bulkhead {
  /** Resolves to what gives the place back; `undefined` where none became free in time. */
  enter(account: string): Promise<(() => void) | undefined>;
  /** Frees all places: the provider answers again, and what has waited since it did not must not keep others out. */
  renew(): void;
}

interface Waiting {
  account: string;
  take(): void;
}

export function createBulkhead({ inAll, perAccount, waitMs }: Places): Bulkhead {
  let taken = new Map<string, number>();
  let all = 0;
  /** The one that has waited longest first. */
  const waiting = new Set<Waiting>();

  const isFree = (account: string) => all < inAll && (taken.get(account) ?? 0) < perAccount;

  function take(account: string): () => void {
    all++;
    taken.set(account, (taken.get(account) ?? 0) + 1);
    const among = taken;
    return () => {
      if (among === taken) leave(account);
    };
  }

  function leave(account: string): void {
    all--;
    const others = (taken.get(account) ?? 0) - 1;
    if (others > 0) taken.set(account, others);
    else taken.delete(account);
    letIn();
  }

  function letIn(): void {
    for (const next of waiting) {
      if (!isFree(next.account)) continue;
      waiting.delete(next);
      next.take();
    }
  }

  return {
    async enter(account) {
      if (isFree(account)) return take(account);
      return new Promise((resolve) => {
        const entry: Waiting = {
          account,
          take() {
            clearTimeout(timer);
            resolve(take(account));
          },
        };
        waiting.add(entry);
        const timer = setTimeout(() => {
          waiting.delete(entry);
          resolve(undefined);
        }, waitMs);
      });
    },
    renew() {
      taken = new Map();
      all = 0;
      letIn();
    },
  };
}
