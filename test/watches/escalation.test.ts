import { expect, test } from 'vitest';
import type { AlertCall } from '../../src/store/jobs/alerts.ts';
import type { Team } from '../../src/store/key-value/teams.ts';
import { nextCall, nextCallAt } from '../../src/watches/escalation.ts';

const MINUTE_MS = 60_000;
const BEGIN = Date.UTC(2026, 0, 5, 12);

function teamOf(edit: (team: Team) => void = () => undefined): Team {
  const member = (userId: number, role: Team['members'][number]['role']) => ({
    ...{ userId, name: `P${userId}`, role, addedAt: 0 },
  });
  const team: Team = {
    ...{
      id: 'team',
      ownerId: 1,
      accountId: 'account',
      chatId: -1,
      topicId: 0,
      title: 'Shift',
      locale: 'en',
      createdAt: 0,
    },
    members: [
      member(1, 'owner'),
      member(2, 'admin'),
      member(3, 'operator'),
      member(4, 'operator'),
      member(5, 'viewer'),
    ],
    ...{ requests: [], protected: [], limits: [] },
    rota: { people: [3, 4], time: '08:00', zone: 'UTC', since: BEGIN - 60 * MINUTE_MS },
  };
  edit(team);
  return team;
}

/** All calls that nobody answers: who is called, and after how many minutes. */
function calls(teamAt: (minutes: number) => Team): [minutes: number, level: string, people: number[]][] {
  const made: [number, string, number[]][] = [];
  let last: AlertCall | undefined;
  for (let at: number | undefined = BEGIN; at !== undefined; at = nextCallAt(last, at)) {
    const minutes = (at - BEGIN) / MINUTE_MS;
    const call = nextCall(last, teamAt(minutes), at);
    if (!call) break;
    made.push([minutes, call.level, call.people]);
    last = call;
  }
  return made;
}

test('who is on call is called, after 5 minutes who comes next, 10 later the admins, and 10 later the admins once more', () => {
  expect(calls(() => teamOf())).toEqual([
    [0, 'onCall', [3]],
    [5, 'next', [4]],
    [15, 'admins', [1, 2]],
    [25, 'admins', [1, 2]],
  ]);
});

test('without a rota all have the time of the first level, and the admins are called then', () => {
  expect(calls(() => teamOf((team) => delete team.rota))).toEqual([
    [0, 'onCall', []],
    [5, 'admins', [1, 2]],
    [15, 'admins', [1, 2]],
  ]);
});

test('who took it is called in place of the rota, whose turn is next then', () => {
  const taken = teamOf((team) => Object.assign(team, { onCall: { userId: 2, since: BEGIN } }));
  expect(calls(() => taken).map(([, level, people]) => [level, people])).toEqual([
    ['onCall', [2]],
    ['next', [3]],
    ['admins', [1, 2]],
    ['admins', [1, 2]],
  ]);
});

test('who leaves meanwhile is not called: the next of the rota is, and without one the admins', () => {
  const left = (...ids: number[]) =>
    teamOf((team) => Object.assign(team, { members: team.members.filter(({ userId }) => !ids.includes(userId)) }));
  expect(calls((minutes) => (minutes < 5 ? teamOf() : left(3)))[1]).toEqual([5, 'next', [4]]);
  expect(calls((minutes) => (minutes < 5 ? teamOf() : left(4)))[1]).toEqual([5, 'admins', [1, 2]]);
  expect(calls((minutes) => (minutes < 15 ? teamOf() : left(2)))[2]).toEqual([15, 'admins', [1]]);
});
