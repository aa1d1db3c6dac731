import type { Api } from 'grammy';
import type { InlineKeyboardButton, InputRichMessage, ReplyKeyboardMarkup, ReplyKeyboardRemove } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { isOutOfReach, refusesEdit, whatTelegramSays } from '../api/errors.ts';
import { refusesRich } from '../api/older-servers.ts';
import { speaking } from '../api/topics.ts';

/** One message as a person sees it: HTML and rows of buttons. */
export interface Screen {
  text: string;
  /** The same as a rich message, made by `richScreen`: the text is sent where Telegram takes none. */
  rich?: InputRichMessage;
  keyboard?: InlineKeyboardButton[][];
  /** The change that a new message makes to the keys below the text field, in place of buttons: private chats only. */
  keys?: ReplyKeyboardMarkup | ReplyKeyboardRemove;
}

/** @param length the keys of a row: with three words side by side a phone cuts them */
export function inRows(keys: readonly InlineKeyboardButton[], length = 2): InlineKeyboardButton[][] {
  return Array.from({ length: Math.ceil(keys.length / length) }, (_, row) =>
    keys.slice(row * length, (row + 1) * length),
  );
}

/** Telegram's limit for a message's text, without its tags and with its entities decoded. */
const LONGEST_TEXT = 4096;

/** How every screen is sent and edited. */
export const SCREEN_OPTIONS = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** How long a text is for Telegram: without its tags, each entity as one character. */
export function visibleLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length;
}

/** Whether Telegram takes a text whole. */
export function fitsLimit(html: string): boolean {
  return visibleLength(html) <= LONGEST_TEXT;
}

/**
 * Cuts a text to Telegram's limit: it keeps the whole lines that fit and puts `…` for the rest. The screens bound what they
 * show; this catches the one that did not bound a word of the provider.
 */
export function withinLimit(html: string, most = LONGEST_TEXT): string {
  if (html.length <= most || visibleLength(html) <= most) return html;
  const lines = html.split('\n');
  let [kept, open, length] = [0, 0, -1];
  for (const [at, line] of lines.entries()) {
    length += 1 + visibleLength(line);
    if (length > most - 2) break;
    open += openedIn(line);
    if (open === 0) kept = at + 1;
  }
  if (kept > 0) return `${lines.slice(0, kept).join('\n')}\n…`;
  const bare = html.replace(/<[^>]*>/g, '').slice(0, most - 1);
  return `${bare.replace(/&\w*$|[\ud800-\udbff]$/, '')}…`;
}

/** How many more tags a line opens than it closes. A tag of a screen stands in one line. */
function openedIn(line: string): number {
  const [opened = 0, closed = 0] = [/<\w/g, /<\//g].map((tag) => line.match(tag)?.length ?? 0);
  return opened - closed;
}

/** Where a message goes, and the language of its reader. */
export interface Place {
  chatId: number;
  /** The forum topic in which it was asked for; none in the general topic, and where there are no topics. */
  topicId: number | undefined;
  locale: string;
}

/** The private chat of a person, in the topic that asked where it was asked there: the number of a group's topic means nothing in it. */
export function privatePlace(
  { id, locale }: { id: number; locale: string },
  asked: { chatId: number; topicId?: number | undefined },
): Place {
  return { chatId: id, topicId: asked.chatId === id ? asked.topicId : undefined, locale };
}

/** The part of a call that sends a message to a place. */
export function inPlace({ topicId, locale }: Place) {
  return { ...speaking(locale), ...(topicId === undefined ? {} : { message_thread_id: topicId }) };
}

/** How a message that no update asked for is sent. */
export interface PostOptions {
  /** The message that it answers; without it where that is gone. */
  replyTo?: number | undefined;
  /** Whether the message arrives without a sound. */
  isQuiet?: boolean;
}

/** Sends a screen to a place. Returns the message's id. {@link show} and {@link send} answer an update instead. */
export async function post(api: Api, place: Place, screen: Screen, options: PostOptions = {}): Promise<number> {
  const { chatId } = place;
  const { replyTo, isQuiet = false } = options;
  const other = {
    ...inPlace(place),
    ...(replyTo === undefined ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
    ...(isQuiet ? { disable_notification: true } : {}),
    reply_markup: { inline_keyboard: screen.keyboard ?? [] },
  };
  const sent = await richOrText(
    screen,
    (rich) => api.sendRichMessage(chatId, rich, other),
    (text) => api.sendMessage(chatId, text, { ...SCREEN_OPTIONS, ...other }),
  );
  return sent.message_id;
}

/** Sends or edits a screen as a rich message where it is one and Telegram takes it, else as a text. */
export async function richOrText<Rich, Text>(
  { rich, text }: Screen,
  asRich: (rich: InputRichMessage) => Promise<Rich>,
  asText: (html: string) => Promise<Text>,
): Promise<Rich | Text> {
  if (rich)
    try {
      return await asRich(rich);
    } catch (error) {
      if (!refusesRich(error)) throw error;
    }
  return asText(withinLimit(text));
}

/**
 * Edits a message into a screen. `false` when Telegram does not let the bot edit it, or it is a picture or a file.
 * @param receiver the person who sees the message, where it may be ephemeral
 */
export async function edit(
  api: Api,
  chatId: number,
  messageId: number,
  screen: Screen,
  receiver?: number,
): Promise<boolean> {
  return (await tryToEdit(api, chatId, messageId, screen, receiver)) === 'edited';
}

/** {@link edit}; tells why it failed. `notText`: the message is a picture or a file. */
export async function tryToEdit(
  api: Api,
  chatId: number,
  messageId: number,
  screen: Screen,
  receiver?: number,
): Promise<'edited' | 'gone' | 'notText'> {
  const markup = { reply_markup: { inline_keyboard: screen.keyboard ?? [] } };
  const change = (to: string | InputRichMessage, options: object) =>
    isEphemeral(messageId)
      ? api.editEphemeralMessageText(chatId, receiverOf(receiver), -messageId, to, options)
      : api.editMessageText(chatId, messageId, to, options);
  try {
    await richOrText<unknown, unknown>(
      screen,
      (rich) => change(rich, markup),
      (text) => change(text, { ...SCREEN_OPTIONS, ...markup }),
    );
    return 'edited';
  } catch (error) {
    const says = whatTelegramSays(error);
    if (says === 'same') return 'edited';
    if (says === 'gone' || says === 'notText') return says;
    if (refusesEdit(error)) return 'gone';
    throw error;
  }
}

/**
 * Deletes a message. One that Telegram keeps (after two days) stays with its buttons, which go on working.
 * @param receiver the person who sees the message, where it may be ephemeral
 */
export async function removeMessage(api: Api, chatId: number, messageId: number, receiver?: number): Promise<void> {
  try {
    if (isEphemeral(messageId)) await api.deleteEphemeralMessage(chatId, receiverOf(receiver), -messageId);
    else await api.deleteMessage(chatId, messageId);
  } catch (error) {
    if (whatTelegramSays(error) !== 'gone' && !isOutOfReach(error)) throw error;
  }
}

function receiverOf(receiver: number | undefined): number {
  if (receiver === undefined) throw new TypeError('An ephemeral message without its receiver');
  return receiver;
}
