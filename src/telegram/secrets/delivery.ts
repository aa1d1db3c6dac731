import type { Api } from 'grammy';
import type { Reminders } from '../../jobs/reminders.ts';
import { whatTelegramSays } from '../api/errors.ts';
import type { Translate } from '../i18n/index.ts';
import { removeMessage, type Screen } from '../ui/screen.ts';

/** How long a message with a secret stays. */
export const SECRET_LIFE_MS = 10 * 60_000;

export interface SecretsDependencies {
  api: Api;
  reminders: Reminders;
}

/** Messages that show a secret: private, hidden until tapped, not to be forwarded, and gone after ten minutes. */
export interface Secrets {
  /**
   * Sends one. First comes a message that says so, then its end is written down, and only then the secret is shown in it: no
   * crash and no lost answer leaves one that nobody would delete. Resolves to `unsent` where the person can't be reached.
   */
  show(personId: number, screen: Screen, t: Translate): Promise<'sent' | 'unsent'>;
  /** Deletes one now, by its button. */
  remove(chatId: number, messageId: number): Promise<void>;
}

export function createSecrets({ api, reminders }: SecretsDependencies): Secrets {
  reminders.on('secret', ({ chatId, messageId }) => removeMessage(api, chatId, messageId));

  async function promiseEnd(chatId: number, messageId: number): Promise<void> {
    try {
      await reminders.promise({ what: 'secret', chatId, messageId }, SECRET_LIFE_MS);
    } catch (error) {
      // What nobody would delete later must not stay.
      await removeMessage(api, chatId, messageId);
      throw error;
    }
  }

  return {
    async show(personId, screen, t) {
      try {
        const { chat, message_id: id } = await api.sendMessage(personId, t.plain('secret-coming'), {
          protect_content: true,
        });
        await promiseEnd(chat.id, id);
        await api.editMessageText(chat.id, id, screen.text, {
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          reply_markup: { inline_keyboard: screen.keyboard ?? [] },
        });
        return 'sent';
      } catch (error) {
        if (whatTelegramSays(error) !== 'unreachable') throw error;
        return 'unsent';
      }
    },
    remove: (chatId, messageId) => removeMessage(api, chatId, messageId),
  };
}
