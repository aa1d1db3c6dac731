import { HUMAN_TIMINGS, type Timings } from './choices.ts';
import { createFaults, type Fault } from './faults.ts';
import { accountFrom } from './seed.ts';
import { createServer, type LoggedRequest } from './server.ts';
import { servers } from './servers.ts';
import { type Account, type AccountSeed, type ServerState, settled } from './state.ts';

export type { Fault } from './faults.ts';
export { demoAccount } from './seed.ts';
export type { LoggedRequest } from './server.ts';
export type { AccountSeed, ServerSeed, ServerState } from './state.ts';

export interface ProviderSandboxOptions {
  /** A free one when left out. */
  port?: number;
  accounts: AccountSeed[];
  /** How long effects take; human when left out. */
  timings?: Partial<Timings>;
  /** The header template a client must use; `Authorization: Bearer {token}` when left out. */
  auth?: string;
}

/** One account, to look at and to alter from a test. */
export interface AccountState {
  readonly label: string;
  /** Toman. */
  wallet: number;
  reseller: boolean;
  readonly servers: readonly ServerState[];
  server(id: string): ServerState;
  /** Shows any text as the status, at once; what was under way is dropped. */
  setStatus(id: string, status: string): void;
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

/** Starts the provider of the contract on this machine. */
export async function startProvider(options: ProviderSandboxOptions): Promise<SandboxProvider> {
  const accounts = new Map(options.accounts.map((seed, index) => [seed.token, accountFrom(seed, index)]));
  const [name = '', value = ''] = (options.auth ?? 'Authorization: Bearer {token}').split(/:\s*(.*)/s);
  const byHeader = new Map(
    [...accounts].map(([token, account]) => [value.replaceAll('{token}', () => token), account]),
  );
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const app = createServer({
    operations: [...servers],
    timings: { ...HUMAN_TIMINGS, ...options.timings },
    faults,
    log: (request) => requests.push(request),
    accountOf: (headers) => byHeader.get(String(headers[name.toLowerCase()])),
  });
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
    close: () => app.close(),
  };
}

function stateOf(account: Account): AccountState {
  const server = (id: string) => {
    const found = account.servers.get(id);
    if (found === undefined) throw new RangeError(`No server ${id} in ${account.label}`);
    return settled(found);
  };
  return {
    label: account.label,
    get wallet() {
      return account.wallet;
    },
    set wallet(toman) {
      account.wallet = toman;
    },
    get reseller() {
      return account.reseller;
    },
    set reseller(has) {
      account.reseller = has;
    },
    get servers() {
      return [...account.servers.values()].map((each) => settled(each));
    },
    server,
    setStatus: (id, status) => {
      const found = server(id);
      delete found.pending;
      found.status = status;
    },
  };
}
