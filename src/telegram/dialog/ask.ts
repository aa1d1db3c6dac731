import type { Middleware, NextFunction } from 'grammy';
import type { Question } from '../../store/index.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { deleteSecretMessage } from '../secrets/deletion.ts';
import { isCommand } from '../ui/command.ts';
import { dropButtons, edit, type Screen } from '../ui/screen.ts';
import { show } from '../ui/show.ts';

const QUESTION_LIFE_MS = 10 * 60_000;

function keyOf(ctx: Ctx): string {
  return `${ctx.chat?.id}:${ctx.person.id}`;
}

/**
 * Asks a person in their private chat for something to be typed: shows the screen and remembers what it was about. Asking
 * the same once more, after an answer that did not fit, is asking. Nothing of what is typed is ever kept here.
 */
export async function ask(
  ctx: Ctx,
  name: string,
  about: string[],
  screen: Screen,
  kind: 'plain' | 'secret' = 'plain',
): Promise<void> {
  const question: Question = { name, about, messageId: await show(ctx, screen), secret: kind === 'secret' };
  await ctx.services.store.questions.set(keyOf(ctx), question, QUESTION_LIFE_MS);
}

/** Takes what is typed next as what confirms an operation, whose message is there already. Leaving it cancels the operation. */
export async function expectConfirm(ctx: Ctx, name: string, operation: string, messageId: number): Promise<void> {
  await ctx.services.store.questions.set(keyOf(ctx), { name, about: [], messageId, operation }, QUESTION_LIFE_MS);
}

/** Leaves an open question, if there is one: its message says so. Resolves to whether there was one. */
export async function leave(ctx: Ctx): Promise<boolean> {
  const question = await take(ctx);
  return question !== undefined && (await sayLeft(ctx, question));
}

async function take(ctx: Ctx): Promise<Question | undefined> {
  const question = await openQuestion(ctx);
  if (question) await letGo(ctx, question);
  return question;
}

/** Nothing answers it any more; that a secret was asked for is remembered for a while. */
async function letGo(ctx: Ctx, question: Question): Promise<void> {
  const { questions } = ctx.services.store;
  if (question.secret)
    await questions.set(keyOf(ctx), { ...question, answeredBy: ctx.update.update_id }, QUESTION_LIFE_MS);
  else await questions.delete(keyOf(ctx));
}

/** Whether a secret was asked for a while ago, so that what is typed now may be one. */
export async function secretWasAsked(ctx: Ctx): Promise<boolean> {
  return (await ctx.services.store.questions.get(keyOf(ctx)))?.secret === true;
}

/** {@link secretWasAsked}, or may have been, where the store does not tell. */
export function secretMayBeAsked(ctx: Ctx): Promise<boolean> {
  return secretWasAsked(ctx).catch((error) => {
    ctx.services.report(error, 'ask');
    return true;
  });
}

/** What the person's next message answers, if anything; a secret, where the store does not tell. */
export async function awaited(ctx: Ctx): Promise<'plain' | 'secret' | undefined> {
  if (!isPrivate(ctx)) return undefined;
  try {
    const question = await openQuestion(ctx);
    return question && (question.secret ? 'secret' : 'plain');
  } catch (error) {
    ctx.services.report(error, 'ask');
    return 'secret';
  }
}

/** The question that waits for an answer. One that an update has answered stays open to that same update, should it come again. */
async function openQuestion(ctx: Ctx): Promise<Question | undefined> {
  const question = await ctx.services.store.questions.get(keyOf(ctx));
  const answeredBy = question?.answeredBy ?? ctx.update.update_id;
  return answeredBy === ctx.update.update_id ? question : undefined;
}

/** Lets go of a question that this update has answered, unless the handler asked anew. */
async function close(ctx: Ctx): Promise<void> {
  const question = await ctx.services.store.questions.get(keyOf(ctx));
  if (question?.answeredBy === ctx.update.update_id && !question.secret)
    await ctx.services.store.questions.delete(keyOf(ctx));
}

/** Resolves to whether that changed anything: an operation that was confirmed meanwhile goes on. */
async function sayLeft(ctx: Ctx, question: Question): Promise<boolean> {
  // The message that was tapped shows what the tap leads to.
  if (ctx.callbackQuery?.message?.message_id === question.messageId) return true;
  if (question.operation !== undefined) {
    const { outcome, told } = await ctx.services.operations.cancel(question.operation, ctx.person.id);
    await told;
    return outcome === 'moved';
  }
  await edit(ctx.api, Number(ctx.chat?.id), question.messageId, { text: ctx.t('ask-left') });
  return true;
}

/**
 * Any command and any tap leaves an open question, and goes on: what is typed afterwards is not an answer any more.
 * `/cancel` leaves by itself.
 */
export function leaveQuestions(): Middleware<Ctx> {
  return async (ctx, next) => {
    const text = ctx.message?.text ?? '';
    const leaves = ctx.callbackQuery || (isCommand(text) && !/^\/cancel\b/i.test(text));
    const question = isPrivate(ctx) && leaves ? await take(ctx) : undefined;
    const left = question ? sayLeft(ctx, question).catch((error) => ctx.services.report(error, 'ask')) : undefined;
    await next();
    await left;
  };
}

export interface Answer {
  /** The text that was typed; undefined when a photo, a file or the like came instead. */
  text: string | undefined;
  about: string[];
  /** The message that asked. */
  messageId: number;
  /** The operation it confirms. */
  operation?: string | undefined;
}

/**
 * Handles what is typed in answer to the question of this name. The question takes no other answer from then on; `next`
 * passes on what turns out to be no answer.
 */
export function onAnswer(
  name: string,
  handle: (ctx: Ctx, answer: Answer, next: NextFunction) => Promise<unknown>,
): Middleware<Ctx> {
  return async (ctx, next) => {
    if (!ctx.message || !isPrivate(ctx) || isCommand(ctx.message.text ?? '')) return next();
    const question = await openQuestion(ctx);
    if (question?.name !== name) return next();
    // Before the store is asked to keep anything: it may not be able to. Whoever handles it waits for it.
    if (question.secret) void deleteSecretMessage(ctx);
    // A crash from here on hands us the same update again, and with it the same answer.
    const answered = { ...question, answeredBy: ctx.update.update_id };
    await ctx.services.store.questions.set(keyOf(ctx), answered, QUESTION_LIFE_MS);
    const { about, messageId, operation } = question;
    await handle(ctx, { text: ctx.message.text, about, messageId, operation }, next);
    await close(ctx);
  };
}

/** {@link onAnswer} to a question by {@link ask}: the message that asked loses its buttons; who is not content asks again. */
export function onAsked(name: string, handle: (ctx: Ctx, answer: Answer) => Promise<unknown>): Middleware<Ctx> {
  return onAnswer(name, (ctx, answer) =>
    Promise.all([handle(ctx, answer), dropButtons(ctx.api, Number(ctx.chat?.id), answer.messageId)]),
  );
}
