import type { Api } from 'grammy';
import { NotNow, OutOfReach } from '../operations/dependencies.ts';
import type { Operation } from '../operations/index.ts';
import { whatTelegramSays } from './api/errors.ts';
import type { ChatLimits } from './api/limits.ts';
import { edit, post, type Screen } from './ui/screen.ts';

/** What is told so soon after the tap is its answer, not news: it waits for nothing that Telegram did not ask for. */
const ANSWER_MS = 5_000;

/**
 * Shows an operation's state in its message, or in a new one where that is gone: resolves to the new one's id. Who blocked
 * the bot is left in peace until they write again; whatever is thrown is a reason to try again.
 * @throws OutOfReach where the person or group can't be written to
 * @throws NotNow where Telegram wants a pause in this chat, or the group has seen enough for a minute
 */
export async function tellOperation(
  api: Api,
  limits: ChatLimits,
  operation: Operation,
  screen: Screen,
  now: number,
): Promise<number | undefined> {
  const { chatId, messageId } = operation;
  if (limits.away(chatId)) throw new OutOfReach();
  const asked = now - (operation.sentAt ?? operation.createdAt) < ANSWER_MS;
  const waitMs = asked ? limits.pauseMs(chatId) : await limits.admit(chatId);
  if (waitMs > 0) throw new NotNow(waitMs);
  try {
    if (messageId !== undefined && (await edit(api, chatId, messageId, screen))) return undefined;
    return await post(api, chatId, screen);
  } catch (error) {
    if (whatTelegramSays(error) === 'unreachable') throw new OutOfReach(undefined, { cause: error });
    const pauseMs = limits.pauseMs(chatId);
    throw pauseMs > 0 ? new NotNow(pauseMs, { cause: error }) : error;
  }
}
