import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton, Message, Update } from 'grammy/types';
import { z } from 'zod';
import type { PendingRequest } from '../../store/index.ts';
import { accountBrought, accountToBring, bringAccount } from '../access/require-right.ts';
import { Composer } from '../composer.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { Refusal } from '../failures/refusal.ts';
import { looksSecret } from '../secrets/detection.ts';
import { type ArgumentName, type Button, onButton, pressedBefore, pressedButton } from '../ui/button.ts';
import { isolate, shorten } from '../ui/format.ts';
import { removeMessage } from '../ui/screen.ts';
import { messageIdOf } from '../ui/tapped-message.ts';
import { noteTapBehind } from '../updates/update.ts';
import { plainQuestion, reopen } from './ask.ts';
import { hasOpenFlow } from './flow.ts';

const REQUEST_LIFE_MS = 15 * 60_000;
const MAX_LABEL_LENGTH = 36;

export async function storePendingRequest(ctx: Ctx): Promise<void> {
  const request = requestIn(ctx);
  if (request) await ctx.services.store.pendingRequests.set(String(ctx.person.id), request, REQUEST_LIFE_MS);
}

function requestIn(ctx: Ctx): PendingRequest | undefined {
  // In a group a button may be another person's.
  if (ctx.callbackQuery) return isPrivate(ctx) ? pressedButton(ctx) : undefined;
  if (ctx.inlineQuery) return { query: ctx.inlineQuery.query };
  const command = commandOf(ctx);
  return command === undefined ? undefined : { command };
}

/** The command that asks for the same as the message; `undefined` where none does. It holds no secret. */
function commandOf(ctx: Ctx): string | undefined {
  const command = (ctx.pendingCommand ?? ctx.message?.text ?? ctx.message?.caption ?? '')
    .replace(/^(\/\w+)@\w+/, '$1')
    .trim();
  // Text without a command may be a secret that the bot asked for.
  const fits = command.startsWith('/') && !/^\/connect\b/i.test(command) && !looksSecret(command);
  return fits ? command : undefined;
}

export interface RequestButtons {
  all: Readonly<Record<string, Button<readonly ArgumentName[]>>>;
  goOn: Button<readonly ['wish']>;
  goOnInstead: Button<readonly ['wish']>;
  again: Button<readonly ['command']>;
  answerAgain: Button<readonly ['note']>;
}

type Asker = Pick<Ctx, 'services' | 'person' | 't'>;

/** The row continues the request that the person made before they connected this account. */
export async function pendingRequestRow(
  ctx: Asker,
  account: string,
  { all, goOn }: Pick<RequestButtons, 'all' | 'goOn'>,
): Promise<InlineKeyboardButton[][]> {
  const { pendingRequests } = ctx.services.store;
  const request = await pendingRequests.get(String(ctx.person.id));
  if (!request) return [];
  const label = (what: string) =>
    what === ''
      ? ctx.t.plain('button-wish-unnamed')
      : ctx.t.plain('button-wish', { what: isolate(shorten(what, MAX_LABEL_LENGTH)) });
  if ('query' in request) return [[{ text: label(request.query), switch_inline_query: request.query }]];
  if ('data' in request) {
    const button = pressedBefore(Object.values(all), request.data, label(request.label), account);
    return button ? [[button]] : [];
  }
  const shown = request.command.replace(/ -\d+ \d+$/, '');
  const wish = await keepWish(ctx, request.command);
  return [[goOn.make(label(shown), { wish }, 'primary')]];
}

export async function commandButton(
  ctx: Ctx,
  goOn: Button<readonly ['wish']>,
  command: string,
  label = isolate(shorten(command, MAX_LABEL_LENGTH)),
): Promise<InlineKeyboardButton> {
  return goOn.make(label, { wish: await noteToGoOn(ctx, command) });
}

export async function noteCommand(ctx: Ctx): Promise<string | undefined> {
  const command = commandOf(ctx);
  return command === undefined ? undefined : noteToGoOn(ctx, command, accountToBring(ctx));
}

const notedShape = z.object({ command: z.string(), account: z.string() });

/** @param account absent: the account that the person works with when they continue */
export function noteToGoOn(ctx: Ctx, command: string, account = accountBrought(ctx)): Promise<string> {
  return keepWish(ctx, account === undefined ? command : JSON.stringify({ command, account }));
}

async function keepWish(ctx: Pick<Ctx, 'services' | 'person'>, kept: string): Promise<string> {
  const note = randomBytes(6).toString('base64url');
  await ctx.services.store.notes.set(noteKey(ctx, note), kept, REQUEST_LIFE_MS);
  return note;
}

/** Longer commands are stored, since a button holds 64 bytes. */
const MAX_COMMAND_BYTES_IN_BUTTON = 60;

/** No row where the message is neither a command nor an answer. */
export async function repeatRow(
  ctx: Ctx,
  { again, goOnInstead, answerAgain }: Pick<RequestButtons, 'again' | 'goOnInstead' | 'answerAgain'>,
  label: string,
): Promise<InlineKeyboardButton[][]> {
  const command = commandOf(ctx);
  if (command === undefined) return answerRow(ctx, answerAgain, label);
  const isPlain = accountBrought(ctx) === undefined && !/[|\p{C}]/u.test(command);
  const fits = isPlain && Buffer.byteLength(command) <= MAX_COMMAND_BYTES_IN_BUTTON;
  return [[fits ? again.make(label, { command }) : await commandButton(ctx, goOnInstead, command, label)]];
}

async function answerRow(ctx: Ctx, answerAgain: RequestButtons['answerAgain'], label: string) {
  return ctx.answered ? typedRow(ctx, ctx.answered, answerAgain, label) : [];
}

