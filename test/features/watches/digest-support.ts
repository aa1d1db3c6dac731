import { expect } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import type { Digest } from '../../../src/store/jobs/digests.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { enterConnected } from '../support.ts';

/** Only a digest has the key to its hour. */
export const IS_DIGEST = /\[🕘/;

/** How far each app's clock is ahead. */
const ahead = new WeakMap<TestApp, number>();
export const nowOf = (app: TestApp) => Date.now() + (ahead.get(app) ?? 0);

/** Lets {@link nowOf} follow the app's clock. */
export function countTime<App extends TestApp>(app: App): App {
  const { later } = app;
  app.later = (ms) => {
    ahead.set(app, (ahead.get(app) ?? 0) + ms);
    later(ms);
  };
  return app;
}

export async function enterDigest(...options: Parameters<typeof enterConnected>) {
  return countTime(await enterConnected(...options));
}

/** Lets the time go by until the digest of a chat, the English person's unless told, is due. */
export async function untilDue(app: TestApp, chatId: number = app.world.english.id): Promise<void> {
  await app.stopBot();
  const store = await openStoreOf(app);
  const { dueAt } = (await store.digests.get(chatId)) ?? {};
  await store.close();
  if (typeof dueAt !== 'number') throw new TypeError('No digest is due');
  app.later(dueAt - nowOf(app) + 1_000);
}

/** Where its account is watched, a digest waits so long for the rounds to leave it readings. */
const KEPT_MS = 2 * 60_000;

/** Starts the bot, and lets it do what is due. Resolves to the digests that the reader has got in their chat. */
export async function run(app: TestApp, reader: Person = app.english): Promise<string[]> {
  const waits = await runOnce(app, reader);
  if (waits) {
    await untilDue(app, reader.chat);
    await runOnce(app, reader);
  }
  return digestsOf(reader);
}

/** Resolves to whether the digest waits for readings. */
async function runOnce(app: TestApp, reader: Person): Promise<boolean> {
  const store = await openStoreOf(app);
  try {
    const before = (await store.digests.get(reader.chat))?.dueAt;
    await app.startBot();
    await expect.poll(async () => (await store.digests.get(reader.chat))?.dueAt).not.toBe(before);
    await turnEnds(store, reader.chat, () => nowOf(app));
    await app.settled();
    const dueAt = (await store.digests.get(reader.chat))?.dueAt ?? Number.POSITIVE_INFINITY;
    return dueAt - nowOf(app) <= KEPT_MS;
  } finally {
    await store.close();
  }
}

/** Waits until a digest is due later: while it is being told, its lease is all that has changed. */
export async function turnEnds(store: Store, chatId: number, now = Date.now, topicId?: number): Promise<void> {
  await expect
    .poll(async () => ((await store.digests.get(chatId, topicId))?.dueAt ?? Number.POSITIVE_INFINITY) - now(), {
      timeout: 20_000,
    })
    .toBeGreaterThan(30_000);
}

export function digestsOf(reader: Person): string[] {
  return reader.screens().filter((text) => IS_DIGEST.test(text));
}

/** Makes the digest of a chat due now by the real clock, whatever the time of the day. */
export async function makeDue({ digests }: Store, chatId: number): Promise<void> {
  const now = new Date();
  const isMidnight = now.getUTCHours() === 0 && now.getUTCMinutes() <= 10;
  const hour = Math.max(0, now.getUTCHours() - 1);
  const settings: Pick<Digest, 'locale' | 'hour'> = isMidnight ? { locale: 'fa', hour: 3 } : { locale: 'en', hour };
  await digests.change(chatId, (digest) => ({ ...digest, ...settings, dueAt: now.getTime() }));
}
