import { expect, onTestFinished, test } from 'vitest';
import { createSeal } from '../../src/store/encryption/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey, readyOperation } from '../support/databases/store.ts';

const TEAM = {
  ...{ id: 't', ownerId: 1, accountId: 'a', chatId: -1, topicId: 0, title: 'Shift', createdAt: 1 },
  ...{ members: [], requests: [], protected: [], limits: [] },
};

/** What development versions stored before the first release with teams is still read. */
onEachDatabase(({ place, open }) => {
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
    /** Rewrites the sealed bodies of a table. */
    const rewrite = async (table: string, column: string, name: string, from: RegExp, to: string) => {
      const rows = await sql.query(`SELECT ${column} AS body FROM ${table}`);
      const bodies = rows.map((row) => JSON.stringify(seal.open(row.body, name)));
      expect(bodies).toEqual([expect.stringMatching(from)]);
      const [body = ''] = bodies.map((each) => each.replace(from, to));
      await sql.query(`UPDATE ${table} SET ${column} = $1`, seal.seal(JSON.parse(body), name));
    };
    return { start, sql, seal, rewrite };
  }

  test('an operation under break-glass', async () => {
    const { start, rewrite } = await withStore();
    const store = await start();
    await store.ledger.add(readyOperation('op', { breakGlass: true }));
    await rewrite('operations', 'body', 'operation:op', /"breakGlass":/, '"glass":');
    expect(await (await start()).ledger.get('op')).toMatchObject({ breakGlass: true });
  });

  test('the last hand-over of a team', async () => {
    const { start, sql, seal } = await withStore();
    const shift = { userId: 2, since: 5, told: true };
    await start();
    await sql.query(
      'INSERT INTO boxes (key, value) VALUES ($1, $2)',
      'teams:t',
      seal.seal({ ...TEAM, shift }, 'box:teams:t'),
    );
    const team = await (await start()).teams.get('t');
    expect(team).toMatchObject({ id: 't', handOver: shift });
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
