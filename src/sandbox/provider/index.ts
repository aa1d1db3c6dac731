import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Certificate } from '../certificate.ts';
import { controlsOf } from '../control.ts';
import { HOST, shareRoutes } from '../serving.ts';
import type { Account, AccountSeed } from './accounts/account.ts';
import { type AccountState, accountState } from './accounts/account-state.ts';
import { type AccountStore, openAccountStore } from './accounts/account-store.ts';
import { createAccount, labelOf } from './accounts/seed.ts';
import { DEFAULT_TIMINGS, type Timings } from './assumptions.ts';
import { type Answer as ConsoleAnswer, createConsoles } from './console/console.ts';
import { providerControls } from './http/control.ts';
import { createFaults, type Fault } from './http/faults.ts';
import { createForms, type Form } from './http/forms.ts';
import { createRoutes, type LoggedRequest, type ServerState } from './http/server.ts';
import { cloudOrders } from './operations/cloud-orders.ts';
import { domainOrders } from './operations/domain-orders.ts';
import { graphs } from './operations/graph.ts';
import type { GetSource, Market, Operation, Registries } from './operations/operation.ts';
import { servers } from './operations/servers.ts';
import { snapshotsAndBackups } from './operations/snapshots-and-backups.ts';
import { system } from './operations/system.ts';

export type { AccountSeed, DomainState, Order, ServerSeed, ServerState } from './accounts/account.ts';
export type { AccountState } from './accounts/account-state.ts';
export { demoAccount, fleetAccount } from './accounts/seed.ts';
export type { Timings } from './assumptions.ts';
export type { Fault } from './http/faults.ts';
export { FORMS, type Form } from './http/forms.ts';
export type { LoggedRequest } from './http/server.ts';
export { GET_SOURCES, type GetSource, type Registries } from './operations/operation.ts';

export interface ProviderSandboxOptions {
  port?: number;
  accounts: AccountSeed[];
  /**
   * A SQLite file that keeps the accounts over restarts; an account in the file is not seeded again.
   * Accounts of other tokens in the file keep their domains and their servers' ids.
   */
  data?: string;
  timings?: Partial<Timings>;
  /** Epoch milliseconds; `Date.now` by default. Delays follow the machine's clock. */
  now?: () => number;
  /** The registries' rules beyond the contract; none by default. */
  registries?: Registries;
  /** The form of answers; as in the contract by default. `seed` is for `mixed`. */
  forms?: Form;
  seed?: string;
  /** The place of GET parameters that the contract leaves open; `both` by default. */
  get?: GetSource;
  /** The header with the token; `Authorization: Bearer {token}` by default. */
  auth?: string;
  /** The host's name in the addresses of consoles, which must lead to this machine; 127.0.0.1 by default. */
  consoleHost?: string;
  control?: string;
  certificate?: Certificate;
}

export interface SandboxProvider {
  readonly baseUrl: string;
  readonly requests: readonly LoggedRequest[];
  forget(): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** In percent of the price list. */
  setPrices(percent: number): void;
  setFreed(domains: readonly string[]): void;
  /** Refuses connections like a machine without the program, or accepts them again at the same address. */
  setReachable(is: boolean): Promise<void>;
  /** `undefined` where the address is not that of a console. */
  consolePage(address: string): Promise<ConsoleAnswer | undefined>;
  account(token: string): AccountState;
  close(): Promise<void>;
}

export const operations: readonly Operation[] = [
  ...servers,
  ...system,
  ...snapshotsAndBackups,
  ...graphs,
  ...cloudOrders,
  ...domainOrders,
];

const serve = shareRoutes<ServerState>((stateOf) => createRoutes(operations, stateOf));

export async function startProvider(options: ProviderSandboxOptions): Promise<SandboxProvider> {
  const { now = Date.now } = options;
  const store = options.data === undefined ? undefined : openAccountStore(options.data);
  const others = store?.loadOthers(options.accounts.map(({ token }) => token)) ?? [];
  const accounts = loadAccounts(options.accounts, { store, others, now: now() });
  const tokens = new Map([...accounts].map(([token, account]) => [account, token]));
  const [header = '', template = ''] = (options.auth ?? 'Authorization: Bearer {token}').split(/:\s*(.*)/s);
  const byHeader = new Map([...accounts].map(([token, each]) => [template.replaceAll('{token}', () => token), each]));
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const consoles = createConsoles(now, options.consoleHost);
  const market: Market = { percent: 100, freed: new Set() };
  const save = (account: Account) => store?.save(tokens.get(account) ?? '', account);
  const state: ServerState = {
    get: options.get ?? 'both',
    inForm: createForms(options.forms, options.seed ?? ''),
    now,
    timings: { ...DEFAULT_TIMINGS, ...options.timings },
    registries: new Map(Object.entries(options.registries ?? {})),
    faults,
    consoles,
    market,
    accounts: [...others, ...accounts.values()],
    log: (request) => requests.push(request),
    accountOf: (headers) => byHeader.get(String(headers[header.toLowerCase()])),
    save,
    header,
    controls: controlsOf(options.control, () =>
      providerControls({
        operations: operations.map(({ name }) => name),
        faults,
        requests,
        accounts: [...accounts.values()],
        consoles,
        save,
        now,
      }),
    ),
  };
  const serving = await serve(state, { port: options.port, certificate: options.certificate });
  const baseUrl = serving.url;
  return {
    baseUrl,
    requests,
    forget: () => {
      requests.length = 0;
    },
    fault: faults.add,
    clearFaults: faults.clear,
    setPrices: (percent) => {
      market.percent = percent;
    },
    setFreed: (domains) => {
      market.freed = new Set(domains);
    },
    setReachable: (is) => setListening(serving.server, is, Number(new URL(baseUrl).port)),
    consolePage: consoles.page,
    account: (token) => {
      const account = accounts.get(token);
      if (account === undefined) throw new RangeError('No account has this token');
      return accountState(account, now);
    },
    close: async () => {
      await serving.close();
      await consoles.close();
      store?.close();
    },
  };
}

/** Keeps the server's port. */
async function setListening(server: Server, is: boolean, port: number): Promise<void> {
  if (server.listening === is) return;
  if (is) server.listen(port, HOST);
  else {
    server.close();
    server.closeAllConnections();
  }
  await once(server, is ? 'listening' : 'close');
}

function loadAccounts(
  seeds: readonly AccountSeed[],
  { store, others, now }: { store: AccountStore | undefined; others: readonly Account[]; now: number },
): Map<string, Account> {
  const loaded = seeds.map((seed) => ({ seed, account: store?.load(seed.token) }));
  const labels = new Set([...others, ...loaded.map(({ account }) => account)].map((account) => account?.label));
  let index = 0;
  return new Map(
    loaded.map(({ seed, account }) => {
      if (account !== undefined) return [seed.token, account];
      while (labels.has(labelOf(index))) index++;
      const created = createAccount(seed, index++, now);
      store?.save(seed.token, created);
      return [seed.token, created];
    }),
  );
}
