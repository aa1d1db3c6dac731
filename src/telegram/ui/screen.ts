import type { Api } from 'grammy';
import type { InlineKeyboardButton, InputRichMessage, ReplyKeyboardMarkup, ReplyKeyboardRemove } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { isOutOfReach, refusesEdit, whatTelegramSays } from '../api/errors.ts';
import { refusesRich } from '../api/older-servers.ts';
import { speaking } from '../api/topics.ts';

export interface Screen {
  text: string;
  /** Made by `richScreen`: the text is sent where Telegram takes no rich messages. */
  rich?: InputRichMessage;
  keyboard?: InlineKeyboardButton[][];
  keys?: ReplyKeyboardMarkup | ReplyKeyboardRemove;
}

/** @param length keys in a row: a phone cuts the words of three */
export function inRows(keys: readonly InlineKeyboardButton[], length = 2): InlineKeyboardButton[][] {
  return Array.from({ length: Math.ceil(keys.length / length) }, (_, row) =>
    keys.slice(row * length, (row + 1) * length),
  );
}

const MAX_TEXT_LENGTH = 4096;

export const SCREEN_OPTIONS = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** Telegram counts no tags, and each entity as one character. */
export function visibleLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length;
}

export function fitsLimit(html: string): boolean {
  return visibleLength(html) <= MAX_TEXT_LENGTH;
}

/** Keeps whole lines. Screens bound what they show: this only catches an unbounded word of the provider. */
export function withinLimit(html: string, most = MAX_TEXT_LENGTH): string {
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

/** A tag of a screen opens and closes in one line. */
function openedIn(line: string): number {
  const [opened = 0, closed = 0] = [/<\w/g, /<\//g].map((tag) => line.match(tag)?.length ?? 0);
  return opened - closed;
}

export interface Place {
  chatId: number;
  topicId: number | undefined;
  locale: string;
}

/** The number of a group's topic means nothing in the private chat. */
export function privatePlace(
  { id, locale }: { id: number; locale: string },
  asked: { chatId: number; topicId?: number | undefined },
): Place {
  return { chatId: id, topicId: asked.chatId === id ? asked.topicId : undefined, locale };
}

export function inPlace({ topicId, locale }: Place) {
  return { ...speaking(locale), ...(topicId === undefined ? {} : { message_thread_id: topicId }) };
}

export interface PostOptions {
  replyTo?: number | undefined;
  isQuiet?: boolean;
}

/** For a screen that no update asked for: {@link show} and {@link send} answer an update. */
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

export async function edit(
  api: Api,
  chatId: number,
  messageId: number,
  screen: Screen,
  receiver?: number,
): Promise<boolean> {
  return (await tryToEdit(api, chatId, messageId, screen, receiver)) === 'edited';
}

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

/** A message that Telegram keeps (after two days) stays with its buttons, which still work. */
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
