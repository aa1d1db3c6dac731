import { expect, type TestContext, test } from 'vitest';
import { type Row, type Sql, textColumn } from '../../../src/store/database/sql.ts';
import { TABLES, valueIn } from '../../../src/store/database/tables.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import type { TestApp } from '../../support/app.ts';
import { SQLITE } from '../../support/databases/databases.ts';
import { waitFor } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { bodies } from '../shop/support.ts';
import { connect, enter } from '../support.ts';

const KEY = Buffer.alloc(32, 7);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOO_LITTLE = { error: 'insufficient_balance', message: 'x' };
const REFUSED = /^⚠️ Stopped: the record of this request was changed outside the bot/;

const { place, open } = SQLITE;

/** An app whose database an intruder without the key can write to. */
async function withIntruder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const url = await place(onTestFinished);
  // A backup brings back taps that came before it was made, and Telegram waits for no answer to them any more.
  const app = await enter({ env: { STORE_URL: url, STORE_KEY: KEY.toString('base64') } }, /query is too old/);
  const sql = open(url);
  onTestFinished(() => sql.close());
  await connect(app.english);
  app.provider.forget();
  return { app, sql };
}

/** The newest confirm; its person can tap its button at any time. */
function confirmOf({ english, world, settled }: TestApp) {
  const message = english.messages().at(-1);
  const button = message?.reply_markup?.inline_keyboard
    .flat()
    .find((each) => /Renew for|^Yes|Confirm again/.test(each.text));
  const data = button && 'callback_data' in button ? button.callback_data : '';
  const id = data.split('|')[1] ?? '';
  const press = () => world.pressRaw(english.user.id, english.chat, message?.message_id ?? 0, data);
  const tap = async () => {
    const pressed = press();
    await settled();
    return pressed.answered;
  };
  return { id, press, tap };
}

async function askToRenew(app: TestApp) {
  await app.english.say('/renew 10.0.0.1');
  await app.english.press('30 days');
  return confirmOf(app);
}

const rowOf = async (sql: Sql, id: string): Promise<Row> => {
  const [row] = await sql.query('SELECT * FROM operations WHERE id = $1', id);
  if (!row) throw new Error(`no operation ${id}`);
  return row;
};
const putBack = async (sql: Sql, row: Row) => {
  const columns = Object.keys(row).filter((name) => name !== 'id');
  await sql.query(
    `UPDATE operations SET ${columns.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`,
    textColumn(row, 'id'),
    ...columns.map((name) => valueIn(row, name)),
  );
};
const insert = async (sql: Sql, table: string, rows: readonly Row[]) => {
  for (const row of rows) {
    const columns = Object.keys(row);
    await sql.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      ...columns.map((name) => valueIn(row, name)),
    );
  }
};
/** Every update that came has left the inbox. */
const noUpdates = (sql: Sql) => waitFor(async () => expect(await sql.query('SELECT 1 FROM inbox')).toEqual([]));
/** All that the store holds, as it would be in a backup that was made so long ago. */
const backupOf = async (sql: Sql, agoMs: number) => {
  const tables = await Promise.all(
    TABLES.map(async ({ name }) => [name, await sql.query(`SELECT * FROM ${name}`)] as const),
  );
  return async () => {
    for (const [table, rows] of tables) {
      await sql.query(`DELETE FROM ${table}`);
      await insert(sql, table, rows);
    }
    await silentFor(sql, agoMs);
  };
};
/** The last sign of life of all processes was so long ago. */
const silentFor = async (sql: Sql, ms: number) => {
  const alive = createSeal([KEY]).seal(sql.now() - ms, 'box:alive:at');
  await sql.query(`UPDATE boxes SET value = $1 WHERE key = 'alive:at'`, alive);
};
const logged = ({ log }: TestApp, words: string) => log.filter((line) => line.includes(words));

