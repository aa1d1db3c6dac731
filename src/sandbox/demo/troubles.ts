import { type Fault, operations, type SandboxProvider } from '../provider/index.ts';
import type { Trouble } from '../telegram/page-server/page-api.ts';

/** Longer than the bot waits before it says that it still waits. */
const SLOW_MS = 7_000;
/** What the provider asks for with `Retry-After`. */
const WAIT_MS = 20_000;
const RAISED_PERCENT = 125;

/** The faults of a trouble that is one of requests. The first that fits a request counts. */
const FAULTS: readonly { trouble: Trouble; faults: readonly Fault[] }[] = [
  { trouble: 'wait', faults: [{ kind: 'rateLimit', ms: WAIT_MS }] },
  {
    trouble: 'lost',
    faults: operations.filter(({ alters }) => alters).map(({ name }) => ({ operation: name, kind: 'cutAfter' })),
  },
  { trouble: 'slow', faults: [{ kind: 'delay', ms: SLOW_MS }] },
];

export interface Troubles {
  state(): Record<Trouble, boolean>;
  set(trouble: Trouble, on: boolean): Promise<void>;
}

/** What the demo's panel switches at the provider, by the means that tests have too. */
export function createTroubles(provider: SandboxProvider, tokens: readonly string[]): Troubles {
  const state: Record<Trouble, boolean> = {
    lost: false,
    down: false,
    slow: false,
    wait: false,
    price: false,
    balance: false,
  };
  const accounts = tokens.map((token) => provider.account(token));
  const saved = new Map(accounts.map((account) => [account, account.wallet]));

  function plan(): void {
    provider.clearFaults();
    for (const { faults } of FAULTS.filter(({ trouble }) => state[trouble])) faults.forEach(provider.fault);
  }

  function empty(on: boolean): void {
    for (const account of accounts) {
      if (on) saved.set(account, account.wallet);
      account.wallet = on ? 0 : (saved.get(account) ?? 0);
    }
  }

  return {
    state: () => ({ ...state }),
    async set(trouble, on) {
      if (state[trouble] === on) return;
      state[trouble] = on;
      if (trouble === 'down') await provider.setReachable(!on);
      else if (trouble === 'price') provider.setPrices(on ? RAISED_PERCENT : 100);
      else if (trouble === 'balance') empty(on);
      else plan();
    },
  };
}
