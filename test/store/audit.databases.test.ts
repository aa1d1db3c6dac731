import { glob, readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditDraft } from '../../src/store/audit/index.ts';
import { type AuditFilter, type AuditItem, type AuditPage, openAuditLog } from '../../src/store/audit/log.ts';
import { migrate } from '../../src/store/database/migrations.ts';
import type { Sql } from '../../src/store/database/sql.ts';
import { openSqlite } from '../../src/store/database/sqlite.ts';
import { createSeal } from '../../src/store/encryption/seal.ts';
import { createSubjects } from '../../src/store/encryption/subjects.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import type { Team } from '../../src/store/key-value/teams.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';

const DAY_MS = 24 * 3_600_000;
const TEAM = 'team';
const [OWNER, OLGA] = [1, 2];
const [WEB1, WEB2] = [
  { id: 'srv-1', name: 'web1' },
  { id: 'srv-2', name: 'web2' },
];

const rebooted = (at: number, changes: Partial<AuditDraft> = {}): AuditDraft => ({
  at,
  event: 'operation',
  kind: 'power',
  action: 'reboot',
  state: 'done',
  actor: { id: OLGA, name: 'Olga' },
  server: WEB1,
  ...changes,
});
const team = (): Team => ({
  id: TEAM,
  ownerId: OWNER,
  accountId: 'account',
  chatId: -100,
  topicId: 0,
  title: 'Shift',
  createdAt: 1,
  members: [{ userId: OWNER, name: 'Omid', role: 'owner', addedAt: 1 }],
  requests: [],
  protected: [],
  limits: [],
});
/** An item in brief: the time of an entry, else what is wrong. */
const brief = (item: AuditItem) =>
  'entry' in item ? item.entry.at : 'refused' in item ? item.refused.why : `${item.missing} missing`;
const briefs = ({ items }: AuditPage) => items.map(brief);

