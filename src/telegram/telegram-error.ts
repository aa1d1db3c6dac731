import { GrammyError } from 'grammy';

/**
 * What a refusal by Telegram means for us, by its published description:
 * `same` (the message shows this already), `gone` (the message can't be edited or deleted any more), `late` (the tap is too
 * old to be answered), `unreachable` (blocked, left, deleted, silenced: leave them in peace).
 */
export type TelegramSays = 'same' | 'gone' | 'late' | 'unreachable' | 'other';

export function whatTelegramSays(error: unknown): TelegramSays {
  if (!(error instanceof GrammyError)) return 'other';
  const words = error.description;
  if (/message is not modified/i.test(words)) return 'same';
  if (/query is too old|query ID is invalid/i.test(words)) return 'late';
  if (/message to (edit|delete) not found|message can't be (edited|deleted)|MESSAGE_ID_INVALID/i.test(words))
    return 'gone';
  const silenced = /not enough rights to send|no rights to send|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|TOPIC_CLOSED/i;
  const away = /chat not found|user is deactivated|group chat was upgraded|PEER_ID_INVALID/i;
  return error.error_code === 403 || away.test(words) || silenced.test(words) ? 'unreachable' : 'other';
}
