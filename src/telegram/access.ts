import type { Hosting, Provider } from '../hosting/index.ts';
import { createKeptLists, type KeptLists } from '../hosting/kept-lists.ts';
import { createKeptStatuses, type KeptStatuses } from '../hosting/kept-statuses.ts';
import { createLearnedLimits, type LearnedLimits } from '../hosting/learned-limits.ts';
import type { Store } from '../store/index.ts';
import type { Account } from '../store/key-value/accounts.ts';
import { createTurns } from '../store/memory.ts';

/** One of a person's accounts, ready to work with. */
export interface Access {
  account: Account;
  hosting: Hosting;
  /** The key of the account's kept lists: made of the binding's own id, never of the token. */
  key: string;
}

/** Decides which account a person may use: today one of the accounts that this person connected. */
export interface Accesses {
  /** The person's account of that id, or their current one. */
  of(userId: number, accountId?: string): Promise<Access | undefined>;
  /** The account's client for background work. The lists it reads are kept for the person's next tap. */
  hostingFor(userId: number, accountId: string): Promise<Hosting | undefined>;
  lists: KeptLists;
  /** What was read of each server's status last, by the same keys. */
  statuses: KeptStatuses;
  /** What quotes taught of the account's limits, by the same keys. */
  limits: LearnedLimits;
}

export function createAccesses(store: Store, provider: Provider, report: (error: unknown) => void): Accesses {
  const turns = createTurns();
  const lists = createKeptLists(
    {
      load: (account) => store.lists.get(account),
      // A long list is written in several turns of the event loop. One that comes meanwhile is newer, and must not be overwritten.
      save: (account, items) =>
        turns(account, async () => {
          // A long list was read in this turn of the event loop: other handlers run before it is written.
          await new Promise(setImmediate);
          await store.lists.set(account, [...items]);
        }),
    },
    report,
  );
  const statuses = createKeptStatuses();
  const limits = createLearnedLimits();
  async function of(userId: number, accountId?: string): Promise<Access | undefined> {
    const { accounts, current } = await store.accounts.get(userId);
    const account = accounts.find((candidate) => candidate.id === (accountId ?? current));
    if (!account) return undefined;
    const key = `${userId}:${account.id}`;
    return { account, hosting: limits.learning(key, statuses.keeping(key, provider.forToken(account.token))), key };
  }
  return {
    lists,
    statuses,
    limits,
    of,
    async hostingFor(userId, accountId) {
      const access = await of(userId, accountId);
      return access && lists.keeping(access.key, access.hosting);
    },
  };
}
