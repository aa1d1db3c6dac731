import { type Api, GrammyError } from 'grammy';
import type { Reminder } from '../../store/jobs/reminders.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Reach } from '../api/reach.ts';
import { type Ctx, topicOf } from '../context.ts';
import type { Texts } from '../i18n/index.ts';
import { post } from '../ui/screen.ts';

/** Telegram may ask for a pause without a duration. */
const DEFAULT_PAUSE_MS = 60_000;

/** The answer itself may be untrue by then, or hold a secret. Resolves to whether the error was a long pause. */
export async function scheduleUnansweredNotice(ctx: Ctx, error: unknown): Promise<boolean> {
  const at = ctx.msg;
  if (!(error instanceof GrammyError) || error.error_code !== 429 || !at) return false;
  const { retry_after: seconds } = error.parameters;
  const place = { chatId: at.chat.id, topicId: topicOf(ctx), locale: ctx.t.locale };
  const reminder = { what: 'unanswered', messageId: at.message_id, ...place } as const;
  await ctx.services.reminders.schedule(reminder, seconds === undefined ? DEFAULT_PAUSE_MS : seconds * 1_000);
  ctx.services.report(error, 'pause');
  return true;
}

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
