import { expect, test } from 'vitest';
import type { Team } from '../../src/store/key-value/teams.ts';
import { type MemberChange, type MemberResult, removeMember, undoChange } from '../../src/teams/members.ts';
import { onCallNow } from '../../src/teams/rota.ts';

const PEOPLE = [1, 2, 3, 4];
const AT = Date.UTC(2027, 2, 1, 10);

function teamWithRota(): Team {
  const member = (userId: number) => ({ userId, name: `P${userId}`, role: 'operator' as const, addedAt: 0 });
  return {
    id: 'team',
    ownerId: 9,
    accountId: 'account',
    chatId: -1,
    topicId: 0,
    title: 'Shift',
    createdAt: 0,
    members: PEOPLE.map(member),
    requests: [],
    protected: [],
    limits: [],
    rota: { people: PEOPLE, time: '09:00', zone: 'UTC', since: AT - 1 },
  };
}

const change = { at: AT, note: () => undefined };

function changed(outcome: MemberResult): MemberChange {
  return typeof outcome === 'string' ? expect.fail(outcome) : outcome;
}

/** The people of the rota, beginning with the first of all. */
function inOrder({ rota }: Team): number[] {
  const people = rota?.people ?? [];
  const first = people.indexOf(Math.min(...people));
  return [...people.slice(first), ...people.slice(0, first)];
}

function ordersOf(people: readonly number[]): number[][] {
  if (people.length === 0) return [[]];
  return people.flatMap((each) => ordersOf(people.filter((other) => other !== each)).map((rest) => [each, ...rest]));
}

test('people who were removed come back to their places in the rota, in any order of undoing', () => {
  for (const gone of [[1, 2], [2, 3], [1, 2, 3], PEOPLE])
    for (const removed of ordersOf(gone))
      for (const undone of ordersOf(gone)) {
        const team = teamWithRota();
        const changes = new Map(removed.map((each) => [each, changed(removeMember(team, each, change))]));
        for (const each of undone) {
          const onCall = onCallNow(team, AT);
          changed(undoChange(team, changes.get(each) ?? expect.fail(), change));
          expect([each, onCall]).toContain(onCallNow(team, AT));
        }
        expect(inOrder(team), `removed ${removed}, undone ${undone}`).toEqual(PEOPLE);
      }
});

test('a rota that was set or turned off since stays as it is', () => {
  const team = teamWithRota();
  const removal = changed(removeMember(team, 2, change));
  team.rota = { people: [3, 1], time: '10:00', zone: 'UTC', since: AT };
  changed(undoChange(team, removal, change));
  expect(team.rota?.people).toEqual([3, 1]);
  const second = changed(removeMember(team, 1, change));
  team.rota = undefined;
  changed(undoChange(team, second, change));
  expect(team.rota).toBeUndefined();
});
