import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/store/database/migrations.ts';
import type { Sql } from '../../../src/store/database/sql.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { createSubjects } from '../../../src/store/encryption/subjects.ts';
import { openLedger } from '../../../src/store/operations/index.ts';
import { newKey } from '../../support/store.ts';

/** A ledger, and the way SQLite goes through the operations for each statement of it. */
async function explained() {
  const sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  await migrate(sql);
  const plans: string[] = [];
  const noting: Sql = {
    ...sql,
    dialect: sql.dialect,
    now: () => sql.now(),
    async query(statement, ...values) {
      const plan = await sql.query(`EXPLAIN QUERY PLAN ${statement}`, ...values);
      plans.push(plan.map(({ detail }) => String(detail)).join('; '));
      return sql.query(statement, ...values);
    },
  };
  return { ledger: openLedger(noting, createSeal([newKey()]), createSubjects('')), plans };
}

test('what was sent for one server or one person is looked up by it, not among all of its kind', async () => {
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
