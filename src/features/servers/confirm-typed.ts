import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { expectConfirm, onAnswer } from '../../telegram/dialog/ask.ts';
import { escapeHtml } from '../../telegram/i18n/index.ts';
import { dropButtons, edit } from '../../telegram/ui/screen.ts';
import { send } from '../../telegram/ui/show.ts';
import { conflictAlert } from '../common/operation/conflict.ts';
import { reported } from '../common/operation/receipt.ts';
import { expiredWords } from '../common/operation/screen.ts';
import { normalise } from '../common/typed-input.ts';

/** The question behind a confirm that has to be typed. */
export const TYPED_CONFIRM = 'typed-confirm';
const STAY_MS = 3_000;

/** Operations that erase or overwrite are confirmed by typing the server's name or IP. */
export const confirmTyped = new Composer<Ctx>();

confirmTyped.use(
  onAnswer(TYPED_CONFIRM, async (ctx, { text = '', operation: id = '', messageId }, next) => {
    const { operations } = ctx.services;
    const operation = await operations.get(id);
    if (operation?.state === 'expired') {
      const what = ctx.services.summaryOf(operation, ctx.t);
      return send(ctx, { text: expiredWords(operation, ctx.t, what, ctx.t('confirm-typed-late')) });
    }
    // The operation was settled meanwhile: this text is about something else.
    if (operation?.state !== 'ready') return next();
    const fits = operation.typed?.some((wanted) => normalise(wanted) === normalise(text));
    if (!fits) {
      await expectConfirm(ctx, TYPED_CONFIRM, id, messageId);
      return send(ctx, { text: ctx.t('confirm-typed-wrong') });
    }
    // The outcome shows below the typed text, not above.
    const below = await send(ctx, { text: ctx.t('confirm-typed-sending') });
    const { outcome, told, conflict } = await operations.confirm(id, ctx.person.id, below);
    const chat = Number(ctx.chat?.id);
    if (outcome !== 'moved') {
      const asker = { userId: ctx.person.id };
      const words = conflict
        ? escapeHtml(conflictAlert(ctx.t, asker, conflict, ctx.services.summaryOf(conflict, ctx.t)))
        : ctx.t('confirm-typed-late');
      if (conflict) await expectConfirm(ctx, TYPED_CONFIRM, id, messageId);
      return edit(ctx.api, chat, below, { text: words });
    }
    // A request that surely never left can be confirmed once more.
    const again = expectConfirm(ctx, TYPED_CONFIRM, id, below);
    const over = dropButtons(ctx.api, chat, messageId);
    await Promise.all([reported(ctx, id, again), reported(ctx, id, over), Promise.race([told, wait(STAY_MS)])]);
  }),
);
