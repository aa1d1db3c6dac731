import { Bot } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { createChecker } from '../../../src/features/domains/index.ts';
import { createProvider } from '../../../src/hosting/index.ts';
import { openStore } from '../../../src/store/index.ts';
import type { Check, Checks } from '../../../src/store/jobs/checks.ts';
import { createAccesses } from '../../../src/telegram/access/access.ts';
import { createChatLimits } from '../../../src/telegram/api/chat-limits.ts';
import { asked } from '../../features/support.ts';
import { BOT_TOKEN, openTestApp, TOKEN } from '../../support/app.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { testTexts } from '../../support/texts.ts';

const PROGRESS_MS = 50;
const LEASE_MS = 20_000;
const NAMES = Array.from({ length: 20 }, (_, index) => `name${index}.com`);
const ENDED = /20 names checked/;

onEachDatabase(({ place }) => {
  /** Processes that run checks over one store, by one clock, two names at a time. */
  async function replicas() {
    const app = await openTestApp({ withoutBot: true });
    onTestFinished(() => app.close());
    const [url, keys] = [await place(), [newKey()]];
    const person = app.english.user.id;
    app.world.say(person, app.english.chat, '/check');
    const errors: unknown[] = [];
    let ahead = 0;
    const open = async (change: (checks: Checks) => Partial<Checks> = () => ({}), leaseMs = 4 * PROGRESS_MS) => {
      const store = await openStore(url, keys);
      const provider = createProvider({ baseUrl: app.provider.baseUrl, auth: 'Authorization: Bearer {token}' });
      const { api } = new Bot(BOT_TOKEN, { client: { apiRoot: app.telegram.url } });
      const said: string[] = [];
      api.config.use((call, method, payload, signal) => {
        if ('text' in payload) said.push(String(payload.text));
        if ('rich_message' in payload) said.push(JSON.stringify(payload.rich_message));
        return call(method, payload, signal);
      });
      const report = (error: unknown) => void errors.push(error);
      const checker = createChecker({
        api,
        limits: createChatLimits(),
        reach: { standing: async () => ({}) },
        // On SQLite too, the other replica may hold the running work.
        checks: { ...store.checks, takeOver: async () => undefined, ...change(store.checks) },
        accesses: createAccesses(store, provider, report),
        texts: testTexts(),
        parallel: 2,
        report,
        shared: true,
        now: () => Date.now() + ahead,
        isNews: async () => false,
        progressMs: PROGRESS_MS,
        leaseMs,
      });
      onTestFinished(async () => {
        await checker.stop();
        await provider.close();
        await store.close();
      });
      const account = { id: 'a', label: 'a', token: TOKEN, connectedAt: 0, aliases: new Map() };
      await store.accounts.change(person, (binding) => {
        binding.accounts = [account];
      });
      return { api, checker, checks: store.checks, said };
    };
    onTestFinished(() => expect(errors).toEqual([]));
    const check: Check = {
      id: 'c',
      state: 'running',
      userId: person,
      chatId: app.english.chat,
      accountId: 'a',
      locale: 'en',
      domains: NAMES,
      rest: [],
      junk: [],
      junkCount: 0,
      duplicates: 0,
      cut: false,
      round: 0,
    };
    const later = (ms: number) => {
      ahead += ms;
    };
    return { app, open, check, later };
  }

  /** Holds that a process stands still in from the second one on, until it is woken. */
  function standingStill() {
    const [stands, woken, wokenUp] = [0, 0, 0].map(() => Promise.withResolvers<void>());
    let held = 0;
    const change = (checks: Checks): Partial<Checks> => ({
      async extend(...values) {
        held++;
        if (held < 2) return checks.extend(...values);
        stands?.resolve();
        await woken?.promise;
        const still = await checks.extend(...values);
        wokenUp?.resolve();
        return still;
      },
    });
    return { change, stands: stands?.promise, wake: () => woken?.resolve(), wokenUp: wokenUp?.promise };
  }

  /** One begins the check and stands still in it, for longer than its lease; the other one takes it over. */
  async function takenOver(replicated: Awaited<ReturnType<typeof replicas>>) {
    const { open, check, later } = replicated;
    const { change, stands, ...waking } = standingStill();
    const one = await open(change);
    // On a busy machine it would lose a shorter one, and tell the end again.
    const other = await open(undefined, 40 * PROGRESS_MS);
    await one.checker.begin(check);
    await stands;
    later(LEASE_MS + 1_000);
    await other.checker.start();
    return { one, other, ...waking };
  }

  test('a check is held for as long as it runs, and tells its end once', async () => {
    const { app, open, check } = await replicas();
    const answer = holdAnswers(app.provider, { operation: 'domain.availability' });
    const holds: boolean[] = [];
    const { checker, checks, said } = await open((kept) => ({
      async extend(...values) {
        const still = await kept.extend(...values);
        holds.push(still);
        return still;
      },
    }));
    await checker.begin(check);
    await eventually(() => holds.length > 3);
    answer();
    await eventually(() => ENDED.test(app.english.screen()));
    expect(holds).not.toContain(false);
    expect(said.filter((text) => ENDED.test(text))).toHaveLength(1);
    expect((await checks.results('c')).size).toBe(NAMES.length);
    expect(asked(app, 'domain.availability')).toHaveLength(NAMES.length);
  });

  test('a process that stood still while another took over its check ends nothing and tells nothing', async () => {
    const replicated = await replicas();
    const { app } = replicated;
    app.provider.fault({ operation: 'domain.availability', kind: 'rateLimit', ms: 1_500 });
    const { one, other, wake, wokenUp } = await takenOver(replicated);
    await eventually(() => other.said.length > 0);
    const before = one.said.length;
    wake();
    await wokenUp;
    app.provider.clearFaults();
    // The names that were put off are open still, and the other one's.
    await eventually(() => ENDED.test(app.english.screen()));
    const found = [...(await other.checks.results('c')).values()];
    expect(found.map(({ state }) => state)).toEqual(NAMES.map(() => 'available'));
    expect(one.said.slice(before)).toEqual([]);
    expect(other.said.filter((text) => ENDED.test(text))).toHaveLength(1);
  });

  test('a process that shows old progress after another told the end shows the end again', async () => {
    const replicated = await replicas();
    const { app, check } = replicated;
    const answer = holdAnswers(app.provider, { operation: 'domain.availability' });
    const { one, other, wake, wokenUp } = await takenOver(replicated);
    answer();
    await eventually(() => other.said.some((text) => ENDED.test(text)));
    const { messageId = 0 } = (await other.checks.get('c')) ?? {};
    await one.api.editMessageText(check.chatId, messageId, 'late');
    wake();
    await wokenUp;
    await eventually(() => ENDED.test(app.english.screen()));
    expect(await other.checks.get('c')).toMatchObject({ state: 'done' });
  });
});
