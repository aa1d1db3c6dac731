import { type Account, type DomainState, type Order, type ServerState, settled } from './account.ts';

/** One account, to look at and to alter from a test. */
export interface AccountState {
  readonly label: string;
  /** Toman. */
  wallet: number;
  reseller: boolean;
  /** Also those that are ordered and not ready yet. */
  readonly servers: readonly ServerState[];
  readonly domains: readonly DomainState[];
  /** All money that was taken. */
  readonly orders: readonly Order[];
  server(id: string): ServerState;
  /** Shows any text as the status, at once; what was under way is dropped. */
  setStatus(id: string, status: string): void;
  /** Takes a server out, as after its expiry. */
  removeServer(id: string): void;
}

export function stateOf(account: Account): AccountState {
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
    domains: account.domains,
    orders: account.orders,
    server,
    setStatus: (id, status) => {
      const found = server(id);
      delete found.pending;
      found.status = status;
    },
    removeServer: (id) => {
      account.servers.delete(server(id).id);
    },
  };
}
