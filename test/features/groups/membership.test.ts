import { expect, test } from 'vitest';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { waitUntil } from '../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { asked, enterBothConnected, visibleCalls } from '../support.ts';

const EXPECTED = /not enough rights|Too Many Requests|bot was kicked|bot is not a member|initiate conversation/;
const WORDS = {
  english: {
    yes: 'Yes, restart',
    restarted: /10\.0\.0\.0 restarted/,
    silent: /can’t write in the group/,
    left: /no longer in the group/,
  },
  persian: {
    yes: 'بله',
    restarted: /ری‌استارت شد/,
    silent: /الان نمی‌تواند در گروهی بنویسد/,
    left: /دیگر عضو گروهی که/,
  },
};
type Who = keyof typeof WORDS;
const BOTH = ['english', 'persian'] as const;

async function enterGroup(options: Parameters<typeof enterBothConnected>[0] = {}) {
  const app = await enterBothConnected({ timings: { rebootMs: ENDLESS_MS }, ...options }, EXPECTED);
  const group = app.world.group.id;
  return Object.assign(app, { group, in: { english: app.english.in(group), persian: app.persian.in(group) } });
}
type GroupApp = Awaited<ReturnType<typeof enterGroup>>;

async function restart(app: GroupApp, who: Who): Promise<void> {
  await app.in[who].say('/reboot 10.0.0.0');
  await app.in[who].press(WORDS[who].yes);
  await app.in[who].sees(/⏳/);
}

/** The calls that show something in the group. */
function callsThere(app: GroupApp): string[] {
  return visibleCalls(app)
    .filter(({ params }) => params.chat_id === app.group)
    .map(({ method }) => method);
}

/** Resolves when the English person's restart is over, and all that could be told of it was. */
async function isOver(app: GroupApp): Promise<void> {
  const store = await openStoreOf(app);
  const { id } = app.world.english;
  await waitUntil(async () => {
    const [own] = await store.ledger.listOf(id, ['power'], 0, 1);
    return own?.state === 'done' && own.notifyRetry !== undefined;
  });
  await store.close();
}

/** The lines about where the bot may write. */
function noted({ log }: TestApp): string[] {
  return log.filter((line) => /may (not )?write in a chat/.test(line));
}

const ENDS = {
  removed: {
    away: ({ world }: GroupApp) => world.removeBot(world.persian.id),
    back: ({ world }: GroupApp) => world.addBot(world.persian.id),
  },
  muted: {
    away: ({ world }: GroupApp) => world.restrictBot(world.persian.id, ['messages', 'photos', 'documents']),
    back: ({ world }: GroupApp) => world.restrictBot(world.persian.id, []),
  },
};

for (const how of ['removed', 'muted'] as const)
  for (const who of BOTH)
    test.concurrent(`${how}: the outcome comes in private, once, and the group is left alone (${who})`, async () => {
      await using app = await enterGroup();
      await restart(app, who);
      ENDS[how].away(app);
      await app.settled();
      // The news of the update is known at once, and after a restart.
      await app.stopBot();
      const before = callsThere(app).length;
      await app.startBot();
      hasten(app);
      await app[who].shows(WORDS[who].restarted);
      expect(app[who].screen()).toMatch(WORDS[who].silent);
      expect(callsThere(app)).toHaveLength(before);
      expect(noted(app)).toHaveLength(1);
      expect(noted(app)[0]).toContain(`"silence":"${how}"`);
      // Back in the group, its message there is brought up to date, and no one is told once more.
      ENDS[how].back(app);
      await app.settled();
      await app.in[who].shows(WORDS[who].restarted);
      expect(app.in[who].screens().filter((each) => WORDS[who].restarted.test(each))).toHaveLength(1);
      expect(app[who].screens().filter((each) => WORDS[who].restarted.test(each))).toHaveLength(1);
      expect(noted(app)).toHaveLength(2);
      expect(asked(app, 'server.action')).toHaveLength(1);
      // The group works as before.
      await app.in[who].say('/server 10.0.0.0');
      await app.in[who].sees(/^🖥|^‏🖥/);
    });

test.concurrent('an outcome that was told in private is not told there again by a later try', async () => {
  await using app = await enterGroup();
  await restart(app, 'english');
  ENDS.muted.away(app);
  hasten(app);
  await app.english.shows(WORDS.english.restarted);
  await isOver(app);
  await app.stopBot();
  const store = await openStoreOf(app);
  const [{ id } = { id: '' }] = await store.ledger.listOf(app.world.english.id, ['power'], 0, 1);
  await store.ledger.move(id, { from: ['done'], edit: () => ({ notifyRetry: undefined }), dueAt: 0, notified: false });
  await store.close();
  await app.startBot();
  await isOver(app);
  expect(app.english.screens().filter((each) => WORDS.english.restarted.test(each))).toHaveLength(1);
});

test.concurrent('a person whom the bot can’t write to either is told when it may write in the group again', async () => {
  await using app = await enterGroup();
  const { world } = app;
  await restart(app, 'english');
  world.block(world.english.id, true);
  ENDS.muted.away(app);
  await app.settled();
  const before = world.calls.length;
  await app.stopBot();
  await app.startBot();
  hasten(app);
  await isOver(app);
  expect(visibleCalls(app, before)).toEqual([]);
  ENDS.muted.back(app);
  await app.in.english.shows(WORDS.english.restarted);
});

