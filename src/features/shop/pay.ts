import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import type { Tapped } from '../../operations/index.ts';
import { onButton } from '../../telegram/button.ts';
import type { Ctx } from '../../telegram/context.ts';
import { show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { home } from '../leads.ts';
import { tappedWords } from '../tapped.ts';

/** How long a handler stays with a request under way; after that the work goes on and reports by editing. */
const STAY_MS = 3_000;

/** The buttons of what is paid for: confirm, and the person's own word about an outcome that could not be read. */
export const pay = new Composer<Ctx>();

pay.use(
  onButton(buttons.pay, async (ctx, { operation, offer }) => {
    const messageId = ctx.callbackQuery?.message?.message_id;
    await answered(ctx, await ctx.house.operations.confirm(operation, ctx.person.id, messageId, Number(offer)));
  }),
);
pay.use(
  onButton(buttons.said, async (ctx, { operation, happened }) => {
    await answered(ctx, await ctx.house.operations.say(operation, ctx.person.id, happened === 'y'));
  }),
);

async function answered(ctx: Ctx, { outcome, told, rival }: Tapped): Promise<void> {
  void ctx.answer(...tappedWords(ctx, outcome, rival));
  await Promise.race([told, wait(STAY_MS)]);
  if (outcome === 'missing') await show(ctx, { text: ctx.t('operation-missing'), keyboard: [home(ctx)] });
}
