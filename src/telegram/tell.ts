import type { Api } from 'grammy';
import type { Operation } from '../operations/index.ts';
import { edit, type Screen } from './screen.ts';
import { whatTelegramSays } from './telegram-error.ts';

/**
 * Shows an operation's state in its message, or in a new one where that is gone. A person or group out of reach for good
 * counts as told; any other error is thrown, to be tried again.
 */
export async function tellOperation(api: Api, operation: Operation, screen: Screen): Promise<void> {
  try {
    const { chatId, messageId } = operation;
    if (messageId !== undefined && (await edit(api, chatId, messageId, screen))) return;
    await api.sendMessage(chatId, screen.text, {
      parse_mode: 'HTML',
      reply_markup: { inline_keyboard: screen.keyboard ?? [] },
    });
  } catch (error) {
    if (whatTelegramSays(error) !== 'unreachable') throw error;
  }
}
