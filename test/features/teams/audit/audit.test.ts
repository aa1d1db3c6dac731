import { gunzipSync } from 'node:zlib';
import papa from 'papaparse';
import { expect, test } from 'vitest';
import { readDay } from '../../../../src/features/teams/audit/days.ts';
import { type LogFile, logFiles } from '../../../../src/features/teams/audit/file.ts';
import { entryHtml, entryText, reasonText } from '../../../../src/features/teams/audit/words.ts';
import { AUDIT_EVENTS, AUDIT_REASONS, type AuditDraft, entryOf } from '../../../../src/store/audit/index.ts';
import type { AuditItem } from '../../../../src/store/audit/log.ts';
import { isServer } from '../../../../src/store/database/open.ts';
import { openPostgres } from '../../../../src/store/database/postgres.ts';
import { openSqlite } from '../../../../src/store/database/sqlite.ts';
import type { Store } from '../../../../src/store/index.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../../../../src/store/operations/index.ts';
import { openStoreOf } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import { documentOf } from '../../domains/check/document.ts';
import { asked } from '../../support.ts';
import { enterTeam, PEOPLE, type TeamApp } from '../support.ts';

const DAY_MS = 86_400_000;
const TEAM = 'team-of-test';
const WEB1 = { id: 'srv-10002', name: 'web1' };
const [olga, ada] = [
  { id: PEOPLE.operator.id, name: 'Olga' },
  { id: PEOPLE.admin.id, name: 'Ada' },
];

async function withStore<T>(app: TeamApp, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStoreOf(app);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
const entriesOf = (app: TeamApp) =>
  withStore(app, async ({ audit }) => {
    const { items } = await audit.page(TEAM, {}, 100);
    return items.flatMap((item) => ('entry' in item ? [item.entry] : []));
  });
/** {@link enterTeam} with entries in the log. */
async function enterWith(...entries: AuditDraft[]) {
  const app = await enterTeam({ publishes: true }, /blocked by the user/);
  // Telegram knows by then which commands are ephemeral.
  await app.world.until(() => app.world.calls.filter(({ method }) => method === 'setMyCommands').length === 9);
  await withStore(app, async ({ teams }) => {
    for (const each of entries) await teams.note(TEAM, each);
  });
  return app;
}
async function change(app: TeamApp, ...statements: string[]): Promise<void> {
  const url = app.env.STORE_URL ?? '';
  const sql = isServer(url) ? openPostgres(url) : openSqlite(url.slice('sqlite:'.length));
  for (const statement of statements) await sql.query(statement);
  await sql.close();
}
const rebooted = (at: number, changes: Partial<AuditDraft> = {}): AuditDraft => ({
  at,
  event: 'operation',
  kind: 'power',
  action: 'reboot',
  state: 'done',
  actor: olga,
  server: WEB1,
  ...changes,
});
test.concurrent('an admin reads in the group, alone, who did what, and in which state it is; a restart is in it with its outcome', async () => {
  await using app = await enterWith();
  const { operator, admin, admin2, viewer } = app.inGroup;
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/restarted/i);
  const before = viewer.screens();
  await admin.say('/audit');
  expect(admin.screen()).toMatch(/Log of Shift[\s\S]*Olga \| restart of \S+: done[\s\S]*Olga \| restart of \S+: sent/);
  await admin2.say('/audit');
  expect(admin2.screen()).toMatch(/لاگ Shift[\s\S]*Olga \| ری‌استارت \S+: انجام شد/);
  expect(viewer.screens()).toEqual(before);
});

test.concurrent('operators, viewers and people outside do not read it, and that they tried is in it once a minute', async () => {
  await using app = await enterWith();
  const { operator, viewer, stranger } = app.inGroup;
  for (const person of [operator, viewer, stranger, operator]) {
    await person.say('/audit');
    expect(person.screen()).not.toMatch(/Log of|لاگ/);
  }
  const refused = (await entriesOf(app)).filter(({ event }) => event === 'refused');
  expect(refused.map(({ actor, reason, role }) => [actor?.name, reason, role])).toEqual([
    ['Stan', 'notMember', undefined],
    ['Vida', 'role', 'admin'],
    ['Olga', 'role', 'admin'],
  ]);
  await app.inGroup.admin.say('/audit');
  expect(app.inGroup.admin.screen()).toMatch(/Olga \| refused: read the log – needs the role admin/);
});