for (const [what, columns] of [
  ['its state', `state = 'ready'`],
  ['its state and when it expires', `state = 'ready', expires_at = ${Date.now() + DAY_MS}`],
] as const)
  test.concurrent(`a renewal that is done and made ready again by ${what} is not sent again`, async (context) => {
    const { app, sql } = await withIntruder(context);
    await using _ = app;
    const { id, tap } = await askToRenew(app);
    await tap();
    await app.english.sees(/✅/);
    await sql.query(`UPDATE operations SET ${columns} WHERE id = $1`, id);

    await tap();
    expect(app.english.screen()).toMatch(REFUSED);
    expect(app.english.screen()).not.toContain('Try again');
    expect(bodies(app, 'cloud.renew')).toHaveLength(1);
    expect(logged(app, `operation:${id} was changed outside the bot`)).not.toEqual([]);

    // The person's other operations go on, and the record's text is still listed.
    const next = await askToRenew(app);
    await next.tap();
    await app.english.sees(/✅/);
    expect(bodies(app, 'cloud.renew')).toHaveLength(2);
    await app.english.say('/orders');
    expect(app.english.screen().match(/✅/g)).toHaveLength(2);
  });

test.concurrent('a confirm that was assigned to another person can be given by no one', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  await connect(app.persian);
  await app.english.say('/off 10.0.0.0');
  const { id, tap } = confirmOf(app);
  await sql.query('UPDATE operations SET user_id = $1 WHERE id = $2', app.persian.user.id, id);
  const theirs = app.world.pressRaw(app.persian.user.id, app.persian.chat, 1, `ok|${id}`);
  await theirs.answered;
  await tap();
  expect(app.persian.screen()).toContain('از بیرون دستکاری شده');
  expect(app.english.screen()).toMatch(REFUSED);
  expect(bodies(app, 'server.action')).toEqual([]);
});

for (const [what, changes] of [
  ['done', [`kind = 'order'`, `told = 'no'`, `said = 'no'`, 'created_at = 1', `due_at = ${Date.now()}`]],
  ['open', ['chat_id = 8', `subject = '1'`, `subject_hash = NULL`, 'due_at = NULL', 'due_at = 1']],
  ['to live longer', [`expires_at = ${Date.now() + DAY_MS}`, `due_at = ${Date.now() + 2 * DAY_MS}`]],
] as const)
  test.concurrent(`an operation that is ${what} and was changed in any column is left alone, told and logged`, async (context) => {
    const { app, sql } = await withIntruder(context);
    await using _ = app;
    for (const change of changes) {
      await app.english.say('/reboot 10.0.0.2');
      const { id, tap } = confirmOf(app);
      if (what === 'done') {
        await tap();
        const settled = { state: 'done', told: 'yes', due_at: null };
        await waitFor(async () => expect(await rowOf(sql, id)).toMatchObject(settled));
      }
      app.provider.forget();
      const before = await rowOf(sql, id);
      await sql.query(`UPDATE operations SET ${change} WHERE id = $1`, id);
      await tap();
      expect(app.english.screen(), change).toMatch(REFUSED);
      expect(bodies(app, 'server.action'), change).toEqual([]);
      expect(logged(app, `operation:${id} was changed outside the bot`), change).not.toEqual([]);
      await putBack(sql, before);
    }
  });

test.concurrent('a confirm that holds what another one was sealed with is refused, and so is the other', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const confirms = [];
  for (const server of ['10.0.0.0', '10.0.0.1']) {
    await app.english.say(`/off ${server}`);
    confirms.push(confirmOf(app));
  }
  const [one, other] = await Promise.all(confirms.map(({ id }) => rowOf(sql, id)));
  if (!one || !other) throw new Error('no confirms');
  await putBack(sql, { ...one, body: other.body });
  await putBack(sql, { ...other, body: one.body });
  for (const { id, tap } of confirms) {
    await tap();
    expect(app.english.screens().filter((screen) => REFUSED.test(screen))).not.toEqual([]);
    expect(logged(app, `operation:${id} was changed or moved outside the bot`)).not.toEqual([]);
  }
  expect(bodies(app, 'server.action')).toEqual([]);
});

test.concurrent('a whole row as it was before, sealed value and all, is refused while the bot runs', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { id, tap } = await askToRenew(app);
  const before = await rowOf(sql, id);
  await tap();
  await app.english.sees(/✅/);
  await putBack(sql, before);

  await tap();
  expect(app.english.screen()).toMatch(REFUSED);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
  expect(logged(app, `operation:${id} is older than what was written since`)).not.toEqual([]);
});

