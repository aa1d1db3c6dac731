import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareFn } from 'grammy';
import { isEphemeral } from '../../store/operations/index.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Ctx } from '../context.ts';
import { type WaitingMessage, waitingMessage } from './ephemeral.ts';
import { removeMessage } from './screen.ts';
import { sendHarmless } from './show.ts';

const TYPING_AFTER_MS = 1_000;
/** Telegram shows a chat action for five seconds. */
const TYPING_AGAIN_MS = 4_500;

export async function showAction(ctx: Ctx, action: 'typing' | 'upload_photo'): Promise<void> {
  try {
    await ctx.replyWithChatAction(action);
  } catch (error) {
    if (!isOutOfReach(error)) ctx.services.report(error, 'typing');
  }
}

export function showTyping(): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    if (!ctx.chat) return next();
    const show = () => {
      void showAction(ctx, 'typing');
    };
    let repeat: NodeJS.Timeout | undefined;
    const first = setTimeout(() => {
      show();
      repeat = setInterval(show, TYPING_AGAIN_MS);
    }, TYPING_AFTER_MS);
    try {
      await next();
    } finally {
      clearTimeout(first);
      clearInterval(repeat);
    }
  };
}

const SAY_SLOW_AFTER_MS = 5_000;

interface Waits extends WaitingMessage {
  begin(call: Promise<unknown>): void;
}

const current = new AsyncLocalStorage<Waits>();

export function noteProviderCall(call: Promise<unknown>): void {
  current.getStore()?.begin(call);
}

/** The message is deleted with the answer, unless it became the answer. */
export function saySlowProvider(afterMs = SAY_SLOW_AFTER_MS): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    if (!ctx.chat) return next();
    const waits = createWaits(() => sendHarmless(ctx, { text: ctx.t('provider-slow') }), afterMs);
    try {
      await waitingMessage.run(waits, () => current.run(waits, next));
    } finally {
      await waits
        .end((messageId) => removeMessage(ctx.api, ctx.chat?.id ?? ctx.person.id, messageId, ctx.person.id))
        .catch((error) => ctx.services.report(error, 'slow'));
    }
  };
}

function createWaits(say: () => Promise<number>, afterMs: number) {
  let underWay = 0;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  let said: Promise<number> | undefined;
  let ended = false;
  let isKept = false;

  function sayOnce(): void {
    if (ended || said || underWay === 0 || !isLate) return;
    said = say();
    said.catch(() => undefined);
  }

  return {
    begin(call: Promise<unknown>): void {
      // An operation that goes on after its update shows its own progress.
      if (ended) return;
      underWay++;
      timer ??= setTimeout(() => {
        isLate = true;
        sayOnce();
      }, afterMs);
      sayOnce();
      const over = () => void underWay--;
      call.then(over, over);
    },
    async keep(change: (messageId: number) => Promise<boolean>): Promise<number | undefined> {
      // `end` reports a failure.
      const messageId = isKept ? undefined : await said?.catch(() => undefined);
      if (messageId === undefined || !isEphemeral(messageId)) return undefined;
      isKept = await change(messageId);
      return isKept ? messageId : undefined;
    },
    async end(unsay: (messageId: number) => Promise<void>): Promise<void> {
      ended = true;
      clearTimeout(timer);
      if (!said) return;
      const messageId = await said;
      if (!isKept) await unsay(messageId);
    },
  };
}
