import { type Api, GrammyError } from 'grammy';
import type { Reminder } from '../../store/jobs/reminders.ts';
import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';
import type { Texts } from '../i18n/index.ts';

/** Where Telegram asks for a pause and does not say for how long. */
const UNSAID_MS = 60_000;

/**
 * Where Telegram wants a pause that is longer than an update waits, its person is told of it when the pause is over. The
 * answer itself is not kept: by then it may be untrue, and it may hold a secret. Of a chat's updates the newest counts.
 * Resolves to whether the error was such a pause.
 */
export async function promiseWord(ctx: Ctx, error: unknown): Promise<boolean> {
  const at = ctx.msg;
  if (!(error instanceof GrammyError) || error.error_code !== 429 || !at) return false;
  const { retry_after: seconds } = error.parameters;
  const reminder = { what: 'unanswered', chatId: at.chat.id, messageId: at.message_id, locale: ctx.t.locale } as const;
  await ctx.services.reminders.promise(reminder, seconds === undefined ? UNSAID_MS : seconds * 1_000);
  ctx.services.report(error, 'pause');
  return true;
}

/** Tells, once a pause is over, that something was not answered. */
export async function sayUnanswered(api: Api, texts: Texts, reminder: Reminder): Promise<void> {
  const { chatId, messageId, moved, locale = '' } = reminder;
  const reply = { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };
  try {
    await api.sendMessage(chatId, texts.in(locale)('unanswered'), { parse_mode: 'HTML', ...(moved ? {} : reply) });
  } catch (error) {
    if (whatTelegramSays(error) !== 'unreachable') throw error;
  }
}
