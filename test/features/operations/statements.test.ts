import { expect, test } from 'vitest';
import { SQLITE } from '../../support/databases/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { enterConnected, TOKEN } from '../support.ts';
import { noteStatements, type Statement } from './statements.ts';

/** The most statements of each kind that a restart may cost, from its button to its outcome. */
const MOST: Readonly<Record<string, number>> = {
  'COMMIT full': 4,
  'COMMIT deferred': 2,
  'COMMIT relaxed': 4,
  'INSERT inbox': 2,
  'INSERT offsets': 2,
  'INSERT operations': 1,
  'INSERT boxes': 1,
  'SELECT operations': 5,
  // Whether the bot may write in the chat, read once a chat and process; and whether the account is lent by now, read by the claim.
  'SELECT boxes': 2,
  // One gives the confirm its message, once it is shown.
  'UPDATE operations': 6,
  // The last one belongs to the update before.
  'DELETE inbox': 3,
};

/** Each statement on a line, with who asked for it. */
function listed(statements: readonly Statement[]): string {
  return statements.map(({ kind, bytes, asked }) => `${kind} (${bytes} bytes): ${asked}`).join('\n');
}

test.concurrent('a restart from its button to its outcome takes few statements', async () => {
  const probe = SQLITE.open('sqlite::memory:');
  const statements = noteStatements(probe);
  await probe.close();
  await using app = await enterConnected({ env: { STORE_URL: await SQLITE.place() }, timings: { rebootMs: 60_000 } });
  const { english, provider } = app;
  const times = (wanted: string) => statements.filter(({ kind }) => kind === wanted).length;
  await english.say('/server 10.0.0.0');
  await eventually(() => times('DELETE inbox') === times('INSERT inbox'));
  // Two keys, the accepted token, the accounts of a person, and the list of servers, which is stored behind its answer.
  await eventually(() => times('INSERT boxes') === 5);
  statements.length = 0;
  await english.press('Restart');
  await english.press('Yes, restart');
  await english.sees(/rebooting/);
  provider.account(TOKEN).setStatus('srv-10001', 'on');
  await english.sees(/restarted/);
  // An update that is handled quickly is not written down; one that was written down is removed at the end.
  await app.settled();
  await app.stopBot();
  for (const kind of new Set(statements.map((each) => each.kind)))
    expect(times(kind), `${kind}\n${listed(statements)}`).toBeLessThanOrEqual(MOST[kind] ?? 0);
});
