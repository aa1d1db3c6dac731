import type { Api } from 'grammy';
import type { Reminder } from '../../store/jobs/reminders.ts';
import { isOutOfReach } from '../../telegram/api/errors.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { post, removeMessage, type Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { connectWith, keptTokenOf, serversOf, TRY_TOKEN_MS } from './connect.ts';

/** Tokens that wait for a provider that does not answer: each is tried until the provider says whether it is right. */
export const keptToken = new Composer<Ctx>();

keptToken.chatType('private').use(
  onButton(buttons.forgetToken, async (ctx) => {
    await ctx.services.reminders.drop(keptTokenOf(ctx.person.id));
    await show(ctx, { text: ctx.t('connect-forgotten'), keyboard: [[connectButton(ctx)]] });
  }),
);

/** Tries a kept token. Resolves to when it is tried next, epoch milliseconds. */
export async function tryKeptToken(api: Api, services: Services, reminder: Reminder): Promise<number | undefined> {
  const { chatId, topicId, messageId, locale = '', connecting: kept } = reminder;
  if (!kept) return undefined;
  const t = services.texts.in(locale);
  const connecting = {
    services,
    t,
    person: { id: chatId, locale },
    from: { id: chatId, is_bot: false, first_name: kept.name },
    answer: async () => false,
  };
  const now = services.operations.now();
  const servers = await serversOf(connecting, kept.token);
  const isOver = now >= kept.until;
  if (!isOver && servers === 'unanswered') return now + TRY_TOKEN_MS;
  if (!isOver && typeof servers === 'object' && 'waitMs' in servers) return now + servers.waitMs;
  // The person has cancelled it, or has sent another token.
  if ((await services.store.reminders.get(keptTokenOf(chatId)))?.messageId !== messageId) return undefined;
  await tell(await outcome());
  return undefined;

  async function outcome(): Promise<Screen> {
    const connect = [[connectButton(connecting)]];
    if (servers === 'unanswered' || 'waitMs' in servers) return { text: t('connect-gave-up'), keyboard: connect };
    const screen = await connectWith(connecting, kept?.token ?? '', servers, kept?.account);
    return typeof screen === 'string' ? { text: screen, keyboard: connect } : screen;
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