test.concurrent('a whole row as it was before is refused also by a process that never wrote a later one', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { id, tap } = await askToRenew(app);
  const before = await rowOf(sql, id);
  await tap();
  await app.english.sees(/✅/);
  await app.stopBot();
  await putBack(sql, before);
  await app.startBot();

  await tap();
  expect(app.english.screen()).toMatch(REFUSED);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
  expect(logged(app, `operation:${id} is older than what was written since`)).not.toEqual([]);
});

/** A renewal that is bought, and what was in the store of it while its price was asked. */
async function boughtWithCopy(app: TestApp, sql: Sql) {
  const { id, press, tap } = await askToRenew(app);
  const answer = holdAnswers(app.provider, { operation: 'cloud.renewQuote', times: 1 });
  press();
  await waitFor(async () => expect(await rowOf(sql, id)).toMatchObject({ state: 'quoting' }));
  const row = await rowOf(sql, id);
  const [note] = await sql.query('SELECT * FROM boxes WHERE key = $1', `round:${id}`);
  if (!note) throw new Error('no note of the claim');
  answer();
  await app.english.sees(/✅/);
  await app.stopBot();
  return { id, tap, row, note };
}

test.concurrent('a row as it was while its price was asked is shown anew after a restart, and not bought again', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { id, tap, row } = await boughtWithCopy(app, sql);
  await putBack(sql, row);
  // On PostgreSQL another process might still hold it.
  app.later(MINUTE_MS);
  await app.startBot();
  await app.english.shows(/the bot could not handle your confirmation in time/);
  await tap();
  expect(app.english.screen()).toMatch(REFUSED);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
  expect(logged(app, `operation:${id} is older than what was written since`)).not.toEqual([]);
});

test.concurrent('put back together with the note of its claim it is closed once minutes have passed', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { tap, row, note } = await boughtWithCopy(app, sql);
  await putBack(sql, row);
  await sql.query('DELETE FROM boxes WHERE key = $1', textColumn(note, 'key'));
  await insert(sql, 'boxes', [note]);
  app.later(10 * MINUTE_MS);
  await app.startBot();
  await app.english.shows(/this request can no longer be confirmed/);
  await tap();
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});

test.concurrent('a confirm that a backup brings back after it was given is closed, and asked for anew', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  app.provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: TOO_LITTLE, times: 1 });
  const first = await askToRenew(app);
  await first.tap();
  await app.english.sees(/balance/);
  await noUpdates(sql);
  const restore = await backupOf(sql, 6 * MINUTE_MS);
  const { tap } = confirmOf(app);
  await tap();
  await app.english.sees(/✅/);
  const sent = bodies(app, 'cloud.renew').length;

  await app.stopBot();
  await restore();
  await app.startBot();
  await app.english.shows(
    /^⚠️ Renewal of 10\.0\.0\.1 for 30 days: this request can no longer be confirmed, because the bot was down in the meantime\.\nIf you had already confirmed the request, check the result first\. Otherwise ask again\.\n\[Ask again\]/,
  );
  await tap();
  expect(bodies(app, 'cloud.renew')).toHaveLength(sent);
  await app.english.press('Ask again');
  await app.english.sees(/Renew 10\.0\.0\.1/);
  await confirmOf(app).tap();
  await app.english.sees(/^✅/);
  const screens = app.english.screens().join('\n---\n');
  expect(bodies(app, 'cloud.renew'), screens).toHaveLength(sent + 1);
});

test.concurrent('of a confirm that a backup of an hour ago brings back it is not said that nothing was bought', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { tap } = await askToRenew(app);
  await noUpdates(sql);
  const restore = await backupOf(sql, 60 * MINUTE_MS);
  await tap();
  await app.english.sees(/✅/);
  await app.stopBot();
  await restore();
  app.later(60 * MINUTE_MS);
  await app.startBot();
  await app.english.shows(/this request can no longer be confirmed[\s\S]*If you had already confirmed the request/);
  await tap();
  await app.english.say('/orders');
  expect(app.english.screen()).toContain('⚠️ result unknown: the bot was down');
  expect(app.english.screens().filter((screen) => /nothing was (bought|sent)/i.test(screen))).toEqual([]);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});

