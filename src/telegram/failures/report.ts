import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { Failure, type FailureKind } from '../../hosting/index.ts';
import { NotAllowed } from '../../operations/index.ts';
import { StoreUnavailable } from '../../store/database/sql.ts';
import { SealBroken } from '../../store/encryption/seal.ts';
import { LeaseLost } from '../../store/leases.ts';
import { memberOf } from '../../teams/rights.ts';
import { noteRefusal } from '../access/require-right.ts';
import { isOutOfReach, whatTelegramSays } from '../api/errors.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { secretMayBeAsked } from '../dialog/ask.ts';
import { storePendingRequest } from '../dialog/pending-request.ts';
import { deleteSecretMessage, secretDeleted } from '../secrets/deletion.ts';
import { looksSecret } from '../secrets/detection.ts';
import { sameButton } from '../ui/button.ts';
import { AnswerNotShown } from '../ui/ephemeral.ts';
import type { Payload } from '../ui/link.ts';
import { reply, send, showFailure } from '../ui/show.ts';
import { ownerOfTapped, tellsOutcome } from '../ui/tapped-message.ts';
import { RATES, secondsOf } from '../updates/rate-limit.ts';
import { Declined } from './outage.ts';
import { type NextStep, Refusal } from './refusal.ts';
import { rightWords } from './right-words.ts';
import { scheduleUnansweredNotice } from './unanswered.ts';
import { failureWords } from './words.ts';

const MAX_ALERT_LENGTH = 200;
const HOME: Payload = 'home';
export interface NextSteps extends Record<NextStep, (ctx: Ctx) => InlineKeyboardButton[][]> {
  again(ctx: Ctx): Promise<InlineKeyboardButton[][]>;
  join(ctx: Ctx, team: string): Promise<InlineKeyboardButton[][]>;
}

export function reportFailure(nextSteps: NextSteps): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // The process that has the person's lane now handles the update again: its answer counts.
      if (error instanceof LeaseLost) throw error;
      await tellOrSchedule(ctx, error, nextSteps);
    }
  };
}

async function tellOrSchedule(ctx: Ctx, error: unknown, nextSteps: NextSteps): Promise<void> {
  if (await scheduleUnansweredNotice(ctx, error)) return;
  try {
    await tell(ctx, error, nextSteps);
  } catch (notSent) {
    if (notSent instanceof AnswerNotShown) return tellAll(ctx, notSent);
    if (!(await scheduleUnansweredNotice(ctx, notSent))) throw notSent;
  }
}

async function tell(ctx: Ctx, error: unknown, nextSteps: NextSteps): Promise<void> {
  if (isOutOfReach(error)) return;
  if (error instanceof AnswerNotShown) throw error;
  if (error instanceof Declined) return decline(ctx, error);
  // Without the stored request the person loses only a button.
  if (needsAccount(error)) await storePendingRequest(ctx).catch((lost) => ctx.services.report(lost, 'wish'));
  await noteDenied(ctx, error);
  if (error instanceof NotAllowed) {
    const join = await joinRows(ctx, error, nextSteps);
    const owner = await ownerName(ctx, error);
    const refusal = new Refusal(
      (t) => rightWords(t, error.verdict, owner),
      'home',
      () => join,
    );
    return refuse(ctx, refusal, nextSteps);
  }
  if (error instanceof Refusal) return refuse(ctx, error, nextSteps);
  if (ctx.inlineQuery) return answerInline(ctx, error);
  const again = isChanged(error) ? [] : await againRows(ctx, error, nextSteps);
  const text = explain(ctx, error) + (await secretWords(ctx, isOutage(error)));
  // Without the store the bot can't know whether the tapped message shows an outcome.
  const tellIn = isOutage(error) || (await staysAsItIs(ctx)) ? send : showFailure;
  await tellIn(ctx, { text, keyboard: [...again, ...backRows(ctx), ...nextSteps[nextStepOf(error)](ctx)] });
}

/** The person is told also where the audit log could not be written. */
async function noteDenied(ctx: Ctx, error: unknown): Promise<void> {
  const denied = error instanceof Refusal ? error.cause : error;
  if (denied instanceof NotAllowed) await noteRefusal(ctx, denied).catch((lost) => ctx.services.report(lost, 'audit'));
}

async function ownerName({ services }: Ctx, { verdict, about }: NotAllowed): Promise<string | undefined> {
  if (!about || verdict.role !== 'owner') return undefined;
  const team = await services.store.teams.get(about.team);
  return team && memberOf(team, team.ownerId)?.name;
}

