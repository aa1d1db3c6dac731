import type { Middleware, NextFunction } from 'grammy';
import type { InlineKeyboardButton, KeyboardButton, Message } from 'grammy/types';
import type { OpenQuestion } from '../../store/index.ts';
import { type Ctx, isInTopic, isPrivate, knownTopicOf } from '../context.ts';
import { deleteMessage, deleteSecretMessage, secretDeleted } from '../secrets/deletion.ts';
import { type Written, writtenButtons } from '../ui/button.ts';
import { isCommand } from '../ui/command.ts';
import { edit, removeMessage, type Screen } from '../ui/screen.ts';
import { send, show } from '../ui/show.ts';
import { isAnonymous } from '../updates/update.ts';

const QUESTION_LIFE_MS = 10 * 60_000;

export function questionKey(chatId: number | undefined, personId: number): string {
  return `${chatId}:${personId}`;
}

function keyOf(ctx: Ctx): string {
  return questionKey(ctx.chat?.id, ctx.person.id);
}

/** Shows the screen and stores the question. A handler asks again where an answer did not fit. */
export async function ask(
  ctx: Ctx,
  name: string,
  about: string[],
  screen: Screen,
  kind: 'plain' | 'secret' = 'plain',
): Promise<void> {
  ctx.askedQuestion = name;
  await open(ctx, { name, about, messageId: await show(ctx, screen), secret: kind === 'secret' });
}

/**
 * Stores a question of this topic. A person has one question a chat: one that this update does not answer is left, and stays only where the
 * new one is soft.
 */
async function open(ctx: Ctx, question: OpenQuestion): Promise<void> {
  const before = ctx.openQuestion;
  const isElsewhere = before !== undefined && !isInTopic(ctx, before);
  if (before && isBeside(ctx, before) && isSoft(question) && !isSoft(before)) return;
  await leaveElsewhere(ctx, question.name);
  const secretElsewhere = before?.secretElsewhere || (isElsewhere && before.secret);
  const placed = { ...question, topicId: knownTopicOf(ctx), ...(secretElsewhere ? { secretElsewhere } : {}) };
  await ctx.services.store.questions.set(keyOf(ctx), placed, QUESTION_LIFE_MS);
}

/** Whether the update has nothing to do with the question: a tap on another message, or anything in another topic. */
function isBeside(ctx: Ctx, question: OpenQuestion): boolean {
  return !isInTopic(ctx, question) || (ctx.callbackQuery !== undefined && !isTapped(ctx, question));
}

/**
 * Leaves a question that the update has nothing to do with: the next typed text is the answer to what this update opens.
 * @param name the question that is opened; asked again below, the earlier one goes
 */
export async function leaveElsewhere(ctx: Ctx, name?: string): Promise<void> {
  const other = ctx.openQuestion;
  if (!other || !isBeside(ctx, other) || isSoft(other) || other.answeredBy !== undefined) return;
  ctx.openQuestion = { ...other, answeredBy: ctx.update.update_id };
  await letGo(ctx, other);
  const isAskedAgain = other.name === name && other.operation === undefined && !other.keys;
  const left = isAskedAgain ? removeMessage(ctx.api, Number(ctx.chat?.id), other.messageId) : sayLeft(ctx, other);
  await left.catch((error: unknown) => ctx.services.report(error, 'ask'));
}

/** {@link ask} with keys that can ask for people or a chat. The handler removes them with {@link WITHOUT_KEYS}. */
export async function askByKeys(
  ctx: Ctx,
  name: string,
  about: string[],
  text: string,
  keyboard: KeyboardButton[][],
): Promise<void> {
  const messageId = await send(ctx, { text, keys: { keyboard, resize_keyboard: true } });
  await open(ctx, { name, about, messageId, keys: true });
}

export const WITHOUT_KEYS = { keys: { remove_keyboard: true } } as const;

/** The next typed message confirms the operation of a message. Closing the question cancels the operation. */
export async function expectConfirm(ctx: Ctx, name: string, operation: string, messageId: number): Promise<void> {
  await open(ctx, { name, about: [], messageId, operation });
}

const PICK = 'pick';
const CHOICE = 'choice';

/** A soft question takes only its answers: any other text keeps its usual meaning. */
const isSoft = ({ name }: OpenQuestion) => name === PICK || name === CHOICE;

interface NamelessCommand {
  command: string;
  rest: string;
}

