import type { InlineKeyboardButton, Message, RichMessageButton, SwitchInlineQueryChosenChat } from 'grammy/types';
import { chatFace, chatName } from '../layout/identity.ts';
import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import type { Place } from '../session/presses.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { copy, openDialog, toast } from '../ui/overlay.ts';

interface ButtonAction {
  corner?: string;
  run(): void;
}

export function keyboard(app: App, message: Message): HTMLElement | undefined {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows || rows.length === 0) return undefined;
  return el(
    'div',
    { class: 'keyboard', role: 'group', 'aria-label': t('buttons') },
    ...rows.map((buttons, row) =>
      el(
        'div',
        { class: 'keyboard-row' },
        ...buttons.map((button, column) => buttonElement(app, message, button, row, column)),
      ),
    ),
  );
}

export function markWaiting(app: App, message: Message, element: HTMLElement): void {
  for (const button of element.querySelectorAll<HTMLElement>('.key')) {
    const place = placeOf(message, button.dataset);
    const waiting = place !== undefined && app.presses.isWaiting(place);
    button.classList.toggle('waiting', waiting);
    if (waiting) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
  }
}

/** The server finds the button at this place. */
function placeOf({ chat, message_id }: Message, { row, column, callback }: DOMStringMap): Place | undefined {
  const message = { chat: chat.id, message: message_id };
  if (callback !== undefined) return { ...message, data: callback };
  return row === undefined || column === undefined
    ? undefined
    : { ...message, row: Number(row), column: Number(column) };
}

function buttonElement(
  app: App,
  message: Message,
  button: InlineKeyboardButton,
  row: number,
  column: number,
): HTMLElement {
  const words = el('span', { class: 'key-text', dir: 'auto' }, button.text);
  const place = { 'data-row': row, 'data-column': column };
  return key(app, button, words, place, () =>
    app.press({ chat: message.chat.id, message: message.message_id, row, column }),
  );
}

export function richKey(app: App, message: Message, button: RichMessageButton, words: Node[]): HTMLElement {
  const data = 'callback_data' in button ? button.callback_data : undefined;
  const text = el('span', { class: 'key-text', dir: 'auto' }, ...words);
  return key(app, button, text, { 'data-callback': data }, () =>
    app.press({ chat: message.chat.id, message: message.message_id, data: data ?? '' }),
  );
}

type Button = InlineKeyboardButton | RichMessageButton;

function key(
  app: App,
  button: Button,
  words: HTMLElement,
  place: Record<string, string | number | undefined>,
  press: () => unknown,
): HTMLElement {
  const { corner, run } = actionOf(app, button, press);
  return el(
    'button',
    {
      type: 'button',
      class: `key ${button.style ?? ''}`.trim(),
      disabled: 'disabled' in button,
      ...place,
      click: run,
    },
    words,
    corner !== undefined && icon(corner),
  );
}

function actionOf(app: App, button: Button, press: () => unknown): ButtonAction {
  if ('callback_data' in button) return { run: () => void press() };
  if ('url' in button) return { corner: 'link', run: () => app.follow(button.url) };
  if ('copy_text' in button) return { corner: 'copy', run: () => copy(button.copy_text.text) };
  if ('web_app' in button) return { corner: 'window', run: () => app.follow(button.web_app.url) };
  if ('login_url' in button) return { corner: 'link', run: () => app.follow(button.login_url.url) };
  if ('switch_inline_query_current_chat' in button) {
    return {
      corner: 'switch',
      run: () => app.insert(`@${app.bot?.username ?? ''} ${button.switch_inline_query_current_chat}`),
    };
  }
  if ('switch_inline_query' in button)
    return { corner: 'switch', run: () => chooseChat(app, button.switch_inline_query, {}) };
  if ('switch_inline_query_chosen_chat' in button) {
    const { query = '', ...allowed } = button.switch_inline_query_chosen_chat;
    return { corner: 'switch', run: () => chooseChat(app, query, allowed) };
  }
  if ('disabled' in button) return { run: () => undefined };
  return { run: () => toast(t('not_here'), 'warning') };
}

/** Puts `@bot query` into the field of a chosen chat. An empty `allowed` allows all chats. */
function chooseChat(app: App, query: string, allowed: SwitchInlineQueryChosenChat): void {
  const isAll = Object.values(allowed).every((value) => value !== true);
  const fitting = [...app.chats.values()].filter(
    ({ chat }) => isAll || (isPrivate(chat) ? allowed.allow_bot_chats === true : allowed.allow_group_chats === true),
  );
  const rows = fitting.map(({ chat }) =>
    el(
      'button',
      {
        type: 'button',
        class: 'choice',
        click: () => {
          dialog.close();
          app.go(chat.id);
          app.insert(`@${app.bot?.username ?? ''} ${query}`, chat.id);
        },
      },
      chatFace(app, chat),
      el('span', { dir: 'auto' }, chatName(app, chat)),
    ),
  );
  const dialog = openDialog('choices', el('p', { class: 'words' }, t('choose_chat')), ...rows);
}