onEachDatabase(({ place, open: openSql }) => {
  async function open() {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    const sql = openSql(url);
    onTestFinished(async () => {
      await sql.close();
      await store.close();
    });
    const fill = async (...entries: AuditDraft[]) => {
      for (const each of entries) await store.teams.note(TEAM, each);
    };
    return { store, sql, fill };
  }
  const page = (store: Store, filter: AuditFilter = {}, most = 50) => store.audit.page(TEAM, filter, most);

  test('pages turn in both directions, newest first, and end at both ends', async () => {
    const { store, fill } = await open();
    await fill(...[1, 2, 3, 4, 5, 6, 7].map((at) => rebooted(at)));
    const first = await page(store, {}, 3);
    expect(briefs(first)).toEqual([7, 6, 5]);
    expect(first.newer).toBeUndefined();
    const second = await store.audit.page(TEAM, {}, 3, { older: first.older ?? expect.fail() });
    const third = await store.audit.page(TEAM, {}, 3, { older: second.older ?? expect.fail() });
    expect([second, third].map(briefs)).toEqual([[4, 3, 2], [1]]);
    expect(third.older).toBeUndefined();
    const back = await store.audit.page(TEAM, {}, 3, { newer: third.newer ?? expect.fail() });
    expect(briefs(back)).toEqual([4, 3, 2]);
    const top = await store.audit.page(TEAM, {}, 3, { newer: back.newer ?? expect.fail() });
    expect(briefs(top)).toEqual([7, 6, 5]);
    expect(top.newer).toBeUndefined();
  });

  test('server, person and day choose entries, alone and together; a person also by what others did about them', async () => {
    const { store, fill } = await open();
    const [actor, member] = [{ id: OWNER }, { id: OLGA }];
    await fill(
      rebooted(1),
      rebooted(2, { server: WEB2 }),
      rebooted(3, { actor }),
      { at: 4, event: 'roleChanged', actor, member, before: 'viewer', after: 'operator' },
      rebooted(DAY_MS + 1, { event: 'approved', actor, member }),
      { at: DAY_MS + 2, event: 'operation', kind: 'domainRenewal', state: 'done', domain: 'a.ir', actor },
    );
    const found = async (filter: AuditFilter) => briefs(await page(store, filter));
    const days = { from: DAY_MS, to: 2 * DAY_MS };
    expect(await found({ subject: WEB1.id })).toEqual([DAY_MS + 1, 3, 1]);
    expect(await found({ subject: 'a.ir' })).toEqual([DAY_MS + 2]);
    expect(await found({ person: OLGA })).toEqual([DAY_MS + 1, 4, 2, 1]);
    expect(await found({ days })).toEqual([DAY_MS + 2, DAY_MS + 1]);
    expect(await found({ person: OLGA, days })).toEqual([DAY_MS + 1]);
    expect(await found({ subject: WEB1.id, person: OLGA })).toEqual([DAY_MS + 1, 1]);
    expect(await found({ subject: WEB1.id, person: OWNER, days })).toEqual([DAY_MS + 1]);
    expect(await found({ subject: 'srv-9' })).toEqual([]);
    expect(await store.audit.recent(TEAM)).toEqual({
      people: [
        { id: OWNER, name: undefined },
        { id: OLGA, name: 'Olga' },
      ],
      servers: [WEB1, WEB2],
    });
    expect(briefs(await store.audit.page('other', {}, 50))).toEqual([]);
  });

  test('a changed row is refused in its place, and the others are shown', async () => {
    const { store, sql, fill } = await open();
    await fill(...[1, 2, 3, 4, 5].map((at) => rebooted(at, { actor: { id: OWNER }, member: { id: OLGA } })));
    const changes = [
      `UPDATE audit SET actor_id = 9 WHERE number = 1`,
      `UPDATE audit SET member_id = NULL WHERE number = 2`,
      `UPDATE audit SET subject_hash = 'another' WHERE number = 3`,
      `UPDATE audit SET body = (SELECT body FROM audit WHERE number = 5) WHERE number = 4`,
    ];
    for (const statement of changes) await sql.query(statement);
    expect(briefs(await page(store))).toEqual([5, 'altered', 'changed', 'changed', 'changed']);
    // A row that was given to another team opens nowhere.
    await sql.query(`UPDATE audit SET team = 'other' WHERE number = 5`);
    expect(briefs(await store.audit.page('other', { subject: WEB1.id }, 9))).toEqual(['altered']);
  });

  test('a row that was removed shows as missing, wherever it stood, also when the kept numbers go with it', async () => {
    const { store, sql, fill } = await open();
    await fill(...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => rebooted(at)));
    const without = async (numbers: string) => {
      await sql.query(`DELETE FROM audit WHERE number IN (${numbers})`);
      return briefs(await page(store));
    };
    expect(await without('4, 5')).toEqual([8, 7, 6, '2 missing', 3, 2, 1]);
    expect(await without('8')).toEqual(['1 missing', 7, 6, '2 missing', 3, 2, 1]);
    expect(await without('1')).toEqual(['1 missing', 7, 6, '2 missing', 3, 2, '1 missing']);
    const all: unknown[] = [];
    for await (const items of store.audit.all(TEAM, {})) all.push(...items.map(brief));
    expect(all).toEqual(briefs(await page(store)));
    const turned = await page(store, {}, 3);
    expect(briefs(await store.audit.page(TEAM, {}, 3, { older: turned.older ?? expect.fail() }))).toEqual([
      2,
      '1 missing',
    ]);
    await sql.query(`DELETE FROM audit_ranges`);
    expect(briefs(await page(store)).slice(0, 2)).toEqual(['1 missing', 7]);
    await fill(rebooted(9));
    expect(briefs(await page(store)).slice(0, 3)).toEqual([9, '1 missing', 7]);
  });

  test('a moved time neither orders entries anew nor is it believed', async () => {
    const { store, sql, fill } = await open();
    await fill(rebooted(5), rebooted(3), rebooted(7));
    // The clock went back: entries keep the order in which they were written.
    expect(briefs(await page(store))).toEqual([7, 5, 5]);
    await sql.query('UPDATE audit SET at = 1 WHERE number = 3');
    expect(briefs(await page(store))).toEqual(['1 missing', 5, 5, 'changed']);
  });

  test('two processes append at once, and no number is given twice or left out', async () => {
    const url = await place();
    const key = newKey();
    const stores = await Promise.all([openStore(url, [key]), openStore(url, [key])]);
    onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => stores[at % 2]?.teams.note(TEAM, rebooted(at, { actor: { id: at } }))),
    );
    const { items } = await page(stores[0] ?? expect.fail());
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
  });

  test('entries go once their retention has ended, without a gap; what does not fit its seal stays and is reported', async () => {
    const { store, sql, fill } = await open();
    const now = store.now();
    await fill(...Array.from({ length: 45 }, (_, at) => rebooted(now - 401 * DAY_MS + at)));
    await fill(rebooted(now - 399 * DAY_MS), rebooted(now));
    expect(await store.clean()).toEqual([]);
    expect((await page(store, {}, 99)).items).toHaveLength(47);
    expect(await store.clean({ auditDays: 400 })).toEqual([]);
    expect(briefs(await page(store))).toEqual([now, now - 399 * DAY_MS]);
    // An entry that looks old would be removed early.
    await sql.query('UPDATE audit SET at = 1 WHERE number = 47');
    expect(await store.clean({ auditDays: 400 })).toEqual([expect.objectContaining({ why: 'changed' })]);
    expect(briefs(await page(store))).toContain('changed');
    await fill(rebooted(now + 1));
    expect(briefs(await page(store))[0]).toBe(now + 1);
  });

  test('once the last entry of an ended team has gone, nothing is left of its log; of a team that lives the numbers go on', async () => {
    const { store, sql, fill } = await open();
    const now = Date.now();
    const old = now - 500 * DAY_MS;
    const ranges = async () => (await sql.query('SELECT team FROM audit_ranges')).length;
    await store.teams.create(team(), { at: old, event: 'teamCreated', actor: { id: OWNER } });
    await store.clean({ auditDays: 400 });
    expect([briefs(await page(store)), await ranges()]).toEqual([[], 1]);
    await fill(rebooted(old));
    expect((await page(store)).items[0]?.number).toBe(2);
    await store.teams.end(TEAM, { at: now, event: 'teamEnded', actor: { id: OWNER } });
    await store.clean({ auditDays: 400 });
    expect([briefs(await page(store)), await ranges()]).toEqual([[now], 1]);
    await store.clean({ auditDays: -1 });
    expect([briefs(await page(store)), await ranges()]).toEqual([[], 0]);
    // A request that took long gets its outcome now.
    await fill(rebooted(now));
    expect(briefs(await page(store))).toEqual([now]);
  });

  test('the number of refusals that the log leaves out is told once, a day after the last one, also where no other follows', async () => {
    const { store, sql } = await open();
    const now = store.now();
    const refused = (at: number, actor: number) =>
      store.teams.note(TEAM, {
        ...{ at, event: 'refused', action: 'reboot', reason: 'role' },
        actor: { id: actor, name: 'Olga' },
      });
    for (const at of [1, 2, 3]) await refused(now - DAY_MS - 10 + at, OLGA);
    await refused(now - 2, OWNER);
    await refused(now - 1, OWNER);
    // The same row a day later.
    await sql.query('UPDATE boxes SET expires_at = expires_at - $1 WHERE key = $2', DAY_MS, `refusals:${TEAM}:${OLGA}`);
    await store.clean();
    await store.clean();
    const { items } = await page(store, {}, 999);
    expect(
      items.map((each) => ('entry' in each ? [each.entry.event, each.entry.actor?.id, each.entry.omitted] : [])),
    ).toEqual([
      ['refusedOften', OLGA, 2],
      ['refused', OWNER, undefined],
      ['refused', OLGA, undefined],
    ]);
    await refused(now + 60_000, OWNER);
    expect((await page(store, {}, 1)).items[0]).toMatchObject({ entry: { event: 'refused', omitted: 1 } });
  });

  test('refusals of one person are told once a minute for each server, a hundred times a day, and then that there is more', async () => {
    const { store } = await open();
    const refused = (at: number, actor: number, action = 'reboot') =>
      store.teams.note(TEAM, { at, event: 'refused', actor: { id: actor }, action, reason: 'role' });
    const count = async () => (await page(store, {}, 999)).items.length;
    for (const at of [1, 2, 59_999]) await refused(at, OLGA);
    expect(await count()).toBe(1);
    await refused(3, OLGA, 'powerOff');
    await refused(3, OWNER);
    await refused(60_001, OLGA);
    expect(await count()).toBe(4);
    for (let minute = 2; minute < 200; minute++) await refused(minute * 60_001, OLGA);
    const { items } = await page(store, { person: OLGA }, 999);
    expect(items).toHaveLength(101);
    expect(items[0]).toMatchObject({ entry: { event: 'refusedOften', actor: { id: OLGA } } });
    await refused(DAY_MS + 60_000, OLGA);
    expect((await page(store, { person: OLGA }, 999)).items).toHaveLength(102);
    // The entries and the omitted refusals add up to all refusals.
    const told = (await page(store, { person: OLGA }, 999)).items.flatMap((each) =>
      'entry' in each ? [each.entry] : [],
    );
    const omitted = told.reduce((sum, each) => sum + (each.omitted ?? 0), 0);
    expect(told.length + omitted).toBe(3 + 1 + 1 + 198 + 1);
    for (const id of ['srv-1', 'srv-2', 'srv-1'])
      await store.teams.note(TEAM, {
        at: DAY_MS + 60_000,
        event: 'refused',
        actor: { id: OLGA },
        server: { id, name: id },
        action: 'reboot',
        reason: 'role',
      });
    expect((await page(store, { person: OLGA }, 999)).items).toHaveLength(104);
  });

  test('the log of an ended team stays, and its owner finds it', async () => {
    const { store } = await open();
    await store.teams.create(team(), { at: 1, event: 'teamCreated', actor: { id: OWNER } });
    expect(await store.teams.endedOf(OWNER)).toEqual([]);
    await store.teams.end(TEAM, { at: 2, event: 'teamEnded', actor: { id: OWNER } });
    expect(await store.teams.endedOf(OWNER)).toEqual([{ id: TEAM, title: 'Shift', topicId: 0, endedAt: 2 }]);
    expect(await store.teams.endedOf(OLGA)).toEqual([]);
    expect(briefs(await page(store))).toEqual([2, 1]);
  });

  test('its owner finds every ended team, as long as entries of it are kept', async () => {
    const { store } = await open();
    const ids = Array.from({ length: 25 }, (_, index) => `team-${index}`);
    for (const [day, id] of ids.entries()) {
      const [at, actor] = [day * DAY_MS, { id: OWNER }];
      expect(await store.teams.create({ ...team(), id, createdAt: at }, { at, event: 'teamCreated', actor })).toBe(
        'created',
      );
      await store.teams.end(id, { at, event: 'teamEnded', actor });
    }
    const found = async () => (await store.teams.endedOf(OWNER)).map(({ id }) => id);
    expect(await found()).toEqual(ids.toReversed());
    await store.audit.forget(5 * DAY_MS, 999);
    await store.teams.create(team(), { at: 26 * DAY_MS, event: 'teamCreated' });
    await store.teams.end(TEAM, { at: 26 * DAY_MS, event: 'teamEnded' });
    expect(await found()).toEqual([TEAM, ...ids.slice(5).reverse()]);
  });
});

