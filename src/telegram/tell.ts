import type { Api } from 'grammy';
import { NotNow, OutOfReach } from '../operations/dependencies.ts';
import type { Operation } from '../operations/index.ts';
import { whatTelegramSays } from './api/errors.ts';
import type { ChatLimits } from './api/limits.ts';
import { edit, post, type Screen } from './ui/screen.ts';

/** An outcome this soon after the tap is its answer, not news: it only waits for a pause that Telegram asked for. */
const ANSWER_MS = 5_000;

/**
 * Shows an operation's state in its message, or in a new one where that is gone; then it resolves to the new one's id. Nothing is
 * sent to a person who blocked the bot until they write again. Any error means that it has to be tried again.
 * @throws OutOfReach where the bot can't write to the person or group
 * @throws NotNow where Telegram asked for a pause in this chat, or the group's messages of this minute are used up
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
