import { type Api, GrammyError } from 'grammy';
import type { Reminder } from '../../store/jobs/reminders.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Reach } from '../api/reach.ts';
import { type Ctx, topicOf } from '../context.ts';
import type { Texts } from '../i18n/index.ts';
import { post } from '../ui/screen.ts';

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
  const place = { chatId: at.chat.id, topicId: topicOf(ctx), locale: ctx.t.locale };
  const reminder = { what: 'unanswered', messageId: at.message_id, ...place } as const;
  await ctx.services.reminders.schedule(reminder, seconds === undefined ? UNSAID_MS : seconds * 1_000);
  ctx.services.report(error, 'pause');
  return true;
}

/** Says after a pause that an update was not answered. */
export async function sayUnanswered(api: Api, reach: Reach, texts: Texts, reminder: Reminder): Promise<void> {
  const { chatId, topicId, messageId, moved, locale = '' } = reminder;
  if ((await reach.standing(chatId)).silence) return;
  const screen = { text: texts.in(locale)('unanswered') };
  // An ephemeral message has no number.
  const isNamed = !moved && messageId > 0;
  try {
    await post(api, { chatId, topicId, locale }, screen, isNamed ? { replyTo: messageId } : {});
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
