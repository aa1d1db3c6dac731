import { expect, test } from 'vitest';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import { asked, goAway } from '../support.ts';
import { enterWithCopies, go, server } from './support.ts';

const BACKUP = '2026-11-18T05:42:23.000Z';

interface Row {
  /** The one request it sends. */
  operation: string;
  /** From the card to the confirm. */
  way: (string | RegExp)[];
  what: RegExp;
  typed?: boolean;
  before?: (app: TestApp) => void;
}

const ROWS: Row[] = [
  { operation: 'server.rescue', way: ['More', 'Rescue', 'finnix'], what: /Attach the rescue disk finnix/ },
  {
    operation: 'server.eject',
    way: ['Eject'],
    what: /Eject the rescue disk/,
    before: (app) => {
      server(app).rescueDisk = true;
    },
  },
  {
    operation: 'snapshot.create',
    way: ['More', 'Snapshots', 'New snapshot', 'date and time'],
    what: /Take the snapshot/,
  },
  { operation: 'snapshot.restore', way: ['More', 'Snapshots', /^old$/, 'Restore'], what: /Put .* back/, typed: true },
  { operation: 'snapshot.delete', way: ['More', 'Snapshots', /^old$/, 'Delete'], what: /Delete the snapshot old/ },
  { operation: 'backup.create', way: ['More', 'Backups', 'New backup'], what: /Make a backup/ },
  { operation: 'backup.restore', way: ['More', 'Backups', '18 November', 'Restore'], what: /Put .* back/, typed: true },
  { operation: 'backup.delete', way: ['More', 'Backups', '18 November', 'Delete'], what: /Delete the backup/ },
];

async function enterFor({ way, before }: Row, timings?: TestAppOptions['timings']): Promise<TestApp> {
  const app = await enterWithCopies(['old'], [BACKUP], timings);
  before?.(app);
  await go(app.english, ...way);
  return app;
}

async function confirm({ english }: TestApp, { typed }: Row): Promise<void> {
  if (typed) await english.say('10.0.0.0');
  else await english.press('Yes');
}

const rows = ROWS.map((row) => [row.operation, row] as const);

test.each(rows)('%s, the answer cut after it was done: settled by what can be read', async (operation, row) => {
  const app = await enterFor(row);
  const { english, provider, world } = app;
  const seen: string[] = [];
  world.onChange(() => seen.push(english.screen()));
  provider.fault({ operation, kind: 'cutAfter', times: 1 });
  await confirm(app, row);
  await english.sees(/^✅/);
  expect(english.screen()).toMatch(row.what);
  expect(seen.some((screen) => /the answer was lost.*I will not send it again/.test(screen))).toBe(true);
  expect(asked(app, operation)).toHaveLength(1);
});

test.each(rows)(
  '%s, cut before it was done: not known, never sent again, a look on request',
  async (operation, row) => {
    const app = await enterFor(row);
    const { english, provider } = app;
    provider.fault({ operation, kind: 'cutBefore', times: 1 });
    await confirm(app, row);
    await english.sees(/^⚠️ .*the answer was lost\. I don’t know yet/);
    app.later(11 * 60_000);
    await english.sees(/^⚠️ .*nothing shows whether whether it took place\. I did not send it again/);
    expect(english.screen()).toMatch(/\[🔎 Look again\]\n\[🖥 Server card\]$/);
    expect(await english.press('Look again')).toMatchObject({ text: 'Looked just now: ⚠️ it still can’t be told' });
    expect(asked(app, operation)).toHaveLength(1);
  },
);

test.each(rows)('%s refused: the provider’s words, and asked again by one tap', async (operation, row) => {
  const app = await enterFor(row);
  const { english, provider } = app;
  provider.fault({ operation, kind: 'status', status: 409, body: { error: 'x', message: 'نه <b>' }, times: 1 });
  await confirm(app, row);
  await english.sees(
    /^❌ .*: not done\.\n\nThe provider refused\. Nothing was done\.\n\nThe provider says:\nنه <b>\n(?:\[(?:📸 Snapshots|🗄 Backups)\]\n)?\[Ask again\]\n\[🖥 Server card\]$/,
  );
  expect(/Snapshots|Backups/.test(english.screen())).toBe(/restore|delete/.test(operation));
  await english.press('Ask again');
  expect(english.screen()).toMatch(operation === 'snapshot.create' ? /^Send me a name/ : /^❓/);
  expect(asked(app, operation)).toHaveLength(1);
});

test.each(rows)('%s not sent at all: said so, and confirmed once more', async (operation, row) => {
  const app = await enterFor(row);
  const { english } = app;
  const back = await goAway(app);
  await confirm(app, row);
  await english.sees(/^🔌 The provider could not be reached, so nothing was sent\. You can confirm again\.\n\n❓/);
  const provider = await back();
  await confirm(app, row);
  await english.sees(/^(✅|⏳|❌)/);
  expect(asked({ provider }, operation)).toHaveLength(1);
});

test.each(rows)('%s: a restart between the request and its answer', async (operation, row) => {
  // The server has to be busy still when the bot is back, also on a slow machine.
  const app = await enterFor(row, { restoreMs: 3_000 });
  const { english, provider } = app;
  provider.fault({ operation, kind: 'delay', ms: 300, times: 1, afterHandling: true });
  await (row.typed ? english.say('10.0.0.0') : english.tap('Yes').answered);
  await app.stopBot();
  await app.startBot();
  await english.sees(/^✅/);
  expect(asked(app, operation)).toHaveLength(1);
});
