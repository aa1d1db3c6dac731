import { expect, test } from 'vitest';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, goAway } from '../support.ts';
import { enterWithCopies, go, server } from './support.ts';

const BACKUP = '2026-11-18T05:42:23.000Z';

interface Row {
  /** The one request it sends. */
  operation: string;
  /** From the card to the confirm. */
  way: (string | RegExp)[];
  done: RegExp;
  typed?: boolean;
  before?: (app: TestApp) => void;
}

const ROWS: Row[] = [
  { operation: 'server.rescue', way: ['More', 'Rescue', 'finnix'], done: /Rescue disk finnix attached to 10\.0\.0\.0/ },
  {
    operation: 'server.eject',
    way: ['Eject'],
    done: /Rescue disk ejected from 10\.0\.0\.0/,
    before: (app) => {
      server(app).rescueDisk = true;
    },
  },
  {
    operation: 'snapshot.create',
    way: ['More', 'Snapshots', 'New snapshot', 'date and time'],
    done: /Snapshot \S+ of 10\.0\.0\.0 taken/,
  },
  {
    operation: 'snapshot.restore',
    way: ['More', 'Snapshots', /^old$/, 'Restore'],
    done: /restored from the snapshot old/,
    typed: true,
  },
  {
    operation: 'snapshot.delete',
    way: ['More', 'Snapshots', /^old$/, 'Delete'],
    done: /Snapshot old of 10\.0\.0\.0 deleted/,
  },
  { operation: 'backup.create', way: ['More', 'Backups', 'New backup'], done: /Backup of 10\.0\.0\.0 created/ },
  {
    operation: 'backup.restore',
    way: ['More', 'Backups', '18 November', 'Restore'],
    done: /restored from the backup/,
    typed: true,
  },
  {
    operation: 'backup.delete',
    way: ['More', 'Backups', '18 November', 'Delete'],
    done: /Backup .+ of 10\.0\.0\.0 deleted/,
  },
];

async function enterFor({ way, before }: Row, timings?: TestAppOptions['timings']): Promise<TestApp & AsyncDisposable> {
  const app = await enterWithCopies(['old'], [BACKUP], timings);
  before?.(app);
  await go(app.english, ...way);
  return app;
}

async function confirm({ english }: TestApp, { typed }: Row): Promise<void> {
  if (typed) await english.say('10.0.0.0');
  else await english.press('Yes');
}

const NAMED = ROWS.map((row) => [row.operation, row] as const);

test.concurrent.each(NAMED)(
  '%s, the answer cut after it was done: settled by what can be read',
  async (operation, row) => {
    await using app = await enterFor(row);
    const { english, provider, world } = app;
    const seen: string[] = [];
    world.onChange(() => seen.push(english.screen()));
    provider.fault({ operation, kind: 'cutAfter', times: 1 });
    await confirm(app, row);
    await english.sees(/^✅/);
    expect(english.screen()).toMatch(row.done);
    expect(seen.some((screen) => /no answer.*won’t be sent again/.test(screen))).toBe(true);
    expect(asked(app, operation)).toHaveLength(1);
  },
);

test.concurrent.each(NAMED)(
  '%s, cut before it was done: not known, never sent again, a look on request',
  async (operation, row) => {
    await using app = await enterFor(row);
    const { english, provider } = app;
    provider.fault({ operation, kind: 'cutBefore', times: 1 });
    await confirm(app, row);
    await english.sees(/^⚠️ .*no answer\. It may or may not have run/);
    app.later(11 * 60_000);
    await english.sees(/^⚠️ .*result unknown\. No answer came, and it was not sent again/);
    expect(english.screen()).toMatch(/\[🔎 Check again\]\n\[Ask again\]\n\[🖥 Open server\]$/);
    expect(await english.press('Check again')).toMatchObject({ text: 'Checked just now: ⚠️ result still unknown' });
    expect(asked(app, operation)).toHaveLength(1);
  },
);

test.concurrent.each(NAMED)('%s refused: the provider’s words, and asked again by one tap', async (operation, row) => {
  await using app = await enterFor(row);
  const { english, provider } = app;
  provider.fault({ operation, kind: 'status', status: 409, body: { error: 'x', message: 'نه <b>' }, times: 1 });
  await confirm(app, row);
  await english.sees(
    /^❌ .*: not done\.\n\nNothing was done: the provider refused\.\n\nThe provider says:\nنه <b>\n(?:\[(?:📸 Snapshots|🗄 Backups|✏️ Another name)\]\n)?\[Ask again\]\n\[🖥 Open server\]$/,
  );
  expect(/Snapshots|Backups/.test(english.screen())).toBe(/restore|delete/.test(operation));
  expect(/Another name/.test(english.screen())).toBe(operation === 'snapshot.create');
  await english.press('Ask again');
  expect(english.screen()).toMatch(operation === 'snapshot.create' ? /^❓ Take the snapshot/ : /^❓/);
  expect(asked(app, operation)).toHaveLength(1);
});

test.concurrent.each(NAMED)('%s not sent at all: said so, and confirmed once more', async (operation, row) => {
  await using app = await enterFor(row);
  const { english } = app;
  const back = await goAway(app);
  await confirm(app, row);
  await english.sees(/^🔌 Nothing was sent: the provider could not be reached\. You can confirm again\.\n\n❓/);
  const provider = await back();
  await confirm(app, row);
  await english.sees(/^(✅|⏳|❌)/);
  expect(asked({ provider }, operation)).toHaveLength(1);
});

test.concurrent.each(NAMED)('%s: a restart between the request and its answer', async (operation, row) => {
  // The server has to be busy still when the bot is back.
  await using app = await enterFor(row, { restoreMs: ENDLESS_MS });
  const { english, provider } = app;
  const answer = holdAnswers(provider, { operation, times: 1 });
  await (row.typed ? english.say('10.0.0.0') : english.tap('Yes').answered);
  await eventually(() => asked(app, operation).length === 1);
  const stopped = app.stopBot();
  answer();
  await stopped;
  await app.startBot();
  hasten(app);
  await english.sees(/^✅/);
  expect(asked(app, operation)).toHaveLength(1);
});
