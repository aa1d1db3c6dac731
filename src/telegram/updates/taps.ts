import type { Api } from 'grammy';
import { whatTelegramSays } from '../api/errors.ts';

/** Answers every tap, and only once. */
export interface Taps {
  /** Answers unless it was answered before; resolves to whether the person sees this answer. */
  answer(queryId: string, text?: string, options?: { alert: boolean }): Promise<boolean>;
  answered(queryId: string): boolean;
  /** Whether these words are new to this message: many taps on it may have waited for the bot, and all can't be answered. */
  isNewsFor(message: string, words: string): boolean;
}

/** The number of answered taps to remember: a tap can come again, even while it is being handled. */
const MOST_REMEMBERED = 10_000;
const MAX_WORDS_REMEMBERED = 1_000;

export function createTaps(api: Api, report: (error: unknown, where: string) => void): Taps {
  const done = new Set<string>();
  const told = new Set<string>();
  return {
    answered: (queryId) => done.has(queryId),
    isNewsFor(message, words) {
      const key = `${message}:${words}`;
      if (told.has(key)) return false;
      told.add(key);
      const [oldest] = told;
      if (oldest !== undefined && told.size > MAX_WORDS_REMEMBERED) told.delete(oldest);
      return true;
    },
    async answer(queryId, text, options) {
      if (done.has(queryId)) return false;
      done.add(queryId);
      const [oldest] = done;
      if (oldest !== undefined && done.size > MOST_REMEMBERED) done.delete(oldest);
      try {
        await api.answerCallbackQuery(queryId, text ? { text, show_alert: options?.alert ?? false } : {});
        return true;
      } catch (error) {
        // A tap that is too old to be answered, after a pause of the bot, no longer spins.
        if (whatTelegramSays(error) !== 'late') report(error, 'answer');
        return false;
      }
    },
  };
}
