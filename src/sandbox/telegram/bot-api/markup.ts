import type { ForceReply, InlineKeyboardMarkup, ReplyKeyboardMarkup, ReplyKeyboardRemove } from 'grammy/types';
import { Refusal, refusal, sandboxRefusal } from './refusal.ts';

export type Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply;

/** Telegram's limits on inline keyboards: buttons in a keyboard, buttons in a row, bytes in total. */
const BUTTONS = 100;
const BUTTONS_IN_ROW = 8;
const BYTES = 10_240;

const ACTIONS = [
  ...['url', 'callback_data', 'web_app', 'login_url', 'switch_inline_query', 'switch_inline_query_current_chat'],
  ...['switch_inline_query_chosen_chat', 'copy_text', 'callback_game', 'pay', 'disabled'],
];

/** Checks an inline keyboard and drops its empty rows. @returns nothing where no button is left */
export function inlineKeyboard(markup: Markup | undefined): { reply_markup?: InlineKeyboardMarkup } {
  if (!markup || !('inline_keyboard' in markup)) return {};
  const rows = markup.inline_keyboard.filter((row) => row.length > 0);
  for (const button of rows.flat()) checkButton({ ...button });
  if (rows.some((row) => row.length > BUTTONS_IN_ROW))
    throw sandboxRefusal(`more than ${BUTTONS_IN_ROW} buttons in a row`);
  if (rows.flat().length > BUTTONS || Buffer.byteLength(JSON.stringify(rows)) > BYTES) throw refusal('markupTooLong');
  return rows.length > 0 ? { reply_markup: { ...markup, inline_keyboard: rows } } : {};
}

function checkButton(button: Record<string, unknown> & { text?: unknown }): void {
  const actions = ACTIONS.filter(
    (action) => button[action] !== undefined && (button[action] !== '' || isQuery(action)),
  );
  if (button.text === '') throw refusal('buttonTextInvalid');
  if (actions.length === 0) throw refusal('buttonText');
  if (actions.length > 1) throw sandboxRefusal(`a button with ${actions.join(' and ')}: exactly one is allowed`);
  if (typeof button.url === 'string') checkUrl(button.url);
}

/** An empty inline query is an action; any other empty action counts as missing. */
function isQuery(action: string): boolean {
  return action.startsWith('switch_inline_query');
}

function checkUrl(url: string): void {
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `http://${url}`);
  const known = parsed && ['http:', 'https:', 'tg:', 'ton:'].includes(parsed.protocol);
  if (!known)
    throw new Refusal(400, `Bad Request: inline keyboard button URL '${url}' is invalid: Unsupported URL protocol`);
  if (parsed.protocol.startsWith('http') && !/[.:]/.test(parsed.hostname)) {
    throw new Refusal(400, `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
  }
}
