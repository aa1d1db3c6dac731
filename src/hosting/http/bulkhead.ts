export interface BulkheadLimits {
  inAll: number;
  /** Lower than `inAll`, so that a slow registry delays no restart. */
  perResource: number;
  perAccount: number;
  waitMs: number;
}

export const BULKHEAD_LIMITS: BulkheadLimits = { inAll: 128, perResource: 96, perAccount: 48, waitMs: 1_000 };

/** `perAccount` is 1: a provider that answers in turn then delays a person by one reading of each replica at most. */
export const BACKGROUND_LIMITS: BulkheadLimits = { inAll: 400, perResource: 360, perAccount: 1, waitMs: 30_000 };

export function limitsBeside(checkParallel: number): BulkheadLimits {
  const more = Math.max(0, checkParallel - BULKHEAD_LIMITS.perAccount / 2);
  return {
    ...BULKHEAD_LIMITS,
    inAll: BULKHEAD_LIMITS.inAll + more,
    perResource: BULKHEAD_LIMITS.perResource + more,
    perAccount: BULKHEAD_LIMITS.perAccount + more,
  };
}

export interface CallTarget {
  account: string;
  resource: string;
}

export interface Bulkhead {
  /** Resolves to the function that frees the place; `undefined` where none became free in time. */
  enter(place: CallTarget, signal?: AbortSignal): Promise<(() => void) | undefined>;
  /** Frees the places of a resource that answers again: calls from before must not block new ones. */
  renew(resource: string): void;
}

interface Waiting {
  place: CallTarget;
  take(): void;
}

interface Taken {
  all: number;
  accounts: Map<string, number>;
}

export function createBulkhead({ inAll, perResource, perAccount, waitMs }: BulkheadLimits): Bulkhead {
  const taken = new Map<string, Taken>();
  const waiting = new Set<Waiting>();

  function isFree({ account, resource }: CallTarget): boolean {
    let [all, mine] = [0, 0];
    for (const each of taken.values()) {
      all += each.all;
      mine += each.accounts.get(account) ?? 0;
    }
    return all < inAll && mine < perAccount && (taken.get(resource)?.all ?? 0) < perResource;
  }

  function take({ account, resource }: CallTarget): () => void {
    const among: Taken = taken.get(resource) ?? { all: 0, accounts: new Map() };
    taken.set(resource, among);
    among.all++;
    among.accounts.set(account, (among.accounts.get(account) ?? 0) + 1);
    return () => {
      if (taken.get(resource) === among) leave(among, account);
    };
  }

  function leave(among: Taken, account: string): void {
    among.all--;
    const others = (among.accounts.get(account) ?? 0) - 1;
    if (others > 0) among.accounts.set(account, others);
    else among.accounts.delete(account);
    letIn();
  }

  function letIn(): void {
    for (const next of waiting) {
      if (isFree(next.place)) next.take();
    }
  }

  return {
    async enter(place, signal) {
      if (signal?.aborted) return undefined;
      if (isFree(place)) return take(place);
      return new Promise((resolve) => {
        const end = () => {
          waiting.delete(entry);
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          end();
          resolve(undefined);
        };
        const entry: Waiting = {
          place,
          take() {
            end();
            resolve(take(place));
          },
        };
        waiting.add(entry);
        const timer = setTimeout(giveUp, waitMs);
        signal?.addEventListener('abort', giveUp);
      });
    },
    renew(resource) {
      taken.delete(resource);
      letIn();
    },
  };
}
