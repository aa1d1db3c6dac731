import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import type { Person } from '../../../support/person.ts';
import { asked } from '../../support.ts';
import { enterWithCopies, go, SERVER, server } from '../support.ts';

const LIST = `snapshot.list {"id":"${SERVER}"}`;
const STATUS = `server.status {"id":"${SERVER}"}`;

test.concurrent('a snapshot is taken under a typed name, and told when it is on the list', async () => {
  await using app = await enterWithCopies([]);
  const { english, provider } = app;
  await go(english, 'More', 'Snapshots');
  expect(english.screen()).toBe('📸 Snapshots of 10.0.0.0\n\nNo snapshots yet.\n[➕ New snapshot]\n[🖥 Open server]');
  await english.press('New snapshot');
  provider.forget();
  await english.say('night <b> 😀');
  expect(english.screen()).toMatch(
    /^❓ Take the snapshot night <b> 😀 of 10\.0\.0\.0\?\nStatus: 🟢 on\n[\s\S]*\[Yes, take the snapshot\]\n\[Cancel\]$/,
  );
  expect(asked(app).sort()).toEqual([STATUS, LIST].sort());
  await english.press('Yes');
  await english.sees(/^✅ Snapshot night <b> 😀 of 10\.0\.0\.0 taken \(\d+ s\)\n\[📸 Snapshots\]\n\[🖥 Open server\]$/);
  expect(asked(app, 'snapshot.create')).toEqual([`snapshot.create {"id":"${SERVER}","name":"night <b> 😀"}`]);
});

test.concurrent('the same in Persian with the name by date and time, twice within the minute', async () => {
  await using app = await enterWithCopies([]);
  const { persian } = app;
  for (const count of [1, 2]) {
    await persian.say('/snapshot ۱۰.۰.۰.۰');
    expect(persian.screen()).toMatch(/^❓ اسنپ‌شات snapshot-[\d-]+ از 10\.0\.0\.0 گرفته شود؟\nوضعیت سرور: 🟢 روشن/);
    await persian.press('بله');
    await persian.sees(/^✅ اسنپ‌شات snapshot-[\d-]+ از 10\.0\.0\.0 گرفته شد/);
    expect(server(app).snapshots).toHaveLength(count);
  }
  const names = server(app).snapshots.map(({ name }) => name);
  expect(names[0]).toMatch(/^snapshot-\d{4}-\d\d-\d\d-\d{4}$/);
  expect(new Set(names).size).toBe(2);
});

/** Takes a snapshot, and lets the provider list it under these names. */
async function takenAs(app: TestApp, person: Person, wanted: string, yes: string, listed: readonly string[]) {
  await person.say(`/snapshot 10.0.0.0 ${wanted}`);
  const answer = holdAnswers(app.provider, { operation: 'snapshot.list', times: 1 });
  const before = asked(app, 'snapshot.create').length;
  await person.press(yes);
  await eventually(() => asked(app, 'snapshot.create').length > before);
  server(app).snapshots.splice(-1, 1, ...listed.map((name) => ({ name, readyAt: 0 })));
  answer();
}

test.concurrent('one that the provider lists under another name is told by that name, each time', async () => {
  await using app = await enterWithCopies(['old']);
  const { english, persian } = app;
  await takenAs(app, english, 'before update', 'Yes', ['before-update']);
  expect(await english.sees(/^✅ Snapshot before update of 10\.0\.0\.0 taken/)).toContain(
    '\nThe name of the snapshot on the provider’s list: before-update\n',
  );
  await takenAs(app, persian, '2026', 'بله', ['s_2026']);
  expect(await persian.sees(/^✅ اسنپ‌شات 2026 از/)).toContain('\nنام اسنپ‌شات در لیست: s_2026\n');
});

test.concurrent('of two new names none is taken for it', async () => {
  await using app = await enterWithCopies(['old']);
  const { english } = app;
  await takenAs(app, english, 'mine', 'Yes', ['another', 'third']);
  await eventually(() => asked(app, 'snapshot.list').length > 3);
  expect(english.screen()).not.toContain('✅');
});

test.concurrent.each([
  [
    'Restore',
    'restore',
    /^❓ Restore 10\.0\.0\.0 from the snapshot old\?/,
    /^✅ 10\.0\.0\.0 restored from the snapshot old/,
  ],
  ['Delete', 'delete', /^❓ Delete the snapshot old of 10\.0\.0\.0\?/, /^✅ Snapshot old of 10\.0\.0\.0 deleted/],
] as const)('%s: one request, and the outcome', async (label, action, question, outcome) => {
  await using app = await enterWithCopies(['older', 'old']);
  const { english } = app;
  await go(english, 'More', 'Snapshots', /^old$/, label);
  expect(english.screen()).toMatch(question);
  if (action === 'restore') await english.say('10.0.0.0');
  else await english.press('Yes');
  await english.sees(outcome);
  expect(asked(app, `snapshot.${action}`)).toEqual([`snapshot.${action} {"id":"${SERVER}","name":"old"}`]);
  expect(server(app).snapshots.map(({ name }) => name)).toEqual(action === 'delete' ? ['older'] : ['older', 'old']);
});

