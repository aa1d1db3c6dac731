/** The inline keyboard under a message. */
import type { InlineKeyboardButton, Message } from 'grammy/types';
import type { App } from '../session/app.ts';
import { follow } from '../session/links.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { copy, toast } from '../ui/overlay.ts';
import { choosePlace } from './inline-switch.ts';

interface Deed {
  /** The small drawing in the corner that tells what the button will do. */
  corner?: string;
  act(): void;
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
        ...buttons.map((button, column) => drawn(app, message, button, row, column)),
      ),
    ),
  );
}

/** Turns the spinners on and off. */
export function markWaiting(app: App, message: Message, element: HTMLElement): void {
  for (const button of element.querySelectorAll<HTMLElement>('.key[data-row]')) {
    const place = placeOf(message, Number(button.dataset.row), Number(button.dataset.column));
    const waits = app.presses.isWaiting(place);
    button.classList.toggle('waiting', waits);
    if (waits) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
  }
}

function placeOf(message: Message, row: number, column: number) {
  return { chat: message.chat.id, message: message.message_id, row, column };
}

function drawn(app: App, message: Message, button: InlineKeyboardButton, row: number, column: number): HTMLElement {
  const { corner, act } = deed(app, message, button, row, column);
  const off = 'disabled' in button;
  return el(
    'button',
    {
      type: 'button',
      class: `key ${button.style ?? ''}`.trim(),
      disabled: off,
      'data-row': row,
      'data-column': column,
      click: act,
    },
    el('span', { class: 'key-text', dir: 'auto' }, button.text),
    corner !== undefined && icon(corner),
  );
}

function deed(app: App, message: Message, button: InlineKeyboardButton, row: number, column: number): Deed {
  if ('callback_data' in button) return { act: () => void app.press(placeOf(message, row, column)) };
  if ('url' in button) return { corner: 'link', act: () => follow(app, button.url) };
  if ('copy_text' in button) return { corner: 'copy', act: () => copy(button.copy_text.text) };
  if ('web_app' in button) return { corner: 'window', act: () => follow(app, button.web_app.url) };
  if ('login_url' in button) return { corner: 'link', act: () => follow(app, button.login_url.url) };
  if ('switch_inline_query_current_chat' in button) {
    return {
      corner: 'switch',
      act: () => app.insert(`@${app.bot?.username ?? ''} ${button.switch_inline_query_current_chat}`),
    };
  }
  if ('switch_inline_query' in button)
    return { corner: 'switch', act: () => choosePlace(app, button.switch_inline_query, {}) };
  if ('switch_inline_query_chosen_chat' in button) {
    const { query = '', ...allowed } = button.switch_inline_query_chosen_chat;
    return { corner: 'switch', act: () => choosePlace(app, query, allowed) };
  }
  if ('disabled' in button) return { act: () => undefined };
  return { act: () => toast(t('not_here'), 'warning') };
}
