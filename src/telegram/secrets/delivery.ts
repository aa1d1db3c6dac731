import type { Api } from 'grammy';
import type { Reminders } from '../../jobs/reminders.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Translate } from '../i18n/index.ts';
import { inPlace, type Place, removeMessage, type Screen } from '../ui/screen.ts';

export const SECRET_LIFE_MS = 10 * 60_000;

export interface SecretsDependencies {
  api: Api;
  reminders: Reminders;
}

export interface Secrets {
  /** Schedules the deletion before the secret is edited in, so that no crash leaves a secret behind. */
  show(place: Place, screen: Screen, t: Translate): Promise<'sent' | 'unsent'>;
  remove(chatId: number, messageId: number): Promise<void>;
}

export function createSecrets({ api, reminders }: SecretsDependencies): Secrets {
  reminders.on('secret', ({ chatId, messageId }) => removeMessage(api, chatId, messageId));

  async function promiseEnd(chatId: number, messageId: number): Promise<void> {
    try {
      await reminders.schedule({ what: 'secret', chatId, topicId: undefined, messageId }, SECRET_LIFE_MS);
    } catch (error) {
      // Without a scheduled deletion the message must not stay.
      await removeMessage(api, chatId, messageId);
      throw error;
    }
  }

  return {
    async show(place, screen, t) {
      try {
        const { chat, message_id: id } = await api.sendMessage(place.chatId, t.plain('secret-coming'), {
          ...inPlace(place),
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
        if (!isOutOfReach(error)) throw error;
        return 'unsent';
      }
    },
    remove: (chatId, messageId) => removeMessage(api, chatId, messageId),
  };
}