test.concurrent('a refusal at the confirm, at the claim and to a stranger is in the log once each', async () => {
  await using app = await enterWith();
  const { operator, stranger, viewer } = app.inGroup;
  await stranger.say('/servers');
  await viewer.say('/reboot srv-10002');
  await operator.say('/reboot srv-10002');
  const tap = () => operator.press(/restart/);
  await app.change(({ members }) => {
    for (const each of members) if (each.userId === PEOPLE.operator.id) each.role = 'viewer';
  });
  await tap();
  await operator.sees(/nothing was sent/i);
  const refused = (await entriesOf(app)).filter(({ event }) => event === 'refused').reverse();
  expect(refused).toMatchObject([
    { actor: { name: 'Stan' }, action: 'read', reason: 'notMember' },
    { actor: { name: 'Vida' }, action: 'reboot', reason: 'role', role: 'operator' },
    { actor: { id: olga.id }, kind: 'power', action: 'reboot', reason: 'role', server: { id: 'srv-10002' } },
  ]);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('filters by server, person and day by buttons and by words, in both languages', async () => {
  const noon = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 5.5 * DAY_MS;
  const written = (at: number, locale = 'sv-SE', options: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
  await using app = await enterWith(
    rebooted(noon - 3 * DAY_MS, { server: { id: 'srv-10003', name: 'db1' } }),
    rebooted(noon, { actor: ada }),
    rebooted(noon + 1),
  );
  const { admin } = app.people;
  const rows = (person: Person) => person.screen().match(/restart of \w+|ری‌استارت \w+/g) ?? [];
  await admin.say('/audit');
  expect(rows(admin)).toHaveLength(3);
  await admin.press('Server');
  await admin.press('db1');
  expect(rows(admin)).toEqual(['restart of db1']);
  await admin.press('All entries');
  await admin.press('Person');
  await admin.press('Ada');
  expect(rows(admin)).toEqual(['restart of web1']);
  await admin.press('Server');
  await admin.press('db1');
  expect(admin.screen()).toMatch(/db1[\s\S]*Ada[\s\S]*No matching entries/);
  for (const [typed, count] of [
    ['web1', 2],
    ['Olga', 2],
    [written(noon), 2],
    [written(noon - 3 * DAY_MS).replaceAll('-', '/'), 1],
    [`web1 Olga ${written(noon, 'en-GB', { dateStyle: 'medium' })}`, 1],
    [`${written(noon, 'fa-IR', { dateStyle: 'short' })} ada`, 1],
  ] as const) {
    await admin.say(`/audit ${typed}`);
    expect(rows(admin), typed).toHaveLength(count);
  }
  await admin.say('/audit web9');
  expect(admin.screen()).toMatch(/“web9” is not in the log/);
  const { admin2 } = app.inGroup;
  const day = written(noon, 'fa-IR', { dateStyle: 'long' });
  await admin2.say(`/audit ${day}`);
  expect(rows(admin2)).toHaveLength(2);
  expect(admin2.screen()).toContain(`روز: ${day}`);
});

test.concurrent('the days to choose from are those of a month, and the months go back as far as entries are kept', async () => {
  const [year, month] = new Date().toISOString().split('-').map(Number);
  const monthName = (back: number) =>
    new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.UTC(year ?? 0, (month ?? 0) - 1 - back),
    );
  await using app = await enterWith();
  const { admin, admin2 } = app.people;
  await admin.say('/audit');
  await admin.press('Day');
  expect(admin.screen()).toContain(`Which day of ${monthName(0)}?`);
  await admin.press(monthName(1));
  await admin.press(monthName(2));
  expect(admin.screen()).toMatch(/\[1\].*\[7\]\n\[8\]/);
  await admin.press('10');
  expect(admin.screen()).toMatch(new RegExp(`Day: 10 ${monthName(2)}[\\s\\S]*No matching entries`));
  await admin.press('Day');
  for (let back = 1; back <= 13; back++) await admin.press(monthName(back));
  expect(admin.screen()).toContain(`Which day of ${monthName(13)}?`);
  expect(admin.screen()).not.toContain(monthName(14));
  await admin2.say('/audit');
  await admin2.press('روز');
  expect(admin2.screen()).toMatch(/کدام روزِ \p{L}+ [۰-۹]{4}؟[\s\S]*\[۱\]/u);
});

test.concurrent('pages turn, and an empty one says so', async () => {
  const now = Date.now();
  await using app = await enterWith(
    ...Array.from({ length: 25 }, (_, at) => rebooted(now + at, { server: { id: `s${at}`, name: `web${at}` } })),
  );
  const { admin } = app.inGroup;
  const shown = () => [...admin.screen().matchAll(/restart of web(\d+)/g)].map(([, at]) => Number(at));
  await admin.say('/audit');
  expect(shown()).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
  await admin.press('Older');
  await admin.press('Older');
  expect(shown()).toEqual([4, 3, 2, 1, 0]);
  await admin.press('Newer');
  expect(shown()).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  await admin.say('/audit 2020-01-01');
  expect(admin.screen()).toContain('No matching entries');
});

test.concurrent('a file goes into the private chat alone, without formulas, and the log tells of it', async () => {
  const evil = '=HYPERLINK("http://x")';
  await using app = await enterWith(
    rebooted(2_000_000_000_000, { actor: { id: 7, name: evil } }),
    rebooted(2_000_000_001_000, { server: { id: 's', name: `web;${evil}` } }),
  );
  const { admin } = app.people;
  await admin.say('/start');
  await app.inGroup.admin.say('/audit');
  const before = app.inGroup.viewer.screens();
  await app.inGroup.admin.press('CSV');
  expect(app.inGroup.admin.screens().join()).toContain('Times without a zone are in your local time');
  expect(app.inGroup.admin.screen()).toMatch(/in your private chat\.[\s\S]*\[.*private.*\]/i);
  expect(app.inGroup.viewer.screens()).toEqual(before);
  const { data } = papa.parse<string[]>((await documentOf(app, admin)).replace(/^\ufeff/, ''));
  expect(data[0]?.slice(0, 5)).toEqual(['number', 'time (UTC)', 'person', 'person id', 'what']);
  // The export, two restarts, and the creation.
  expect(data.slice(1).map((row) => row.at(-1))).toEqual(['exported', 'operation', 'operation', 'teamCreated']);
  expect(data[3]?.slice(1, 5)).toEqual(['2033-05-18 03:33:20', `'${evil}`, '7', 'restart of web1: done']);
  expect(data.flat().filter((cell) => /(^|;)\s*[=+@]/.test(cell))).toEqual([]);
  await admin.say('/audit');
  await admin.press('JSON Lines');
  const lines = (await documentOf(app, admin))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event, after }) => after ?? event)).toEqual([
    'jsonl',
    'csv',
    'operation',
    'operation',
    'teamCreated',
  ]);
  expect(lines[3]).toMatchObject({ at: '2033-05-18T03:33:20.000Z', actor: { id: 7, name: evil }, server: WEB1 });
  expect(admin.screens().filter((each) => /Preparing/.test(each))).toEqual([]);
});

