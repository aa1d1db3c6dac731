import { expect, test } from 'vitest';
import type { Member, Role, Team } from '../../src/store/key-value/teams.ts';
import { type Action, ALL_ACTIONS } from '../../src/teams/actions.ts';
import { approversOf, may, mayApprove, type Permission, type RightQuery } from '../../src/teams/rights.ts';
import { atLeast, DESIGN, ROLES_OF_DESIGN } from './design.ts';

const NOW = 1_800_000_000_000;
const GROUP = -100;
const IDS: Record<Role | 'stranger', number> = { viewer: 1, operator: 2, admin: 3, owner: 4, stranger: 9 };
const OTHER_ADMIN = 5;
const COST = { total: 100, currency: 'toman' };

const PEOPLE = [...ROLES_OF_DESIGN, 'stranger'] as const;
const LEVELS = ['none', 'changes', 'restarts'] as const;
const PLACES = ['group', 'private', 'another group'] as const;
const PAUSES = [undefined, 'ownerLeft', 'botLeft'] as const;
/** The price of an action, and the limits. */
const MONEY = ['free', 'no limits', 'within', 'above own', 'above team', 'unclear for team', 'unclear own'] as const;
const ENDS_PAUSE: readonly Action[] = ['account', 'members'];
const YES_NO = [true, false] as const;

interface Case {
  person: (typeof PEOPLE)[number];
  action: Action;
  level: (typeof LEVELS)[number];
  place: (typeof PLACES)[number];
  paused: (typeof PAUSES)[number];
  money: (typeof MONEY)[number];
  onCall: boolean;
  breakGlass: boolean;
  /** Whether the team has a second admin. */
  others: boolean;
}

const ASKED = PEOPLE.flatMap((person) => ALL_ACTIONS.map((action) => ({ person, action })));
const WHERE = LEVELS.flatMap((level) => PLACES.flatMap((place) => PAUSES.map((paused) => ({ level, place, paused }))));
const HELPS = YES_NO.flatMap((onCall) =>
  YES_NO.flatMap((breakGlass) => YES_NO.map((others) => ({ onCall, breakGlass, others }))),
);

function* allCases(): Generator<Case> {
  for (const asked of ASKED)
    for (const where of WHERE)
      for (const helps of HELPS)
        for (const money of asked.action === 'spend' ? MONEY : (['free'] as const))
          yield { ...asked, ...where, ...helps, money };
}

const OWN_LIMITS: Partial<Record<Case['money'], Member['limits']>> = {
  within: [{ total: 100, currency: 'toman' }],
  'above own': [{ total: 99, currency: 'toman' }],
  'above team': [{ total: 1_000, currency: 'toman' }],
  'unclear own': [{ total: 1_000, currency: 'dollar' }],
};
const TEAM_LIMITS: Partial<Record<Case['money'], Team['limits']>> = {
  'above team': [{ total: 99, currency: 'toman' }],
  'unclear for team': [{ total: 1_000, currency: 'dollar' }],
};

function teamOf({ person, level, paused, money, onCall, breakGlass, others }: Case): Team {
  const limits = OWN_LIMITS[money];
  const member = (role: Role, userId = IDS[role]): Member => ({
    ...{ userId, name: role, role, addedAt: 0 },
    ...(limits ? { limits } : {}),
  });
  // Without others the asker is the only one who could approve.
  const present = others
    ? ROLES_OF_DESIGN
    : ROLES_OF_DESIGN.filter((role) => role === person || !atLeast(role, 'admin'));
  return {
    id: 'team',
    ownerId: IDS.owner,
    accountId: 'account',
    chatId: GROUP,
    topicId: 0,
    title: 'Shift',
    createdAt: 0,
    members: [...present.map((role) => member(role)), ...(others ? [member('admin', OTHER_ADMIN)] : [])],
    requests: [],
    protected: level === 'none' ? [] : [{ serverId: 'srv', name: 'web1', level }],
    limits: TEAM_LIMITS[money] ?? [],
    ...(onCall ? { onCall: { userId: IDS[person], since: 0 } } : {}),
    ...(breakGlass ? { breakGlass: { by: IDS.admin, reason: 'outage', since: NOW - 1, until: NOW + 1 } } : {}),
    ...(paused ? { paused } : {}),
  };
}

function questionOf({ person, action, place, money }: Case): RightQuery {
  const chatId = { group: GROUP, private: IDS[person], 'another group': -200 }[place];
  return {
    ...{ person: IDS[person], place: { chatId }, action, server: 'srv', now: NOW },
    ...(money === 'free' ? {} : { amount: { quote: { ...COST, period: 30 }, sent: [] } }),
  };
}

