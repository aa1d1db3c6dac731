import {
  type AccountState,
  type Fault,
  operations,
  type SandboxProvider,
  type ServerState,
} from '../provider/index.ts';
import type { Trouble } from '../telegram/page-server/page-api.ts';

/** Longer than the bot waits before it shows that it still waits. */
const SLOW_MS = 7_000;
const WAIT_MS = 20_000;
const PERCENT = { price: 125, fall: 80 };
const TOP_UP_TOMAN = 5_000_000;
/** The page suggests this name. */
const NAME_TO_FREE = 'taken.net';

type Requested = Omit<Record<Trouble, boolean>, 'off' | 'place'>;

/** The first fault that fits a request counts. */
const FAULTS: readonly { trouble: keyof Requested; faults: readonly Fault[] }[] = [
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
  /** Puts money into every account, which ends `balance`. */
  topUp(): void;
}

export function createTroubles(provider: SandboxProvider, tokens: readonly string[]): Troubles {
  const state: Requested = {
    lost: false,
    down: false,
    slow: false,
    wait: false,
    price: false,
    fall: false,
    free: false,
    balance: false,
  };
  const accounts = tokens.map((token) => provider.account(token));
  const taken = new Map<AccountState, ServerState>();
  const dark = new Map<AccountState, readonly ServerState[]>();
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

  /** Rising prices end the fall, and the reverse. */
  function movePrices(way: 'price' | 'fall', on: boolean): void {
    state[way === 'price' ? 'fall' : 'price'] = false;
    provider.setPrices(on ? PERCENT[way] : 100);
  }

  /** People may have powered the servers on. */
  const isOff = () => taken.size > 0 && [...taken.values()].every(({ status }) => status === 'off');

  /** Takes off the last server of each account. People restart the first, and the bot expects a restarted server to be off for minutes. */
  function takeOff(on: boolean): void {
    for (const account of accounts) {
      const last = taken.get(account);
      const next = on ? account.servers.findLast(({ id, status }) => status === 'on' && id !== last?.id) : undefined;
      if (last?.status === 'off' && account.servers.some(({ id }) => id === last.id)) account.setStatus(last.id, 'on');
      taken.delete(account);
      if (!next) continue;
      account.setStatus(next.id, 'off');
      taken.set(account, next);
    }
  }

  const isDark = () => [...dark.values()].flat().some(({ status }) => status === 'off');

  /**
   * Takes off all servers of each account's largest place. The first server stays on where the place is not the only one:
   * the team protects it, and the guide powers it off.
   */
  function darken(on: boolean): void {
    for (const account of accounts) {
      for (const { id } of (dark.get(account) ?? []).filter(({ status }) => status === 'off'))
        account.setStatus(id, 'on');
      const places = [
        ...Map.groupBy(
          account.servers.filter(({ status }) => status === 'on'),
          ({ geo }) => geo,
        ).values(),
      ];
      const [first] = account.servers;
      const rank = (servers: readonly ServerState[]) =>
        servers.length +
        (servers.length > 1 && !servers.some(({ id }) => id === first?.id) ? account.servers.length : 0);
      const largest = places.toSorted((one, other) => rank(other) - rank(one))[0] ?? [];
      dark.set(account, on ? largest : []);
      for (const { id } of dark.get(account) ?? []) account.setStatus(id, 'off');
    }
  }

  const changes: Partial<Record<keyof Requested, (on: boolean) => void | Promise<void>>> = {
    down: (on) => provider.setReachable(!on),
    price: (on) => movePrices('price', on),
    fall: (on) => movePrices('fall', on),
    balance: empty,
    free: (on) => provider.setFreed(on ? [NAME_TO_FREE] : []),
  };

  return {
    state: () => ({ ...state, off: isOff(), place: isDark() }),
    async set(trouble, on) {
      if (trouble === 'off') return takeOff(on);
      if (trouble === 'place') return darken(on);
      if (state[trouble] === on) return;
      state[trouble] = on;
      await (changes[trouble] ?? plan)(on);
    },
    topUp() {
      if (state.balance) empty(false);
      state.balance = false;
      for (const account of accounts) account.wallet += TOP_UP_TOMAN;
    },
  };
}
