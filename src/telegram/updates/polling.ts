import { AbortController } from 'abort-controller';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Inbox } from '../../store/inbox.ts';
import { StoreUnavailable } from '../../store/sql.ts';
import { insist } from './insist.ts';

const LONG_POLL_SECONDS = 25;
const MOST_UNHANDLED = 500;
/** How long the removal of what was handled waits to go along with the next commit. A crash in between handles it again. */
const REMOVE_WITHIN_MS = 100;
const REMOVE_AGAIN_MS = 2_000;

export interface PollingParts {
  api: Api;
  botId: number;
  inbox: Inbox;
  allowedUpdates: readonly Exclude<keyof Update, 'update_id'>[];
  /** Handles one update; reports its own errors and does not reject. Resolves to whether it was handled. */
  handle(update: Update): Promise<boolean>;
  report(error: unknown, where: string): void;
  /** Called after every answer of Telegram: the sign of life. */
  alive(): void;
}

export interface Polling {
  /** Takes no more updates; resolves when what was taken is handled. Those that were not stay in the inbox. */
  stop(): Promise<void>;
  /** Rejects with a `TokenRefused`, or when what a crash left in the inbox can't be read. */
  ended: Promise<void>;
}

/**
 * Long polling without loss: an update is in the inbox before Telegram is told that we have it, and leaves it when it has
 * been handled. What a crash left is handled first. While the store does not answer, updates are handled without it.
 */
export function startPolling(parts: PollingParts): Polling {
  const { api, botId, inbox } = parts;
  // grammY's Node build takes the signals of this package.
  const stopping = new AbortController();
  const hurry = new globalThis.AbortController();
  const underWay = new Set<Promise<void>>();
  /** The offset after what was taken last. */
  let past: number | undefined;
  /** It is not in the store, and Telegram was not told of it yet. */
  let unsaved = false;
  let relieved: (() => void) | undefined;
  /** Handled, and still in the inbox. */
  let handled: number[] = [];
  let removal: NodeJS.Timeout | undefined;

  function take(update: Update): void {
    const task = parts
      .handle(update)
      .then((was) => (was ? leave(update.update_id) : undefined))
      .catch((error) => parts.report(error, 'inbox'))
      .finally(() => {
        underWay.delete(task);
        if (underWay.size < MOST_UNHANDLED) relieved?.();
      });
    underWay.add(task);
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
      parts.report(error, 'inbox');
      // What stays would be handled a second time, at whichever start comes next.
      if (!hurry.signal.aborted) for (const id of ids) leave(id, REMOVE_AGAIN_MS);
    }
  }

  async function again(): Promise<void> {
    const left = await inbox.leftovers(botId);
    for (const updateId of left.dropped) {
      parts.report(new Error(`Update ${updateId} was left unhandled by three starts and is dropped`), 'inbox');
    }
    for (const kept of left.again) take(kept.update as Update);
  }

  async function fetch(): Promise<readonly Update[]> {
    const offset = unsaved ? past : await withStore(() => inbox.offset(botId), past);
    const updates = await api.getUpdates(
      {
        ...(offset === undefined ? {} : { offset }),
        timeout: LONG_POLL_SECONDS,
        allowed_updates: parts.allowedUpdates,
      },
      stopping.signal,
    );
    parts.alive();
    unsaved = false;
    if (updates.length === 0) return [];
    const ids = takeHandled();
    const fresh = await withStore(() => inbox.add(botId, updates, ids), undefined);
    past = Math.max(...updates.map((update) => update.update_id)) + 1;
    unsaved = fresh === undefined;
    // Nothing of it was written: they wait for the next commit.
    if (unsaved) for (const id of ids) leave(id);
    // Handled all the same: people are told of the outage now, instead of being answered when they no longer expect it.
    return fresh ?? updates;
  }

  async function withStore<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      parts.report(error, 'inbox');
      return otherwise;
    }
  }

  async function poll(): Promise<void> {
    await again();
    while (!hurry.signal.aborted) {
      const updates = await insist(fetch, (error) => parts.report(error, 'polling'), hurry.signal);
      for (const update of updates ?? []) take(update);
      if (underWay.size >= MOST_UNHANDLED && !hurry.signal.aborted) {
        await new Promise<void>((resolve) => (relieved = resolve));
      }
    }
  }

  const ended = poll();
  return {
    ended,
    async stop() {
      hurry.abort();
      stopping.abort();
      relieved?.();
      await ended.catch((error) => parts.report(error, 'polling'));
      while (underWay.size > 0) await Promise.all(underWay);
      await remove();
    },
  };
}
