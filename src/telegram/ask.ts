import { Composer, type Middleware } from 'grammy';
import type { Ctx } from './context.ts';
import { isPrivate } from './context.ts';
import { edit, type Screen, show } from './screen.ts';

const QUESTION_LIFE_MS = 10 * 60_000;

function keyOf(ctx: Ctx): string {
  return `${ctx.chat?.id}:${ctx.person.id}`;
}

/**
 * Asks a person in their private chat for something to be typed: shows the screen and remembers what it was about.
 * Nothing of what is typed is ever kept here.
 */
export async function ask(ctx: Ctx, name: string, about: string[], screen: Screen): Promise<void> {
  const messageId = await show(ctx, screen);
  await ctx.house.store.questions.set(keyOf(ctx), { name, about, messageId }, QUESTION_LIFE_MS);
}

/** The question stays open: the person may answer again. */
export async function askAgain(ctx: Ctx, name: string, about: string[], messageId: number): Promise<void> {
  await ctx.house.store.questions.set(keyOf(ctx), { name, about, messageId }, QUESTION_LIFE_MS);
}

/** Leaves an open question, if there is one: its message says so. */
export async function leave(ctx: Ctx): Promise<boolean> {
  const question = await ctx.house.store.questions.get(keyOf(ctx));
  if (!question) return false;
  await ctx.house.store.questions.delete(keyOf(ctx));
  await edit(ctx.api, Number(ctx.chat?.id), question.messageId, { text: ctx.t('ask-left') });
  return true;
}

/** Any command leaves an open question; the command itself goes on. */
export function leaveOnCommand(): Middleware<Ctx> {
  return async (ctx, next) => {
    if (isPrivate(ctx) && ctx.message?.text?.startsWith('/') && !ctx.message.text.startsWith('/cancel'))
      await leave(ctx);
    await next();
  };
}

export interface Answer {
  /** The text that was typed; undefined when a photo, a file or the like came instead. */
  text: string | undefined;
  about: string[];
  /** The message that asked. */
  messageId: number;
}

/** Handles what is typed in answer to the question of this name. The question is closed before the handler runs. */
export function onAnswer(name: string, handle: (ctx: Ctx, answer: Answer) => Promise<unknown>): Middleware<Ctx> {
  const composer = new Composer<Ctx>();
  composer.chatType('private').on('message', async (ctx, next) => {
    if (ctx.message.text?.startsWith('/')) return next();
    const question = await ctx.house.store.questions.get(keyOf(ctx));
    if (question?.name !== name) return next();
    await ctx.house.store.questions.delete(keyOf(ctx));
    await handle(ctx, { text: ctx.message.text, about: question.about, messageId: question.messageId });
  });
  return composer;
}
