import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { enterConnected } from '../support.ts';

const OUTAGE = /The bot’s database can’t be reached/;

/** Changes the database under the bot, as a trouble of the machine would. */
function meddle(app: TestApp, statement: string): void {
  const database = new DatabaseSync(join(app.directory, 'bot.sqlite'));
  database.exec(`PRAGMA busy_timeout = 5000; ${statement}`);
  database.close();
}

const times = ({ provider }: TestApp, operation: string) =>
  provider.requests.filter((request) => request.operation === operation).length;

/** Everything the bot said to Telegram from this call on. */
function said({ world }: TestApp, from: number): string {
  return JSON.stringify(world.calls.slice(from).map(({ params }) => params));
}

test.concurrent('a store lost behind a confirm: the message goes on saying how it goes, and never that nothing happened', async () => {
  await using app = await enterConnected();
  const { english, provider, world, log } = app;
  const failed = () => log.filter((line) => line.includes('"where":"operation ')).length;
  for (const [asked, steps, yes, operation, shown] of [
    ['/reboot 10.0.0.0', [], 'Yes, restart', 'server.action', /^✅ 10\.0\.0\.0 restarted/],
    ['/renew 10.0.0.1', ['30 days'], 'Renew for', 'cloud.renew', /^✅/],
  ] as const) {
    await english.say(asked);
    for (const step of steps) await english.press(step);
    const answer = holdAnswers(provider, { operation, times: 1 });
    const from = world.calls.length;
    english.tap(yes);
    await eventually(() => times(app, operation) === 1);
    meddle(app, 'ALTER TABLE operations RENAME TO operations_away');
    const before = failed();
    answer();
    await eventually(() => failed() > before);
    meddle(app, 'ALTER TABLE operations_away RENAME TO operations');
    await english.sees(shown);
    expect(said(app, from)).not.toMatch(OUTAGE);
    expect(times(app, operation)).toBe(1);
  }
});

test.concurrent('several confirmed together, one of which the store does not take: the others are not called undone', async () => {
  await using app = await enterConnected();
  const { english, world, log } = app;
  await english.say('/renew');
  await english.press('10.0.0.0 ·');
  await english.press('10.0.0.1 ·');
  await english.press('Renew the 2 chosen');
  await english.press('30 days');
  meddle(
    app,
    `CREATE TRIGGER refuse BEFORE UPDATE ON operations WHEN OLD.state = 'ready' AND OLD.rowid = (SELECT MAX(rowid) FROM operations)
     BEGIN SELECT RAISE(ABORT, 'planned'); END`,
  );
  const from = world.calls.length;
  await english.press('Renew 2 for');
  expect(said(app, from)).not.toMatch(OUTAGE);
  await english.sees(/10\.0\.0\.0[\s\S]*✅|✅[\s\S]*10\.0\.0\.0/);
  expect(times(app, 'cloud.renew')).toBe(1);
  expect(log.filter((line) => line.includes('"where":"batch"'))).toHaveLength(1);
  meddle(app, 'DROP TRIGGER refuse');
  await english.press(/^Confirm the|^Renew/);
  await eventually(() => times(app, 'cloud.renew') === 2);
});