test.concurrent('nothing is sent to a person who blocked the bot, until they unblock it', async () => {
  await using app = await enterGroup();
  const { world, english } = app;
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  await english.sees(/⏳/);
  world.block(world.english.id, true);
  await app.settled();
  await app.stopBot();
  const before = world.calls.length;
  await app.startBot();
  hasten(app);
  await isOver(app);
  const sent = visibleCalls(app, before).filter(({ params }) => params.chat_id === world.english.id);
  expect(sent).toEqual([]);
  world.block(world.english.id, false);
  await english.shows(WORDS.english.restarted);
});

for (const who of BOTH)
  test.concurrent(`a refusal of which no update tells is kept, too (${who})`, async () => {
    await using app = await enterGroup();
    const { world, group } = app;
    await restart(app, who);
    const description = 'Bad Request: not enough rights to send text messages to the chat';
    await app.stopBot();
    world.fail({ method: 'sendMessage', chat: group, code: 400, description, times: 9 });
    await app.startBot();
    hasten(app);
    await app[who].shows(WORDS[who].silent);
    const refused = callsThere(app).length;
    await app.stopBot();
    await app.startBot();
    await app.stopBot();
    expect(callsThere(app)).toHaveLength(refused);
    expect(noted(app).filter((line) => line.includes('refused'))).toHaveLength(1);
    // People write there again: that may have ended.
    world.clearFaults();
    await app.startBot();
    await app.in[who].say('/server 10.0.0.0');
    await app.in[who].sees(/^🖥|^‏🖥/);
    await app.in[who].shows(WORDS[who].restarted);
    expect(noted(app)).toHaveLength(2);
  });

for (const who of BOTH)
  test.concurrent(`where Telegram asks for a long pause, as in slow mode, the outcome comes in private (${who})`, async () => {
    await using app = await enterGroup();
    const { world, group } = app;
    await restart(app, who);
    await app.stopBot();
    const description = 'Too Many Requests: retry after 600';
    world.fail({ method: 'sendMessage', chat: group, code: 429, description, retryAfter: 600 });
    await app.startBot();
    hasten(app);
    await app[who].shows(WORDS[who].silent);
    const before = callsThere(app).length;
    await app.stopBot();
    await app.startBot();
    await app.settled();
    expect(callsThere(app)).toHaveLength(before);
    expect(noted(app)[0]).toContain('"silence":"slowed"');
    // The pause has passed: the message in the group shows the outcome, and makes no further one.
    await app.stopBot();
    app.later(601_000);
    const store = await openStoreOf(app);
    const [{ id } = { id: '' }] = await store.ledger.listOf(app[who].user.id, ['power'], 0, 1);
    await store.ledger.move(id, { from: ['done'], dueAt: 0, notified: false });
    await store.close();
    await app.startBot();
    await app.in[who].shows(WORDS[who].restarted);
    expect(app[who].screens().filter((each) => WORDS[who].restarted.test(each))).toHaveLength(1);
  });

for (const who of BOTH)
  test.concurrent(`a pause that began before the outcome does not delay it in private (${who})`, async () => {
    await using app = await enterGroup();
    const { world, group } = app;
    await app.in[who].say('/reboot 10.0.0.0');
    const description = 'Too Many Requests: retry after 600';
    for (const method of ['sendMessage', 'editMessageText'])
      world.fail({ method, chat: group, code: 429, description, retryAfter: 600, times: 9 });
    await app.in[who].press(WORDS[who].yes);
    hasten(app);
    await app[who].shows(WORDS[who].restarted);
    expect(app[who].screen()).toMatch(WORDS[who].silent);
    expect(noted(app)).toHaveLength(1);
  });

test.concurrent('refusals before the outcome do not delay it in private', async () => {
  await using app = await enterGroup();
  await restart(app, 'english');
  const store = await openStoreOf(app);
  await app.stopBot();
  const [{ id } = { id: '' }] = await store.ledger.openOf(app.world.english.id);
  const notifyRetry = { times: 12, againAt: store.now() + 600_000 };
  await store.ledger.move(id, { from: ['accepted'], notified: false, edit: () => ({ notifyRetry }) });
  await store.close();
  app.world.removeBot(app.world.persian.id);
  await app.startBot();
  hasten(app);
  await app.english.shows(WORDS.english.restarted);
});

for (const who of BOTH)
  for (const right of [true, false] as const)
    test.concurrent(`a person who left the group is told in private (${who}, ${right ? 'by an update' : 'by a message'})`, async () => {
      await using app = await enterGroup();
      const { world } = app;
      world.botRights.can_pin_messages = right;
      await restart(app, who);
      world.leaveGroup(world[who].id);
      await app.settled();
      hasten(app);
      await app[who].shows(WORDS[who].restarted);
      expect(app[who].screen()).toMatch(WORDS[who].left);
      const other = who === 'english' ? 'persian' : 'english';
      // The others see it in the group, in its message.
      await app.in[other].shows(WORDS[who].restarted);
      world.joinGroup(world[who].id);
      await app.settled();
      const store = await openStoreOf(app);
      expect((await store.chats.get(app.group)).left).toEqual([]);
      await store.close();
    });

test.concurrent('a person who leaves while an outcome still has to be shown is noted', async () => {
  await using app = await enterGroup();
  const { world, group } = app;
  await restart(app, 'english');
  hasten(app);
  await app.in.english.shows(WORDS.english.restarted);
  await app.settled();
  const store = await openStoreOf(app);
  const [{ id } = { id: '' }] = await store.ledger.listOf(world.english.id, ['power'], 0, 1);
  await store.ledger.move(id, { from: ['done'], notified: false, dueAt: store.now() + 3_600_000 });
  world.leaveGroup(world.english.id);
  await app.settled();
  expect((await store.chats.get(group)).left).toEqual([world.english.id]);
  await store.close();
});
