import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/store/database/migrations.ts';
import type { Sql } from '../../../src/store/database/sql.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { createSubjects, openSubjects } from '../../../src/store/encryption/subjects.ts';
import { openStoreIn } from '../../../src/store/index.ts';
import { openLedger } from '../../../src/store/operations/index.ts';
import { newKey } from '../../support/databases/store.ts';

/** A database, a ledger in it, and the way SQLite goes through the tables for each statement. */
async function explained() {
  const sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  await migrate(sql);
  const plans: string[] = [];
  const notingOn =
    (asked: Pick<Sql, 'query'>): Sql['query'] =>
    async (statement, ...values) => {
      const plan = await asked.query(`EXPLAIN QUERY PLAN ${statement}`, ...values);
      plans.push(plan.map(({ detail }) => String(detail)).join('; '));
      return asked.query(statement, ...values);
    };
  const noting: Sql = {
    ...sql,
    dialect: sql.dialect,
    now: () => sql.now(),
    compareClocks: () => sql.compareClocks(),
    close: async () => undefined,
    query: notingOn(sql),
    transaction: (work, options) => sql.transaction((inside) => work({ ...inside, query: notingOn(inside) }), options),
  };
  const seal = createSeal([newKey()]);
  return { ledger: openLedger(noting, seal, createSubjects('')), noting, seal, plans };
}

test('operations of one server or person are looked up by it, not among all of their kind', async () => {
  const { ledger, plans } = await explained();
  await ledger.sent('power', 0, { subject: '9' });
  await ledger.sent('order', 0, { userId: 7 });
  await ledger.sent('order', 0);
  await ledger.sentOn('9', 0);
  expect(plans).toEqual([
    expect.stringMatching(/operations_subject_hash.*operations_subject /),
    expect.stringContaining('operations_user'),
    expect.stringContaining('operations_kind'),
    expect.stringContaining('operations_subject'),
  ]);
});

test('unsent and confirmed operations of a person are looked up among their own', async () => {
  const { ledger, plans } = await explained();
  await ledger.forgetUnsent(7, 1);
  for await (const _ of ledger.confirmed(7, 7, 0)) expect.fail('there is none');
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH operations USING INDEX operations_unsent \(user_id=\?\)$/),
    expect.stringMatching(
      /^SEARCH operations USING INDEX operations_user \(user_id=\? AND created_at[^;]*\)(; USE TEMP B-TREE FOR LAST TERM OF ORDER BY)?$/,
    ),
  ]);
});

test('a start does not go through all operations to see that no subject is readable', async () => {
  const { noting, seal, plans } = await explained();
  await openSubjects(noting, seal);
  await openSubjects(noting, seal);
  expect(plans.filter((plan) => plan.includes('operations'))).toEqual([
    expect.stringContaining('COVERING INDEX operations_subject '),
    expect.stringContaining('COVERING INDEX operations_subject '),
  ]);
});

test('a start finds what was under way, and after an outage what was not sent, without going through all operations', async () => {
  const { ledger, plans } = await explained();
  const none = () => undefined;
  await ledger.takeOver(1_000, () => ({}), none);
  const underWay = [expect.stringContaining('operations_claimed'), expect.stringContaining('operations_due')];
  expect(plans.filter((plan) => plan.includes('operations'))).toEqual([
    expect.stringContaining('operations_due'),
    ...underWay,
  ]);
  plans.length = 0;
  await ledger.takeOver(2_000, () => ({}), none);
  expect(plans.filter((plan) => plan.includes('operations'))).toEqual(underWay);
});

/** Tables whose rows become many, and the plan of a statement that goes through all of one's. */
const GOES_THROUGH =
  /SCAN (boxes|inbox|operations|chores|checks|check_results|digest_readings)(?! USING (COVERING )?INDEX)/;

test('no statement of a start after an outage, or of an idle minute, goes through a whole table', async () => {
  const { noting, seal, plans } = await explained();
  // The first start with a key compares it with all rows.
  await openStoreIn({ sql: noting, seal });
  plans.length = 0;
  const none = () => ({});
  const store = await openStoreIn({ sql: noting, seal });
  const { checks, inbox, leases, ledger, reminders } = store;
  await leases.takeOver(store.now());
  await ledger.takeOver(store.now(), none, none);
  await reminders.hasten('price', store.now());
  await checks.takeOver(store.now());
  await inbox.offset(1);
  await inbox.unfinished(1);
  await inbox.waiting(1);
  await store.webhook.secret();
  for (const queue of [ledger, reminders, checks]) {
    await queue.takeDue(store.now(), 1_000, 50);
    await queue.nextDue();
  }
  await ledger.beat();
  await store.clean({ receiptsDays: 30 });
  await store.stats.operations();
  await store.stats.unknown();
  expect(plans.length).toBeGreaterThan(30);
  expect(plans.filter((plan) => GOES_THROUGH.test(plan))).toEqual([]);
});
