import type { Api } from 'grammy';
import { putNewest } from '../../store/memory.ts';
import { whatTelegramSays } from '../api/errors.ts';

/** Answers every tap, and only once. */
export interface Taps {
  /** Answers unless it was answered before; resolves to whether the person sees this answer. */
  answer(queryId: string, text?: string, options?: { alert: boolean }): Promise<boolean>;
  answered(queryId: string): boolean;
  /** Whether Telegram took no answer to the tap any more. */
  isLate(queryId: string): boolean;
  /**
   * Whether a message with these words tells more than the one before: many taps on a message may have waited for the bot, and those that
   * came before the first was told are answered by it. @param arrivedAt when the tap came, epoch milliseconds
   */
  isNews(message: string, words: string, arrivedAt: number): boolean;
}

/** The number of answered taps to remember: a tap can come again, even while it is being handled. */
const MOST_REMEMBERED = 10_000;

function remember(known: Set<string>, key: string): void {
  known.add(key);
  const [oldest] = known;
  if (oldest !== undefined && known.size > MOST_REMEMBERED) known.delete(oldest);
}

/** @param now epoch milliseconds, by the clock of the updates */
export function createTaps(api: Api, report: (error: unknown, where: string) => void, now: () => number): Taps {
  const done = new Set<string>();
  const late = new Set<string>();
  /** When a message was told these words. */
  const told = new Map<string, number>();
  return {
    answered: (queryId) => done.has(queryId),
    isLate: (queryId) => late.has(queryId),
    isNews(message, words, arrivedAt) {
      const key = `${message}:${words}`;
      if (arrivedAt <= (told.get(key) ?? Number.NEGATIVE_INFINITY)) return false;
      putNewest(told, key, now(), MOST_REMEMBERED);
      return true;
    },
    async answer(queryId, text, options) {
      if (done.has(queryId)) return false;
      remember(done, queryId);
      try {
        await api.answerCallbackQuery(queryId, text ? { text, show_alert: options?.alert ?? false } : {});
        return true;
      } catch (error) {
        // A tap that is too old to be answered, after a pause of the bot, no longer spins.
        if (whatTelegramSays(error) === 'late') remember(late, queryId);
        else report(error, 'answer');
        return false;
      }
    },
  };
}