test.concurrent('a file comes into the topic of the private chat that asked', async () => {
  await using app = await enterWith(rebooted(2_000_000_000_000));
  const { people, world } = app;
  const { admin } = people;
  await admin.say('/start');
  world.threadedMode(true);
  const topic = admin.in(admin.chat, world.openTopic(admin.chat, 'logs', admin.chat).message_id);
  await app.settled();
  const before = world.calls.length;
  await topic.say('/audit');
  await topic.press('CSV');
  expect(topic.messages().filter(({ document }) => document)).toHaveLength(1);
  const sent = world.calls.slice(before).filter(({ method }) => /^send(Message|Document)$/.test(method));
  expect(sent.filter(({ params }) => !('message_thread_id' in params))).toEqual([]);
});

test.concurrent('a person who never started the bot is told how to get the file', async () => {
  await using app = await enterWith();
  app.world.block(PEOPLE.admin.id, true);
  await app.inGroup.admin.say('/audit');
  await app.inGroup.admin.press('CSV');
  expect(app.inGroup.admin.screen()).toMatch(/Open the private chat/);
  expect((await entriesOf(app)).map(({ event }) => event)).toEqual(['teamCreated']);
});

test.concurrent('buttons of the log do nothing for others, made up or copied, in the group and in private', async () => {
  const now = Date.now();
  await using app = await enterWith(...Array.from({ length: 12 }, (_, at) => rebooted(now + at)));
  const { admin } = app.people;
  await admin.say('/audit web1');
  const rows = admin.messages().at(-1)?.reply_markup?.inline_keyboard ?? [];
  const data = rows.flat().flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  expect(data.length).toBeGreaterThan(6);
  for (const name of ['operator', 'stranger'] as const)
    for (const chat of [app.people[name], app.inGroup[name]]) {
      const message = (await chat.say('/help')) && chat.messages().at(-1);
      const screens = chat.screens().length;
      for (const each of data)
        await app.world.pressRaw(PEOPLE[name].id, chat.chat, message?.message_id ?? 0, each).answered;
      await app.settled();
      expect(
        chat
          .screens()
          .slice(screens - 1)
          .join('\n'),
      ).not.toMatch(/restart of|Log of/);
      expect(chat.messages().filter((each) => each.document)).toEqual([]);
    }
  expect((await entriesOf(app)).filter(({ event }) => event === 'exported')).toEqual([]);
});

