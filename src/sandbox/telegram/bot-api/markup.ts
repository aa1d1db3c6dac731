/**
 * The Bot API server chooses the kind of a keyboard and the action of each button (`get_reply_markup` of `Client.cpp`).
 * TDLib then checks and shortens the keyboard for the chat (`ReplyMarkup.cpp`).
 */
import type {
  Chat,
  ForceReply,
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  KeyboardButton,
  ReplyKeyboardMarkup,
  ReplyKeyboardRemove,
} from 'grammy/types';
import { BUTTONS, BUTTONS_IN_ROW, CALLBACK_BYTES, COPIED_CHARACTERS, MARKUP_BYTES } from '../choices.ts';
import { cleanString, lengthOf } from '../text/format.ts';
import { checkLink, userOfLink } from '../text/links.ts';
import { badRequest, refusal } from './refusal.ts';

export type Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply;

interface MarkupFields {
  keyboard?: readonly (readonly KeyboardButton[])[];
  inline_keyboard?: readonly (readonly Record<string, unknown>[])[];
  remove_keyboard?: boolean;
  force_reply?: boolean;
}

export type ChosenMarkup =
  | { kind: 'keyboard'; rows: readonly (readonly KeyboardButton[])[]; fields: MarkupFields }
  | { kind: 'inline'; rows: readonly (readonly InlineKeyboardButton[])[] }
  | { kind: 'other'; markup: ReplyKeyboardRemove | ForceReply };

/** TDLib drops further buttons. */
const MAX_BUTTONS_IN_ROW = 12;
const MAX_BUTTONS = 300;

/** The first stage: needs no chat. @throws Refusal where a button has no action or a wrong style */
export function chooseMarkup(markup: object | undefined): ChosenMarkup | undefined {
  const fields: MarkupFields = { ...markup };
  const { keyboard = [], inline_keyboard = [] } = fields;
  for (const button of keyboard.flat()) if (typeof button !== 'string') checkStyle({ ...button }, 'keyboard button');
  const rows = inline_keyboard.map((row) => row.map(chooseAction));
  if (keyboard.length > 0) return { kind: 'keyboard', rows: keyboard, fields: withoutButtons(fields) };
  if (rows.length > 0) return { kind: 'inline', rows };
  if (fields.remove_keyboard) return { kind: 'other', markup: { remove_keyboard: true } };
  return fields.force_reply ? { kind: 'other', markup: { ...fields, force_reply: true } } : undefined;
}

function withoutButtons({ inline_keyboard: _, ...fields }: MarkupFields): MarkupFields {
  return fields;
}

/** Telegram takes the first one that is present. */
const ACTIONS = [
  ...['url', 'callback_data', 'callback_game', 'pay', 'switch_inline_query', 'switch_inline_query_chosen_chat'],
  ...['switch_inline_query_current_chat', 'login_url', 'web_app', 'copy_text', 'disabled'],
];

