import type { Api } from 'grammy';
import { keptTokenId, type Reminder } from '../../store/jobs/reminders.ts';
import { isOutOfReach } from '../../telegram/api/errors.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { post, removeMessage, type Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { connectWith, serversOf, TRY_TOKEN_MS } from './connect.ts';

/** Tries tokens that wait for a provider that does not answer. */
export const keptToken = new Composer<Ctx>();

keptToken.chatType('private').use(
  onButton(buttons.forgetToken, async (ctx) => {
    const { message } = ctx.callbackQuery ?? {};
    if (message) await ctx.services.reminders.drop(keptTokenId(message.chat.id, message.message_id));
    await show(ctx, { text: ctx.t('connect-forgotten'), keyboard: [[connectButton(ctx)]] });
  }),
);

/** Resolves to the time of the next try, epoch milliseconds. */
export async function tryKeptToken(api: Api, services: Services, reminder: Reminder): Promise<number | undefined> {
  const { id, chatId, topicId, messageId, locale = '', connecting: kept } = reminder;
  if (!kept) return undefined;
  const t = services.texts.in(locale);
  const connecting = {
    services,
    t,
    person: { id: chatId, locale },
    from: { id: chatId, is_bot: false, first_name: kept.name },
    answer: async () => false,
  };
  const connect = [[connectButton(connecting)]];
  const now = services.operations.now();
  const isOver = now >= kept.until;
  const servers = isOver ? 'unanswered' : await serversOf(connecting, kept.token, 0);
  if (!isOver && servers === 'unanswered') return now + TRY_TOKEN_MS;
  if (typeof servers === 'object' && 'waitMs' in servers) return now + servers.waitMs;
  // The person has cancelled it.
  if (!(await services.store.reminders.get(id))) return undefined;
  await tell(await outcome());
  return undefined;

  async function outcome(): Promise<Screen> {
    if (servers === 'unanswered' || 'waitMs' in servers) return { text: t('connect-gave-up'), keyboard: connect };
    try {
      const screen = await connectWith(connecting, kept?.token ?? '', servers, kept?.account);
      return typeof screen === 'string' ? { text: screen, keyboard: connect } : screen;
    } catch (error) {
      // The account whose token it replaces is gone.
      if (error instanceof Refusal) return { text: error.words(t), keyboard: connect };
      throw error;
    }
  }

  async function tell(screen: Screen): Promise<void> {
    try {
      await post(api, { chatId, topicId, locale }, screen);
      await removeMessage(api, chatId, messageId);
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
    }
  }
}

function connectButton({ t }: Pick<Ctx, 't'>) {
  return buttons.connect.make(t.plain('button-connect'), {});
}
