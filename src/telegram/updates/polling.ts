import { AbortController } from 'abort-controller';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Inbox } from '../../store/inbox.ts';
import { insist } from './insist.ts';

const LONG_POLL_SECONDS = 25;
const MOST_UNHANDLED = 500;

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
  /** Takes no more updates; resolves when the poll under way is over. Those not handled yet stay in the inbox. */
  stop(): Promise<void>;
  /** Rejects with a `TokenRefused`, or when what a crash left in the inbox can't be read. */
  ended: Promise<void>;
}

/**
 * Long polling without loss: an update is in the inbox before Telegram is told that we have it, and leaves it when it has
 * been handled. What a crash left is handled first.
 */
export function startPolling(parts: PollingParts): Polling {
  const { api, botId, inbox } = parts;
  // grammY's Node build takes the signals of this package.
  const stopping = new AbortController();
  const hurry = new globalThis.AbortController();
  let unhandled = 0;
  let relieved: (() => void) | undefined;

  function take(update: Update): void {
    unhandled++;
    void parts
      .handle(update)
      .then((handled) => (handled ? inbox.remove(botId, update.update_id) : undefined))
      .catch((error) => parts.report(error, 'inbox'))
      .finally(() => {
        unhandled--;
        if (unhandled < MOST_UNHANDLED) relieved?.();
      });
  }

  async function again(): Promise<void> {
    const left = await inbox.leftovers(botId);
    for (const updateId of left.dropped) {
      parts.report(new Error(`Update ${updateId} was left unhandled by three starts and is dropped`), 'inbox');
    }
    for (const kept of left.again) take(kept.update as Update);
  }

  async function fetch(): Promise<Update[]> {
    const offset = await inbox.offset(botId);
    const updates = await api.getUpdates(
      {
        ...(offset === undefined ? {} : { offset }),
        timeout: LONG_POLL_SECONDS,
        allowed_updates: parts.allowedUpdates,
      },
      stopping.signal,
    );
    parts.alive();
    return updates.length > 0 ? inbox.add(botId, updates) : [];
  }

  async function poll(): Promise<void> {
    await again();
    while (!hurry.signal.aborted) {
      const updates = await insist(fetch, (error) => parts.report(error, 'polling'), hurry.signal);
      for (const update of updates ?? []) take(update);
      if (unhandled >= MOST_UNHANDLED && !hurry.signal.aborted) {
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
    },
  };
}