function chooseAction(button: Record<string, unknown>): InlineKeyboardButton {
  checkStyle(button, 'inline keyboard button');
  const action = ACTIONS.find(
    (name) => button[name] !== undefined && (button[name] !== '' || name.startsWith('switch')),
  );
  if (action === undefined)
    throw badRequest("Can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  const { text = '', icon_custom_emoji_id, style } = button;
  const chosen = {
    text: String(text),
    ...(icon_custom_emoji_id === undefined ? {} : { icon_custom_emoji_id }),
    ...(isStyle(style) ? { style: style.toLowerCase() } : {}),
    [action]: button[action],
  };
  return withType(chosen);
}

function withType(button: object): InlineKeyboardButton {
  if (!isButton(button)) throw new TypeError('a button without a text');
  return button;
}

function isButton(button: object): button is InlineKeyboardButton {
  return 'text' in button;
}

function checkStyle({ style }: { style?: unknown }, what: string): void {
  if (style === undefined || /^(default)?$/i.test(String(style)) || isStyle(style)) return;
  throw badRequest(`Can't parse ${what}: invalid button style specified`);
}

function isStyle(style: unknown): style is string {
  return /^(primary|danger|success)$/i.test(String(style));
}

/** Either the message's own buttons, or a keyboard that only people see. */
export interface ReadMarkup {
  reply_markup?: InlineKeyboardMarkup;
  keyboard?: Markup;
}

/** The second stage. @throws Refusal where a button does not fit the chat */
export function readMarkup(chosen: ChosenMarkup | undefined, chat: Chat['type']): ReadMarkup {
  if (chosen === undefined) return {};
  if (chosen.kind === 'other') return { keyboard: chosen.markup };
  if (chosen.kind === 'inline') return inlineKeyboard(chosen.rows, chat);
  const keyboard = kept(chosen.rows, (button) => replyButton(button, chat));
  return keyboard.length > 0 ? { keyboard: { ...chosen.fields, keyboard } } : {};
}

/** The second stage of edited messages and inline results. @throws Refusal also for other keyboards */
export function readInlineMarkup(
  chosen: ChosenMarkup | undefined,
  chat: Chat['type'] = 'private',
): { reply_markup?: InlineKeyboardMarkup } {
  if (chosen === undefined) return {};
  if (chosen.kind !== 'inline') throw badRequest('Inline keyboard expected');
  return inlineKeyboard(chosen.rows, chat);
}

/** Drops buttons without a text, and those above the limits. */
function kept<B extends { text: string } | string>(rows: readonly (readonly B[])[], read: (button: B) => B): B[][] {
  let count = 0;
  const found: B[][] = [];
  for (const row of rows) {
    const named = row.filter((button) =>
      typeof button === 'string' ? button !== '' : button.text !== '' || hasIcon(button),
    );
    const some = named.slice(0, Math.min(MAX_BUTTONS_IN_ROW, MAX_BUTTONS - count)).map(read);
    count += some.length;
    if (some.length > 0) found.push(some);
  }
  return found;
}

function hasIcon(button: object): boolean {
  return 'icon_custom_emoji_id' in button && button.icon_custom_emoji_id !== '0';
}

function inlineKeyboard(
  rows: readonly (readonly InlineKeyboardButton[])[],
  chat: Chat['type'],
): { reply_markup?: InlineKeyboardMarkup } {
  const inline_keyboard = kept(rows, inlineButton);
  if (inline_keyboard.length === 0) return {};
  checkLimits(inline_keyboard, chat);
  return { reply_markup: { inline_keyboard } };
}

function named(text: string, what: string): string {
  const cleaned = cleanString(text);
  if (cleaned === '') throw badRequest(`${what} text must be non-empty`);
  return cleaned;
}

function inlineButton(button: InlineKeyboardButton): InlineKeyboardButton {
  const text = named(button.text, 'Inline keyboard button');
  if ('url' in button) return { ...button, text, url: checkedUrl(button.url, 'Inline keyboard button') };
  if ('login_url' in button) {
    const { login_url, ...rest } = button;
    return { ...rest, text, url: secureUrl(login_url.url, 'Inline keyboard button login', 'login URL buttons') };
  }
  if ('web_app' in button) {
    const url = secureUrl(button.web_app.url, 'Inline keyboard button Web App');
    return { ...button, text, web_app: { url } };
  }
  if ('copy_text' in button) return { ...button, text, copy_text: { text: cleanString(button.copy_text.text) } };
  return 'switch_inline_query_chosen_chat' in button ? { ...chosenChat(button), text } : { ...button, text };
}

/** A query for every kind of chat has another name. */
function chosenChat(button: InlineKeyboardButton.SwitchInlineChosenChatButton): InlineKeyboardButton {
  const { switch_inline_query_chosen_chat: chosen, ...rest } = button;
  const { query = '', ...allow } = chosen;
  const kinds = {
    allow_user_chats: allow.allow_user_chats ?? false,
    allow_bot_chats: allow.allow_bot_chats ?? false,
    allow_group_chats: allow.allow_group_chats ?? false,
    allow_channel_chats: allow.allow_channel_chats ?? false,
  };
  const allowed = Object.values(kinds);
  if (!allowed.includes(true)) throw badRequest('At least one chat type must be allowed');
  if (!allowed.includes(false)) return { ...rest, switch_inline_query: cleanString(query) };
  return { ...rest, switch_inline_query_chosen_chat: { query: cleanString(query), ...kinds } };
}

function checkedUrl(url: string, what: string, httpsOnly = false): string {
  const user = userOfLink(url);
  if (user !== undefined && !httpsOnly) return `tg://user?id=${user}`;
  const checked = checkLink(url, { httpsOnly });
  if ('problem' in checked) throw badRequest(`${what} URL '${url}' is invalid: ${checked.problem}`);
  return cleanString(checked.url);
}

/** The link of a Web App or a login must be HTTPS. */
export function secureUrl(url: string, what: string, where = 'Web App URL buttons'): string {
  if (userOfLink(url) !== undefined) throw badRequest(`Link to a user can't be used in ${where}`);
  return checkedUrl(url, what, true);
}

/** Telegram's words for requests outside private chats. */
const PRIVATE_ONLY: readonly [string, string][] = [
  ['request_contact', 'Phone number can be requested'],
  ['request_location', 'Location can be requested'],
  ['request_poll', 'Poll can be requested'],
  ['web_app', 'Web App buttons can be used'],
  ['request_users', 'Users can be requested'],
  ['request_chat', 'Chats can be requested'],
  ['request_managed_bot', 'Managed bots can be requested'],
];

function replyButton(button: KeyboardButton, chat: Chat['type']): KeyboardButton {
  if (typeof button === 'string') return named(button, 'Keyboard button');
  const text = named(button.text, 'Keyboard button');
  const fields = new Map<string, unknown>(Object.entries(button));
  const found = PRIVATE_ONLY.find(([name]) => fields.get(name) !== undefined && fields.get(name) !== false);
  if (found && chat !== 'private') throw badRequest(`${found[1]} in private chats only`);
  if ('web_app' in button) secureUrl(button.web_app.url, 'Keyboard button Web App');
  return { ...button, text };
}

/** Telegram's closed servers check these limits. */
function checkLimits(rows: readonly (readonly InlineKeyboardButton[])[], chat: Chat['type']): void {
  for (const button of rows.flat()) {
    if ('callback_data' in button && Buffer.byteLength(button.callback_data) > CALLBACK_BYTES)
      throw refusal('buttonDataInvalid');
    if ('copy_text' in button && !isBetween(1, lengthOf(button.copy_text.text), COPIED_CHARACTERS))
      throw refusal('buttonCopyInvalid');
    if ('web_app' in button && chat !== 'private') throw refusal('buttonTypeInvalid');
  }
  const tooMany = rows.flat().length > BUTTONS || rows.some((row) => row.length > BUTTONS_IN_ROW);
  if (tooMany || Buffer.byteLength(JSON.stringify(rows)) > MARKUP_BYTES) throw refusal('markupTooLong');
}

function isBetween(least: number, value: number, most: number): boolean {
  return least <= value && value <= most;
}
