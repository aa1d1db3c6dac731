import { normalise } from '../../hosting/answers/spelling.ts';
import type { Hosting, Provider } from '../../hosting/index.ts';
import { createKeptLists, type KeptLists, serverReference } from '../../hosting/kept/kept-lists.ts';
import { createKeptStatuses, type KeptStatuses } from '../../hosting/kept/kept-statuses.ts';
import { createLearnedLimits, type LearnedLimits } from '../../hosting/kept/learned-limits.ts';
import type { Operation, RefusedAction } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Account } from '../../store/key-value/accounts.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { createTurns, putNewest } from '../../store/memory.ts';
import { may, memberOf, type QueryPlace, type Right } from '../../teams/rights.ts';
import { noteAccepted } from '../secrets/known-tokens.ts';
import { teamName } from '../ui/format.ts';

const MAX_ACCOUNTS_REMEMBERED = 10_000;

export interface Access {
  /** A team's account has the team's name as its label, and no limits or currencies of its owner. */
  account: Account;
  hosting: Hosting;
  /** The key of the account's kept lists: made of the binding's own id, never of the token. */
  key: string;
  /** The team as it was when the update came. */
  team?: Team;
  /** The chosen account is one of a team that the person can't use any more. */
  isInstead?: true;
}

export interface Asker extends QueryPlace {
  userId: number;
  topicId?: number | undefined;
}

/** `notMember`, `otherAccount`: the chat works with a team's account, or with another one than this. */
export interface Denied {
  denied: 'none' | 'notMember' | 'otherAccount';
  team?: string;
  wanted?: Omit<RefusedAction, 'team'>;
}

export interface NamedServer {
  reference?: string | undefined;
  typed?: string | undefined;
}

type SentOperation = Pick<Operation, 'userId' | 'accountId' | 'team' | 'teamOwner'>;

/** Decides which account a person uses. `may` of `teams/rights.ts` decides what they may do with it. */
export interface Accesses {
  /** Checks no right: `telegram/access/require-right.ts` does. */
  find(asker: Asker, accountId?: string): Promise<Access | Denied>;
  /** {@link Accesses.find} with a check of the right, for work without an update. */
  of(asker: Asker, right: Right, accountId?: string): Promise<Access | undefined>;
  /** @param use only `read` works for a team that has ended */
  hostingFor(of: SentOperation, use: 'send' | 'read'): Promise<Hosting | undefined>;
  /** `undefined` where the account is not connected any more. */
  tokenOf(of: SentOperation): Promise<string | undefined>;
  /** Knows only the servers of the kept lists: asks the provider nothing. */
  serverOf(team: Team, named: NamedServer): Promise<{ id: string; name: string } | undefined>;
  /** For background readings; `undefined` where the account is not connected any more. */
  watched(
    ownerId: number,
    accountId: string,
  ): Promise<(Pick<Access, 'hosting' | 'key'> & Pick<Account, 'aliases' | 'token'>) | undefined>;
  lists: KeptLists;
  statuses: KeptStatuses;
  limits: LearnedLimits;
}