test.concurrent('of a confirm to be typed that a backup brings back it is not said that nothing was sent', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  await app.english.say('/server 10.0.0.0');
  for (const button of ['More', 'Reinstall', 'Windows Server 2022', 'Continue without'])
    await app.english.press(button);
  await noUpdates(sql);
  const restore = await backupOf(sql, 10 * MINUTE_MS);
  await app.stopBot();
  await restore();
  await app.startBot();
  await app.english.shows(/this request can no longer be confirmed/);
  await app.english.say('10.0.0.0');
  expect(app.english.screen()).toMatch(/If you had already confirmed the request/);
  expect(app.english.screens().filter((screen) => /nothing was (bought|sent)/i.test(screen))).toEqual([]);
});

test.concurrent('of a confirm that a backup brings back together with its tap it is not said that nothing was bought', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const { press } = await askToRenew(app);
  await noUpdates(sql);
  const restore = await backupOf(sql, 10 * MINUTE_MS);
  const answer = holdAnswers(app.provider, { operation: 'cloud.renew', times: 1 });
  press();
  const kept = await waitFor(async () => {
    const rows = await sql.query('SELECT * FROM inbox');
    expect(rows).toHaveLength(1);
    return rows;
  });
  answer();
  await app.english.sees(/✅/);
  await app.stopBot();
  await restore();
  await insert(sql, 'inbox', kept);
  app.later(10 * MINUTE_MS);
  await app.startBot();
  await app.english.shows(/this request can no longer be confirmed/);
  await noUpdates(sql);
  await app.settled();
  expect(app.english.screens().filter((screen) => /nothing was (bought|sent)/i.test(screen))).toEqual([]);
  expect(app.english.screens().at(-1)).toMatch(/If you had already confirmed the request/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});

test.concurrent('an order that was being sent when the backup was made is not sent again: its outcome is read', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const states = async () => (await sql.query('SELECT state FROM operations')).map(({ state }) => state);
  const { press, tap } = await askToRenew(app);
  const answer = holdAnswers(app.provider, { operation: 'cloud.renew', times: 1 });
  press();
  await waitFor(async () => expect(await states()).toEqual(['sending']));
  const restore = await backupOf(sql, 10 * MINUTE_MS);
  answer();
  await app.english.sees(/✅/);
  await app.stopBot();
  expect(await states()).toEqual(['done']);
  await restore();
  // On PostgreSQL another process might still hold it.
  app.later(MINUTE_MS);
  await app.startBot();
  await waitFor(async () => expect(await states()).toEqual(['done']));
  await tap();
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});

test.concurrent('a confirm that waits for a top-up outlives a restart', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  app.provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: TOO_LITTLE, times: 1 });
  await (await askToRenew(app)).tap();
  await app.english.sees(/balance/);
  const { tap } = confirmOf(app);
  await app.stopBot();
  await silentFor(sql, 4 * MINUTE_MS);
  await app.startBot();
  await tap();
  await app.english.sees(/✅/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
});

test.concurrent('an operation of an older release can be read and cancelled, and never claimed', async (context) => {
  const { app, sql } = await withIntruder(context);
  await using _ = app;
  const seal = createSeal([KEY]);
  const asIfOlder = async (id: string) => {
    const { body } = await rowOf(sql, id);
    const { bound, ...rest } = Object(seal.open(body, `operation:${id}`));
    expect(bound).toMatchObject({ state: 'ready' });
    await sql.query('UPDATE operations SET body = $1 WHERE id = $2', seal.seal(rest, `operation:${id}`), id);
  };
  await app.english.say('/off 10.0.0.0');
  const off = confirmOf(app);
  await asIfOlder(off.id);
  expect(await off.tap()).toMatchObject({ text: expect.stringContaining('Ask again') });
  await app.english.sees(
    /^⚠️ You confirmed in time[\s\S]*was not powered off: the time to confirm is over\.\n\[Ask again\]/,
  );
  await off.tap();
  expect(bodies(app, 'server.action')).toEqual([]);

  const renewal = await askToRenew(app);
  await asIfOlder(renewal.id);
  await app.english.press('Cancel');
  await app.english.sees(/cancelled\. Nothing was bought/);
  await renewal.tap();
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});
