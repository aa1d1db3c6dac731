import type { Api } from 'grammy';
import type { Operation } from '../operations/index.ts';
import { edit, post, type Screen } from './screen.ts';
import { whatTelegramSays } from './telegram-error.ts';

/**
 * Shows an operation's state in its message, or in a new one where that is gone: resolves to the new one's id. A person or
 * group out of reach for good counts as told; any other error is thrown, to be tried again.
 */
export async function tellOperation(api: Api, operation: Operation, screen: Screen): Promise<number | undefined> {
  try {
    const { chatId, messageId } = operation;
    if (messageId !== undefined && (await edit(api, chatId, messageId, screen))) return undefined;
    return await post(api, chatId, screen);
  } catch (error) {
    if (whatTelegramSays(error) === 'unreachable') return undefined;
    throw error;
  }
}
