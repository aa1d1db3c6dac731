import { AbortController } from 'abort-controller';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { retryUntil, untilStoreAnswers } from './retry.ts';
import { noteArrival } from './update.ts';

const LONG_POLL_SECONDS = 25;
/** Bounds only the memory: the dispatcher limits each person, so that one backlog stops no other person. */
const MAX_UPDATES_UNDER_WAY = 10_000;
/** The removal shares the next commit within this time. A crash before it handles the updates again. */
const REMOVE_HANDLED_AFTER_MS = 100;
const SAVE_UNHANDLED_AFTER_MS = 10;
const REMOVE_AGAIN_MS = 2_000;
const SAVE_AGAIN_MS = 1_000;

export interface PollingDependencies {
  api: Api;
  botId: number;
  inbox: Inbox;
  allowedUpdates: readonly Exclude<keyof Update, 'update_id'>[];
  /** Does not reject. @param begins awaited before any work @param waits awaited before the person sees a reaction */
  handle(update: Update, begins?: () => Promise<void>, waits?: () => Promise<void>): Promise<boolean>;
  giveUp(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  alive(): void;
}

export interface Polling {
  stop(): Promise<void>;
  /** Rejects with a `TokenRefused`, or when the inbox can't be read. */
  ended: Promise<void>;
}

// Before the offset confirms an update, its inbox row or all writes of its handler are on the disk.
// The first updates after a start go into the inbox before they are handled.
export function startPolling(dependencies: PollingDependencies): Polling {
  const { api, botId, inbox } = dependencies;
  // grammY 1 takes no signals of Node's own: https://github.com/grammyjs/grammY/issues/598
  const stopping = new AbortController();
  const hurry = new globalThis.AbortController();
  const underWay = new Set<Promise<void>>();
  let past: number | undefined;
  /** Neither handled nor in the inbox. Only Telegram keeps these updates, so the offset does not move past them. */
  const unsaved = new Map<number, Update>();
  /** The writes of an update that was handled without the inbox may not be on the disk yet. */
  let mayBeLost = false;
  let offsetIsAhead = false;
  let hasFetched = false;
  let relieved: (() => void) | undefined;
  let settled: (() => void) | undefined;
  const writing: (() => void)[] = [];
  let handled: number[] = [];
  let removal: NodeJS.Timeout | undefined;

  function take(update: Update, begins?: () => Promise<void>): void {
    const task = dependencies
      .handle(update, begins, begins ? undefined : writtenDown)
      .then((was) => {
        if (!was) return;
        if (unsaved.delete(update.update_id)) mayBeLost = true;
        else leave(update.update_id);
      })
      .catch((error) => dependencies.report(error, 'inbox'))
      .finally(() => {
        underWay.delete(task);
        if (underWay.size < MAX_UPDATES_UNDER_WAY) relieved?.();
        if (unsaved.size === 0) settled?.();
      });
    underWay.add(task);
  }

  function writtenDown(): Promise<void> {
    return new Promise((resolve) => {
      writing.push(resolve);
      settled?.();
    });
  }

  function leave(updateId: number, withinMs = REMOVE_HANDLED_AFTER_MS): void {
    handled.push(updateId);
    removal ??= setTimeout(remove, withinMs);
  }

  function takeHandled(): number[] {
    clearTimeout(removal);
    removal = undefined;
    const ids = handled;
    handled = [];
    return ids;
  }

  async function remove(): Promise<void> {
    const ids = takeHandled();
    if (ids.length === 0) return;
    try {
      await inbox.remove(botId, ...ids);
    } catch (error) {
      dependencies.report(error, 'inbox');
      // An update that stays would be handled again at the next start.
      if (!hurry.signal.aborted) for (const id of ids) leave(id, REMOVE_AGAIN_MS);
    }
  }

  async function again(): Promise<void> {
    const failed = (error: unknown) => dependencies.report(error, 'inbox');
    const left = await untilStoreAnswers(() => inbox.unfinished(botId), failed, hurry.signal);
    if (!left) return;
    for (const { updateId, update } of left.dropped) {
      dependencies.report(
        new Error(`Update ${updateId} was begun three times and never ended: it is dropped`),
        'inbox',
      );
      void dependencies.giveUp(update as Update);
    }
    for (const { updateId, update, keptAt } of left.again) {
      if (keptAt !== undefined) noteArrival(update as Update, keptAt);
      take(update as Update, () => inbox.beginAgain(botId, updateId));
    }
  }

  async function fetch(): Promise<readonly Update[]> {
    if (!(await keepUnsaved())) return [];
    const offset = offsetIsAhead ? past : await withStore(() => inbox.offset(botId), past);
    const updates = await api.getUpdates(
      {
        ...(offset === undefined ? {} : { offset }),
        timeout: LONG_POLL_SECONDS,
        allowed_updates: dependencies.allowedUpdates,
      },
      stopping.signal,
    );
    dependencies.alive();
    for (const update of updates) {
      unsaved.set(update.update_id, update);
      past = Math.max(past ?? 0, update.update_id + 1);
    }
    offsetIsAhead = updates.length > 0;
    // One of these may have ended the last process: the inbox counts how often it was begun.
    if (updates.length > 0 && !hasFetched) await save();
    hasFetched ||= updates.length > 0;
    return updates;
  }

  async function keepUnsaved(): Promise<boolean> {
    if (writing.length === 0) await allHandled(SAVE_UNHANDLED_AFTER_MS);
    while (unsaved.size > 0 && !hurry.signal.aborted) if (!(await save())) await allHandled(SAVE_AGAIN_MS);
    tellWaiting();
    if (unsaved.size > 0) return false;
    if (mayBeLost) await synchronise();
    return true;
  }

  /** Telegram forgets the updates next, so their writes must be on the disk. */
  async function synchronise(): Promise<void> {
    mayBeLost = false;
    await withStore(() => inbox.synchronised(), undefined);
  }

  /** Saves in the commit that moves the offset. Resolves to whether the store took the updates. */
  async function save(): Promise<boolean> {
    const next = past;
    if (next === undefined) return true;
    const left = [...unsaved.values()];
    const ids = takeHandled();
    let isSaved = false;
    try {
      isSaved = await withStore(async () => {
        await inbox.add(botId, left, ids, next);
        return true;
      }, false);
    } finally {
      if (!isSaved) for (const id of ids) leave(id);
    }
    if (isSaved) {
      noteSaved(left);
      offsetIsAhead = past !== next;
    }
    tellWaiting();
    return isSaved;
  }

  function tellWaiting(): void {
    for (const tell of writing.splice(0)) tell();
  }

  function noteSaved(updates: readonly Update[]): void {
    for (const { update_id: id } of updates) if (!unsaved.delete(id)) leave(id);
  }

  async function allHandled(withinMs: number): Promise<void> {
    if (unsaved.size === 0 || hurry.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      settled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function withStore<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      dependencies.report(error, 'inbox');
      return otherwise;
    }
  }

  async function poll(): Promise<void> {
    await again();
    while (!hurry.signal.aborted) {
      const updates = await retryUntil(fetch, (error) => dependencies.report(error, 'polling'), hurry.signal);
      for (const update of updates ?? []) take(update);
      if (underWay.size >= MAX_UPDATES_UNDER_WAY && !hurry.signal.aborted) {
        await new Promise<void>((resolve) => (relieved = resolve));
      }
    }
  }

  // An update that writes to the disk takes longer than its time limit: it is saved in the same commit.
  inbox.shareCommits(() => settled?.());
  const ended = poll();
  return {
    ended,
    async stop() {
      hurry.abort();
      stopping.abort();
      relieved?.();
      settled?.();
      await ended.catch((error) => dependencies.report(error, 'polling'));
      while (underWay.size > 0) await Promise.all(underWay);
      // Telegram still has the last fetched updates and would bring them again.
      if (offsetIsAhead) await save();
      await remove();
    },
  };
}
