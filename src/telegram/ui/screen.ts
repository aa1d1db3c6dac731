import type { Api } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import { changeableMessage } from '../access.ts';
import { whatTelegramSays } from '../api/errors.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { escapeHtml } from '../i18n/index.ts';

/** One message as a person sees it: HTML and rows of buttons. */
export interface Screen {
  text: string;
  keyboard?: InlineKeyboardButton[][];
}

/** What Telegram takes of a message's text, once its tags and entities were read. */
const LONGEST_TEXT = 4096;

const OPTIONS = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** How long a text is for Telegram: without its tags, each entity as one character. */
export function visibleLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length;
}

/**
 * A text as Telegram takes it: of one that is too long the whole lines that fit, and `…` for the rest. The screens bound what
 * they show; this is for the one that missed a word of the provider.
 */
export function withinLimit(html: string, most = LONGEST_TEXT): string {
  if (html.length <= most || visibleLength(html) <= most) return html;
  const lines = html.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    const kept = lines.slice(0, count).join('\n');
    if (isClosed(kept) && visibleLength(kept) <= most - 2) return `${kept}\n…`;
  }
  const bare = html.replace(/<[^>]*>/g, '').slice(0, most - 1);
  return `${bare.replace(/&\w*$|[\ud800-\udbff]$/, '')}…`;
}

function isClosed(html: string): boolean {
  const [open, closed] = [/<\w/g, /<\//g].map((tag) => html.match(tag)?.length ?? 0);
  return open === closed;
}

/**
 * Shows a screen: a tap edits the message it was made on, where it may; anything else gets a message. A picture or file can't become a
 * text (Bot API, editMessageText): the screen is sent anew and takes its place. Returns the message's id.
 */
export async function show(ctx: Ctx, screen: Screen): Promise<number> {
  const pressed = changeableMessage(ctx);
  if (!pressed) return send(ctx, screen);
  const { chat, message_id: id } = pressed;
  // Of an old message a tap tells no more than where it is (`InaccessibleMessage`): then the edit tells what it shows.
  const isMedia = 'photo' in pressed || 'document' in pressed;
  const came = isMedia ? 'notText' : await tryToEdit(ctx.api, chat.id, id, screen);
  if (came === 'edited') return id;
  const sent = await send(ctx, screen);
  if (came === 'notText') await remove(ctx.api, chat.id, id);
  return sent;
}

/** Sends a screen as a new message; in a group, as a reply to whoever asked. Returns the message's id. */
export async function send(ctx: Ctx, screen: Screen): Promise<number> {
  return (await reply(ctx, screen)).message_id;
}

/** {@link send}; returns the message, which is in another chat where the group was upgraded meanwhile. */
export function reply(ctx: Ctx, screen: Screen): Promise<Message.TextMessage> {
  return ctx.reply(withinLimit(screen.text), {
    ...OPTIONS,
    ...inAnswer(ctx),
    reply_markup: { inline_keyboard: screen.keyboard ?? [] },
  });
}

/** Says something (plain text) over the chat; where the tap can't be answered with it any more, as a message. */
export async function alert(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words, { alert: true }))) await send(ctx, { text: escapeHtml(words) });
}

/** In a group, the message that a new one answers. */
export function inAnswer(ctx: Ctx) {
  const asked = isPrivate(ctx) ? undefined : ctx.message?.message_id;
  return asked ? { reply_parameters: { message_id: asked, allow_sending_without_reply: true } } : {};
}

/** Sends a screen into a chat that said nothing just now. Returns the message's id. */
export async function post(api: Api, chatId: number, screen: Screen): Promise<number> {
  const sent = await api.sendMessage(chatId, withinLimit(screen.text), {
    ...OPTIONS,
    reply_markup: { inline_keyboard: screen.keyboard ?? [] },
  });
  return sent.message_id;
}

/** Takes the buttons off a message that has had its answer; one that is gone needs nothing. */
export async function dropButtons(api: Api, chatId: number, messageId: number): Promise<void> {
  try {
    await api.editMessageReplyMarkup(chatId, messageId);
  } catch (error) {
    if (!['same', 'gone'].includes(whatTelegramSays(error))) throw error;
  }
}

/** Edits a message into a screen. `false` when the message can't be edited any more, or is no text. */
export async function edit(api: Api, chatId: number, messageId: number, screen: Screen): Promise<boolean> {
  return (await tryToEdit(api, chatId, messageId, screen)) === 'edited';
}

async function tryToEdit(
  api: Api,
  chatId: number,
  messageId: number,
  screen: Screen,
): Promise<'edited' | 'gone' | 'notText'> {
  try {
    await api.editMessageText(chatId, messageId, withinLimit(screen.text), {
      ...OPTIONS,
      reply_markup: { inline_keyboard: screen.keyboard ?? [] },
    });
    return 'edited';
  } catch (error) {
    const says = whatTelegramSays(error);
    if (says === 'same') return 'edited';
    if (says === 'gone' || says === 'notText') return says;
    throw error;
  }
}

/** Takes a message away; one that Telegram keeps (after two days) stays with its buttons, which go on working. */
async function remove(api: Api, chatId: number, messageId: number): Promise<void> {
  try {
    await api.deleteMessage(chatId, messageId);
  } catch (error) {
    if (whatTelegramSays(error) !== 'gone') throw error;
  }
}
