import type { Account, AccountSeed } from './accounts/account.ts';
import { type AccountState, stateOf } from './accounts/account-state.ts';
import { type Keeping, openKeeping } from './accounts/account-store.ts';
import { accountFrom, labelOf } from './accounts/seed.ts';
import { HUMAN_TIMINGS, type Timings } from './assumptions.ts';
import { createConsoles } from './console/console.ts';
import { addControl } from './http/control.ts';
import { createFaults, type Fault } from './http/faults.ts';
import { createServer, type LoggedRequest } from './http/server.ts';
import { cloudOrders } from './operations/cloud-orders.ts';
import { domainOrders } from './operations/domain-orders.ts';
import { graphs } from './operations/graph.ts';
import type { Operation, Registries } from './operations/operation.ts';
import { servers } from './operations/servers.ts';
import { copies } from './operations/snapshots-and-backups.ts';
import { system } from './operations/system.ts';

export type { AccountSeed, DomainState, Order, ServerSeed, ServerState } from './accounts/account.ts';
export type { AccountState } from './accounts/account-state.ts';
export { demoAccount } from './accounts/seed.ts';
export type { Timings } from './assumptions.ts';
export type { Fault } from './http/faults.ts';
export type { LoggedRequest } from './http/server.ts';
export type { Registries } from './operations/operation.ts';

export interface ProviderSandboxOptions {
  /** A free one when left out. */
  port?: number;
  accounts: AccountSeed[];
  /**
   * A SQLite file that keeps the accounts over a restart; an account found in it is not seeded again. What is in it of
   * accounts not named here stays theirs: their domains are taken, their servers' ids are used.
   */
  data?: string;
  /** How long effects take; human when left out. */
  timings?: Partial<Timings>;
  /** What registries want besides what the contract says of all; nothing when left out. */
  registries?: Registries;
  /** The header template a client must use; `Authorization: Bearer {token}` when left out. */
  auth?: string;
  /** Opens the control routes to whoever sends this key; there are none when left out. */
  control?: string;
}

export interface SandboxProvider {
  readonly baseUrl: string;
  readonly requests: readonly LoggedRequest[];
  /** Clears the log. */
  forget(): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  account(token: string): AccountState;
  close(): Promise<void>;
}

/** The whole contract. */
export const operations: readonly Operation[] = [
  ...servers,
  ...system,
  ...copies,
  ...graphs,
  ...cloudOrders,
  ...domainOrders,
];

/** Starts the provider of the contract on this machine. */
export async function startProvider(options: ProviderSandboxOptions): Promise<SandboxProvider> {
  const keeping = options.data === undefined ? undefined : openKeeping(options.data);
  const others = keeping?.others(options.accounts.map(({ token }) => token)) ?? [];
  const accounts = accountsFrom(options.accounts, keeping, others);
  const tokens = new Map([...accounts].map(([token, account]) => [account, token]));
  const [header = '', template = ''] = (options.auth ?? 'Authorization: Bearer {token}').split(/:\s*(.*)/s);
  const byHeader = new Map([...accounts].map(([token, each]) => [template.replaceAll('{token}', () => token), each]));
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const consoles = createConsoles();
  const app = createServer({
    operations,
    timings: { ...HUMAN_TIMINGS, ...options.timings },
    registries: options.registries ?? {},
    faults,
    consoles,
    accounts: [...others, ...accounts.values()],
    log: (request) => requests.push(request),
    accountOf: (headers) => byHeader.get(String(headers[header.toLowerCase()])),
    keep: (account) => keeping?.save(tokens.get(account) ?? '', account),
  });
  if (options.control !== undefined)
    addControl(app, { key: options.control, faults, requests, accounts: [...accounts.values()] });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return {
    baseUrl,
    requests,
    forget: () => {
      requests.length = 0;
    },
    fault: faults.add,
    clearFaults: faults.clear,
    account: (token) => {
      const account = accounts.get(token);
      if (account === undefined) throw new RangeError('No account has this token');
      return stateOf(account);
    },
    close: async () => {
      await app.close();
      await consoles.close();
      keeping?.close();
    },
  };
}

function accountsFrom(
  seeds: readonly AccountSeed[],
  keeping: Keeping | undefined,
  others: readonly Account[],
): Map<string, Account> {
  const kept = seeds.map((seed) => ({ seed, account: keeping?.load(seed.token) }));
  const labels = new Set([...others, ...kept.map(({ account }) => account)].map((account) => account?.label));
  let index = 0;
  return new Map(
    kept.map(({ seed, account }) => {
      if (account !== undefined) return [seed.token, account];
      while (labels.has(labelOf(index))) index++;
      const made = accountFrom(seed, index++);
      keeping?.save(seed.token, made);
      return [seed.token, made];
    }),
  );
}
