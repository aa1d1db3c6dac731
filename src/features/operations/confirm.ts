import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import { onButton } from '../../telegram/button.ts';
import type { Ctx } from '../../telegram/context.ts';
import { show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { home } from '../leads.ts';
import { tappedWords } from '../tapped.ts';

/** How long a handler stays with a request under way; after that the work goes on and reports by editing. */
const STAY_MS = 3_000;

/** The buttons that every operation has, whatever its kind. */
export const confirm = new Composer<Ctx>();

confirm.use(
  onButton(buttons.confirm, async (ctx, { operation }) => {
    const messageId = ctx.callbackQuery?.message?.message_id;
    // What has to be typed has no such button: it was not made by us.
    if ((await ctx.house.operations.get(operation))?.typed) return;
    const { outcome, told, rival } = await ctx.house.operations.confirm(operation, ctx.person.id, messageId);
    void ctx.answer(...tappedWords(ctx, outcome, rival));
    await Promise.race([told, wait(STAY_MS)]);
    if (outcome === 'missing') await showMissing(ctx);
  }),
);
confirm.use(
  onButton(buttons.cancel, async (ctx, { operation }) => {
    const { outcome, told } = await ctx.house.operations.cancel(operation, ctx.person.id);
    void ctx.answer(...tappedWords(ctx, outcome));
    await told;
    if (outcome === 'missing') await showMissing(ctx);
  }),
);
confirm.use(
  onButton(buttons.lookAgain, async (ctx, { operation }) => {
    const { outcome, told } = await ctx.house.operations.lookAgain(operation, ctx.person.id);
    void ctx.answer(...tappedWords(ctx, outcome));
    await Promise.race([told, wait(STAY_MS)]);
    if (outcome === 'missing') await showMissing(ctx);
  }),
);

async function showMissing(ctx: Ctx): Promise<void> {
  await show(ctx, { text: ctx.t('operation-missing'), keyboard: [home(ctx)] });
}
