import type { Account } from '../accounts/account.ts';
import type { Timings } from '../assumptions.ts';
import type { Consoles } from '../console/console.ts';

/** What a handler gets: the caller's account and the parameters, from the body or, in a GET, also from the query. */
export interface Asked {
  readonly account: Account;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timings: Timings;
  /** Every account there is: a domain that one of them has is taken for all. */
  readonly accounts: readonly Account[];
  readonly consoles: Consoles;
  readonly registries: Registries;
}

/** What the registry of a suffix wants besides what the contract says of all, by the suffix in ASCII. */
export type Registries = Readonly<Record<string, RegistryRules>>;

export interface RegistryRules {
  /** A registration needs `nic-handle`, as that of a national suffix does. */
  handle?: boolean;
  /** The years it takes; those of the contract when left out. */
  years?: readonly number[];
}

/** One row of the contract. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The account's state is kept afterwards. */
  readonly alters?: true;
  /** The answer's JSON; a handler that throws a Refusal has altered nothing. */
  readonly handle: (asked: Asked) => unknown;
}
