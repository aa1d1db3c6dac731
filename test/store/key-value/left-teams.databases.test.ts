import { expect, onTestFinished, test } from 'vitest';
import type { AuditDraft } from '../../../src/store/audit/index.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { Team, TeamEnd } from '../../../src/store/key-value/teams.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const TEAM = 'team';
const CHAT = -100;
const [OWNER, ADA, OLGA, STRANGER] = [1, 2, 3, 9];
const member = (userId: number, role: 'owner' | 'admin') => ({ userId, name: `P${userId}`, role, addedAt: 1 });
const team = (): Team => ({
  id: TEAM,
  ownerId: OWNER,
  accountId: 'account',
  chatId: CHAT,
  topicId: 0,
  title: 'Shift',
  createdAt: 1,
  members: [member(OWNER, 'owner'), member(ADA, 'admin'), member(OLGA, 'admin')],
  requests: [],
  protected: [],
  limits: [],
});
const ended: AuditDraft = { at: Date.now(), event: 'teamEnded' };
const restored: AuditDraft = { at: Date.now(), event: 'teamRestored' };

const without = (kept: Team, userId: number) => {
  kept.members = kept.members.filter((each) => each.userId !== userId);
};
const leave = ({ teams }: Store, userId: number) =>
  teams.leave(CHAT, userId, Date.now(), (kept) => without(kept, userId));
const restore = ({ teams }: Store, as: Team) =>
  teams.restore(as, restored, (kept, last) => {
    for (const { userId } of last?.left ?? []) without(kept, userId);
  });
const idsOf = async ({ teams }: Store) => (await teams.get(TEAM))?.members.map(({ userId }) => userId);
const leftOf = (end: TeamEnd | undefined) => (end?.left ?? []).map(({ userId }) => userId);

onEachDatabase(({ place }) => {
  async function open(): Promise<Store> {
    const store = await openStore(await place(), [newKey()]);
    onTestFinished(() => store.close());
    await store.teams.create(team(), { at: 1, event: 'teamCreated' });
    return store;
  }

  test('a member who leaves after the end of a team was read and before it is brought back has no role in it', async () => {
    const store = await open();
    await store.teams.end(TEAM, ended);
    const last = await store.teams.lastEnd(TEAM);
    expect(await leave(store, ADA)).toEqual([]);
    expect(await restore(store, last?.team ?? team())).toBe('created');
    expect(await idsOf(store)).toEqual([OWNER, OLGA]);
    // The team ends once more: its kept row no longer has the people who left.
    await store.teams.end(TEAM, ended);
    await restore(store, (await store.teams.lastEnd(TEAM))?.team ?? team());
    expect(await idsOf(store)).toEqual([OWNER, OLGA]);
  });

  test('a member who leaves while a team ends and is brought back, in any order, has no role in it', async () => {
    const store = await open();
    for (let round = 0; round < 20; round++) {
      const turns = Array.from({ length: 1 + (round % 5) }, () => store.teams.get(TEAM));
      const left = (async () => {
        await Promise.all(turns);
        await leave(store, ADA);
      })();
      await store.teams.end(TEAM, ended);
      await restore(store, (await store.teams.lastEnd(TEAM))?.team ?? team());
      await store.teams.end(TEAM, ended);
      await restore(store, (await store.teams.lastEnd(TEAM))?.team ?? team());
      await left;
      expect(await idsOf(store), `round ${round}`).toEqual([OWNER, OLGA]);
      await store.teams.change(TEAM, (kept) => {
        kept.members = team().members;
      });
    }
  });

  test('of an ended team only members are noted who left, each once, however many leave its group', async () => {
    const store = await open();
    await store.teams.end(TEAM, ended);
    for (const userId of [STRANGER, ADA, ADA, OLGA, STRANGER + 1, ADA]) await leave(store, userId);
    expect(leftOf(await store.teams.lastEnd(TEAM)).sort()).toEqual([ADA, OLGA]);
  });
});