test.concurrent('a name that is there already, or does not fit, is asked for again', async () => {
  await using app = await enterWithCopies(['night']);
  const { english, persian } = app;
  await go(english, 'More', 'Snapshots', 'New snapshot');
  await english.say('night');
  expect(english.screen()).toMatch(/^A snapshot with this name already exists/);
  for (const unfit of ['x'.repeat(65), 'two\nlines', '\u2063']) {
    await english.say(unfit);
    expect(english.screen()).toMatch(/^This can’t be used as a name\. Send one line of at most 64 characters/);
  }
  await english.press('Cancel');
  expect(english.screen()).toMatch(/^📸 Snapshots of/);
  await persian.say('/snapshot 10.0.0.0 night');
  expect(persian.screen()).toMatch(/^اسنپ‌شاتی با همین نام هست/);
  await persian.say('😀'.repeat(64));
  expect(persian.screen()).toMatch(/^❓ اسنپ‌شات (😀){64} از/);
  await persian.press('بله');
  await persian.sees(/گرفته شد|حذف شد|بازگشت/);
  expect(asked(app, 'snapshot.create')).toEqual([`snapshot.create {"id":"${SERVER}","name":"${'😀'.repeat(64)}"}`]);
});

test.concurrent('long lists page, strange names are shown whole or visibly shortened, and no button is too long', async () => {
  const odd = ['<b>&amp;', 'شنبه‌شب', '😀', 'x'.repeat(300), 'a|b|c'];
  await using app = await enterWithCopies([...odd, ...Array.from({ length: 15 }, (_, index) => `copy-${index}`)]);
  const { english, persian } = app;
  await go(english, 'More', 'Snapshots');
  expect(english.screen()).toMatch(
    /20 snapshots\.\nPage 1 of 3\n\[<b>&amp;\]\n\[شنبه‌شب\]\n\[😀\]\n\[x{39}…\]\n\[a\|b\|c\]/,
  );
  await english.press('Next');
  await english.press('Next');
  expect(english.screen()).toMatch(/Page 3 of 3\n\[copy-11\]\n\[copy-12\]\n\[copy-13\]\n\[copy-14\]\n\[‹ Previous\]/);
  await english.press('Previous');
  await english.press('Previous');
  await english.press('x…');
  expect(english.screen()).toMatch(/^📸 Snapshot x{63}… of/);
  await english.press('Delete');
  await english.press('Yes');
  await english.sees(/✅/);
  expect(asked(app, 'snapshot.delete')).toEqual([`snapshot.delete {"id":"${SERVER}","name":"${'x'.repeat(300)}"}`]);
  await go(persian, 'بیشتر', 'اسنپ‌شات‌ها');
  expect(persian.screen()).toMatch(/۱۹ اسنپ‌شات\.\nصفحهٔ ۱ از ۳\n/);
});

test.concurrent.each([
  ['opened', []],
  ['restored', ['Restore']],
  ['deleted', ['Delete']],
] as const)('one that vanished before it was %s: said so, above what is there', async (_, then) => {
  await using app = await enterWithCopies(['gone', 'stays']);
  const { english } = app;
  await go(english, 'More', 'Snapshots', ...(then.length > 0 ? ['gone'] : []));
  const found = server(app);
  found.snapshots = found.snapshots.filter(({ name }) => name !== 'gone');
  await english.press(then[0] ?? 'gone');
  expect(english.screen()).toBe(
    [
      'This snapshot is no longer on the list.',
      '',
      '📸 Snapshots of 10.0.0.0',
      '',
      'One snapshot.',
      '[stays]',
      '[➕ New snapshot]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  expect(asked(app, 'snapshot').every((line) => line === LIST)).toBe(true);
});

test.concurrent('a server’s name of several words, and the snapshot’s after it', async () => {
  await using app = await enterWithCopies([]);
  const { english } = app;
  await go(english, 'More', 'Set a name');
  await english.say('my web server');
  await english.say('/snapshot my web server before the upgrade');
  expect(english.screen()).toMatch(/^❓ Take the snapshot before the upgrade of my web server \(10\.0\.0\.0\)\?/);
  await english.say('/snapshot 10.0.0 night');
  await english.press('10.0.0.1');
  expect(english.screen()).toMatch(/^❓ Take the snapshot night of 10\.0\.0\.1\?/);
  await english.say('/snapshot nothing night');
  expect(english.screen()).toMatch(/^No server with this name or IP in your current account: nothing/);
});

test.concurrent('in a group: taken and deleted with the name of who asked, restored in private only', async () => {
  await using app = await enterWithCopies(['old']);
  const { group } = app.world;
  const persian = app.persian.in(group.id);
  await go(persian, 'بیشتر', 'اسنپ‌شات‌ها', 'اسنپ‌شات جدید');
  expect(persian.screen()).toMatch(/^❓ اسنپ‌شات[\s\S]*درخواست‌کننده:/);
  await persian.press('بله');
  await persian.sees(/شد[\s\S]*درخواست‌کننده:/);
  await go(persian, 'بیشتر', 'اسنپ‌شات‌ها', /^old$/);
  expect(persian.screen()).toMatch(/\n\[🗑 حذف\]\n/);
  const { message_id = 0 } = persian.messages().at(-1) ?? {};
  const data = persian.messages().at(-1)?.reply_markup?.inline_keyboard.flat()[0];
  const restore = data && 'callback_data' in data ? data.callback_data.replace('delete', 'restore') : '';
  const press = app.world.pressRaw(persian.user.id, group.id, message_id, restore);
  expect(await press.answered).toMatchObject({ show_alert: true });
  expect(asked(app, 'snapshot.restore')).toEqual([]);
});
