import { expect } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';

/** Only a digest has the key to its hour. */
export const IS_DIGEST = /\[🕘/;

/** Moves the clock to the digest of a chat, by default the English person's. */
export async function untilDue(app: TestApp, chatId: number = app.world.english.id): Promise<void> {
  await app.stopBot();
  const store = await openStoreOf(app);
  const { dueAt } = (await store.digests.get(chatId)) ?? {};
  await store.close();
  if (typeof dueAt !== 'number') throw new TypeError('No digest is due');
  app.later(dueAt - app.now() + 1_000);
}

/** A digest waits this long for the rounds to leave it readings, where its account is watched. */
const KEPT_MS = 2 * 60_000;

/** Starts the bot, and lets it do the due work. Resolves to the digests in the reader's chat. */
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
    await turnEnds(store, reader.chat, () => app.now());
    await app.settled();
    const dueAt = (await store.digests.get(reader.chat))?.dueAt ?? Number.POSITIVE_INFINITY;
    return dueAt - app.now() <= KEPT_MS;
  } finally {
    await store.close();
  }
}

/** Waits until a digest is due later: during the sending only the lease has changed. */
export async function turnEnds(store: Store, chatId: number, now = Date.now, topicId?: number): Promise<void> {
  await expect
    .poll(async () => ((await store.digests.get(chatId, topicId))?.dueAt ?? Number.POSITIVE_INFINITY) - now())
    .toBeGreaterThan(30_000);
}

export function digestsOf(reader: Person): string[] {
  return reader.screens().filter((text) => IS_DIGEST.test(text));
}

/**
 * Makes the digest of a chat due now by the real clock. Its own clock shows one in the afternoon: in the evening, and before ten past
 * midnight, no digest is sent.
 */
export async function makeDue({ chats, digests }: Store, chatId: number): Promise<void> {
  const now = new Date();
  const hours = 13 - now.getUTCHours();
  const zone = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  await chats.change(chatId, (notes) => {
    notes.zones = [{ topicId: 0, zone }];
  });
  await digests.change(chatId, (digest) => ({ ...digest, locale: 'en', hour: 12, dueAt: now.getTime() }));
}
