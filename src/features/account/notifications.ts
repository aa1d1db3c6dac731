import { OUTCOME_NEWS, type OutcomeNews } from '../../store/index.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';

/** A person's setting for all their accounts: which outcomes come as new messages, which notify. */
export const notifications = new Composer<Ctx>();

const screens = notifications.chatType('private');
screens.use(
  onButton(buttons.news, async (ctx, { via }) => {
    const { news } = (await ctx.services.store.preferences.get(String(ctx.person.id))) ?? {};
    await show(ctx, newsScreen(ctx, via, news));
  }),
);
screens.use(
  onButton(buttons.chooseNews, async (ctx, { when, via }) => {
    const news = OUTCOME_NEWS.find((each) => each === when);
    if (!news) throw new Refusal((t) => t('button-old'));
    await ctx.services.store.preferences.change(
      String(ctx.person.id),
      () => ({}),
      (chosen) => {
        chosen.news = news;
      },
    );
    await show(ctx, newsScreen(ctx, via, news));
  }),
);

/** @param account the account whose screen led here; empty if unknown */
function newsScreen({ t }: Ctx, account: string, chosen: OutcomeNews = 'late'): Screen {
  const rows = OUTCOME_NEWS.map((when) => {
    const name = t.plain(`news-${when}`);
    return [buttons.chooseNews.make(when === chosen ? t.plain('chosen', { name }) : name, { when, via: account })];
  });
  const back = t.plain('button-back');
  const toOrigin = account === '' ? buttons.accounts.make(back, {}) : buttons.account.make(back, { account });
  return { text: t('news'), keyboard: [...rows, [toOrigin]] };
}