/** Takes the typed message for the answer, never a secret. @param question absent for a flow's */
export async function typedRow(
  ctx: Ctx,
  question: Ctx['answered'],
  answerAgain: RequestButtons['answerAgain'],
  label: string,
): Promise<InlineKeyboardButton[][]> {
  const text = ctx.message?.text;
  if (text === undefined || looksSecret(text)) return [];
  const note = randomBytes(6).toString('base64url');
  await ctx.services.store.notes.set(answerKey(ctx, note), JSON.stringify({ question, text }), REQUEST_LIFE_MS);
  return [[answerAgain.make(label, { note })]];
}

const answeredQuestion = z.object({ name: z.string(), about: z.array(z.string()) });
const keptAnswer = z.object({ question: answeredQuestion.exactOptional(), text: z.string() });

/** The answer to the repeated request replaces the tapped message. */
export function repeatWith(
  { again, goOnInstead, answerAgain }: Pick<RequestButtons, 'again' | 'goOnInstead' | 'answerAgain'>,
  handle: (update: Update) => Promise<void>,
): MiddlewareFn<Ctx> {
  const composer = new Composer<Ctx>();
  composer.use(
    onButton(again, async (ctx, { command }) => {
      await handleAs(ctx, command.startsWith('/') ? commandIn(command) : undefined, handle);
      await removeTapped(ctx);
    }),
    onButton(goOnInstead, async (ctx, { wish }) => {
      await goOnWithNote(ctx, wish, handle);
      await removeTapped(ctx);
    }),
    onButton(answerAgain, async (ctx, { note }) => {
      const kept = await ctx.services.store.notes.get(answerKey(ctx, note));
      if (kept === undefined) throw new Refusal((t) => t('button-old'));
      const { text, question } = keptAnswer.parse(JSON.parse(kept));
      if (!question && !(await hasOpenFlow(ctx))) throw new Refusal((t) => t('button-old'));
      if (question && (await plainQuestion(ctx))?.name !== question.name) await reopen(ctx, question);
      await handleAs(ctx, { text }, handle);
      await removeTapped(ctx);
    }),
  );
  return composer.middleware();
}

async function removeTapped({ api, callbackQuery: tap, person }: Ctx): Promise<void> {
  if (tap?.message) await removeMessage(api, tap.message.chat.id, messageIdOf(tap.message), person.id);
}

export async function deletePendingRequest(ctx: Asker): Promise<void> {
  await ctx.services.store.pendingRequests.delete(String(ctx.person.id));
}

/** @param handle handles any update, in this person's turn */
export function goOnWith(goOn: RequestButtons['goOn'], handle: (update: Update) => Promise<void>): MiddlewareFn<Ctx> {
  return onButton(goOn, async (ctx, { wish }) => {
    await goOnWithNote(ctx, wish, handle);
  });
}

/** @throws Refusal where this person has no such note */
export async function handleAsNoted(ctx: Ctx, note: string, handle: (update: Update) => Promise<void>): Promise<void> {
  const noted = await notedCommand(ctx, note);
  if (!noted || !ctx.message) throw new Refusal((t) => t('link-expired'));
  const update = { update_id: ctx.update.update_id, message: { ...ctx.message, ...commandIn(noted.command) } };
  bringAccount(update, noted.account);
  await handle(update);
}

async function goOnWithNote(ctx: Ctx, wish: string, handle: (update: Update) => Promise<void>): Promise<void> {
  const noted = await notedCommand(ctx, wish);
  await handleAs(ctx, noted && commandIn(noted.command), handle, noted?.account);
}

async function notedCommand(ctx: Ctx, wish: string): Promise<{ command: string; account?: string } | undefined> {
  const kept = await ctx.services.store.notes.get(noteKey(ctx, wish));
  if (kept === undefined) return undefined;
  return kept.startsWith('{') ? notedShape.parse(JSON.parse(kept)) : { command: kept };
}

/** @throws Refusal where there is no stored request, or no message to answer */
async function handleAs(
  ctx: Ctx,
  typed: Pick<Message.TextMessage, 'text' | 'entities'> | undefined,
  handle: (update: Update) => Promise<void>,
  account?: string,
): Promise<void> {
  const { from, chat, callbackQuery: tap } = ctx;
  if (!from || !chat || chat.type === 'channel' || !tap?.message || !typed) throw new Refusal((t) => t('button-old'));
  void ctx.answer();
  const date = Math.floor(ctx.services.store.now() / 1000);
  const message = { ...typed, ...placeOf(ctx), date, chat, from };
  const update = { update_id: ctx.update.update_id, message };
  noteTapBehind(update, tap.id);
  bringAccount(update, account);
  await handle(update);
}

export function commandIn(text: string) {
  return { text, entities: [{ type: 'bot_command' as const, offset: 0, length: text.search(/\s|$/) }] };
}

/** In a group the command stands at the message that the tapped one answers, so that its answers are the presser's. */
function placeOf({ callbackQuery: tap }: Ctx) {
  const tapped = tap?.message;
  const answered = tapped !== undefined && 'reply_to_message' in tapped ? tapped.reply_to_message : undefined;
  const topic = tapped !== undefined && 'is_topic_message' in tapped && tapped.is_topic_message;
  return {
    message_id: answered?.message_id ?? tapped?.message_id ?? 0,
    ...(topic ? { is_topic_message: true as const, message_thread_id: tapped.message_thread_id } : {}),
  };
}

function answerKey({ person }: Ctx, note: string): string {
  return `${person.id}:answer:${note}`;
}

function noteKey({ person }: Pick<Ctx, 'person'>, note: string): string {
  return `${person.id}:wish:${note}`;
}
