import { type Api, GrammyError } from 'grammy';
import type { Reminder } from '../../store/jobs/reminders.ts';
import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';
import type { Texts } from '../i18n/index.ts';

/** The pause where Telegram asks for one without a duration. */
const UNSAID_MS = 60_000;

/**
 * Where Telegram asks for a pause that is too long to wait for, schedules a message for its end which says that the update was not
 * answered. The answer itself is not stored: by then it may be untrue, and it may hold a secret. A chat's newest update replaces
 * earlier ones. Resolves to whether the error was such a pause.
 */
export async function scheduleUnansweredNotice(ctx: Ctx, error: unknown): Promise<boolean> {
  const at = ctx.msg;
  if (!(error instanceof GrammyError) || error.error_code !== 429 || !at) return false;
  const { retry_after: seconds } = error.parameters;
  const reminder = { what: 'unanswered', chatId: at.chat.id, messageId: at.message_id, locale: ctx.t.locale } as const;
  await ctx.services.reminders.schedule(reminder, seconds === undefined ? UNSAID_MS : seconds * 1_000);
  ctx.services.report(error, 'pause');
  return true;
}

/** Says after a pause that an update was not answered. */
export async function sayUnanswered(api: Api, texts: Texts, reminder: Reminder): Promise<void> {
  const { chatId, messageId, moved, locale = '' } = reminder;
  const reply = { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };
  try {
    await api.sendMessage(chatId, texts.in(locale)('unanswered'), { parse_mode: 'HTML', ...(moved ? {} : reply) });
  } catch (error) {
    if (whatTelegramSays(error) !== 'unreachable') throw error;
  }
}
