import type { World } from '../../../../src/sandbox/telegram/index.ts';
import type { Store } from '../../../../src/store/index.ts';
import { ROLES, type Team } from '../../../../src/store/key-value/teams.ts';
import type { Chance } from '../../../support/random/chance.ts';
import { FIRST_ID, idOf, ROLE_OF } from './people.ts';

const DAY_MS = 24 * 3_600_000;
/** An owner creates ten teams a day: each round's team is dated three hours after that of the round before, and the first so far back. */
const FIRST_CREATED_MS = 100 * DAY_MS;
const CREATED_EVERY_MS = DAY_MS / 8;
const SHORT_LIFE_MS = 300;
const CURRENCY = 'تومان';
/** Renewals cost 200,000 to 800,000: no limit, one below the dearest, of a few, and of all. */
const LIMITS = [0, 500_000, 1_200_000, 9_000_000];
const LEVELS = ['changes', 'restarts'] as const;

/** The bot's store, opened a second time: changes made here come from another process. */
interface Changing {
  store: Store;
  chance: Chance;
  /** The team's id. */
  id: string;
}

/** A team with some of the servers protected, and with some limits. */
export async function createTeam(
  { store, chance, id }: Changing,
  { group }: World,
  servers: readonly { id: string }[],
  round: number,
): Promise<Team> {
  const ownerId = idOf('owner');
  const [account] = (await store.accounts.get(ownerId)).accounts;
  const team: Team = {
    id,
    ownerId,
    accountId: account?.id ?? '',
    chatId: group.id,
    topicId: 0,
    title: id,
    createdAt: store.now(),
    members: Object.entries(ROLE_OF).map(([name, role], index) => ({
      userId: FIRST_ID + index,
      name,
      role,
      addedAt: store.now(),
      ...(role === 'admin' ? { limits: anyLimit(chance) } : {}),
    })),
    requests: [],
    protected: servers
      .filter(() => chance.odds(0.7))
      .map((server) => ({ serverId: server.id, name: server.id, level: chance.pick(LEVELS) })),
    limits: anyLimit(chance),
  };
  const at = store.now() - FIRST_CREATED_MS + round * CREATED_EVERY_MS;
  const is = await store.teams.create(team, { at, event: 'teamCreated' });
  if (is !== 'created') throw new Error(`The team was not created: ${is}`);
  return team;
}

function anyLimit(chance: Chance): Team['limits'] {
  const total = chance.pick(LIMITS);
  return total === 0 ? [] : [{ total, currency: CURRENCY }];
}

/** Gives a member another role, or removes them. */
export async function changeRole({ store, chance, id }: Changing): Promise<void> {
  const userId = idOf(chance.pick(['admin', 'admin2', 'operator'] as const));
  const role = chance.pick(ROLES.slice(0, 3));
  const isRemoved = chance.odds(0.2);
  await store.teams.change(id, (team, note) => {
    const member = team.members.find((each) => each.userId === userId);
    if (!member) return;
    const about = { at: store.now(), member: { id: userId } };
    if (isRemoved) {
      team.members = team.members.filter((each) => each !== member);
      note({ ...about, event: 'memberRemoved' });
      return;
    }
    note({ ...about, event: 'roleChanged', before: member.role, after: role });
    member.role = role;
  });
}

/** Sets or removes the limit of the team, or of an admin. */
export async function changeLimit({ store, chance, id }: Changing): Promise<void> {
  const whose = chance.pick(['team', 'admin', 'admin2'] as const);
  const limits = anyLimit(chance);
  await store.teams.change(id, (team, note) => {
    const member = whose === 'team' ? undefined : team.members.find(({ userId }) => userId === idOf(whose));
    if (whose !== 'team' && !member) return;
    note({
      at: store.now(),
      event: 'limitChanged',
      ...(member ? { member: { id: member.userId } } : {}),
      after: limits.map(({ total, currency }) => `${total} ${currency}`).join(),
    });
    if (member) member.limits = limits;
    else team.limits = limits;
  });
}

/** The operator takes it, or gives it back. */
export async function changeOnCall({ store, chance, id }: Changing): Promise<void> {
  const isTaken = chance.odds(0.6);
  const userId = idOf('operator');
  await store.teams.change(id, (team, note) => {
    if (isTaken) team.onCall = { userId, since: store.now() };
    else delete team.onCall;
    note({
      at: store.now(),
      event: isTaken ? 'onCallTaken' : 'handedOver',
      ...(isTaken ? { member: { id: userId } } : {}),
    });
  });
}

/** The time for some approvals ends soon. */
export async function shorten({ store, chance, id }: Changing): Promise<void> {
  const expiresAt = Date.now() + chance.whole(0, SHORT_LIFE_MS);
  for (const operation of await store.ledger.openOfTeam(id))
    if (chance.odds(0.5)) await store.ledger.move(operation.id, { from: ['waiting'], expiresAt, dueAt: expiresAt });
}

export async function end({ store, id }: Pick<Changing, 'store' | 'id'>): Promise<void> {
  await store.teams.end(id, { at: store.now(), event: 'teamEnded' });
}
