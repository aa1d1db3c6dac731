import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import { expectConfirm, onAnswer } from '../../telegram/ask.ts';
import type { Ctx } from '../../telegram/context.ts';
import { escapeHtml } from '../../telegram/i18n.ts';
import { send } from '../../telegram/screen.ts';
import { normalise } from '../find-server.ts';
import { rivalWords } from '../rival.ts';

/** The question behind a confirm that has to be typed. */
export const TYPED_CONFIRM = 'typed-confirm';
const STAY_MS = 3_000;

/** What erases or overwrites is confirmed by typing the server's name or IP. */
export const confirmTyped = new Composer<Ctx>();

confirmTyped.use(
  onAnswer(TYPED_CONFIRM, async (ctx, { text = '', operation: id = '', messageId }, next) => {
    const { operations } = ctx.house;
    const operation = await operations.get(id);
    if (operation?.state === 'expired') return send(ctx, { text: ctx.t('confirm-typed-late') });
    // Settled meanwhile: what is typed now is about something else.
    if (operation?.state !== 'ready') return next();
    // It can be typed again: after a slip, another one's operation, or a request that surely never left.
    await expectConfirm(ctx, TYPED_CONFIRM, id, messageId);
    const fits = operation.typed?.some((wanted) => normalise(wanted) === normalise(text));
    if (!fits) return send(ctx, { text: ctx.t('confirm-typed-wrong') });
    const { outcome, told, rival } = await operations.confirm(id, ctx.person.id, messageId);
    await Promise.race([told, wait(STAY_MS)]);
    if (rival) return send(ctx, { text: escapeHtml(rivalWords(ctx, rival)) });
    if (outcome === 'expired') await send(ctx, { text: ctx.t('confirm-typed-late') });
  }),
);
