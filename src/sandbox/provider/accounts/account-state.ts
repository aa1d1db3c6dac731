import { type Account, applyDueChange, type DomainState, type Order, type ServerState } from './account.ts';

export interface AccountState {
  readonly label: string;
  /** Toman. */
  wallet: number;
  reseller: boolean;
  /** Includes ordered servers that are not ready yet. */
  readonly servers: readonly ServerState[];
  readonly domains: readonly DomainState[];
  readonly orders: readonly Order[];
  server(id: string): ServerState;
  /** Sets any text as the status and drops the pending change. */
  setStatus(id: string, status: string): void;
  removeServer(id: string): void;
  removeDomain(domain: string): void;
}

export function accountState(account: Account, now: () => number): AccountState {
  const server = (id: string) => {
    const found = account.servers.get(id);
    if (found === undefined) throw new RangeError(`No server ${id} in ${account.label}`);
    return applyDueChange(found, now());
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
      return [...account.servers.values()].map((each) => applyDueChange(each, now()));
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
    removeDomain: (domain) => {
      account.domains.splice(0, Infinity, ...account.domains.filter((each) => each.domain !== domain));
    },
  };
}
