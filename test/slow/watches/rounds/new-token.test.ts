import { expect, test } from 'vitest';
import { ACCOUNTS, asked, enterConnected } from '../../../features/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { rounds, SERVER } from '../support.ts';

const RENEWED_TOKEN = 'the-renewed-token';

test('a token that is set while a round is under way is read with as soon as that has ended', async () => {
  const accounts = [...ACCOUNTS, { token: RENEWED_TOKEN, servers: [{ id: SERVER }] }];
  await using app = await enterConnected({ accounts });
  const { english, provider } = app;
  await english.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  app.later(67_000);
  const before = asked(app, 'server.status').length;
  const answer = holdAnswers(provider, { operation: 'server.status', times: 1 });
  await app.startBot();
  await expect.poll(() => asked(app, 'server.status').length).toBeGreaterThan(before);
  const store = await openStoreOf(app);
  const dueAt = async () => (await store.watches.nextDue()) ?? 0;
  try {
    const leaseEnd = await dueAt();
    await english.say('/accounts');
    await english.press(/Account 1/);
    await english.press(/New token/);
    await english.say(RENEWED_TOKEN);
    await english.sees(/Already connected, as Account 1/);
    await english.say('/watch');
    await english.press(/Stop alerts about outside changes/);
    await english.press(/Alert me to outside changes/);
    // The account is taken again: its due time is the end of another lease.
    await expect.poll(dueAt).toBeGreaterThan(leaseEnd);
  } finally {
    await store.close();
  }
  provider.forget();
  answer();
  const accountsRead = () => provider.requests.map(({ account }) => account);
  await expect.poll(accountsRead).toContain('account-3');
});
