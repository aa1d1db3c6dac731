import { expect, test } from 'vitest';
import type { Operation } from '../../../../src/operations/index.ts';
import type { AuditEntry } from '../../../../src/store/audit/index.ts';
import type { Team } from '../../../../src/store/key-value/teams.ts';
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
  protected: [
    { serverId: 'protected', name: 'web1', level: 'changes' },
    { serverId: 'guarded', name: 'web2', level: 'restarts' },
  ],
  limits: [{ total: 100, currency: 'toman' }],
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
const REBOOT: Partial<Operation> = { subject: 'guarded', parameters: { action: 'reboot' } };
const PURCHASE: Partial<Operation> = { kind: 'renewal', userId: ADMIN, subject: 'other' };
const BY_OWNER: Partial<Operation> = { ...PURCHASE, userId: OWNER };
const limited = (total: number, id?: number): AuditEntry => ({
  at: 50,
  event: 'limitChanged',
  ...(id === undefined ? {} : { member: { id } }),
  after: `${total} toman`,
});
const APPROVED_BY_OWNER = of({ event: 'approved', actor: { id: OWNER } });
const waitsAt = (total: number) => of({ event: 'operation', state: 'waiting', total }, 100);
const claimedAt = (total: number) => of({ event: 'operation', state: 'sending', total });
const EARLIER: AuditEntry = { at: 60, event: 'operation', state: 'sending', operation: 'earlier', total: 60 };
const STARTED: AuditEntry = {
  ...{ at: 50, event: 'breakGlassStarted', actor: { id: ADMIN } },
  after: new Date(3_600_000).toISOString(),
};
const loses = (id: number): AuditEntry => ({ at: 200, event: 'roleChanged', member: { id }, after: 'viewer' });

/** The requests that were sent, and the mistake that the judge must find. */
const CASES: readonly [string, AuditEntry[], Partial<Operation>, number, RegExp | undefined][] = [
  ['approved by another', [WAITS, APPROVED, CLAIMED], {}, 1, undefined],
  ['not sent', [WAITS], { state: 'waiting' }, 0, undefined],
  ['sent twice', [WAITS, APPROVED, CLAIMED], {}, 2, /^twice/],
  ['without an approval', [WAITS, CLAIMED], {}, 1, /^withoutRight.*not approved/],
  ['without a claim in the log', [WAITS, APPROVED], {}, 1, /^withoutRight.*no claim/],
  [
    'with an approval for an earlier claim',
    [WAITS, APPROVED, CLAIMED],
    { claimedAt: 2_000 },
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
  ['above the limit of the team', [claimedAt(101)], BY_OWNER, 1, /^overLimit: .*101 of 100/],
  ['up to the limit of the team', [claimedAt(100)], BY_OWNER, 1, undefined],
  ['above it together with an earlier one', [EARLIER, claimedAt(50)], BY_OWNER, 1, /^overLimit: .*110 of 100/],
  ['above a limit that was lowered', [limited(10), claimedAt(50)], BY_OWNER, 1, /^overLimit: .*50 of 10/],
  ['free, while the team is above its limit', [EARLIER, limited(10), CLAIMED], { subject: 'other' }, 1, undefined],
  ['above a limit that was lowered later', [claimedAt(50), limited(10)], BY_OWNER, 1, undefined],
  [
    'above the limit of the team, approved and during break-glass',
    [STARTED, waitsAt(101), APPROVED_BY_OWNER, claimedAt(101)],
    PURCHASE,
    1,
    /^overLimit/,
  ],
  ['within their own limit', [limited(50, ADMIN), claimedAt(50)], PURCHASE, 1, undefined],
  ['above their own limit', [limited(49, ADMIN), claimedAt(50)], PURCHASE, 1, /^withoutRight.*not approved/],
  [
    'above their own limit, approved',
    [limited(49, ADMIN), waitsAt(50), APPROVED_BY_OWNER, claimedAt(50)],
    PURCHASE,
    1,
    undefined,
  ],
  [
    'approved at another price',
    [waitsAt(40), APPROVED_BY_OWNER, claimedAt(50)],
    PURCHASE,
    1,
    /^withoutRight.*at the price 40, not 50/,
  ],
  ['by break-glass', [STARTED, CLAIMED], {}, 1, undefined],
  ['by break-glass that started later', [CLAIMED, STARTED], {}, 1, /^withoutRight.*not approved/],
  ['by break-glass that has ended', [STARTED, { at: 60, event: 'breakGlassEnded' }, CLAIMED], {}, 1, /^withoutRight/],
  ['by break-glass of a former admin', [STARTED, loses(ADMIN), CLAIMED], {}, 1, /^withoutRight/],
  ['bought during break-glass', [STARTED, limited(49, ADMIN), claimedAt(50)], PURCHASE, 1, /^withoutRight/],
  ['restarted by an operator', [CLAIMED], REBOOT, 1, /^withoutRight.*not on call/],
  ['restarted by an admin', [CLAIMED], { ...REBOOT, userId: ADMIN }, 1, undefined],
  ['restarted on the other level', [CLAIMED], { ...REBOOT, subject: 'protected' }, 1, undefined],
  ['restarted on call', [{ at: 50, event: 'onCallTaken', member: { id: OPERATOR } }, CLAIMED], REBOOT, 1, undefined],
  [
    'restarted after their turn',
    [{ at: 50, event: 'onCallTaken', member: { id: OPERATOR } }, { at: 60, event: 'handedOver' }, CLAIMED],
    REBOOT,
    1,
    /^withoutRight/,
  ],
  ['never ended', [WAITS, APPROVED, CLAIMED], { state: 'sending' }, 1, /^unsettled/],
  ['never told', [WAITS, APPROVED, CLAIMED], { notified: false }, 1, /^unsettled/],
];

test.for(CASES)('%s', ([, log, operation, times, mistake]) => {
  const { wrong } = judgeTeam({
    created: CREATED,
    log,
    operations: [
      { ...OPERATION, ...operation },
      { ...OPERATION, ...BY_OWNER, id: 'earlier' },
    ],
    sent: ({ id }) => (id === OPERATION.id ? times : 0),
  });
  expect(wrong).toEqual(mistake === undefined ? [] : [expect.stringMatching(mistake)]);
});
