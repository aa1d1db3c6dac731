import type { Api } from 'grammy';
import { createWatch } from '../operations/watch.ts';
import type { Chores } from '../store/chores.ts';
import type { Screen } from './screen.ts';
import { whatTelegramSays } from './telegram-error.ts';

/** How long a message with a secret stays. */
export const SECRET_LIFE_MS = 10 * 60_000;
const LEASE_MS = 20_000;
const AGAIN_MS = 60_000;
/** Telegram lets nobody delete a message after 48 hours: trying for longer is of no use. */
const MOST_ATTEMPTS = 48 * 60;

export interface SecretsParts {
  api: Api;
  chores: Chores;
  report(error: unknown, where: string): void;
  now?: (() => number) | undefined;
}

/** Messages that show a secret: private, hidden until tapped, not to be forwarded, and gone after ten minutes. */
export interface Secrets {
  /** Sends one. Resolves to `unsent` where the person can't be reached. */
  show(personId: number, screen: Screen): Promise<'sent' | 'unsent'>;
  /** Deletes one now, by its button. */
  remove(chatId: number, messageId: number): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createSecrets({ api, chores, report, now = Date.now }: SecretsParts): Secrets {
  const watch = createWatch({
    next: () => chores.nextDue(),
    take: () => chores.takeDue(now(), LEASE_MS),
    get: (id) => chores.get(id),
    report: (error) => report(error, 'secrets'),
    now,
    async advance(chore) {
      try {
        await remove(chore.chatId, chore.messageId);
      } catch (error) {
        if (chore.attempts + 1 < MOST_ATTEMPTS) await chores.postpone(chore, now() + AGAIN_MS);
        else await chores.remove(chore.id);
        return report(error, 'secrets');
      }
      await chores.remove(chore.id);
    },
  });

  async function remove(chatId: number, messageId: number): Promise<void> {
    try {
      await api.deleteMessage(chatId, messageId);
    } catch (error) {
      if (!['gone', 'unreachable'].includes(whatTelegramSays(error))) throw error;
    }
  }

  async function promiseEnd(chatId: number, messageId: number): Promise<void> {
    const dueAt = now() + SECRET_LIFE_MS;
    try {
      await chores.add(chatId, messageId, dueAt);
    } catch (error) {
      // What nobody would delete later must not stay.
      await remove(chatId, messageId);
      throw error;
    }
    watch.wakeAt(dueAt);
  }

  return {
    async show(personId, screen) {
      try {
        const sent = await api.sendMessage(personId, screen.text, {
          parse_mode: 'HTML',
          protect_content: true,
          link_preview_options: { is_disabled: true },
          reply_markup: { inline_keyboard: screen.keyboard ?? [] },
        });
        await promiseEnd(sent.chat.id, sent.message_id);
        return 'sent';
      } catch (error) {
        if (whatTelegramSays(error) !== 'unreachable') throw error;
        return 'unsent';
      }
    },
    remove,
    start: () => watch.start(),
    stop: () => watch.stop(),
  };
}
