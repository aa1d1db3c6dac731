import type { InputFile } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { whatTelegramSays } from '../api/errors.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { escapeHtml } from '../i18n/index.ts';
import { type Addressed, inAnswer, sendEphemeral } from './ephemeral.ts';
import { removeMessage, richOrText, SCREEN_OPTIONS, type Screen, tryToEdit, withinLimit } from './screen.ts';
import { changeableMessage, isAnsweredBeside, messageIdOf } from './tapped-message.ts';

const LONGEST_CAPTION = 1024;

/** One message that is a picture or a file. */
export interface MediaScreen {
  type: 'photo' | 'document';
  file: InputFile;
  /** HTML; cut visibly beyond 1,024 characters. */
  caption: string;
  keyboard?: InlineKeyboardButton[][];
}

/** Who sees an answer in a group: its asker alone, by an ephemeral message where the chat takes one, or all. */
export type Audience = 'asker' | 'all';

/** Who saw the update's message: a warning about it goes to them, because Telegram does not promise that an ephemeral one arrives. */
export function witnesses({ message }: Ctx): Audience {
  return message?.ephemeral_message_id === undefined ? 'all' : 'asker';
}

/**
 * Answers an update with a screen: a tap edits the tapped message where it may change, anything else gets a new message. A picture or
 * file can't become a text (Bot API, editMessageText), and a message with a secret is deleted soon: the tapped one is deleted, and the
 * screen is a new message. So it is where the tapped message has another audience in a group; one that all see stays. Returns the
 * message's id.
 */
export async function show(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  const beside = await sendBeside(ctx, audience, (addressed) => sendText(ctx, screen, addressed));
  if (beside !== undefined) return beside;
  const pressed = changeableMessage(ctx);
  if (!pressed) return send(ctx, screen, audience);
  const { chat } = pressed;
  const id = messageIdOf(pressed);
  // A tap on an old message tells only its place (`InaccessibleMessage`): the edit shows whether it is a text.
  const isMedia = 'photo' in pressed || 'document' in pressed;
  const isOther = isMedia || hasSecret(ctx) || (isEphemeral(id) && audience === 'all');
  const came = isOther ? 'notText' : await tryToEdit(ctx.api, chat.id, id, screen, ctx.person.id);
  if (came === 'edited') {
    await leaveOperation(ctx, id);
    return id;
  }
  const sent = await send(ctx, screen, audience);
  if (came === 'notText') await removeMessage(ctx.api, chat.id, id, ctx.person.id);
  return sent;
}

/**
 * Answers a tap on a message that all see with an ephemeral one beside it. Resolves to its id; to `undefined` where the tapped message
 * has to be edited.
 */
async function sendBeside(
  ctx: Ctx,
  audience: Audience,
  make: (addressed: Addressed) => Promise<Message>,
): Promise<number | undefined> {
  const sent = audience === 'asker' && isAnsweredBeside(ctx) ? await sendEphemeral(ctx, make) : undefined;
  if (!sent) return undefined;
  const id = messageIdOf(sent);
  if (isEphemeral(id)) return id;
  // An older Bot API server showed it to all.
  await removeMessage(ctx.api, sent.chat.id, id);
  return undefined;
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
export function send(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, (addressed) => sendText(ctx, screen, addressed));
}

/** {@link send} to all; returns the message, which is in another chat where the group has become a supergroup. */
export function reply(ctx: Ctx, screen: Screen): Promise<Message> {
  return sendText(ctx, screen, inAnswer(ctx));
}

function sendText(ctx: Ctx, screen: Screen, addressed: Addressed): Promise<Message> {
  const other = { ...addressed, reply_markup: { inline_keyboard: screen.keyboard ?? [] } };
  return richOrText(
    screen,
    (rich) => ctx.replyWithRichMessage(rich, other),
    (text) => ctx.reply(text, { ...SCREEN_OPTIONS, ...other }),
  );
}

async function sendTo(ctx: Ctx, audience: Audience, make: (addressed: Addressed) => Promise<Message>): Promise<number> {
  const sent = audience === 'asker' ? await sendEphemeral(ctx, make) : undefined;
  return messageIdOf(sent ?? (await make(inAnswer(ctx))));
}

/** Shows plain text as an alert over the chat, or as a message where the tap can no longer be answered. */
export async function alert(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words, { alert: true }))) await send(ctx, { text: escapeHtml(words) });
}

/** {@link show} for a picture or file: the tapped message may be a text, a picture or a file. */
export async function showMedia(ctx: Ctx, screen: MediaScreen): Promise<number> {
  const beside = await sendBeside(ctx, 'asker', (addressed) => sendFile(ctx, screen, addressed));
  if (beside !== undefined) return beside;
  const pressed = changeableMessage(ctx);
  if (!pressed) return sendMedia(ctx, screen);
  const id = messageIdOf(pressed);
  if (!(await editInto(ctx, pressed.chat.id, id, screen))) return sendMedia(ctx, screen);
  await leaveOperation(ctx, id);
  return id;
}

/** {@link send} for a picture or file. */
export function sendMedia(ctx: Ctx, screen: MediaScreen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, (addressed) => sendFile(ctx, screen, addressed));
}

function sendFile(ctx: Ctx, { type, file, caption, keyboard }: MediaScreen, addressed: Addressed): Promise<Message> {
  const other = {
    caption: withinLimit(caption, LONGEST_CAPTION),
    parse_mode: 'HTML',
    ...addressed,
    reply_markup: { inline_keyboard: keyboard ?? [] },
  } as const;
  return type === 'photo' ? ctx.replyWithPhoto(file, other) : ctx.replyWithDocument(file, other);
}

/** `false` when the message can no longer be edited. */
async function editInto(ctx: Ctx, chatId: number, messageId: number, screen: MediaScreen): Promise<boolean> {
  const { type, file, caption, keyboard } = screen;
  const media = { type, media: file, caption: withinLimit(caption, LONGEST_CAPTION), parse_mode: 'HTML' } as const;
  const options = { reply_markup: { inline_keyboard: keyboard ?? [] } };
  try {
    if (isEphemeral(messageId))
      await ctx.api.editEphemeralMessageMedia(chatId, ctx.person.id, -messageId, media, options);
    else await ctx.api.editMessageMedia(chatId, messageId, media, options);
    return true;
  } catch (error) {
    const says = whatTelegramSays(error);
    if (says === 'same') return true;
    if (says === 'gone') return false;
    throw error;
  }
}
