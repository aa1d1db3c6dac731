import { expect, test } from 'vitest';
import { asked, connect } from '../../features/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { eventually, waitUntil } from '../../support/eventually.ts';

const MAX_WAIT_MS = 15_000;
const ABOUT = /Power-off of .*(?:no answer|result unknown)|is off/;

test('a bot that is killed while it sends, and removed meanwhile, tells its person in private, once', async () => {
  const app = await openProcessApp({ timings: { powerMs: 5_000 } });
  try {
    const { english, provider, world } = app;
    await connect(english);
    await english.sees(/Connected/);
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    provider.fault({ operation: 'server.action', kind: 'cutBefore', until, times: 1 });
    const inGroup = english.in(world.group.id);
    await inGroup.say('/off 10.0.0.0');
    await inGroup.sees(/\[Yes/);
    inGroup.tap('Yes, power off');
    await eventually(() => asked(app, 'server.action').length > 0);
    await app.kill();
    answer();
    world.removeBot(world.persian.id);
    await app.start();
    const begunAt = performance.now();
    const told = () => english.screens().filter((each) => ABOUT.test(each));
    await world.until(() => told().length > 0);
    expect(performance.now() - begunAt).toBeLessThan(MAX_WAIT_MS);
    expect(english.screen()).toMatch(/Power-off of 10\.0\.0\.0: no answer[\s\S]*can’t write in the group/);
    // A kill before the note would repeat the message.
    const store = await openStoreOf(app);
    await waitUntil(async () => (await store.ledger.openOf(english.user.id))[0]?.toldOutcome !== undefined);
    await store.close();
    await app.kill();
    await app.startBot();
    await app.settled();
    app.later(91_000);
    await english.shows(/result unknown/);
    expect(told()).toHaveLength(1);
    expect(asked(app, 'server.action')).toHaveLength(1);
  } finally {
    await app.close();
  }
});
