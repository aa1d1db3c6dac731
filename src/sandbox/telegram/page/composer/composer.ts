/** Below the chat: text field, attachments and commands; or the Start or Unblock button. */

import type { Message } from 'grammy/types';
import { createGuideBar } from '../layout/guide.ts';
import { summaryLine } from '../messages/summary.ts';
import type { App } from '../session/app.ts';
import { type ChatView, isNew, isPrivate, senderName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, icon, iconButton } from '../ui/dom.ts';
import { attach, takeDroppedFiles } from './attach.ts';
import { createCommandList } from './commands.ts';
import { createInlineList } from './inline-list.ts';
import { createReplyKeyboard } from './reply-keyboard.ts';

const TALLEST_FIELD = 220;

export function createComposer(app: App): { element: HTMLElement; render(): void } {
  const field = el('textarea', {
    class: 'field',
    rows: 1,
    dir: 'auto',
    autocomplete: 'off',
    enterkeyhint: 'send',
    maxlength: 4096,
  });
  const menu = el('button', { type: 'button', class: 'menu-button', click: () => commands.toggleAll() });
  const clip = iconButton('clip', '', () => attach(app));
  const sendButton = iconButton('send', '', () => submit(), 'send');
  const commands = createCommandList(app, field, menu);
  const cards = createInlineList(app, field);
  const keyboard = createReplyKeyboard(app);
  const guide = createGuideBar(app);
  const reply = el('div', { class: 'reply-bar' });
  const line = el('div', { class: 'composer-line' }, menu, clip, field, keyboard.toggle, sendButton);
  const instead = el('button', { type: 'button', class: 'instead' });
  const element = el(
    'footer',
    { class: 'composer' },
    commands.element,
    cards.element,
    guide.element,
    reply,
    line,
    keyboard.element,
    instead,
  );
  let focused = 0;
  let forced: Message | undefined;
  let openChat = '';

  function submit(): void {
    const text = field.value.trim();
    const chat = app.open?.chat.id;
    if (text === '' || chat === undefined) return;
    app.drafts.delete(chat);
    void app.submit(text).then((sent) => {
      if (sent || app.drafts.has(chat)) return;
      app.drafts.set(chat, text);
      app.changed();
    });
    field.focus();
  }

  field.addEventListener('input', () => {
    if (app.open) app.drafts.set(app.open.chat.id, field.value);
    app.changed();
  });
  field.addEventListener('keydown', (event) => {
    // While an input method composes a letter, Enter confirms that letter.
    if (event.isComposing || commands.key(event) || cards.key(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && (app.replyTo || app.editing)) app.reply(undefined);
  });
  takeDroppedFiles(app, field);

  function render(): void {
    const view = app.open;
    if (!view) return;
    const start = isPrivate(view.chat) && (isNew(view) || app.startPayload !== undefined);
    element.hidden = false;
    line.hidden = start || view.blocked || view.left;
    instead.hidden = !line.hidden;
    forceReply(view);
    keyboard.render(line.hidden);
    if (instead.hidden) renderLine(view);
    else renderInstead(view);
    renderReply(line.hidden ? undefined : (app.editing ?? app.replyTo));
    commands.render(line.hidden);
    cards.render(line.hidden);
    guide.render();
    focus(view);
  }

  function forceReply(view: ChatView): void {
    const last = view.messages.at(-1);
    if (!last?.reply_markup?.force_reply || last === forced) return;
    forced = last;
    app.reply(last);
  }

  function renderLine(view: ChatView): void {
    const draft = app.drafts.get(view.chat.id) ?? '';
    if (field.value !== draft) field.value = draft;
    field.placeholder =
      keyboard.placeholder() ?? t(isPrivate(view.chat) ? 'write' : view.as ? `write_as_${view.as}` : 'write_group');
    field.setAttribute('aria-label', t('write'));
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, TALLEST_FIELD)}px`;
    menu.hidden = view.commands.length === 0;
    menu.replaceChildren(icon('menu'), el('span', {}, t('menu')));
    menu.setAttribute('aria-label', `${t('menu')}: ${t('commands')}`);
    for (const [button, label] of [
      [clip, t('attach')],
      [sendButton, t('send')],
    ] as const) {
      button.setAttribute('aria-label', label);
      button.title = label;
    }
    sendButton.disabled = draft.trim() === '';
  }

  function renderInstead(view: ChatView): void {
    if (view.left) {
      instead.textContent = t('group_join');
      instead.onclick = () => app.changeGroup('join');
      return;
    }
    const payload = app.startPayload === undefined ? '' : ` ${app.startPayload}`;
    instead.textContent = t(view.blocked ? 'unblock' : 'start');
    instead.onclick = () => (view.blocked ? app.block(false) : app.send(`/start${payload}`).then(() => app.focus()));
  }

  function renderReply(message: Message | undefined): void {
    reply.hidden = message === undefined;
    if (!message) return;
    reply.replaceChildren(
      icon(app.editing ? 'pen' : 'reply'),
      el(
        'div',
        { class: 'reply-words' },
        el('b', { dir: 'auto' }, app.editing ? t('editing') : t('reply_to', { who: senderName(message) })),
        summaryLine(message),
      ),
      iconButton('close', t('cancel'), () => app.reply(undefined)),
    );
  }

  /** On request, and when a chat opens on a device with a mouse. */
  function focus(view: ChatView): void {
    const now = `${app.me?.id}/${view.chat.id}/${line.hidden}`;
    const opened = openChat !== now && matchMedia('(hover: hover)').matches;
    openChat = now;
    if (!opened && focused === app.focusRequests) return;
    focused = app.focusRequests;
    if (line.hidden) instead.focus();
    else {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }
  }

  return { element, render };
}
