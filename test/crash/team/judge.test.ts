import { expect, test } from 'vitest';
import type { Operation } from '../../../src/operations/index.ts';
import type { AuditEntry } from '../../../src/store/audit/index.ts';
import type { Team } from '../../../src/store/key-value/teams.ts';
import { judgeTeam } from './judge.ts';

const [OWNER, ADMIN, OPERATOR] = [1, 2, 3];
const member = (userId: number, role: Team['members'][number]['role']) => ({ userId, role, name: role, addedAt: 0 });
const CREATED: Team = {
  id: 'team',
  ownerId: OWNER,
  accountId: 'account',
  chatId: -1,
  topicId: 0,
  title: '',
  createdAt: 0,
  members: [member(OWNER, 'owner'), member(ADMIN, 'admin'), member(OPERATOR, 'operator')],
  requests: [],
  protected: [{ serverId: 'protected', name: 'web1', level: 'changes' }],
  limits: [],
};
const OPERATION: Operation = {
  id: 'operation',
  kind: 'power',
  state: 'done',
  userId: OPERATOR,
  chatId: -1,
  createdAt: 0,
  expiresAt: 1_000,
  dueAt: null,
  notified: true,
  accountId: 'account',
  locale: 'en',
  parameters: {},
  progress: {},
  subject: 'protected',
  claimedAt: 500,
  sentAt: 500,
  approval: { why: 'protected', by: { id: ADMIN, name: 'admin' } },
};
const of = (entry: Omit<AuditEntry, 'at'>, at = 500): AuditEntry => ({ at, operation: 'operation', ...entry });
const WAITS = of({ event: 'operation', state: 'waiting' }, 100);
const APPROVED = of({ event: 'approved', actor: { id: ADMIN } });
const CLAIMED = of({ event: 'operation', state: 'sending' });
const loses = (id: number): AuditEntry => ({ at: 200, event: 'roleChanged', member: { id }, after: 'viewer' });

/** What was sent, and the mistake that the judge must find. */
const CASES: readonly [string, AuditEntry[], Partial<Operation>, number, RegExp | undefined][] = [
  ['approved by another', [WAITS, APPROVED, CLAIMED], {}, 1, undefined],
  ['not sent', [WAITS], { state: 'waiting' }, 0, undefined],
  ['sent twice', [WAITS, APPROVED, CLAIMED], {}, 2, /^twice/],
  ['without an approval', [WAITS, CLAIMED], {}, 1, /^withoutRight.*not approved/],
  ['without a claim in the log', [WAITS, APPROVED], {}, 1, /^withoutRight.*no claim/],
  [
    'with an approval for an earlier claim',
    [WAITS, APPROVED, CLAIMED],
    { claimedAt: 900 },
    1,
    /^withoutRight.*earlier/,
  ],
  ['with an approval from before it waited again', [APPROVED, WAITS, CLAIMED], {}, 1, /^withoutRight.*not approved/],
  ['by a person who lost the role', [WAITS, loses(OPERATOR), APPROVED, CLAIMED], {}, 1, /^withoutRight.*was viewer/],
  ['by an approver who lost the role', [WAITS, loses(ADMIN), APPROVED, CLAIMED], {}, 1, /^withoutRight.*was viewer/],
  ['before its person lost the role', [WAITS, APPROVED, CLAIMED, loses(OPERATOR)], {}, 1, undefined],
  [
    'after the team ended',
    [WAITS, { at: 1, event: 'teamEnded' }, APPROVED, CLAIMED],
    {},
    1,
    /^withoutRight.*no member/,
  ],
  [
    'approved by its own person',
    [WAITS, of({ event: 'approved', actor: { id: OPERATOR } }), CLAIMED],
    {},
    1,
    /^withoutRight.*its own/,
  ],
  ['free, on a server that is not protected', [CLAIMED], { subject: 'other' }, 1, undefined],
  ['bought by an operator', [CLAIMED], { kind: 'renewal' }, 1, /^withoutRight.*was operator/],
  ['bought by the owner', [CLAIMED], { kind: 'renewal', userId: OWNER }, 1, undefined],
  ['after its time', [WAITS, APPROVED, CLAIMED], { sentAt: 1_001 }, 1, /^late/],
  ['never ended', [WAITS, APPROVED, CLAIMED], { state: 'sending' }, 1, /^unsettled/],
  ['never told', [WAITS, APPROVED, CLAIMED], { notified: false }, 1, /^unsettled/],
];

test.for(CASES)('%s', ([, log, operation, times, mistake]) => {
  const { wrong } = judgeTeam({
    created: CREATED,
    log,
    operations: [{ ...OPERATION, ...operation }],
    sent: () => times,
  });
  expect(wrong).toEqual(mistake === undefined ? [] : [expect.stringMatching(mistake)]);
});