export async function expectPick(ctx: Ctx, { command, rest }: NamelessCommand, messageId: number): Promise<void> {
  if (!isPrivate(ctx)) return;
  await open(ctx, { name: PICK, about: [command, rest], messageId });
}

/** @param choices a button without its last value stands for any typed number */
export async function showChoice(ctx: Ctx, screen: Screen, choices: readonly InlineKeyboardButton[]): Promise<void> {
  const messageId = await show(ctx, screen);
  if (!isPrivate(ctx)) return;
  const about = writtenButtons(choices).flatMap(({ label, data }) => [label, data]);
  await open(ctx, { name: CHOICE, about, messageId });
}

export async function openChoice(ctx: Ctx): Promise<{ messageId: number; choices: Written[] } | undefined> {
  const question = isPrivate(ctx) ? await openQuestion(ctx) : undefined;
  if (question?.name !== CHOICE) return undefined;
  const { about, messageId } = question;
  const choices = about.flatMap((label, at) => (at % 2 === 0 ? [{ label, data: about[at + 1] ?? '' }] : []));
  return { messageId, choices };
}

export async function takePick(ctx: Ctx): Promise<NamelessCommand | undefined> {
  const question = isPrivate(ctx) ? await openQuestion(ctx) : undefined;
  if (question?.name !== PICK) return undefined;
  await letGo(ctx, question);
  const [command = '', rest = ''] = question.about;
  return { command, rest };
}

export async function reopen(ctx: Ctx, { name, about }: Pick<OpenQuestion, 'name' | 'about'>): Promise<void> {
  const messageId = ctx.callbackQuery?.message?.message_id ?? 0;
  await open(ctx, { name, about, messageId });
}

/** Resolves to whether there was an open question. */
export async function leave(ctx: Ctx): Promise<boolean> {
  const question = await take(ctx);
  if (!question || isSoft(question)) return false;
  if (question.operation !== undefined || question.keys) return sayLeft(ctx, question);
  await removeMessage(ctx.api, Number(ctx.chat?.id), question.messageId);
  return true;
}

async function take(ctx: Ctx): Promise<OpenQuestion | undefined> {
  const question = await openQuestion(ctx);
  if (question) await letGo(ctx, question);
  return question;
}

/** The store keeps for a while that a closed question asked for a secret: a late answer may hold one. */
async function letGo(ctx: Ctx, question: OpenQuestion): Promise<void> {
  const { questions } = ctx.services.store;
  if (askedForSecret(question))
    await questions.set(keyOf(ctx), { ...question, answeredBy: ctx.update.update_id }, QUESTION_LIFE_MS);
  else await questions.delete(keyOf(ctx));
}

const askedForSecret = ({ secret, secretElsewhere }: OpenQuestion) => secret || secretElsewhere || false;

export async function secretWasAsked(ctx: Ctx): Promise<boolean> {
  const question = await ctx.services.store.questions.get(keyOf(ctx));
  return question !== undefined && askedForSecret(question);
}

export function secretMayBeAsked(ctx: Ctx): Promise<boolean> {
  return secretWasAsked(ctx).catch((error) => {
    ctx.services.report(error, 'ask');
    return true;
  });
}

/** `secret` when the store does not answer. */
export async function awaited(ctx: Ctx): Promise<'plain' | 'secret' | undefined> {
  if (!isPrivate(ctx)) return undefined;
  try {
    const question = await openQuestion(ctx);
    if (!question || isSoft(question)) return undefined;
    return question.secret ? 'secret' : 'plain';
  } catch (error) {
    ctx.services.report(error, 'ask');
    return 'secret';
  }
}

export async function plainQuestion(ctx: Ctx): Promise<Pick<OpenQuestion, 'name' | 'about'> | undefined> {
  const question = await openQuestion(ctx);
  const isPlain = question && !question.secret && question.operation === undefined && !isSoft(question);
  return isPlain ? question : undefined;
}

/** An answered question stays open for the same update, which comes again after a crash. */
async function openQuestion(ctx: Ctx): Promise<OpenQuestion | undefined> {
  if (ctx.from && isAnonymous(ctx.update, ctx.from)) return undefined;
  const question = await ctx.services.store.questions.get(keyOf(ctx));
  if (question) ctx.openQuestion = question;
  if (question && !isInTopic(ctx, question)) return undefined;
  const answeredBy = question?.answeredBy ?? ctx.update.update_id;
  return answeredBy === ctx.update.update_id ? question : undefined;
}

