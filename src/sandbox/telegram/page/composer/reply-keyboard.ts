/** The bot's reply keyboard: texts to send, and questions for a contact, a place, people or a chat. */
import type { Chat, KeyboardButton, Message, ReplyKeyboardMarkup, User } from 'grammy/types';
import type { Candidates } from '../../page-server/page-api.ts';
import { avatar, botFace, chatFace } from '../layout/identity.ts';
import type { App } from '../session/app.ts';
import { type ChatView, fullName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { number } from '../ui/format.ts';
import { confirmAction, openDialog, toast } from '../ui/overlay.ts';

interface Keyboard {
  message: Message;
  markup: ReplyKeyboardMarkup;
}

interface ReplyKeyboard {
  element: HTMLElement;
  toggle: HTMLElement;
  render(hidden: boolean): void;
  /** The bot's placeholder for the empty field. */
  placeholder(): string | undefined;
}

export function createReplyKeyboard(app: App): ReplyKeyboard {
  const element = el('div', { class: 'reply-keyboard', role: 'group', id: 'reply-keyboard' });
  const toggle = iconButton('keyboard', '', () => flip());
  toggle.setAttribute('aria-controls', 'reply-keyboard');
  /** Used or closed keyboards, by chat and message. */
  const away = new Set<string>();
  let keyboard: Keyboard | undefined;
  let rendered: string | undefined;

  const keyOf = ({ message }: Keyboard) => `${app.me?.id}/${message.chat.id}/${message.message_id}`;

  function flip(): void {
    if (!keyboard) return;
    if (!away.delete(keyOf(keyboard))) away.add(keyOf(keyboard));
    app.changed();
  }

  function press(button: KeyboardButton, shown: Keyboard): void {
    if (shown.markup.one_time_keyboard) away.add(keyOf(shown));
    act(app, button, shown.message);
    app.changed();
  }

  function render(hidden: boolean): void {
    keyboard = hidden || !app.open ? undefined : keyboardIn(app.open, app.me);
    const isAway = keyboard !== undefined && away.has(keyOf(keyboard));
    toggle.hidden = keyboard === undefined;
    element.hidden = keyboard === undefined || isAway;
    if (!keyboard) return;
    const label = t(isAway ? 'keyboard_show' : 'keyboard_hide');
    toggle.title = label;
    toggle.setAttribute('aria-label', label);
    toggle.setAttribute('aria-expanded', String(!isAway));
    element.setAttribute('aria-label', t('keyboard_of', { bot: app.bot?.first_name ?? '' }));
    const shown = keyboard;
    if (rendered === keyOf(shown)) return;
    rendered = keyOf(shown);
    element.classList.toggle('compact', shown.markup.resize_keyboard === true);
    element.replaceChildren(
      ...shown.markup.keyboard.map((row) =>
        el('div', { class: 'keyboard-row' }, ...row.map((button) => key(button, () => press(button, shown)))),
      ),
    );
  }

  const placeholder = () => (element.hidden ? undefined : keyboard?.markup.input_field_placeholder);

  return { element, toggle, render, placeholder };
}

function key(button: KeyboardButton, click: () => void): HTMLElement {
  const [text, style] = typeof button === 'string' ? [button] : [button.text, button.style];
  return el('button', { type: 'button', class: `reply-key ${style ?? ''}`.trim(), dir: 'auto', click }, text);
}

/** `undefined` where the newest keyboard was removed. */
function keyboardIn({ messages }: ChatView, me: User | undefined): Keyboard | undefined {
  const message = messages.findLast((one) => {
    const markup: object = one.reply_markup ?? {};
    return !('inline_keyboard' in markup) && Object.keys(markup).length > 0 && isFor(one, markup, me);
  });
  const markup: object = message?.reply_markup ?? {};
  return message && isReplyKeyboard(markup) ? { message, markup } : undefined;
}

function isReplyKeyboard(markup: object): markup is ReplyKeyboardMarkup {
  return 'keyboard' in markup && Array.isArray(markup.keyboard);
}

/** A selective keyboard is for people whom the message mentions or answers. Source: core.telegram.org/bots/api#replykeyboardmarkup */
function isFor(message: Message, markup: object, me: User | undefined): boolean {
  if (!('selective' in markup) || markup.selective !== true) return true;
  const mentioned = message.entities?.some(
    (entity) =>
      (entity.type === 'text_mention' && entity.user.id === me?.id) ||
      (entity.type === 'mention' &&
        message.text?.slice(entity.offset + 1, entity.offset + entity.length) === me?.username),
  );
  return mentioned === true || message.reply_to_message?.from?.id === me?.id;
}

function act(app: App, button: KeyboardButton, message: Message): void {
  if (typeof button === 'string') void app.sendFrom(message, button);
  else if ('request_contact' in button && button.request_contact) ask('share_contact', () => app.share('contact'));
  else if ('request_location' in button && button.request_location) ask('share_location', () => app.share('location'));
  else if ('request_users' in button) void choose(app, message, button.request_users.request_id);
  else if ('request_chat' in button) void choose(app, message, button.request_chat.request_id);
  else if ('web_app' in button) app.follow(button.web_app.url);
  else if ('request_poll' in button || 'request_managed_bot' in button) toast(t('not_here'), 'warning');
  else void app.sendFrom(message, button.text);
}

function ask(what: 'share_contact' | 'share_location', action: () => unknown): void {
  confirmAction(t(`${what}_question`), '', t('send'), () => void action());
}

async function choose(app: App, message: Message, request: number): Promise<void> {
  const candidates = await app.candidates(message, request);
  if (!candidates) return;
  const chosen = new Set<number>();
  const { most } = candidates;
  const share = () => {
    dialog.close();
    void app.shareRequested(message, request, [...chosen]);
  };
  const pick = (id: number, row: HTMLElement) => {
    if (!chosen.delete(id) && chosen.size < most) chosen.add(id);
    if (most === 1) return share();
    row.setAttribute('aria-pressed', String(chosen.has(id)));
    done.disabled = chosen.size === 0;
    done.textContent = chosen.size === 0 ? t('send') : `${t('send')} (${number(chosen.size)})`;
  };
  const rows = rowsOf(app, candidates, most > 1, pick);
  const done = el('button', { type: 'button', class: 'button primary', disabled: true, click: share }, t('send'));
  const cancel = el('button', { type: 'button', class: 'button plain', click: () => dialog.close() }, t('cancel'));
  const dialog = openDialog(
    'choices',
    el('p', { class: 'words' }, rows.length > 0 ? question(candidates) : t('nothing_fits')),
    ...rows,
    el('div', { class: 'dialog-actions' }, cancel, most > 1 && rows.length > 0 && done),
  );
}

function question({ chats, most }: Candidates): string {
  if (chats.length > 0) return t('choose_chat');
  return most > 1 ? t('choose_users', { most: number(most) }) : t('choose_user');
}

function rowsOf(
  app: App,
  { users, chats }: Candidates,
  several: boolean,
  pick: (id: number, row: HTMLElement) => void,
): HTMLElement[] {
  const row = (id: number, face: HTMLElement, name: string) => {
    const element: HTMLElement = el(
      'button',
      { type: 'button', class: 'choice', 'aria-pressed': several && 'false', click: () => pick(id, element) },
      face,
      el('span', { dir: 'auto' }, name),
    );
    return element;
  };
  return [
    ...users.map((user) => row(user.id, user.is_bot ? botFace() : avatar(user.id, fullName(user)), fullName(user))),
    ...chats.map((chat: Chat) => row(chat.id, chatFace(app, chat), chat.title ?? '')),
  ];
}