/** A tap is refused by an alert, which holds no button. */
async function joinRows(
  ctx: Ctx,
  { verdict, about }: NotAllowed,
  { join }: NextSteps,
): Promise<InlineKeyboardButton[][]> {
  const canShowButtons = ctx.callbackQuery === undefined && ctx.chat !== undefined;
  return canShowButtons && about && verdict.reason === 'notMember' ? join(ctx, about.team) : [];
}

async function tellAll(ctx: Ctx, { why, cause }: AnswerNotShown): Promise<void> {
  await reply(ctx, { text: why === 'late' ? ctx.t('answer-too-late') : explain(ctx, cause) });
}

const PASSING: ReadonlySet<string> = new Set<FailureKind>([
  'unavailable',
  'unreadable',
  'notSent',
  'ambiguous',
  'refused',
]);

async function againRows(ctx: Ctx, error: unknown, { again }: NextSteps): Promise<InlineKeyboardButton[][]> {
  if (ctx.callbackQuery) return [[sameButton(ctx, ctx.t.plain('retry'))]];
  if (error instanceof Failure && !PASSING.has(error.kind)) return [];
  // Without the store only a long command loses its button.
  return again(ctx).catch((lost) => {
    ctx.services.report(lost, 'again');
    return [];
  });
}

async function staysAsItIs(ctx: Ctx): Promise<boolean> {
  return ownerOfTapped(ctx) !== 'presser' || (await tellsOutcome(ctx));
}

function nextStepOf(error: unknown): NextStep {
  return error instanceof Failure && error.kind === 'resellerServiceMissing' ? 'reseller' : 'home';
}

function needsAccount(error: unknown): boolean {
  return error instanceof Refusal
    ? error.nextStep === 'connect'
    : error instanceof Failure && error.kind === 'notConnected';
}

function backRows({ callbackQuery, back }: Ctx): InlineKeyboardButton[][] {
  return callbackQuery && back ? [[back]] : [];
}

async function answerInline(ctx: Ctx, error: unknown): Promise<void> {
  explain(ctx, error);
  const text = ctx.t.plain(isOutage(error) ? 'failure-inline-store' : 'failure-inline');
  await ctx.answerInlineQuery([], { is_personal: true, cache_time: 0, button: { text, start_parameter: HOME } });
}

async function refuse(ctx: Ctx, refusal: Refusal, nextSteps: NextSteps): Promise<void> {
  const words = refusal.words(ctx.t);
  const ways = refusal.ways(ctx.t);
  // An alert holds only plain text, and can come too late.
  const plain = ways.length === 0 && words.length <= MAX_ALERT_LENGTH && !/[<&]/.test(words);
  if (ctx.callbackQuery && plain && (await ctx.answer(words, { alert: true }))) return;
  // A screen with a way back shows results, which stay.
  const tellIn = ctx.back || (await staysAsItIs(ctx)) ? send : showFailure;
  await tellIn(ctx, { text: words, keyboard: [...ways, ...nextSteps[refusal.nextStep](ctx)] });
}

/** In a group a token was deleted before. */
async function decline(ctx: Ctx, { notify }: Declined): Promise<void> {
  if (ctx.inlineQuery) {
    const button = { text: ctx.t.plain('too-fast', { seconds: secondsOf(RATES.inline) }), start_parameter: HOME };
    return void (await ctx.answerInlineQuery([], { is_personal: true, cache_time: 0, button }));
  }
  const typed = ctx.message?.text ?? ctx.message?.caption ?? '';
  const isHere = isPrivate(ctx);
  const answers = isHere && !typed.startsWith('/') && (await secretMayBeAsked(ctx));
  if (answers || (isHere && looksSecret(typed))) await deleteSecretMessage(ctx);
  const about = await secretWords(ctx, false);
  const stays = isHere && (await secretDeleted(ctx)) === false;
  const seconds = secondsOf(ctx.message?.document ? RATES.upload : RATES.message);
  if (notify || stays) await send(ctx, { text: ctx.t('too-many', { seconds }) + about });
}

function isOutage(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof SealBroken;
}

/** Such a value stays refused, so a retry button would not help. */
function isChanged(error: unknown): boolean {
  return error instanceof SealBroken && error.why !== 'unopened';
}

/** @param unsure the store does not answer: text that may be a secret is deleted */
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