async function close(ctx: Ctx): Promise<void> {
  const question = await ctx.services.store.questions.get(keyOf(ctx));
  if (question?.answeredBy === ctx.update.update_id && !askedForSecret(question))
    await ctx.services.store.questions.delete(keyOf(ctx));
}

function isTapped({ callbackQuery: tap }: Ctx, { messageId }: OpenQuestion): boolean {
  return tap?.message?.message_id === messageId;
}

/** Resolves to whether the question was closed: an operation that was confirmed meanwhile goes on. */
async function sayLeft(ctx: Ctx, question: OpenQuestion): Promise<boolean> {
  if (question.keys) {
    await send(ctx, { text: ctx.t('ask-keys-left'), ...WITHOUT_KEYS });
    await removeMessage(ctx.api, Number(ctx.chat?.id), question.messageId);
    return true;
  }
  if (isTapped(ctx, question) || isSoft(question)) return true;
  if (question.operation !== undefined) {
    const { outcome, shown } = await ctx.services.operations.cancel(question.operation, ctx.person.id);
    await shown;
    return outcome === 'moved';
  }
  await edit(ctx.api, Number(ctx.chat?.id), question.messageId, { text: ctx.t('ask-left') });
  return true;
}

/**
 * Leaves the open question at any command, and at a tap on its message that does not answer it: a later message is no answer. A tap on
 * another message leaves it open, unless that opens another one; but it ends a typed confirm, because the name typed next may be meant to
 * open the server. `/cancel` leaves the question in its own handler.
 */
export function leaveQuestions(isAnswer: (ctx: Ctx) => boolean): Middleware<Ctx> {
  return async (ctx, next) => {
    const found = isPrivate(ctx) && mayLeave(ctx, isAnswer) ? await openQuestion(ctx) : undefined;
    const question = found && staysOpen(ctx, found) ? undefined : found;
    if (!question) return next();
    await letGo(ctx, question);
    const left = sayLeft(ctx, question).catch((error) => ctx.services.report(error, 'ask'));
    await next();
    await left;
    // Asked for again, it stands below: the line in its place would be one more for each time.
    if (ctx.askedQuestion === question.name && !isTapped(ctx, question))
      await removeMessage(ctx.api, Number(ctx.chat?.id), question.messageId);
  };
}

function staysOpen(ctx: Ctx, question: OpenQuestion): boolean {
  return question.operation === undefined && isBeside(ctx, question);
}

function mayLeave(ctx: Ctx, isAnswer: (ctx: Ctx) => boolean): boolean {
  if (ctx.callbackQuery) return !isAnswer(ctx);
  const text = ctx.message?.text ?? '';
  return isCommand(text) && !/^\/cancel\b/i.test(text);
}

export interface Answer {
  /** `undefined` when a photo, a file or the like came instead. */
  text: string | undefined;
  about: string[];
  messageId: number;
  operation?: string | undefined;
}

/** The question then takes no other answer. The handler calls `next` for a message that is no answer. */
export function onAnswer(
  name: string,
  handle: (ctx: Ctx, answer: Answer, next: NextFunction) => Promise<unknown>,
): Middleware<Ctx> {
  const handleMessage = async (ctx: Ctx, { text }: Message, next: NextFunction) => {
    const question = await openQuestion(ctx);
    if (question?.name !== name) return next();
    // The deletion does not wait for the store, which may be out of reach.
    if (question.secret) void deleteSecretMessage(ctx);
    // A crash brings the update again, which then finds the question answered by itself.
    const answered = { ...question, answeredBy: ctx.update.update_id };
    await ctx.services.store.questions.set(keyOf(ctx), answered, QUESTION_LIFE_MS);
    const { about, messageId, operation } = question;
    if (!question.secret && operation === undefined) ctx.answered = { name, about };
    await handle(ctx, { text, about, messageId, operation }, next);
    await close(ctx);
  };
  return (ctx, next) => {
    const { message } = ctx;
    return message && isPrivate(ctx) && !isCommand(message.text ?? '') ? handleMessage(ctx, message, next) : next();
  };
}

/** {@link onAnswer} that also removes the question's message, and an answer after which the handler asked again. */
export function onAsked(name: string, handle: (ctx: Ctx, answer: Answer) => Promise<unknown>): Middleware<Ctx> {
  return onAnswer(name, async (ctx, answer) => {
    await Promise.all([handle(ctx, answer), removeMessage(ctx.api, Number(ctx.chat?.id), answer.messageId)]);
    if (ctx.askedQuestion === name && secretDeleted(ctx) === undefined) await deleteMessage(ctx, 'answer');
  });
}
