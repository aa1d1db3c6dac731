import { AbortController } from 'abort-controller';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { StoreUnavailable } from '../../store/database/sql.ts';
import type { Inbox } from '../../store/inbox.ts';
import { retryUntil, untilStoreAnswers } from './retry.ts';
import { noteArrival } from './update.ts';

const LONG_POLL_SECONDS = 25;
/**
 * A bound for the memory alone: the dispatcher limits each person, so that one person's backlog does not stop fetching for others.
 */
const MOST_UNHANDLED = 10_000;
/** How long the removal of handled updates waits for the next commit. A crash before it handles them again. */
const REMOVE_WITHIN_MS = 100;
/** An update that is handled within this time is not written down. */
const HANDLED_WITHIN_MS = 10;
const REMOVE_AGAIN_MS = 2_000;
const SAVE_AGAIN_MS = 1_000;

export interface PollingDependencies {
  api: Api;
  botId: number;
  inbox: Inbox;
  allowedUpdates: readonly Exclude<keyof Update, 'update_id'>[];
  /**
   * Handles one update; reports its own errors and does not reject. Resolves to whether it was handled.
   * @param begins called and awaited at its turn, before anything else is done
   * @param waits called where it has to wait for its turn, and awaited before its person is told that it arrived
   */
  handle(update: Update, begins?: () => Promise<void>, waits?: () => Promise<void>): Promise<boolean>;
  /** Tells the update's person that it is given up. */
  giveUp(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  /** Called after every answer of Telegram, as a sign of life. */
  alive(): void;
}

export interface Polling {
  /** Fetches no more. Resolves when all fetched updates have ended; unhandled ones stay in the inbox. */
  stop(): Promise<void>;
  /** Rejects with a `TokenRefused`, or when the updates that a crash left in the inbox can't be read. */
  ended: Promise<void>;
}

/**
 * Long polling without loss: an update is handled at once (the first ones after a start are in the inbox before), and is in the inbox, or handled with all that this wrote on the disk, before
 * the offset tells Telegram that it arrived. It leaves the inbox when it was handled. Updates that a crash left are handled first.
 * While the store does not answer, updates are handled without it.
 */
export function startPolling(dependencies: PollingDependencies): Polling {
  const { api, botId, inbox } = dependencies;
  // grammY 1 takes the signals of this package only, 2 will take Node's own: https://github.com/grammyjs/grammY/issues/598
  const stopping = new AbortController();
  const hurry = new globalThis.AbortController();
  const underWay = new Set<Promise<void>>();
  /** The offset after the newest fetched update. */
  let past: number | undefined;
  /** Updates that are neither handled nor in the inbox. Only Telegram keeps them, so the offset does not move past them. */
  const unsaved = new Map<number, Update>();
  /** Whether an update was handled without the inbox, and what that wrote may not be on the disk yet. */
  let mayBeLost = false;
  /** Whether `past` is newer than the offset in the store. */
  let ahead = false;
  let hasFetched = false;
  let relieved: (() => void) | undefined;
  let settled: (() => void) | undefined;
  /** Called once the updates that are in memory alone were written down, or the store did not take them. */
  const writing: (() => void)[] = [];
  /** The ids of handled updates that are still in the inbox. */
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
        if (underWay.size < MOST_UNHANDLED) relieved?.();
        if (unsaved.size === 0) settled?.();
      });
    underWay.add(task);
  }

  /** Writes down what is in memory alone, without delay. */
  function writtenDown(): Promise<void> {
    return new Promise((resolve) => {
      writing.push(resolve);
      settled?.();
    });
  }

  function leave(updateId: number, withinMs = REMOVE_WITHIN_MS): void {
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
    const offset = ahead ? past : await withStore(() => inbox.offset(botId), past);
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
    // Telegram has forgotten all before them.
    ahead = updates.length > 0;
    // An update in the inbox may have ended the last process, and would end every next one: the inbox counts how often it was begun.
    if (updates.length > 0 && !hasFetched) await save();
    hasFetched ||= updates.length > 0;
    return updates;
  }

  /** Resolves to `true` once no update is in memory alone, to `false` when the program stops before that. */
  async function keepUnsaved(): Promise<boolean> {
    if (writing.length === 0) await allHandled(HANDLED_WITHIN_MS);
    while (unsaved.size > 0 && !hurry.signal.aborted) if (!(await save())) await allHandled(SAVE_AGAIN_MS);
    tellWaiting();
    if (unsaved.size > 0) return false;
    if (mayBeLost) await synchronise();
    return true;
  }

  /**
   * The writes of an update must not be lost with the machine once Telegram forgets the update. An update in the inbox leaves it after
   * these writes: the disk never has its removal without the writes.
   */
  async function synchronise(): Promise<void> {
    mayBeLost = false;
    await withStore(() => inbox.synchronised(), undefined);
  }

  /**
   * Puts the updates that are in memory alone into the inbox and removes handled ones, in the commit that moves the offset. Resolves
   * to whether the store did.
   */
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
      // Nothing was written: the removal waits for the next commit.
      if (!isSaved) for (const id of ids) leave(id);
    }
    if (isSaved) {
      noteSaved(left);
      ahead = past !== next;
    }
    tellWaiting();
    return isSaved;
  }

  function tellWaiting(): void {
    for (const tell of writing.splice(0)) tell();
  }

  /** Removes updates from the inbox again that were handled while they were being saved. */
  function noteSaved(updates: readonly Update[]): void {
    for (const { update_id: id } of updates) if (!unsaved.delete(id)) leave(id);
  }

  /** Resolves when no update is in memory alone, after this time, or when the program stops. */
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
      if (underWay.size >= MOST_UNHANDLED && !hurry.signal.aborted) {
        await new Promise<void>((resolve) => (relieved = resolve));
      }
    }
  }

  // An update that writes to the disk will not be handled within the time for that: it is written down in the same commit.
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
      // Telegram still has what was fetched last and would bring it again.
      if (ahead) await save();
      await remove();
    },
  };
}
