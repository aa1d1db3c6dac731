export type Evidence = 'answers' | 'silent' | 'nothing';

export type BreakerState = 'closed' | 'open' | 'halfOpen';

export interface BreakerRules {
  mostSilent: number;
  /** A slower exchange counts as silent; it goes on and may still get an answer. */
  slowMs: number;
  firstOpenMs: number;
  longestOpenMs: number;
  memoryMs: number;
}

export const BREAKER: BreakerRules = {
  mostSilent: 20,
  slowMs: 5_000,
  firstOpenMs: 5_000,
  longestOpenMs: 30_000,
  memoryMs: 60_000,
};

export interface Breaker {
  state(): BreakerState;
  /** A change is never the probe: its outcome would be unknown. @returns the function that takes the evidence, once */
  enter(effect: 'read' | 'change', opened?: () => void): ((evidence: Evidence) => void) | undefined;
}

/** One breaker for each resource: servers go on answering while a registry behind domains hangs. */
export function createBreakers(
  rules: BreakerRules,
  changed: (state: 'open' | 'closed', resource: string) => void,
): (resource: string) => Breaker {
  const breakers = new Map<string, Breaker>();
  return (resource) => {
    const breaker = breakers.get(resource) ?? createBreaker(rules, (state) => changed(state, resource));
    breakers.set(resource, breaker);
    return breaker;
  };
}

export function createBreaker(
  rules: BreakerRules,
  changed: (state: 'open' | 'closed') => void = () => undefined,
  now = () => performance.now(),
): Breaker {
  let silent = 0;
  let silentAt = 0;
  let open: { until: number; forMs: number; probing: boolean } | undefined;
  const whenOpened = new Set<() => void>();

  function answers(): void {
    silent = 0;
    if (open) changed('closed');
    open = undefined;
  }

  function isSilent(probe: boolean): void {
    const at = now();
    if (at - silentAt > rules.memoryMs) silent = 0;
    silentAt = at;
    silent++;
    if (open && probe) openFor(Math.min(open.forMs * 2, rules.longestOpenMs), at);
    if (open || silent < rules.mostSilent) return;
    openFor(rules.firstOpenMs, at);
    changed('open');
    for (const opened of whenOpened) opened();
  }

  function openFor(forMs: number, at: number): void {
    open = { until: at + forMs, forMs, probing: false };
  }

  const state = () => {
    if (!open) return 'closed';
    return open.probing || now() < open.until ? 'open' : 'halfOpen';
  };

  return {
    state,
    enter(effect, opened) {
      const before = state();
      if (before === 'open' || (before === 'halfOpen' && effect === 'change')) return undefined;
      const probe = open;
      if (probe) probe.probing = true;
      let counted = false;
      const count = () => {
        if (!counted) isSilent(probe !== undefined && probe === open);
        counted = true;
      };
      const timer = setTimeout(count, rules.slowMs);
      if (opened) whenOpened.add(opened);
      return (evidence) => {
        clearTimeout(timer);
        if (opened) whenOpened.delete(opened);
        if (evidence === 'answers') answers();
        else if (evidence === 'silent') count();
        // A probe that was given up without evidence lets another exchange try.
        if (probe) probe.probing = false;
      };
    },
  };
}
