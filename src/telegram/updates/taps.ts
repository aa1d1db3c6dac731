import type { Api } from 'grammy';
import { putNewest } from '../../store/memory.ts';
import { whatTelegramSays } from '../api/errors.ts';

export interface Taps {
  /** Resolves to whether the person sees this answer. */
  answer(queryId: string, text?: string, options?: { alert: boolean }): Promise<boolean>;
  answered(queryId: string): boolean;
  isLate(queryId: string): boolean;
  /** Taps that came before the last message with these words are answered by it. @param arrivedAt epoch ms */
  isNews(message: string, words: string, arrivedAt: number): boolean;
}

const MAX_TAPS_REMEMBERED = 10_000;

function remember(known: Set<string>, key: string): void {
  known.add(key);
  const [oldest] = known;
  if (oldest !== undefined && known.size > MAX_TAPS_REMEMBERED) known.delete(oldest);
}

export function createTaps(api: Api, report: (error: unknown, where: string) => void, now: () => number): Taps {
  const done = new Set<string>();
  const late = new Set<string>();
  const told = new Map<string, number>();
  return {
    answered: (queryId) => done.has(queryId),
    isLate: (queryId) => late.has(queryId),
    isNews(message, words, arrivedAt) {
      const key = `${message}:${words}`;
      if (arrivedAt <= (told.get(key) ?? Number.NEGATIVE_INFINITY)) return false;
      putNewest(told, key, now(), MAX_TAPS_REMEMBERED);
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
