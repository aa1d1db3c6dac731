import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serveWebhook, type WebhookDependencies } from '../../../src/telegram/updates/webhook.ts';
import { createServer } from '../../../src/web/server.ts';

const SECRET = 'the-secret-of-this-test';

interface Hook {
  /** Resolves to the status with which an update is answered. */
  deliver(updateId: number, secret?: string): Promise<number>;
  begun: number[];
  reported: unknown[];
  close(): Promise<void>;
  cut(): void;
}

async function openHook(
  handle: WebhookDependencies['handle'],
  parts: Partial<WebhookDependencies> = {},
): Promise<Hook> {
  const begun: number[] = [];
  const reported: unknown[] = [];
  const server = createServer((error) => reported.push(error));
  serveWebhook(server.routes, {
    path: '/hook',
    secret: SECRET,
    open: Promise.resolve(),
    keep: () => Promise.resolve(true),
    report: (error) => reported.push(error),
    handle(update, patience) {
      begun.push(update.update_id);
      return handle(update, patience);
    },
    ...parts,
  });
  const url = await server.listen('127.0.0.1', 0);
  const end = async () => {
    server.cut();
    await server.close();
  };
  onTestFinished(end);
  return {
    begun,
    reported,
    close: server.close,
    cut: server.cut,
    async deliver(update_id, secret = SECRET) {
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      const body = JSON.stringify({ update_id });
      const answer = await request(`${url}/hook`, { method: 'POST', headers, body });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}

test('an update is confirmed when it was handled, not before', async () => {
  const work = Promise.withResolvers<boolean>();
  const hook = await openHook(() => work.promise);
  let status: number | undefined;
  const answered = hook.deliver(1).then((code) => {
    status = code;
  });
  await expect.poll(() => hook.begun).toEqual([1]);
  expect(status).toBeUndefined();
  work.resolve(true);
  await answered;
  expect(status).toBe(200);
});

test('an update that was not begun must come again; one whose handler broke must not', async () => {
  const refused = await openHook(() => Promise.resolve(false));
  expect(await refused.deliver(1)).toBe(503);
  const broken = await openHook(() => Promise.reject(new Error('poison')));
  expect(await broken.deliver(1)).toBe(200);
  expect(broken.reported).toEqual([new Error('poison')]);
});

test('an update with another secret is refused, and not begun', async () => {
  const hook = await openHook(() => Promise.resolve(true));
  for (const guess of ['', 'another', SECRET.slice(1), `${SECRET}!`, SECRET.toUpperCase()])
    expect(await hook.deliver(1, guess)).toBe(401);
  expect(hook.begun).toEqual([]);
});

test('the same update again, while it is handled, is handled once and answered twice', async () => {
  const work = Promise.withResolvers<boolean>();
  const hook = await openHook(() => work.promise);
  const both = [hook.deliver(7), hook.deliver(7)];
  await expect.poll(() => hook.begun).toEqual([7]);
  const other = hook.deliver(8);
  await expect.poll(() => hook.begun).toEqual([7, 8]);
  work.resolve(true);
  expect(await Promise.all([...both, other])).toEqual([200, 200, 200]);
  expect(await hook.deliver(7)).toBe(200);
  expect(hook.begun).toEqual([7, 8, 7]);
});

test('a connection is held for so long only: what runs by then goes on, what waits for its turn comes again', async () => {
  const work = Promise.withResolvers<boolean>();
  const running = await openHook(() => work.promise, { patienceMs: 20, holdMs: 60 });
  expect(await running.deliver(1)).toBe(200);
  const waiting = await openHook((_, patience) => waitFor(patience), { patienceMs: 20, holdMs: 2_000 });
  expect(await waiting.deliver(1)).toBe(503);
  const shut = await openHook(() => work.promise, { patienceMs: 20, holdMs: 60, open: new Promise(() => undefined) });
  expect(await shut.deliver(1)).toBe(503);
  expect(shut.begun).toEqual([]);
});

test('an update confirmed while it runs is kept once, however often it is brought; one that can’t be kept must come again', async () => {
  const work = Promise.withResolvers<boolean>();
  const kept: number[] = [];
  const keep = async ({ update_id }: { update_id: number }) => {
    kept.push(update_id);
    return update_id !== 2;
  };
  const hook = await openHook(() => work.promise, { patienceMs: 20, holdMs: 60, keep });
  expect(await Promise.all([hook.deliver(1), hook.deliver(1), hook.deliver(2)])).toEqual([200, 200, 503]);
  expect(kept).toEqual([1, 2]);
  work.resolve(true);
  expect(await hook.deliver(3)).toBe(200);
  expect(kept).toEqual([1, 2]);
});

test('an update that waits for its turn is confirmed as soon as it is kept, and then waits for as long as that takes', async () => {
  const turns = new Map<number, AbortSignal>();
  const hook = await openHook(
    (update, patience) => {
      turns.set(update.update_id, patience);
      return waitFor(patience);
    },
    { patienceMs: 100, holdMs: 20, keep: async ({ update_id }) => update_id === 1 },
  );
  expect(await hook.deliver(1)).toBe(200);
  expect(await hook.deliver(2)).toBe(503);
  expect([turns.get(1)?.aborted, turns.get(2)?.aborted]).toEqual([false, true]);
});

test('a connection is held for two seconds', async () => {
  const work = Promise.withResolvers<boolean>();
  const hook = await openHook(() => work.promise);
  const begun = performance.now();
  expect(await hook.deliver(1)).toBe(200);
  // An update that is not kept is held for 19 s.
  expect(performance.now() - begun).toBeLessThan(15_000);
  work.resolve(true);
});

test('of more than forty connections the one held longest is let go at once', async () => {
  const work = Promise.withResolvers<boolean>();
  const kept: number[] = [];
  const keep = async ({ update_id }: { update_id: number }) => kept.push(update_id) > 0;
  const hook = await openHook(() => work.promise, { keep, holdMs: 60_000, patienceMs: 60_000 });
  const all: Promise<number>[] = [];
  for (let id = 1; id <= 41; id++) {
    all.push(hook.deliver(id));
    await expect.poll(() => hook.begun).toContain(id);
  }
  expect(await all[0]).toBe(200);
  expect(kept).toEqual([1]);
  work.resolve(true);
  await Promise.all(all);
});

test('a kept update is confirmed, also when its lane is lost meanwhile', async () => {
  const work = Promise.withResolvers<boolean>();
  const kept = Promise.withResolvers<boolean>();
  const keeping = Promise.withResolvers<void>();
  const keep = () => {
    keeping.resolve();
    return kept.promise;
  };
  const hook = await openHook(() => work.promise, { patienceMs: 20, holdMs: 60, keep });
  const answered = hook.deliver(1);
  await keeping.promise;
  work.resolve(false);
  // Runs after all work that the lost lane starts.
  setImmediate(() => kept.resolve(true));
  expect(await answered).toBe(200);
});

test('an update that comes before the webhook is open waits for it, and is never begun after it got a 503', async () => {
  const opening = Promise.withResolvers<void>();
  const hook = await openHook(() => Promise.resolve(true), { open: opening.promise, patienceMs: 200, holdMs: 250 });
  expect(await hook.deliver(1)).toBe(503);
  const early = hook.deliver(2);
  opening.resolve();
  expect(await early).toBe(200);
  expect(hook.begun).toEqual([2]);
});

test('the end waits for what is being handled, and closes kept connections', async () => {
  const work = Promise.withResolvers<boolean>();
  const hook = await openHook(() => work.promise);
  const late = hook.deliver(1);
  await expect.poll(() => hook.begun).toEqual([1]);
  const closed = hook.close();
  work.resolve(true);
  expect(await late).toBe(200);
  await closed;
});

function waitFor(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)));
}
