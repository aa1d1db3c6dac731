import { Api } from 'grammy';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReminders } from '../../src/jobs/reminders.ts';
import { startTelegram } from '../../src/sandbox/telegram/index.ts';
import { migrate } from '../../src/store/database/migrations.ts';
import { openSqlite } from '../../src/store/database/sqlite.ts';
import { createSeal } from '../../src/store/encryption/seal.ts';
import { openReminders, type Reminder } from '../../src/store/jobs/reminders.ts';
import { createSecrets, SECRET_LIFE_MS } from '../../src/telegram/secrets/delivery.ts';
import { BOT_TOKEN } from '../support/app.ts';
import { memoryStore, newKey } from '../support/databases/store.ts';
import { waitFor, waitUntil } from '../support/eventually.ts';
import { testTexts } from '../support/texts.ts';

const t = testTexts().in('en');

async function openChat() {
  const telegram = await startTelegram({ token: BOT_TOKEN, strict: true, username: 'host_test_bot' });
  onTestFinished(() => telegram.close());
  const { world } = telegram;
  const person = world.english.id;
  world.say(person, person, '/start');
  const texts = () => world.messages(person, person).map(({ text }) => text);
  return { world, person, texts, api: new Api(BOT_TOKEN, { apiRoot: telegram.url }) };
}

test('a secret whose end can’t be promised is taken back', async () => {
  const { api, person, texts } = await openChat();
  const { reminders } = await memoryStore();
  const failing = { ...reminders, add: () => Promise.reject(new Error('planned')) };
  const secrets = createSecrets({
    api,
    reminders: createReminders({ reminders: failing, report: () => expect.fail(), now: Date.now }),
  });
  await expect(
    secrets.show({ chatId: person, topicId: undefined, locale: 'en' }, { text: 'hidden' }, t),
  ).rejects.toThrow('planned');
  expect(texts()).toEqual(['/start']);
});

test('a secret is shown only once its end is written down, and nothing is left where its answer is lost', async () => {
  const { api, person, texts, world } = await openChat();
  const { reminders } = await memoryStore();
  const secrets = createSecrets({
    api,
    reminders: createReminders({ reminders, report: () => expect.fail(), now: Date.now }),
  });
  const promised = vi.spyOn(reminders, 'add').mockImplementation((...args) => {
    expect(texts()).toEqual(['/start', expect.stringContaining('The password will appear')]);
    promised.mockRestore();
    return reminders.add(...args);
  });
  world.fail({ method: 'editMessageText', cut: true });
  await expect(
    secrets.show({ chatId: person, topicId: undefined, locale: 'en' }, { text: 'hidden' }, t),
  ).rejects.toThrow();
  expect(await reminders.nextDue()).toBeDefined();
  await secrets.show({ chatId: person, topicId: undefined, locale: 'en' }, { text: 'hidden' }, t);
  expect(texts().at(-1)).toBe('hidden');
});

test('a deletion that fails is tried again, also by the next start; others do not wait for it', async () => {
  const { api, person, texts, world } = await openChat();
  const { reminders } = await memoryStore();
  const troubles: unknown[] = [];
  let now = Date.now();
  const begin = () => {
    const working = createReminders({ reminders, report: (error) => troubles.push(error), now: () => now });
    return { working, secrets: createSecrets({ api, reminders: working }) };
  };
  const { secrets: first } = begin();
  await first.show({ chatId: person, topicId: undefined, locale: 'en' }, { text: 'first' }, t);
  await first.show({ chatId: person, topicId: undefined, locale: 'en' }, { text: 'second' }, t);
  expect(texts()).toEqual(['/start', 'first', 'second']);
  now += SECRET_LIFE_MS;
  world.fail({ method: 'deleteMessage', code: 500, description: 'Internal Server Error: planned', times: 1 });
  for (const left of [2, 1]) {
    const { working } = begin();
    await working.start();
    await world.until(() => texts().length === left);
    await working.stop();
    expect(troubles).toHaveLength(1);
    now += 60_000;
  }
  expect(await reminders.nextDue()).toBeUndefined();
});