test.concurrent('after the end of a team only its former owner reads the log, in private', async () => {
  await using app = await enterWith(rebooted(Date.now()));
  const actor = { id: PEOPLE.owner.id, name: 'Omid' };
  await withStore(app, ({ teams }) => teams.end(TEAM, { at: Date.now(), event: 'teamEnded', actor }));
  const { owner, admin } = app.people;
  await owner.say('/audit');
  expect(owner.screen()).toMatch(/تیم را حذف کرد[\s\S]*ری‌استارت web1: انجام شد/);
  await admin.say('/audit');
  expect(admin.screen()).toMatch(/Not shown: only a team’s admins and its owner can read its log/);
  await app.inGroup.owner.say('/audit');
  expect(app.inGroup.owner.screen()).not.toMatch(/ری‌استارت/);
});

test.concurrent('a former owner of many teams finds each log, with the day it ended', async () => {
  await using app = await enterWith();
  const actor = { id: PEOPLE.owner.id, name: 'Omid' };
  const { owner } = app.people;
  const first = Date.UTC(2026, 0, 10, 12);
  await withStore(app, async ({ teams }) => {
    for (let day = 0; day < 10; day++) {
      const [id, at] = [`team-${day}`, first + day * DAY_MS];
      const made = { ...(await app.team()), id, title: `Night ${day}`, accountId: `other-${day}`, chatId: -9 - day };
      await teams.create(made, { at, event: 'teamCreated', actor });
      await teams.end(id, { at, event: 'teamEnded', actor });
    }
    await teams.end(TEAM, { at: first + 10 * DAY_MS, event: 'teamEnded', actor });
  });
  await owner.say('/audit');
  expect(owner.screen()).toMatch(/Shift\S* \(حذف‌شده در ۳۰ دی ۱۴۰۴\)/);
  expect(owner.screen()).not.toContain('Night 0');
  await owner.press('صفحهٔ بعد');
  await owner.press(/Night 0.*۲۰ دی ۱۴۰۴/);
  expect(owner.screen()).toMatch(/لاگ Night 0[\s\S]*تیم را حذف کرد/);
});

