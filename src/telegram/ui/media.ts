import type { InputFile } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { changeableMessage } from '../access.ts';
import { whatTelegramSays } from '../api/errors.ts';
import type { Ctx } from '../context.ts';
import { inAnswer, withinLimit } from './screen.ts';

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
 * Shows a picture or file: a tap edits the message it was made on, whether that was a text, a picture or a file; anything
 * else gets a message. Returns the message's id.
 */
export async function showMedia(ctx: Ctx, screen: MediaScreen): Promise<number> {
  const pressed = changeableMessage(ctx);
  if (pressed && (await editInto(ctx, pressed.chat.id, pressed.message_id, screen))) return pressed.message_id;
  return sendMedia(ctx, screen);
}

/** Sends a picture or file as a new message; in a group, as a reply to whoever asked. */
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

/** `false` when the message can't be edited any more. */
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
