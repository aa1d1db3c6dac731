import type { InputFile } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { askerOf } from '../access/require-right.ts';
import { isOutOfReach, refusesEdit, whatTelegramSays } from '../api/errors.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { escapeHtml } from '../i18n/index.ts';
import {
  type Addressed,
  AnswerNotShown,
  inAnswer,
  mayBeEphemeral,
  sendEphemeral,
  waitingMessage,
} from './ephemeral.ts';
import {
  edit,
  inPlace,
  post,
  privatePlace,
  removeMessage,
  richOrText,
  SCREEN_OPTIONS,
  type Screen,
  tryToEdit,
  withinLimit,
} from './screen.ts';
import { changeableMessage, isAnsweredBeside, messageIdOf } from './tapped-message.ts';

const MAX_CAPTION_LENGTH = 1024;

export interface MediaScreen {
  type: 'photo' | 'document';
  file: InputFile;
  caption: string;
  keyboard?: InlineKeyboardButton[][];
}

export type Audience = 'asker' | 'all';

/** A warning goes to all who saw the message, because Telegram does not promise that an ephemeral one arrives. */
export function witnesses({ message }: Ctx): Audience {
  return message?.ephemeral_message_id === undefined ? 'all' : 'asker';
}

/** A picture or file can't become a text (Bot API, editMessageText). @throws AnswerNotShown */
export function show(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  return showBy(tryToEdit, ctx, screen, audience);
}

export function showFailure(ctx: Ctx, screen: Screen): Promise<number> {
  const tryOnce: typeof tryToEdit = (...edit) =>
    tryToEdit(...edit).catch((error) => {
      ctx.services.report(error, 'failure');
      return 'gone';
    });
  return showBy(tryOnce, ctx, screen, 'asker');
}

async function showBy(tryEdit: typeof tryToEdit, ctx: Ctx, screen: Screen, audience: Audience): Promise<number> {
  const beside = audience === 'asker' ? await sendBeside(ctx, textOf(ctx, screen)) : undefined;
  if (beside !== undefined) return beside;
  const pressed = changeableMessage(ctx);
  if (!pressed) return send(ctx, screen, audience);
  const { chat } = pressed;
  const id = messageIdOf(pressed);
  // A tap on an old message tells only its place (`InaccessibleMessage`): the edit shows whether it is a text.
  const isMedia = 'photo' in pressed || 'document' in pressed;
  const isOther = isMedia || hasSecret(ctx) || (isEphemeral(id) && audience === 'all');
  const came = isOther ? 'notText' : await tryEdit(ctx.api, chat.id, id, screen, ctx.person.id);
  if (came === 'edited') {
    await leaveOperation(ctx, chat.id, id);
    return id;
  }
  const sent = await send(ctx, screen, audience);
  if (came === 'notText') await removeMessage(ctx.api, chat.id, id, ctx.person.id);
  return sent;
}

/** Resolves to `undefined` where the chat takes no ephemeral messages: then the tapped message is edited. */
async function sendBeside(ctx: Ctx, answer: Answer): Promise<number | undefined> {
  if (!isAnsweredBeside(ctx)) return undefined;
  const sent = await sendToAsker(ctx, answer);
  if (sent === 'toAll') return mayBeEphemeral(ctx) ? messageIdOf(await answer.send(inAnswer(ctx))) : undefined;
  if (isEphemeral(sent.id)) return sent.id;
  await removeMessage(ctx.api, sent.chatId, sent.id);
  return undefined;
}

/** The message no longer shows the operation: its outcome would overwrite the new screen. */
async function leaveOperation({ follows, services, person }: Ctx, chatId: number, messageId: number): Promise<void> {
  const { operations } = services;
  for (const id of new Set([follows, operations.confirmIn(chatId, messageId)]))
    if (id !== undefined) await operations.leave(id, person.id, messageId);
}

function hasSecret(ctx: Ctx): boolean {
  const message = ctx.callbackQuery?.message;
  return isPrivate(ctx) && message !== undefined && 'has_protected_content' in message;
}

/** @throws AnswerNotShown */
export function send(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, textOf(ctx, screen));
}

/** For screens without the asker's data: all see the screen where it is too late for an ephemeral message. */
export async function sendHarmless(ctx: Ctx, screen: Screen): Promise<number> {
  const { send } = textOf(ctx, screen);
  const sent = await sendEphemeral(ctx, send);
  return messageIdOf(typeof sent === 'string' ? await send(inAnswer(ctx)) : sent);
}

/** The returned message is in another chat where the group has become a supergroup. */
export function reply(ctx: Ctx, screen: Screen): Promise<Message> {
  return sendText(ctx, screen, inAnswer(ctx));
}