test('a row that can’t be read does not hold up the others', async () => {
  const sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  await migrate(sql);
  const [lost, ours] = [openReminders(sql, createSeal([newKey()])), openReminders(sql, createSeal([newKey()]))];
  await lost.add(1, 1, 5);
  await ours.add(2, 2, 5);
  const due = await ours.takeDue(10, 1_000);
  expect(due.taken).toMatchObject([{ chatId: 2, messageId: 2 }]);
  expect(due.unreadable).toHaveLength(1);
});

test('a long reminder keeps its lease, and one that another process took is not put off', async () => {
  const { reminders } = await memoryStore();
  let now = 1_000_000;
  const troubles: unknown[] = [];
  const working = createReminders({ reminders, report: (error) => troubles.push(error), now: () => now });
  const [begun, fails] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  working.on('secret', () => {
    begun.resolve();
    return fails.promise;
  });
  await reminders.add(7, 7, now);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await working.start();
  await begun.promise;
  for (let seconds = 0; seconds < 60; seconds += 10) {
    now += 10_000;
    vi.advanceTimersByTime(5_000);
    await waitFor(async () => expect(await reminders.nextDue()).toBe(now + 20_000));
  }
  now += 20_000;
  expect((await reminders.takeDue(now, 20_000)).taken).toHaveLength(1);
  fails.reject(new Error('planned'));
  await working.stop();
  expect(troubles).toHaveLength(1);
  expect(await reminders.nextDue()).toBe(now + 20_000);
});

test('a word that is promised anew while the one before is under way is told as well, in its time', async () => {
  const { reminders } = await memoryStore();
  let now = 1_000_000;
  const begin = async (work: (reminder: Reminder) => Promise<void>) => {
    const working = createReminders({ reminders, report: (error) => expect.fail(String(error)), now: () => now });
    working.on('unanswered', work);
    await working.start();
    return working;
  };
  const [begun, said, again] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<number>(),
  ];
  const word = { what: 'unanswered', chatId: 7, topicId: undefined } as const;
  const first = await begin(() => {
    begun.resolve();
    return said.promise;
  });
  await first.schedule({ ...word, messageId: 10 }, 0);
  await begun.promise;
  await first.schedule({ ...word, messageId: 20 }, 60_000);
  said.resolve();
  await first.stop();
  expect(await reminders.nextDue()).toBe(now + 60_000);
  now += 60_000;
  const second = await begin(async ({ messageId }) => again.resolve(messageId));
  expect(await again.promise).toBe(20);
  await second.stop();
  expect(await reminders.nextDue()).toBeUndefined();
});

test('work for a team is done once a kind and team, again when it says so, and until it succeeds', async () => {
  const { reminders } = await memoryStore();
  const troubles: unknown[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const done: string[] = [];
  let fails = 0;
  const begin = () => {
    const begun = createReminders({ reminders, report: (error) => troubles.push(error), now });
    begun.onTeam('onCall', async (team) => {
      if (fails-- > 0) throw new Error('planned');
      done.push(team);
      return done.length < 3 ? now() + 100 : undefined;
    });
    return begun;
  };
  const working = begin();
  await working.scheduleForTeam('onCall', 'one', 60_000);
  await working.scheduleForTeam('onCall', 'one', 120_000);
  expect(await reminders.nextDue()).toBeLessThanOrEqual(now() + 60_000);
  await working.start();
  fails = 1;
  await working.scheduleForTeam('onCall', 'one', 0);
  await waitUntil(() => troubles.length === 1);
  expect(done).toEqual([]);
  await waitUntil(async () => ((await reminders.nextDue()) ?? 0) > now() + 50_000);
  ahead += 60_000;
  await working.stop();
  const next = begin();
  await next.start();
  await waitUntil(() => done.length === 3);
  await waitUntil(async () => (await reminders.nextDue()) === undefined);
  expect(done).toEqual(['one', 'one', 'one']);
  await next.stop();
});

test('work for a team that is scheduled while it runs is done once more', async () => {
  const { reminders } = await memoryStore();
  const now = Date.now;
  const working = createReminders({ reminders, report: (error) => expect.fail(String(error)), now });
  let times = 0;
  working.onTeam('onCall', async (team) => {
    if (times++ === 0) await working.scheduleForTeam('onCall', team, 0);
    return undefined;
  });
  await working.start();
  await working.scheduleForTeam('onCall', 'one', 0);
  await waitUntil(() => times === 2);
  await waitUntil(async () => (await reminders.nextDue()) === undefined);
  await working.stop();
});
