import { expect, test } from 'vitest';
import type { Alert, AlertCall } from '../../src/store/jobs/alerts.ts';
import type { Team } from '../../src/store/key-value/teams.ts';
import { handedBack, heardAt, lapsed, nextCall, nextCallAt } from '../../src/watches/escalation.ts';

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

/** All calls of an alert without an answer: who is called, and after how many minutes. */
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

test('the person on call is called, after 5 minutes the next one, 10 later the admins, and 10 later the admins once more', () => {
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

test('a person who took it is called in place of the rota, whose turn is next then', () => {
  const taken = teamOf((team) => Object.assign(team, { onCall: { userId: 2, since: BEGIN } }));
  expect(calls(() => taken).map(([, level, people]) => [level, people])).toEqual([
    ['onCall', [2]],
    ['next', [3]],
    ['admins', [1, 2]],
    ['admins', [1, 2]],
  ]);
});

test('a person who leaves meanwhile is not called: the next of the rota is, and without one the admins', () => {
  const left = (...ids: number[]) =>
    teamOf((team) => Object.assign(team, { members: team.members.filter(({ userId }) => !ids.includes(userId)) }));
  expect(calls((minutes) => (minutes < 5 ? teamOf() : left(3)))[1]).toEqual([5, 'next', [4]]);
  expect(calls((minutes) => (minutes < 5 ? teamOf() : left(4)))[1]).toEqual([5, 'admins', [1, 2]]);
  expect(calls((minutes) => (minutes < 15 ? teamOf() : left(2)))[2]).toEqual([15, 'admins', [1]]);
});

test('a called person is not called as the next of the rota, and the admins come on time when that one leaves', () => {
  const left = teamOf((team) => Object.assign(team, { members: team.members.filter(({ userId }) => userId !== 4) }));
  const called = nextCall(undefined, teamOf(), BEGIN);
  const next = nextCall(called, teamOf(), BEGIN + 5 * MINUTE_MS);
  expect(next).toMatchObject({ level: 'next', people: [4], called: [3, 4] });
  expect(nextCall(next, left, BEGIN + 14 * MINUTE_MS)).toMatchObject({ level: 'admins', people: [1, 2] });
});

test('a person called in place of one who left has the rest of the level’s time, and two minutes at least', () => {
  const three = (...gone: number[]) =>
    teamOf((team) => {
      team.members.push({ userId: 6, name: 'P6', role: 'operator', addedAt: 0 });
      team.members = team.members.filter(({ userId }) => !gone.includes(userId));
      if (team.rota) team.rota.people = [3, 4, 6];
    });
  const minutes = (at = 0) => (at - BEGIN) / MINUTE_MS;
  const next = nextCall(nextCall(undefined, three(), BEGIN), three(), BEGIN + 5 * MINUTE_MS);
  const replacedAfter = (after: number) => nextCall(next, three(4), BEGIN + after * MINUTE_MS);
  expect(replacedAfter(8)).toMatchObject({ level: 'next', people: [6], called: [3, 4, 6] });
  expect([8, 14].map((after) => minutes(nextCallAt(replacedAfter(after), 0)))).toEqual([15, 16]);
  // The message of the call was sent later.
  const late = replacedAfter(8);
  expect(late && minutes(nextCallAt(heardAt(late, BEGIN + 20 * MINUTE_MS), 0))).toBe(22);
});

test('a call of an older row, which names only the last people, goes on', () => {
  const old: AlertCall = { step: 0, level: 'onCall', people: [3], at: BEGIN };
  expect(nextCall(old, teamOf(), BEGIN + 5 * MINUTE_MS)).toMatchObject({ level: 'next', people: [4], called: [3, 4] });
});

function alertOf(fields: Partial<Alert> = {}): Alert {
  const acknowledged = { by: { id: 3, name: 'P3' }, at: BEGIN, until: BEGIN + 120 * MINUTE_MS };
  return {
    ...{ id: 'alert', ownerId: 1, accountId: 'account', chatId: -1, team: 'team', locale: 'en', what: 'down' },
    ...{ since: BEGIN, createdAt: BEGIN, dueAt: null, state: 'acknowledged', revision: 7, shownRevision: 7 },
    ...{ messageId: 1, acknowledged, ...fields },
  };
}

const LAST_CALL: AlertCall = { step: 3, level: 'admins', people: [1, 2], at: BEGIN };
const FIRST_CALL: AlertCall = { step: 0, level: 'onCall', people: [3], at: BEGIN };
const MUTE = { by: { id: 3, name: 'P3' }, at: BEGIN, until: BEGIN + 60 * MINUTE_MS };

type Fields = Omit<Partial<Alert>, 'messageId'> & { messageId?: undefined };

test.each<[string, Fields, Partial<Alert>]>([
  ['of which a level is left goes on with that', { call: FIRST_CALL }, {}],
  ['of which no level is left calls the rota anew', { call: LAST_CALL }, { call: undefined }],
  ['that called no person yet makes its first call', {}, {}],
  ['whose call was never sent sends it with sound', { call: FIRST_CALL, messageId: undefined }, { toNotify: 8 }],
  ['that is muted stays quiet', { silenced: MUTE, call: LAST_CALL }, {}],
  ['in the private chat of another person is told anew', { chatId: 4 }, { toNotify: 8 }],
  ['in the private chat of the presser makes no sound', { chatId: 3 }, {}],
  ['in the private chat of the presser, never sent, is told', { chatId: 3, messageId: undefined }, { toNotify: 8 }],
  ['that can wait for the end of quiet hours is only shown', { what: 'unreachable' }, {}],
  ['of a refused token that hides the power is told anew', { what: 'refused', hidesPower: true }, { toNotify: 8 }],
])('a handed back alert %s', (_, fields, changes) => {
  const { messageId, ...set } = fields;
  const { messageId: sent = messageId, ...unsent } = alertOf(set);
  const before = 'messageId' in fields || sent === undefined ? unsent : { ...unsent, messageId: sent };
  expect(handedBack(before, teamOf(), 3, BEGIN + MINUTE_MS)).toEqual({ acknowledged: undefined, ...changes });
});

test('an older row that is acknowledged by no person and not muted opens again, with sound', () => {
  const opened = { acknowledged: undefined, silenced: undefined, call: undefined, toNotify: 8 };
  expect(lapsed(alertOf({ acknowledged: undefined }), teamOf(), BEGIN)).toEqual(opened);
  expect(lapsed(alertOf({ acknowledged: undefined, state: 'open' }), teamOf(), BEGIN)).toBeUndefined();
});
