import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/store/database/migrations.ts';
import { createSeal } from '../../src/store/encryption/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey, readyOperation } from '../support/databases/store.ts';

const TEAM = {
  ...{ id: 't', ownerId: 1, accountId: 'a', chatId: -1, topicId: 0, title: 'Shift', createdAt: 1 },
  ...{ members: [], requests: [], protected: [], limits: [] },
};

/** Values that development versions stored before the first release with teams are still read. */
onEachDatabase(({ place, empty, open }) => {
  async function withStore() {
    const [url, key] = [await place(), newKey()];
    const start = async () => {
      const store = await openStore(url, [key]);
      onTestFinished(() => store.close());
      return store;
    };
    const sql = open(url);
    onTestFinished(() => sql.close());
    const seal = createSeal([key]);
    /** Rewrites the one sealed body among these rows. */
    const rewrite = async (rows: string, column: string, name: string, from: RegExp, to: string) => {
      const [table, where = 'TRUE'] = rows.split(' WHERE ');
      const found = await sql.query(`SELECT ${column} AS body FROM ${table} WHERE ${where}`);
      const bodies = found.map((row) => JSON.stringify(seal.open(row.body, name)));
      expect(bodies).toEqual([expect.stringMatching(from)]);
      const [body = ''] = bodies.map((each) => each.replace(from, to));
      await sql.query(`UPDATE ${table} SET ${column} = $1 WHERE ${where}`, seal.seal(JSON.parse(body), name));
    };
    return { start, rewrite };
  }

  test('an operation under break-glass', async () => {
    const { start, rewrite } = await withStore();
    const store = await start();
    await store.ledger.add(readyOperation('op', { breakGlass: true }));
    await rewrite('operations', 'body', 'operation:op', /"breakGlass":/, '"glass":');
    expect(await (await start()).ledger.get('op')).toMatchObject({ breakGlass: true });
  });

  test('the table of the numbers that an audit log has', async () => {
    const [url, key] = [await empty(), newKey()];
    const sql = open(url);
    onTestFinished(() => sql.close());
    await migrate(sql, 17);
    await sql.query('ALTER TABLE audit_ranges RENAME TO audit_extents');
    const known = createSeal([key]).seal({ first: 1, last: 3, at: 1 }, 'audit-extent:team');
    await sql.query('INSERT INTO audit_extents (team, body) VALUES ($1, $2)', 'team', known);
    const store = await openStore(url, [key]);
    onTestFinished(() => store.close());
    await store.teams.note('team', { at: 2, event: 'teamPaused' });
    expect((await store.audit.page('team', {}, 9)).items).toMatchObject([{ number: 4 }, { missing: 3 }]);
  });

  test('the last hand-over of a team', async () => {
    const { start, rewrite } = await withStore();
    const handOver = { userId: 2, since: 5, told: true };
    const store = await start();
    await store.teams.create({ ...TEAM, handOver }, { at: 1, event: 'teamCreated' });
    await rewrite(`boxes WHERE key = 'teams:t'`, 'value', 'box:teams:t', /handOver/, 'shift');
    const team = await (await start()).teams.get('t');
    expect(team).toMatchObject({ id: 't', handOver });
    expect(team).not.toHaveProperty('shift');
  });

  test.for([
    ['glassBroken', 'breakGlassStarted'],
    ['glassUsed', 'breakGlassUsed'],
    ['glassEnded', 'breakGlassEnded'],
    ['teamFounded', 'teamCreated'],
  ] as const)('the audit event %s', async ([earlier, event]) => {
    const { start, rewrite } = await withStore();
    const store = await start();
    await store.teams.note('team', { at: 1, event, actor: { id: 2 } });
    await rewrite('audit', 'body', 'audit:team:1', new RegExp(`"${event}"`), `"${earlier}"`);
    expect((await store.audit.page('team', {}, 9)).items).toMatchObject([{ entry: { event, actor: { id: 2 } } }]);
  });
});
