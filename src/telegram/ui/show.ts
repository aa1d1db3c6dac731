import type { InputFile } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import { whatTelegramSays } from '../api/errors.ts';
import { speaking } from '../api/topics.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { escapeHtml } from '../i18n/index.ts';
import { removeMessage, richOrText, SCREEN_OPTIONS, type Screen, tryToEdit, withinLimit } from './screen.ts';
import { changeableMessage } from './tapped-message.ts';

const LONGEST_CAPTION = 1024;

/** One message that is a picture or a file. */
export interface MediaScreen {
  type: 'photo' | 'document';
  file: InputFile;
  /** HTML; cut visibly beyond 1,024 characters. */
  caption: string;
  keyboard?: InlineKeyboardButton[][];
}

/**
 * Answers an update with a screen: a tap edits the tapped message where it may change, anything else gets a new message. A picture or
 * file can't become a text (Bot API, editMessageText), and a message with a secret is deleted soon: the tapped one is deleted, and the
 * screen is a new message. Returns the message's id.
 */
export async function show(ctx: Ctx, screen: Screen): Promise<number> {
  const pressed = changeableMessage(ctx);
  if (!pressed) return send(ctx, screen);
  const { chat, message_id: id } = pressed;
  // A tap on an old message tells only its place (`InaccessibleMessage`): the edit shows whether it is a text.
  const isMedia = 'photo' in pressed || 'document' in pressed;
  const came = isMedia || hasSecret(ctx) ? 'notText' : await tryToEdit(ctx.api, chat.id, id, screen);
  if (came === 'edited') {
    await leaveOperation(ctx, id);
    return id;
  }
  const sent = await send(ctx, screen);
  if (came === 'notText') await removeMessage(ctx.api, chat.id, id);
  return sent;
}

/** The message shows something else than the operation by now: the outcome would overwrite that. */
async function leaveOperation({ follows, services, person }: Ctx, messageId: number): Promise<void> {
  if (follows !== undefined) await services.operations.leave(follows, person.id, messageId);
}

/** Whether the tapped message shows a secret: no other message of a private chat is protected. */
function hasSecret(ctx: Ctx): boolean {
  const message = ctx.callbackQuery?.message;
  return isPrivate(ctx) && message !== undefined && 'has_protected_content' in message;
}

/** Sends a screen as a new message; in a group, as a reply to the message that asked. Returns the message's id. */
export async function send(ctx: Ctx, screen: Screen): Promise<number> {
  return (await reply(ctx, screen)).message_id;
}

/** {@link send}; returns the message, which is in another chat where the group has become a supergroup. */
export function reply(ctx: Ctx, screen: Screen): Promise<Message> {
  const other = { ...inAnswer(ctx), reply_markup: { inline_keyboard: screen.keyboard ?? [] } };
  return richOrText(
    screen,
    (rich) => ctx.replyWithRichMessage(rich, other),
    (text) => ctx.reply(text, { ...SCREEN_OPTIONS, ...other }),
  );
}

/** Shows plain text as an alert over the chat, or as a message where the tap can no longer be answered. */
export async function alert(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words, { alert: true }))) await send(ctx, { text: escapeHtml(words) });
}

/** {@link show} for a picture or file: the tapped message may be a text, a picture or a file. */
export async function showMedia(ctx: Ctx, screen: MediaScreen): Promise<number> {
  const pressed = changeableMessage(ctx);
  if (pressed && (await editInto(ctx, pressed.chat.id, pressed.message_id, screen))) {
    await leaveOperation(ctx, pressed.message_id);
    return pressed.message_id;
  }
  return sendMedia(ctx, screen);
}

/** {@link send} for a picture or file. */
export async function sendMedia(ctx: Ctx, { type, file, caption, keyboard }: MediaScreen): Promise<number> {
  const other = {
    caption: withinLimit(caption, LONGEST_CAPTION),
    parse_mode: 'HTML',
    ...inAnswer(ctx),
    reply_markup: { inline_keyboard: keyboard ?? [] },
  } as const;
  const sent = await (type === 'photo' ? ctx.replyWithPhoto(file, other) : ctx.replyWithDocument(file, other));
  return sent.message_id;
}

/** `false` when the message can no longer be edited. */
async function editInto(ctx: Ctx, chatId: number, messageId: number, screen: MediaScreen): Promise<boolean> {
  const { type, file, caption, keyboard } = screen;
  try {
    await ctx.api.editMessageMedia(
      chatId,
      messageId,
      { type, media: file, caption: withinLimit(caption, LONGEST_CAPTION), parse_mode: 'HTML' },
      { reply_markup: { inline_keyboard: keyboard ?? [] } },
    );
    return true;
  } catch (error) {
    const says = whatTelegramSays(error);
    if (says === 'same') return true;
    if (says === 'gone') return false;
    throw error;
  }
}

/**
 * In a group, the message that a new one answers, which also puts it into the topic of that message: of an old message that was tapped
 * Telegram does not tell the topic.
 */
function inAnswer(ctx: Ctx) {
  const { message, callbackQuery: tap } = ctx;
  const asked = message ?? (tap?.message?.date === 0 ? tap.message : undefined);
  const reply = asked && { message_id: asked.message_id, allow_sending_without_reply: true };
  return { ...speaking(ctx.t.locale), ...(reply && !isPrivate(ctx) ? { reply_parameters: reply } : {}) };
}