function lowestOf({ action, place }: Case): Role {
  const { from, privately } = DESIGN[action];
  return (place === 'private' ? privately : undefined) ?? from;
}

/** The decision by DESIGN 14, in one word and its reason. */
function wanted(each: Case): string {
  const { person, action, place, paused, others } = each;
  if (person === 'stranger') return 'no: notMember';
  if (place === 'another group' && person !== 'owner') return 'no: elsewhere';
  // Outside of the group the owner goes on, within protection and limits; in it they can only end the pause.
  if (paused && (person !== 'owner' || (place === 'group' && !ENDS_PAUSE.includes(action)))) return 'no: paused';
  if (!atLeast(person, lowestOf(each))) return 'no: role';
  if (each.money === 'above team') return 'no: teamLimit';
  if (each.money === 'unclear for team') return 'no: limitUnclear';
  const lacking = each.money === 'no limits' ? 'noLimit' : 'limit';
  const why = overOwnLimit(each) ? lacking : secondPerson(each);
  if (!why) return 'yes';
  if (paused) return 'no: pausedAlone';
  return others ? `approval: ${why}` : 'no: noApprover';
}

function overOwnLimit({ person, money }: Case): boolean {
  return person !== 'owner' && ['no limits', 'above own', 'unclear own'].includes(money);
}

function secondPerson({
  person,
  action,
  level,
  onCall,
  breakGlass,
  others,
}: Case): 'protected' | 'restart' | undefined {
  // It is the admin who turned on emergency access: it holds as long as they are one.
  if (level === 'none' || (breakGlass && (others || person === 'admin'))) return undefined;
  const { second } = DESIGN[action];
  if (second === 'changes') return 'protected';
  // Admins and the owner restart without a second person, and so does an operator on call.
  return second === 'restarts' && level === 'restarts' && person === 'operator' && !onCall ? 'restart' : undefined;
}

function said(verdict: Permission): string {
  if (verdict.may === 'no') return `no: ${verdict.reason}`;
  return verdict.may === 'approval' ? `approval: ${verdict.why}` : 'yes';
}

test('every combination of role, action, protection, on-call, limits, pause and place has the right that DESIGN 14 gives', () => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const each of allCases()) {
    const verdict = said(may(teamOf(each), questionOf(each)));
    if (verdict !== wanted(each)) wrong.push(`${JSON.stringify(each)}: ${verdict}, not ${wanted(each)}`);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`rights: ${total.toLocaleString('en')} combinations`);
  // Each outcome is met: a table that allows everything, or nothing, would not pass.
  expect([...counts.keys()].sort()).toEqual([
    'approval: limit',
    'approval: noLimit',
    'approval: protected',
    'approval: restart',
    'no: elsewhere',
    'no: limitUnclear',
    'no: noApprover',
    'no: notMember',
    'no: paused',
    'no: pausedAlone',
    'no: role',
    'no: teamLimit',
    'yes',
  ]);
});

test('the asker is never among those who may approve, and no member below admin is', () => {
  const wrong: string[] = [];
  for (const each of allCases()) {
    const verdict = may(teamOf(each), questionOf(each));
    const admins = [IDS.admin, IDS.owner, OTHER_ADMIN].filter((id) => id !== IDS[each.person]);
    if (verdict.may === 'approval' && String([...verdict.of].sort()) !== String(admins.sort()))
      wrong.push(`${JSON.stringify(each)}: ${verdict.of}`);
  }
  expect(wrong).toEqual([]);
});

test('those who are asked to approve may, and nobody else: not the asker', () => {
  const wrong: string[] = [];
  for (const each of allCases()) {
    if (each.paused) continue;
    const [team, asker] = [teamOf(each), IDS[each.person]];
    const allowed = Object.values(IDS).filter((id) => mayApprove(team, id, asker).may === 'yes');
    const asked = approversOf(team, asker).filter((id) => id !== OTHER_ADMIN);
    if (String(allowed) !== String(asked)) wrong.push(`${JSON.stringify(each)}: ${allowed}`);
  }
  expect(wrong).toEqual([]);
});

test('without a team there is no right at all', () => {
  const verdicts = new Set([...allCases()].map((each) => said(may(undefined, questionOf(each)))));
  expect([...verdicts]).toEqual(['no: ended']);
});

test('every action has its row', () => {
  expect(Object.keys(DESIGN).sort()).toEqual([...ALL_ACTIONS].sort());
});
