import { setTimeout as wait } from 'node:timers/promises';
import { Composer } from 'grammy';
import { expectAnswer, onAnswer } from '../../telegram/ask.ts';
import type { Ctx } from '../../telegram/context.ts';
import { send } from '../../telegram/screen.ts';
import { normalise } from './find.ts';

/** The question behind a confirm that has to be typed. */
export const TYPED_CONFIRM = 'typed-confirm';
const STAY_MS = 3_000;

/** What erases or overwrites is confirmed by typing the server's name or IP. */
export const confirmTyped = new Composer<Ctx>();

confirmTyped.use(
  onAnswer(TYPED_CONFIRM, async (ctx, { text, about: [id = ''], messageId }) => {
    const { operations } = ctx.house;
    const operation = await operations.get(id);
    if (!operation) return send(ctx, { text: ctx.t('operation-missing') });
    const fits = operation.typed?.some((wanted) => normalise(wanted) === normalise(text ?? ''));
    if (!fits && operation.state === 'ready' && operation.expiresAt > Date.now()) {
      await expectAnswer(ctx, TYPED_CONFIRM, [id], messageId);
      return send(ctx, { text: ctx.t('confirm-typed-wrong') });
    }
    const { outcome, told } = await operations.confirm(id, ctx.person.id, messageId);
    await Promise.race([told, wait(STAY_MS)]);
    if (outcome === 'expired') await send(ctx, { text: ctx.t('operation-expired') });
    if (outcome === 'closed') await send(ctx, { text: ctx.t('operation-closed') });
  }),
);
