import { expect, onTestFinished, test } from 'vitest';
import { SQLITE } from '../../../support/databases/databases.ts';
import { waitFor } from '../../../support/eventually.ts';
import { enterBothConnected } from '../../support.ts';

const { place, open } = SQLITE;

/** An app whose database an intruder without the key can write to; a list of one person is checked in it. */
async function withIntruder() {
  const url = await place();
  const app = await enterBothConnected({ env: { STORE_URL: url, STORE_KEY: 'ab'.repeat(32) } });
  const sql = open(url);
  onTestFinished(() => sql.close());
  await app.english.say('/check own-plan.com');
  await app.english.sees(/One name checked/);
  return { app, sql };
}

test.for([
  ['another person', 'user_id = $1'],
  ['another chat', 'chat_id = $1, due_at = 1'],
  ['another person and chat, to run again', `user_id = $1, chat_id = $1, state = 'running', due_at = 1`],
] as const)('a list that is given to %s is not shown there', async ([, columns]) => {
  const { app, sql } = await withIntruder();
  await using _ = app;
  const message = app.english.messages().at(-1);
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = buttons.flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  const before = app.persian.messages().length;
  await app.stopBot();
  await sql.query(`UPDATE checks SET ${columns}`, app.persian.user.id);
  await app.startBot();
  for (const each of data) {
    app.world.pressRaw(app.persian.user.id, app.persian.chat, 1, each);
    await app.settled();
  }
  const refused = /The row of check:\S+ was changed outside the bot/;
  await waitFor(() => expect(app.log.join('\n')).toMatch(refused));
  const shown = JSON.stringify(app.persian.messages().slice(before));
  expect(shown).not.toContain('own-plan');
  expect(shown).not.toContain('domains.csv');
});
