import { setTimeout as wait } from 'node:timers/promises';
import { AbortController } from 'abort-controller';
import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Inbox } from '../../store/inbox.ts';

const LONG_POLL_SECONDS = 25;
const MOST_UNHANDLED = 500;
const LONGEST_PAUSE_MS = 15_000;

export interface PollingParts {
  api: Api;
  botId: number;
  inbox: Inbox;
  allowedUpdates: readonly Exclude<keyof Update, 'update_id'>[];
  /** Handles one update; reports its own errors and does not reject. */
  handle(update: Update): Promise<void>;
  report(error: unknown, where: string): void;
  /** Called after every answer of Telegram: the sign of life. */
  alive(): void;
}

export interface Polling {
  /** Takes no more updates; resolves when the poll under way is over. Those not handled yet stay in the inbox. */
  stop(): Promise<void>;
  /** Rejects when polling can't go on: the bot's token is refused. */
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
      .then(() => inbox.remove(botId, update.update_id))
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

  async function poll(): Promise<void> {
    await again();
    let failures = 0;
    while (!stopping.signal.aborted) {
      if (unhandled >= MOST_UNHANDLED) await new Promise<void>((resolve) => (relieved = resolve));
      try {
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
        if (updates.length > 0) await inbox.add(botId, updates);
        for (const update of updates) take(update);
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof GrammyError && error.error_code === 401) throw error;
        parts.report(error, 'polling');
        failures++;
        await pause(error, failures, hurry.signal);
      }
    }
  }

  const ended = poll();
  return {
    ended,
    async stop() {
      stopping.abort();
      hurry.abort();
      relieved?.();
      await ended.catch((error) => parts.report(error, 'polling'));
    },
  };
}

/** Waits as long as Telegram asks, or longer with each failure; ends early when the program stops. */
async function pause(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
  const asked = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  const ms = asked ? asked * 1000 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2);
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
