import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { connect, enterConnected } from '../../features/support.ts';
import { openStoreOf, TOKEN } from '../../support/app.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { openReplicas } from '../../support/bots/replicas.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { amountOf } from '../../support/random/seeds.ts';
import { digestsOf, IS_DIGEST, makeDue, run, turnEnds, untilDue } from '../watches/digest-support.ts';

const DAY = 24 * 3_600_000;

test('a digest whose answer was lost comes no second time that day, and on the next its news is told again', async () => {
  await using app = await enterConnected({}, /Network request/);
  const { english, world } = app;
  world.fail({ method: 'sendRichMessage', text: 'daily digest', cut: true, afterHandling: true });
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
  await app.stopBot();
  app.later(3_600_000);
  await app.startBot();
  await app.settled();
  expect(digestsOf(english)).toHaveLength(1);
  await untilDue(app);
  expect(await run(app)).toHaveLength(2);
  await untilDue(app);
  expect(await run(app)).toHaveLength(2);
});

test('a digest that Telegram refused is tried again a quarter of an hour later', async () => {
  await using app = await enterConnected({}, /planned/);
  const { world } = app;
  // As a text as well.
  world.fail({ text: 'daily digest', code: 400, description: 'Bad Request: planned', times: 2 });
  await untilDue(app);
  expect(await run(app)).toEqual([]);
  await untilDue(app);
  expect(await run(app)).toHaveLength(1);
});

test('a digest whose chat takes no messages leaves the rounds of its account all readings', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/watch');
  world.block(english.user.id, true);
  await app.settled();
  await untilDue(app);
  expect(await run(app)).toEqual([]);
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(english.user.id);
  const watched = await store.watches.get(english.user.id, accounts[0]?.id ?? '');
  if (!watched) expect.fail('Nothing is watched');
  expect(await store.tokenReadings.readers(watched, TOKEN, app.now())).toMatchObject({ bindings: 1, digests: 0 });
  await store.close();
});

test('killed between the message and its note: it comes once that day, and nothing of it is lost', async ({
  onTestFinished,
}) => {
  const app = await openProcessApp();
  onTestFinished(() => app.close());
  const { english, world } = app;
  // A kill waits until nothing uses the store.
  const inStore = async (work: (store: Store) => Promise<unknown>) => {
    const store = await openStoreOf(app);
    await work(store).finally(() => store.close());
  };
  await connect(english);
  await english.sees(/Connected/);
  await inStore((store) => expect.poll(async () => (await store.accounts.get(english.chat)).accounts).toHaveLength(1));
  await app.kill();
  await inStore((store) => makeDue(store, english.chat));
  world.fail({ method: 'sendRichMessage', chat: english.chat, delayMs: 10_000, afterHandling: true });
  await app.start();
  await english.shows(IS_DIGEST);
  await app.kill();
  let ahead = 0;
  for (const [ms, count] of [
    // Longer than its lease.
    [30_000, 1],
    [DAY, 2],
  ] as const) {
    ahead += ms;
    app.later(ms);
    await app.startBot();
    await inStore((store) => turnEnds(store, english.chat, () => Date.now() + ahead));
    await app.settled();
    expect(digestsOf(english)).toHaveLength(count);
    await app.stopBot();
  }
});

onPostgres(() => {
  test('two replicas send one digest', async () => {
    await using replicas = await openReplicas();
    const { app, one, store } = replicas;
    const { english } = app;
    await one.say(`/connect ${TOKEN}`);
    await english.shows(/Connected/);
    // A replica looks every five seconds for what another one put into the store.
    for (let day = 0; day < amountOf(2, 5); day++) {
      const told = digestsOf(english).length;
      // Each time starts without an earlier digest, and without readings in the last minute.
      const [account] = (await store.accounts.get(english.chat)).accounts;
      const reader = { digestId: `${english.chat}:0`, accountId: account?.id ?? '', token: TOKEN };
      await store.tokenReadings.end(reader, Date.now() - DAY);
      await store.digests.change(english.chat, ({ day: _, ...digest }) => ({ ...digest, looks: [] }));
      await makeDue(store, english.chat);
      await turnEnds(store, english.chat);
      await app.world.until(() => digestsOf(english).length > told);
      expect(digestsOf(english)).toHaveLength(told + 1);
    }
  });
});
