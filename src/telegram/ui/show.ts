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

const LONGEST_CAPTION = 1024;

/** One message that is a picture or a file. */
export interface MediaScreen {
  type: 'photo' | 'document';
  file: InputFile;
  /** HTML; cut visibly beyond 1,024 characters. */
  caption: string;
  keyboard?: InlineKeyboardButton[][];
}

/** The readers of an answer in a group: its asker alone, by an ephemeral message where the chat takes one, or all. */
export type Audience = 'asker' | 'all';

/** The readers of the update's message: a warning about it goes to them, because Telegram does not promise that an ephemeral one arrives. */
export function witnesses({ message }: Ctx): Audience {
  return message?.ephemeral_message_id === undefined ? 'all' : 'asker';
}

/**
 * Answers an update with a screen: a tap edits the tapped message where it may change, anything else gets a new message. A picture or
 * file can't become a text (Bot API, editMessageText), and a message with a secret is deleted soon: the tapped one is deleted, and the
 * screen is a new message. So it is where the tapped message has another audience in a group; one that all see stays. Returns the
 * message's id.
 * @throws AnswerNotShown where it is for the asker alone and cannot be shown so
 */
export function show(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  return showBy(tryToEdit, ctx, screen, audience);
}

/** {@link show} for words about what failed: in a new message where the edit fails as well. */
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

/**
 * Answers a tap on a message that all see with a message beside it: an ephemeral one, or an ordinary one where the person takes none. Resolves to
 * its id; to `undefined` where the chat takes no ephemeral messages: the tapped message has to be edited.
 */
async function sendBeside(ctx: Ctx, answer: Answer): Promise<number | undefined> {
  if (!isAnsweredBeside(ctx)) return undefined;
  const sent = await sendToAsker(ctx, answer);
  if (sent === 'toAll') return mayBeEphemeral(ctx) ? messageIdOf(await answer.send(inAnswer(ctx))) : undefined;
  if (isEphemeral(sent.id)) return sent.id;
  // An older Bot API server showed it to all.
  await removeMessage(ctx.api, sent.chatId, sent.id);
  return undefined;
}

/** The message shows something else than the operation by now: the outcome would overwrite that. */
async function leaveOperation({ follows, services, person }: Ctx, chatId: number, messageId: number): Promise<void> {
  const { operations } = services;
  for (const id of new Set([follows, operations.confirmIn(chatId, messageId)]))
    if (id !== undefined) await operations.leave(id, person.id, messageId);
}

/** Whether the tapped message shows a secret: no other message of a private chat is protected. */
function hasSecret(ctx: Ctx): boolean {
  const message = ctx.callbackQuery?.message;
  return isPrivate(ctx) && message !== undefined && 'has_protected_content' in message;
}

/** Sends a screen as a new message; in a group, as a reply to the message that asked. Returns the message's id. @throws AnswerNotShown see {@link show} */
export function send(ctx: Ctx, screen: Screen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, textOf(ctx, screen));
}

/** {@link send} for words that hold nothing of the asker's: all see them where it is too late to show them to the asker alone. */
export async function sendHarmless(ctx: Ctx, screen: Screen): Promise<number> {
  const { send } = textOf(ctx, screen);
  const sent = await sendEphemeral(ctx, send);
  return messageIdOf(typeof sent === 'string' ? await send(inAnswer(ctx)) : sent);
}

/** {@link send} to all; returns the message, which is in another chat where the group has become a supergroup. */
export function reply(ctx: Ctx, screen: Screen): Promise<Message> {
  return sendText(ctx, screen, inAnswer(ctx));
}

/** Sends a screen or file into the asker's private chat. Resolves to the message's id; to `undefined` where the bot can't write there. */
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

/** The ways to bring an answer to its asker. */
interface Answer {
  send(addressed: Addressed): Promise<Message>;
  /** Edits an ephemeral message of the asker into it, which Telegram allows at any time. */
  editInto(messageId: number): Promise<boolean>;
}

function textOf(ctx: Ctx, screen: Screen): Answer {
  return {
    send: (addressed) => sendText(ctx, screen, addressed),
    editInto: async (messageId) => edit(ctx.api, ctx.chat?.id ?? ctx.person.id, messageId, screen, ctx.person.id),
  };
}

function fileOf(ctx: Ctx, screen: MediaScreen): Answer {
  // The message that asks to wait is a text.
  return { send: (addressed) => sendFile(ctx, screen, addressed), editInto: async () => false };
}

async function sendTo(ctx: Ctx, audience: Audience, answer: Answer): Promise<number> {
  const sent = audience === 'asker' ? await sendToAsker(ctx, answer) : 'toAll';
  return sent === 'toAll' ? messageIdOf(await answer.send(inAnswer(ctx))) : sent.id;
}

/** Shows an answer to the asker alone: once it is too late for a new message, in the one that asks to wait. */
async function sendToAsker(ctx: Ctx, { send, editInto }: Answer): Promise<'toAll' | { chatId: number; id: number }> {
  const sent = await sendEphemeral(ctx, send);
  if (sent === 'toAll') return sent;
  if (sent !== 'late') return { chatId: sent.chat.id, id: messageIdOf(sent) };
  const id = await waitingMessage.getStore()?.keep(editInto);
  if (id === undefined) throw new AnswerNotShown('late');
  return { chatId: ctx.chat?.id ?? ctx.person.id, id };
}

/** Shows plain text as an alert over the chat, or as a message where the tap can no longer be answered. */
export async function alert(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words, { alert: true })) && ctx.isNews(words)) await send(ctx, { text: escapeHtml(words) });
}

/** Answers a tap by plain text at the edge of the chat, or by a message where the tap came too late for that. */
export async function say(ctx: Ctx, words: string): Promise<void> {
  if (!(await ctx.answer(words)) && ctx.isTapLate() && ctx.isNews(words)) await send(ctx, { text: escapeHtml(words) });
}

/** {@link show} for a picture or file: the tapped message may be a text, a picture or a file. */
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

/** {@link send} for a picture or file. */
export function sendMedia(ctx: Ctx, screen: MediaScreen, audience: Audience = 'asker'): Promise<number> {
  return sendTo(ctx, audience, fileOf(ctx, screen));
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

/** `false` when Telegram does not let the bot edit the message. */
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
    if (says === 'gone' || refusesEdit(error)) return false;
    throw error;
  }
}