test.concurrent('in private the log leads on to the team and home; in the group it shows itself alone', async () => {
  await using app = await enterWith(rebooted(Date.now()), rebooted(Date.now() + 1, { actor: { id: 9, name: 'web1' } }));
  const { owner, admin } = app.people;
  await admin.say('/audit web1');
  expect(admin.screen()).toMatch(/\[‹ Log\]$/);
  await admin.press('‹ Log');
  expect(admin.screen()).toMatch(/\n\[👥 The team\] \[🏠 Home\]$/);
  await admin.press('The team');
  expect(admin.screen()).toMatch(/Shift[\s\S]*\[.*Members/);
  await app.inGroup.admin.say('/audit');
  expect(app.inGroup.admin.screen()).not.toMatch(/The team|Home/);
  const actor = { id: PEOPLE.owner.id, name: 'Omid' };
  await withStore(app, ({ teams }) => teams.end(TEAM, { at: Date.now(), event: 'teamEnded', actor }));
  await owner.say('/audit');
  await owner.press('بازگشت');
  expect(owner.screen()).toMatch(/لاگ کدام تیم[\s\S]*Shift[\s\S]*\[🏠 خانه\]$/);
});

test.concurrent.each(['edits', 'refuses to edit'])(
  'a group that takes no messages for one person gets a link, and nothing of the log, where Telegram %s',
  async (what) => {
    await using app = await enterTeam({ telegram: { older: true } });
    const { admin, viewer } = app.inGroup;
    if (what !== 'edits') app.world.fail({ method: 'editMessageText', code: 400, description: 'Bad Request: planned' });
    await admin.say('/audit');
    expect(viewer.screens().join('\n')).toMatch(/The log is in the private chat/);
    expect(viewer.screens().join('\n')).not.toMatch(/team created/);
  },
);

test.concurrent('a changed entry is refused in its place and a removed one is missed, for people too', async () => {
  await using app = await enterWith(rebooted(1_000), rebooted(2_000), rebooted(3_000));
  await change(app, 'UPDATE audit SET actor_id = 5 WHERE number = 3', 'DELETE FROM audit WHERE number = 2');
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(
    /restart of web1[\s\S]*changed outside the bot[\s\S]*One entry was deleted here/,
  );
});

const item = (at: number): AuditItem => ({ at, number: at, entry: entryOf(rebooted(at)) });
async function* steps(count: number): AsyncGenerator<readonly AuditItem[]> {
  for (let at = count; at > 0; at -= 100) yield Array.from({ length: Math.min(100, at) }, (_, back) => item(at - back));
}

test.concurrent.for(['csv', 'jsonl'] as const)(
  'a long log becomes several files as %s, of which none is long',
  async (format) => {
    const t = testTexts().in('en');
    const files: LogFile[] = [];
    for await (const file of logFiles(steps(20_000), format, t, 5_000)) files.push(file);
    expect(files.length).toBeGreaterThan(1);
    expect(files.map(({ name }) => name)).toEqual(files.map((_, at) => `log-${at + 1}.${format}.gz`));
    expect(Math.max(...files.map(({ bytes }) => bytes.length))).toBeLessThan(60_000);
    expect(files.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
    const lines = files.flatMap(({ bytes }) => gunzipSync(bytes).toString('utf8').trimEnd().split(/\r?\n/));
    const heads = format === 'csv' ? files.length : 0;
    expect(lines).toHaveLength(20_000 + heads);
  },
);

test.for(['en', 'fa'])('every event, kind and state has words in %s', (locale) => {
  const t = testTexts().in(locale);
  const told = [
    ...AUDIT_EVENTS.map((event) =>
      entryHtml(t, entryOf({ ...rebooted(1), event, member: ada, before: 'viewer', after: 'admin' })),
    ),
    ...OPERATION_STATES.map((state) => entryHtml(t, entryOf(rebooted(1, { state })))),
    ...OPERATION_KINDS.map((kind) => entryHtml(t, entryOf(rebooted(1, { kind })))),
  ];
  expect(told.filter((words) => words.trim() === '' || /audit-|[{}]/.test(words))).toEqual([]);
  expect(new Set(told).size).toBeGreaterThan(AUDIT_EVENTS.length + OPERATION_STATES.length);
});

/** Events of which the member is another person than the actor. */
const ABOUT_MEMBERS: readonly (Partial<AuditDraft> & Pick<AuditDraft, 'event'>)[] = [
  { event: 'approved' },
  { event: 'declined' },
  { event: 'teamPaused', reason: 'ownerLeft' },
  { event: 'requestDeclined' },
  { event: 'memberAdded' },
  { event: 'memberRemoved' },
  { event: 'memberLeft' },
  { event: 'memberLeft', actor: ada },
  { event: 'roleChanged' },
  { event: 'limitChanged' },
  { event: 'breakGlassEnded', after: 'role' },
  { event: 'handedOver' },
];

test.for(['en', 'fa'])('every event about a member names them, and no reason is a code word, in %s', (locale) => {
  const t = testTexts().in(locale);
  for (const each of ABOUT_MEMBERS)
    expect(entryText(t, entryOf({ at: 1, member: ada, ...each })), each.event).toContain('Ada');
  for (const reason of AUDIT_REASONS) {
    const words = reasonText(t, { reason });
    expect(words).not.toMatch(/^[a-z]+[A-Z]|audit-/);
    expect(words, reason).toMatch(locale === 'fa' ? /^[^a-z]+$/ : /^[a-z]+.* /);
  }
  const left = entryText(t, entryOf({ at: 1, event: 'memberLeft', actor: ada, member: olga }));
  expect(left).not.toBe(entryText(t, entryOf({ at: 1, event: 'memberLeft', actor: olga, member: olga })));
  expect(entryText(t, entryOf({ at: 1, event: 'breakGlassEnded', reason: { written: 'fire' } }))).toContain('fire');
  expect(entryText(t, entryOf({ at: 1, event: 'teamEnded', reason: 'disconnected' }))).toMatch(/: \S/);
  expect(entryText(t, entryOf({ at: 1, event: 'handedOver' }))).not.toContain('–');
});

test.concurrent('the table tells of a declined request, and has the member in columns of their own', async () => {
  await using app = await enterWith({ at: 1, event: 'requestDeclined', actor: ada, member: olga });
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/Ada \| declined the request of Olga to join/);
  await app.people.admin.press('CSV');
  const { data } = papa.parse<string[]>((await documentOf(app, app.people.admin)).replace(/^\ufeff/, ''));
  expect(data[0]?.slice(5, 7)).toEqual(['member', 'member id']);
  expect(data.find((row) => row.at(-1) === 'requestDeclined')?.slice(5, 7)).toEqual(['Olga', String(olga.id)]);
});

test.concurrent.for([
  ['en', '2026-11-22', '2026-11-22'],
  ['en', '1405/09/01', '2026-11-22'],
  ['fa', '۱۴۰۵/۹/۱', '2026-11-22'],
  ['fa', '۱ آذر ۱۴۰۵', '2026-11-22'],
  ['fa', '۱ آذر', '2026-11-22'],
  ['fa', '۳۰ اسفند ۱۴۰۳', '2025-03-20'],
  ['fa', '۳۰ اسفند ۱۴۰۴', undefined],
  ['en', '22 november 2026', '2026-11-22'],
  ['en', '31 dec', '2025-12-31'],
  ['en', 'Today', '2026-11-23'],
  // In Tehran it is the next day by then.
  ['fa', 'امروز', '2026-11-24'],
  ['fa', 'دیروز', '2026-11-23'],
  ['en', '2026-02-30', undefined],
  ['en', '1405/13/1', undefined],
  ['en', 'web1', undefined],
])('in %s, “%s” is the day %s', ([locale = '', typed = '', day]) => {
  const found = readDay(typed, Date.UTC(2026, 10, 23, 22), testTexts().in(locale));
  expect(found === undefined ? undefined : new Date(found).toISOString().slice(0, 10)).toBe(day);
});

test.for([
  ['en', /5,000,000 toman/],
  ['fa', /۵٬۰۰۰٬۰۰۰ تومان/],
] as const)('amounts of limits read as in any other place, in %s', ([locale, words]) => {
  const t = testTexts().in(locale);
  const entry = entryOf({ at: 1, event: 'limitChanged', before: '', after: '5000000 toman · 100 USD' });
  expect(entryText(t, entry)).toMatch(words);
  expect(entryText(t, entry)).not.toContain('5000000');
});

test('a long row is cut visibly on the screen, and the file has all of it', () => {
  const texts = testTexts();
  const reason =
    'The database of the shop does not answer and orders are lost, so web1 is restored now, and told later';
  const people = Array.from({ length: 12 }, (_, at) => `Person${at}`).join(' → ');
  const rota = `${people}; 1 09:00 UTC`;
  for (const locale of ['en', 'fa'] as const) {
    const t = texts.in(locale);
    const started = entryOf({ at: 1, event: 'breakGlassStarted', actor: ada, reason: { written: reason } });
    const changed = entryOf({ at: 1, event: 'rotaChanged', actor: ada, before: '', after: rota });
    for (const [entry, whole] of [
      [started, reason],
      [changed, people],
    ] as const) {
      const shown = entryHtml(t, entry).replace(/<[^>]+>/g, '');
      expect(shown).toContain(`${whole.slice(0, 39)}…`);
      expect(shown.length).toBeLessThan(140);
      expect(entryText(t, entry)).toContain(whole);
    }
  }
});
