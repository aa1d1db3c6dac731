import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { Failure } from '../../hosting/index.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import { SealBroken } from '../../store/encryption/seal.ts';
import { LeaseLost } from '../../store/leases.ts';
import { whatTelegramSays } from '../api/errors.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { secretMayBeAsked } from '../dialog/ask.ts';
import { rememberWish } from '../dialog/wish.ts';
import { deleteSecretMessage, secretDeleted } from '../secrets/deletion.ts';
import { looksSecret } from '../secrets/detection.ts';
import { sameButton } from '../ui/button.ts';
import { send, show } from '../ui/show.ts';
import { ownerOfTapped, tellsOutcome } from '../ui/tapped.ts';
import { Declined } from './outage.ts';
import { type NextStep, Refusal } from './refusal.ts';
import { promiseWord } from './unanswered.ts';
import { failureWords } from './words.ts';

const LONGEST_ALERT = 200;
/** The rows of buttons that lead on from a failure. */
export type NextSteps = Record<NextStep, (ctx: Ctx) => InlineKeyboardButton[][]>;

/** The one place where an error becomes a person's words. */
export function reportFailure(nextSteps: NextSteps): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // It is handled again by whoever has the person's lane now: that is what the person sees.
      if (error instanceof LeaseLost) throw error;
      await tellOrPromise(ctx, error, nextSteps);
    }
  };
}

async function tellOrPromise(ctx: Ctx, error: unknown, nextSteps: NextSteps): Promise<void> {
  if (await promiseWord(ctx, error)) return;
  try {
    await tell(ctx, error, nextSteps);
  } catch (untold) {
    if (!(await promiseWord(ctx, untold))) throw untold;
  }
}

async function tell(ctx: Ctx, error: unknown, nextSteps: NextSteps): Promise<void> {
  const says = whatTelegramSays(error);
  // Nobody is there to read it.
  if (says === 'unreachable') return;
  if (error instanceof Declined) return decline(ctx, error);
  // What is lost without the wish is a button: its person is told all the same.
  if (needsAccount(error)) await rememberWish(ctx).catch((lost) => ctx.services.report(lost, 'wish'));
  if (error instanceof Refusal) return refuse(ctx, error, nextSteps);
  if (ctx.inlineQuery) return answerInline(ctx, error);
  const again = ctx.callbackQuery && !isChanged(error) ? [[sameButton(ctx, ctx.t.plain('retry'))]] : [];
  const text = explain(ctx, error) + (await secretWords(ctx, isOutage(error)));
  // What was tapped may show how an operation ended, and no store tells that now: it stays as it is.
  const tellIn = isOutage(error) || (await staysAsItIs(ctx)) ? send : show;
  await tellIn(ctx, { text, keyboard: [...again, ...backRows(ctx), ...nextSteps[leadOf(error)](ctx)] });
}

/** Whether a failure must not take the place of the tapped message: it is another person's, or tells the outcome of an operation. */
async function staysAsItIs(ctx: Ctx): Promise<boolean> {
  return ownerOfTapped(ctx) !== 'presser' || (await tellsOutcome(ctx));
}

/** Where an error leads, besides asking again. */
function leadOf(error: unknown): NextStep {
  return error instanceof Failure && error.kind === 'resellerServiceMissing' ? 'reseller' : 'home';
}

/** Whether connecting an account, or the same one anew, may mend it. */
function needsAccount(error: unknown): boolean {
  return error instanceof Refusal
    ? error.lead === 'connect'
    : error instanceof Failure && error.kind === 'notConnected';
}

function backRows({ callbackQuery, back }: Ctx): InlineKeyboardButton[][] {
  return callbackQuery && back ? [[back]] : [];
}

/** An inline query has no message: the button above its empty list says what is wrong, and leads to the private chat. */
async function answerInline(ctx: Ctx, error: unknown): Promise<void> {
  explain(ctx, error);
  const text = ctx.t.plain(isOutage(error) ? 'failure-inline-store' : 'failure-inline');
  await ctx.answerInlineQuery([], { is_personal: true, cache_time: 0, button: { text, start_parameter: 'home' } });
}

async function refuse(ctx: Ctx, refusal: Refusal, nextSteps: NextSteps): Promise<void> {
  const words = refusal.words(ctx.t);
  const ways = refusal.ways(ctx.t);
  // An alert holds plain text only; what has markup, or comes too late for one, takes the place of the screen.
  const plain = ways.length === 0 && words.length <= LONGEST_ALERT && !/[<&]/.test(words);
  if (ctx.callbackQuery && plain && (await ctx.answer(words, { alert: true }))) return;
  // What was found out stays on the screen.
  const tellIn = ctx.back || (await staysAsItIs(ctx)) ? send : show;
  await tellIn(ctx, { text: words, keyboard: [...ways, ...nextSteps[refusal.lead](ctx)] });
}

/** A secret in a message that is not handled must not stay either, nor any answer to a question for one. */
async function decline(ctx: Ctx, { told }: Declined): Promise<void> {
  if (ctx.inlineQuery) {
    const button = { text: ctx.t.plain('too-fast'), start_parameter: 'home' };
    return void (await ctx.answerInlineQuery([], { is_personal: true, cache_time: 0, button }));
  }
  const typed = ctx.message?.text ?? ctx.message?.caption ?? '';
  const answers = isPrivate(ctx) && !typed.startsWith('/') && (await secretMayBeAsked(ctx));
  if (answers || looksSecret(typed)) await deleteSecretMessage(ctx);
  const about = await secretWords(ctx, false);
  const stays = isPrivate(ctx) && (await secretDeleted(ctx)) === false;
  if (told || stays) await send(ctx, { text: ctx.t('too-many') + about });
}

/** What was asked for, and what was kept, can't be read. */
function isOutage(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof SealBroken;
}

/** Somebody without the key changed what is stored of it: it stays refused, however often it is tapped. */
function isChanged(error: unknown): boolean {
  return error instanceof SealBroken && error.why !== 'unopened';
}

/**
 * What became of the message in hand, where it may hold a secret. Without the store nobody knows what was asked for: what
 * looks like a secret, or might be the answer to a question for one, does not stay.
 */
async function secretWords(ctx: Ctx, unsure: boolean): Promise<string> {
  const typed = (ctx.message?.text ?? ctx.message?.caption ?? '').trim();
  const lost = unsure && isPrivate(ctx) && typed !== '';
  const answer = lost && !typed.startsWith('/') && (await secretMayBeAsked(ctx));
  if (lost && (looksSecret(typed) || (answer && /^\S{8,}$/.test(typed)))) await deleteSecretMessage(ctx);
  const deleted = await secretDeleted(ctx);
  if (deleted) return `\n\n${ctx.t('failure-secret-deleted')}`;
  return deleted === false || answer ? `\n\n${ctx.t('failure-secret-stays')}` : '';
}

function explain(ctx: Ctx, error: unknown): string {
  if (error instanceof Failure) return failureWords(ctx.t, error);
  if (whatTelegramSays(error) === 'noMedia') return ctx.t('failure-no-media');
  if (isOutage(error)) {
    ctx.services.report(error, 'store');
    return ctx.t(isChanged(error) ? 'failure-changed' : 'failure-store');
  }
  const reference = randomBytes(4).toString('hex');
  ctx.services.report(error, `unexpected ${reference}`);
  return ctx.t('failure-unexpected', { reference });
}
