import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import type { Operation, Tapped } from '../../operations/index.ts';
import { onButton } from '../../telegram/button.ts';
import type { Ctx } from '../../telegram/context.ts';
import { show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { home } from '../leads.ts';
import { rivalWords } from '../rival.ts';

/** How long a handler stays with a request under way; after that the work goes on and reports by editing. */
const STAY_MS = 3_000;

/** The buttons that every operation has, whatever its kind. */
export const confirm = new Composer<Ctx>();

confirm.use(
  onButton(buttons.confirm, async (ctx, { operation }) => {
    const messageId = ctx.callbackQuery?.message?.message_id;
    const { outcome, told, rival } = await ctx.house.operations.confirm(operation, ctx.person.id, messageId);
    void ctx.answer(...words(ctx, outcome, rival));
    await Promise.race([told, wait(STAY_MS)]);
    if (outcome === 'missing') await showMissing(ctx);
  }),
);
confirm.use(
  onButton(buttons.cancel, async (ctx, { operation }) => {
    const { outcome, told } = await ctx.house.operations.cancel(operation, ctx.person.id);
    void ctx.answer(...words(ctx, outcome));
    await told;
    if (outcome === 'missing') await showMissing(ctx);
  }),
);
confirm.use(
  onButton(buttons.lookAgain, async (ctx, { operation }) => {
    const { outcome, told } = await ctx.house.operations.lookAgain(operation, ctx.person.id);
    void ctx.answer(...words(ctx, outcome));
    await Promise.race([told, wait(STAY_MS)]);
    if (outcome === 'missing') await showMissing(ctx);
  }),
);

async function showMissing(ctx: Ctx): Promise<void> {
  await show(ctx, { text: ctx.t('operation-missing'), keyboard: [home(ctx)] });
}

function words(ctx: Ctx, outcome: Tapped['outcome'], rival?: Operation): [string?, { alert: boolean }?] {
  if (rival) return [rivalWords(ctx, rival), { alert: true }];
  if (outcome === 'notYours') return [ctx.t.plain('operation-not-yours'), { alert: true }];
  if (outcome === 'closed') return [ctx.t.plain('operation-closed')];
  if (outcome === 'expired') return [ctx.t.plain('operation-expired')];
  return [];
}
