import type { Api } from 'grammy';
import { whatTelegramSays } from '../api/errors.ts';

/** Sees to it that every tap is answered, and only once. */
export interface Taps {
  /** Answers unless it was answered before; resolves to whether the person sees this answer. */
  answer(queryId: string, text?: string, options?: { alert: boolean }): Promise<boolean>;
  answered(queryId: string): boolean;
}

/** How many answered taps are remembered: one can come again, also while it is still being handled. */
const MOST_REMEMBERED = 10_000;

export function createTaps(api: Api, report: (error: unknown, where: string) => void): Taps {
  const done = new Set<string>();
  return {
    answered: (queryId) => done.has(queryId),
    async answer(queryId, text, options) {
      if (done.has(queryId)) return false;
      done.add(queryId);
      const [oldest] = done;
      if (oldest !== undefined && done.size > MOST_REMEMBERED) done.delete(oldest);
      try {
        await api.answerCallbackQuery(queryId, text ? { text, show_alert: options?.alert ?? false } : {});
        return true;
      } catch (error) {
        // A tap too old to be answered (we were down) has stopped spinning by itself.
        if (whatTelegramSays(error) !== 'late') report(error, 'answer');
        return false;
      }
    },
  };
}