/** The index for each filter, and the columns that narrow the search. */
const PLANS: [AuditFilter, RegExp][] = [
  [{}, /sqlite_autoindex_audit_1 \(team=\?\)$/],
  [{ days: { from: 1, to: 2 } }, /sqlite_autoindex_audit_1 \(team=\? AND at>\? AND at<\?\)$/],
  [{ subject: 'srv-1' }, /audit_subject \(team=\? AND subject_hash=\?\)$/],
  [{ person: 2 }, /audit_actor \(team=\? AND actor_id=\?\).*audit_member \(team=\? AND member_id=\?\)$/],
  [
    { subject: 'srv-1', person: 2 },
    /audit_subject_actor \(team=\? AND subject_hash=\? AND actor_id=\?\).*audit_subject_member \(.*member_id=\?\)$/,
  ],
  [
    { subject: 'srv-1', person: 2, days: { from: 1, to: 2 } },
    /audit_subject_actor \(.*actor_id=\? AND at>\? AND at<\?\).*audit_subject_member \(.*member_id=\? AND at>\? AND at<\?\)$/,
  ],
];

test.for(PLANS)(
  '%j is read by an index that also orders it, however many entries there are',
  async ([filter, index]) => {
    const sql = openSqlite(':memory:');
    onTestFinished(() => sql.close());
    await migrate(sql);
    const plans: string[] = [];
    const noting: Sql = Object.assign(Object.create(sql), {
      dialect: sql.dialect,
      query: async (...asked: Parameters<Sql['query']>) => {
        const [statement, ...values] = asked;
        const plan = await sql.query(`EXPLAIN QUERY PLAN ${statement}`, ...values);
        if (/FROM audit /.test(statement)) plans.push(plan.map(({ detail }) => String(detail)).join('; '));
        return sql.query(...asked);
      },
    });
    const log = openAuditLog(noting, createSeal([newKey()]), createSubjects(''));
    await log.page(TEAM, filter, 10);
    expect(plans.join(' + ')).toMatch(index);
    plans.length = 0;
    await log.page(TEAM, filter, 10, { older: { at: 9, number: 9 } });
    await log.page(TEAM, filter, 10, { newer: { at: 9, number: 9 } });
    expect(plans.length).toBeGreaterThanOrEqual(3);
    // A sort would read all rows that fit, a scan the whole table.
    expect(plans.filter((plan) => /TEMP B-TREE|SCAN|USING INDEX audit_at/.test(plan))).toEqual([]);
  },
);

test('the code changes no row of an audit log, and removes one in a single place: where its retention has ended', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const text = await readFile(path, 'utf8');
    for (const [statement] of text.matchAll(/\b(?:UPDATE|DELETE FROM|REPLACE INTO|TRUNCATE|DROP TABLE)\s+audit\b/gi))
      found.push(`${path}: ${statement}`);
    // Copies and new keys write every table by its name.
    if (/\b(?:UPDATE|DELETE FROM) \$\{(?:table\.)?name\}/.test(text)) found.push(path);
  }
  expect(found.sort()).toEqual(['src/store/admin/rotate-keys.ts', 'src/store/audit/log.ts: DELETE FROM audit']);
});
