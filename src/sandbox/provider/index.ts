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
  /** Any free port when left out. */
  port?: number;
  accounts: AccountSeed[];
  /**
   * A SQLite file in which the accounts survive a restart; an account in it is not seeded again. Accounts of other tokens
   * in the file keep their domains and their servers' ids.
   */
  data?: string;
  /** The duration of changes; a few seconds when left out. */
  timings?: Partial<Timings>;
  /** The clock of the sandbox, epoch milliseconds; `Date.now` when left out. Delays wait by the machine's. */
  now?: () => number;
  /** The registries' rules beyond the contract; none when left out. */
  registries?: Registries;
  /** How answers come where the contract shows several forms, and the seed of `mixed`; as the contract shows them when left out. */
  forms?: Form;
  seed?: string;
  /** Where the parameters of a GET are read that the contract leaves open; `both` when left out. */
  get?: GetSource;
  /** The header that carries the token; `Authorization: Bearer {token}` when left out. */
  auth?: string;
  /** The host's name in the addresses of consoles, which must lead to this machine; 127.0.0.1 when left out. */
  consoleHost?: string;
  /** The key of the control routes; without a key there are no such routes. */
  control?: string;
  /** Serves HTTPS with it; HTTP when left out. */
  certificate?: Certificate;
}

export interface SandboxProvider {
  readonly baseUrl: string;
  readonly requests: readonly LoggedRequest[];
  /** Clears `requests`. */
  forget(): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** The prices from now on, in percent of the price list. */
  setPrices(percent: number): void;
  /** The taken names that are free from now on. */
  setFreed(domains: readonly string[]): void;
  /** Refuses connections as a machine without the program does, or takes them again at the same address. */
  setReachable(is: boolean): Promise<void>;
  /** The page that a console shows at this address; undefined where it is no console's. */
  consolePage(address: string): Promise<ConsoleAnswer | undefined>;
  account(token: string): AccountState;
  close(): Promise<void>;
}

/** All operations of the contract. */
export const operations: readonly Operation[] = [
  ...servers,
  ...system,
  ...snapshotsAndBackups,
  ...graphs,
  ...cloudOrders,
  ...domainOrders,
];

const serve = shareRoutes<ServerState>((stateOf) => createRoutes(operations, stateOf));

/** Starts the provider's HTTP API on 127.0.0.1. */
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

/** Stops or begins to take connections at the port that the server has had before. */
async function setListening(server: Server, is: boolean, port: number): Promise<void> {
  if (server.listening === is) return;
  if (is) server.listen(port, HOST);
  else {
    server.close();
    server.closeAllConnections();
  }
  await once(server, is ? 'listening' : 'close');
}

/** The accounts of the seeds by token, out of the store where it has them. */
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
