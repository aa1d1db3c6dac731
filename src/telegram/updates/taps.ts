import type { Api } from 'grammy';
import { whatTelegramSays } from '../telegram-error.ts';

/** Sees to it that every tap is answered, and only once. */
export interface Taps {
  /** Answers unless it was answered before; resolves to whether this was the answer. */
  answer(queryId: string, text?: string, options?: { alert: boolean }): Promise<boolean>;
  answered(queryId: string): boolean;
  /** The update has been handled: nothing more will ask about this tap. */
  forget(queryId: string): void;
}

export function createTaps(api: Api, report: (error: unknown, where: string) => void): Taps {
  const done = new Set<string>();
  return {
    answered: (queryId) => done.has(queryId),
    forget: (queryId) => void done.delete(queryId),
    async answer(queryId, text, options) {
      if (done.has(queryId)) return false;
      done.add(queryId);
      try {
        await api.answerCallbackQuery(queryId, text ? { text, show_alert: options?.alert ?? false } : {});
      } catch (error) {
        // A tap too old to be answered (we were down) has stopped spinning by itself.
        if (whatTelegramSays(error) !== 'late') report(error, 'answer');
      }
      return true;
    },
  };
}