/** Resolves to `undefined` where the bot can't write to the asker. */
export async function sendPrivately(ctx: Ctx, screen: Screen | MediaScreen): Promise<number | undefined> {
  const { api, person } = ctx;
  const place = privatePlace(person, askerOf(ctx));
  try {
    if (!('type' in screen)) return await post(api, place, screen);
    const { file, caption } = screen;
    const other = { ...inPlace(place), caption, parse_mode: 'HTML' } as const;
    return (await api.sendDocument(person.id, file, other)).message_id;
  } catch (error) {
    if (isOutOfReach(error)) return undefined;
    throw error;
  }
}

function sendText(ctx: Ctx, screen: Screen, addressed: Addressed): Promise<Message> {
  const other = { ...addressed, reply_markup: screen.keys ?? { inline_keyboard: screen.keyboard ?? [] } };
  return richOrText(
    screen,
    (rich) => ctx.replyWithRichMessage(rich, other),
    (text) => ctx.reply(text, { ...SCREEN_OPTIONS, ...other }),
  );
}

interface Answer {
  send(addressed: Addressed): Promise<Message>;
  /** Edits an ephemeral message of the asker into the answer, which Telegram allows at any time. */
  editInto(messageId: number): Promise<boolean>;
}

function textOf(ctx: Ctx, screen: Screen): Answer {
  return {
    send: (addressed) => sendText(ctx, screen, addressed),
    editInto: async (messageId) => edit(ctx.api, ctx.chat?.id ?? ctx.person.id, messageId, screen, ctx.person.id),
  };
}

function fileOf(ctx: Ctx, screen: MediaScreen): Answer {
  return { send: (addressed) => sendFile(ctx, screen, addressed), editInto: async () => false };
}

async function sendTo(ctx: Ctx, audience: Audience, answer: Answer): Promise<number> {
  const sent = audience === 'asker' ? await sendToAsker(ctx, answer) : 'toAll';
  return sent === 'toAll' ? messageIdOf(await answer.send(inAnswer(ctx))) : sent.id;
}

/** Once it is too late for a new ephemeral message, edits the one that asks to wait. */
async function sendToAsker(ctx: Ctx, { send, editInto }: Answer): Promise<'toAll' | { chatId: number; id: number }> {
  const sent = await sendEphemeral(ctx, send);
  if (sent === 'toAll') return sent;
  if (sent !== 'late') return { chatId: sent.chat.id, id: messageIdOf(sent) };
  const id = await waitingMessage.getStore()?.keep(editInto);
  if (id === undefined) throw new AnswerNotShown('late');
  return { chatId: ctx.chat?.id ?? ctx.person.id, id };
}

export async function alert(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words, { alert: true })) && ctx.isNews(words)) await send(ctx, { text: escapeHtml(words) });
}

export async function say(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words)) && ctx.isTapLate() && ctx.isNews(words)) await send(ctx, { text: escapeHtml(words) });
}

export async function showMedia(ctx: Ctx, screen: MediaScreen): Promise<number> {
  const beside = await sendBeside(ctx, fileOf(ctx, screen));
  if (beside !== undefined) return beside;
  const pressed = changeableMessage(ctx);
  if (!pressed) return sendMedia(ctx, screen);
  const id = messageIdOf(pressed);
  if (!(await editInto(ctx, pressed.chat.id, id, screen))) return sendMedia(ctx, screen);
  await leaveOperation(ctx, pressed.chat.id, id);
  return id;
}

export function sendMedia(ctx: Ctx, screen: MediaScreen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, fileOf(ctx, screen));
}

function sendFile(ctx: Ctx, { type, file, caption, keyboard }: MediaScreen, addressed: Addressed): Promise<Message> {
  const other = {
    caption: withinLimit(caption, MAX_CAPTION_LENGTH),
    parse_mode: 'HTML',
    ...addressed,
    reply_markup: { inline_keyboard: keyboard ?? [] },
  } as const;
  return type === 'photo' ? ctx.replyWithPhoto(file, other) : ctx.replyWithDocument(file, other);
}

async function editInto(ctx: Ctx, chatId: number, messageId: number, screen: MediaScreen): Promise<boolean> {
  const { type, file, caption, keyboard } = screen;
  const media = { type, media: file, caption: withinLimit(caption, MAX_CAPTION_LENGTH), parse_mode: 'HTML' } as const;
  const options = { reply_markup: { inline_keyboard: keyboard ?? [] } };
  try {
    if (isEphemeral(messageId))
      await ctx.api.editEphemeralMessageMedia(chatId, ctx.person.id, -messageId, media, options);
    else await ctx.api.editMessageMedia(chatId, messageId, media, options);
    return true;
  } catch (error) {
    const says = whatTelegramSays(error);
    if (says === 'same') return true;
    if (says === 'gone' || refusesEdit(error)) return false;
    throw error;
  }
}