export function createAccesses(store: Store, provider: Provider, report: (error: unknown) => void): Accesses {
  const turns = createTurns();
  const remembered = new Map<string, true>();

  /** Tokens that an earlier release connected become known with their first list. */
  async function rememberToken(account: string): Promise<void> {
    if (remembered.has(account)) return;
    const [ownerId, accountId] = account.split(':');
    const { accounts } = await store.accounts.get(Number(ownerId));
    const found = accounts.find(({ id }) => id === accountId);
    if (found) await noteAccepted(store, found.token);
    putNewest(remembered, account, true, MAX_ACCOUNTS_REMEMBERED);
  }

  const lists = createKeptLists(
    {
      load: async (account) => (await Promise.all([store.lists.get(account), rememberToken(account)]))[0],
      // A long list is written in several turns of the event loop: a newer list must not be overwritten.
      save: (account, items) =>
        turns(account, async () => {
          // A long list was read in this turn of the event loop: other handlers run before it is written.
          await new Promise(setImmediate);
          await store.lists.set(account, [...items]);
          await rememberToken(account);
        }),
    },
    report,
    undefined,
    () => store.now(),
  );
  const statuses = createKeptStatuses();
  const limits = createLearnedLimits();

  function accessTo(ownerId: number, account: Account, team?: Team, use?: 'background'): Access {
    const key = keyOf(ownerId, account.id);
    const hosting = limits.learning(key, statuses.keeping(key, provider.forToken(account.token, use)));
    return { account, hosting, key, ...(team ? { team } : {}) };
  }

  /** Hides the owner's label, limits and currencies, also from the owner: in a group all read along. */
  async function teamAccount(team: Team): Promise<Access | Denied> {
    const { accounts } = await store.accounts.get(team.ownerId);
    const account = accounts.find(({ id }) => id === team.accountId);
    if (!account) return { denied: 'none' };
    return accessTo(
      team.ownerId,
      { ...account, label: teamName(team), limits: undefined, currencies: undefined },
      team,
    );
  }

  async function findInTeamChat(
    teams: readonly Team[],
    asker: Asker,
    accountId?: string,
  ): Promise<Access | Denied | undefined> {
    const { userId, topicId = 0 } = asker;
    // While a team's owner is gone, its members use no other account: typed names still mean its servers.
    const open = teams.filter((each) => each.paused !== 'ownerLeft' || memberOf(each, userId));
    const here = open.find((each) => each.topicId === topicId) ?? open.find((each) => each.topicId === 0);
    const team = open.find((each) => each.accountId === accountId) ?? here;
    if (!team) return undefined;
    if (accountId !== undefined && accountId !== team.accountId) return { denied: 'otherAccount', team: team.id };
    return memberOf(team, userId) ? teamAccount(team) : { denied: 'notMember', team: team.id };
  }

  async function find(asker: Asker, accountId?: string): Promise<Access | Denied> {
    const { userId, chatId } = asker;
    const isPrivate = chatId === userId;
    const there = isPrivate ? [] : await store.teams.allInChat(chatId);
    const ofChat = await findInTeamChat(there, asker, accountId);
    if (ofChat) return ofChat;
    const [{ accounts, current }, teams] = await Promise.all([
      store.accounts.get(userId),
      store.teams.ofPerson(userId),
    ]);
    const lent = isPrivate ? teams : [];
    const wanted = accountId ?? current;
    const own = accounts.find(({ id }) => id === wanted);
    const ofTeam = lent.find((each) => each.accountId === wanted);
    if (own || ofTeam || accountId !== undefined) return accessIn(userId, teams, own, ofTeam);
    const first = await accessIn(userId, teams, accounts[0], lent[0]);
    return isPrivate && current !== undefined && !('denied' in first) ? { ...first, isInstead: true } : first;
  }

  async function accessIn(
    userId: number,
    teams: readonly Team[],
    own: Account | undefined,
    ofTeam: Team | undefined,
  ): Promise<Access | Denied> {
    if (own) {
      const lent = teams.find(({ ownerId, accountId }) => ownerId === userId && accountId === own.id);
      return accessTo(userId, own, lent);
    }
    return ofTeam ? teamAccount(ofTeam) : { denied: 'none' };
  }

  async function senderOf(
    { userId, accountId, team: id, teamOwner }: SentOperation,
    use: 'send' | 'read',
  ): Promise<{ ownerId: number; account: Account } | undefined> {
    const team = id === undefined ? undefined : await store.teams.get(id);
    if (team && team.accountId !== accountId) return undefined;
    const lastOwner = use === 'read' ? teamOwner : undefined;
    const ownerId = id === undefined ? userId : (team?.ownerId ?? lastOwner);
    if (ownerId === undefined) return undefined;
    const { accounts } = await store.accounts.get(ownerId);
    const account = accounts.find((each) => each.id === accountId);
    return account && { ownerId, account };
  }

  return {
    lists,
    statuses,
    limits,
    find,
    async of(asker, right, accountId) {
      const found = await find(asker, accountId);
      if ('denied' in found) return undefined;
      const { team } = found;
      if (right === 'anyone' || !team) return found;
      const verdict = may(team, { person: asker.userId, place: asker, action: right, now: store.now() });
      return verdict.may === 'no' ? undefined : found;
    },
    async serverOf({ ownerId, accountId }, { reference, typed = '' }) {
      const { accounts } = await store.accounts.get(ownerId);
      const aliases = accounts.find(({ id }) => id === accountId)?.aliases ?? new Map<string, string>();
      const wanted = normalise(typed);
      const isNamed = (id: string, ip: string | undefined) =>
        reference === undefined
          ? [id, ip, aliases.get(id)].some((each) => each !== undefined && normalise(each) === wanted)
          : serverReference(id) === reference;
      const { items } = await lists.known(keyOf(ownerId, accountId));
      const [found, ...others] = items.filter(({ id, ip }) => isNamed(id, ip));
      if (!found || others.some(({ id }) => id !== found.id)) return undefined;
      return { id: found.id, name: aliases.get(found.id) ?? found.ip ?? found.id };
    },
    async watched(ownerId, accountId) {
      const { accounts } = await store.accounts.get(ownerId);
      const account = accounts.find(({ id }) => id === accountId);
      if (!account) return undefined;
      const { key, hosting } = accessTo(ownerId, account, undefined, 'background');
      return { key, hosting, aliases: account.aliases, token: account.token };
    },
    async hostingFor(operation, use) {
      const sender = await senderOf(operation, use);
      if (!sender) return undefined;
      const { key, hosting } = accessTo(sender.ownerId, sender.account);
      return lists.keeping(key, hosting);
    },
    tokenOf: async (operation) => (await senderOf(operation, 'read'))?.account.token,
  };
}

function keyOf(ownerId: number, accountId: string): string {
  return `${ownerId}:${accountId}`;
}
