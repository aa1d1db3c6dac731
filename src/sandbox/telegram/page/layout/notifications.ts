/** Notifies of messages that arrive unseen. As in Telegram, edits never notify. */
import type { Message } from 'grammy/types';
import { summaryLine } from '../messages/summary.ts';
import type { App } from '../session/app.ts';
import { type ChatView, shownIn } from '../session/chats.ts';
import { el } from '../ui/dom.ts';
import { chatFace, chatName } from './identity.ts';

const SHOWN_MS = 6_000;
const MOST = 3;

export function createNotifications(app: App): { element: HTMLElement; render(): void } {
  const element = el('div', { class: 'notifications', role: 'status' });
  const newest = new Map<number, number>();
  let person: number | undefined;

  /** Notifications that came while the page was hidden wait until it is seen again. */
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) for (const note of element.children) leaveLater(note);
  });

  function render(): void {
    if (person !== app.me?.id) {
      newest.clear();
      element.replaceChildren();
    }
    person = app.me?.id;
    for (const view of app.chats.values()) notifyIn(view);
  }

  function notifyIn(view: ChatView): void {
    const before = newest.get(view.chat.id);
    newest.set(view.chat.id, view.messages.at(-1)?.message_id ?? before ?? 0);
    if (before === undefined) return;
    const seen = app.open === view && !document.hidden ? shownIn(view) : [];
    for (const message of view.messages)
      if (message.message_id > before && message.from?.id !== app.me?.id && !seen.includes(message))
        notify(view, message);
  }

  function notify(view: ChatView, message: Message): void {
    const { chat } = view;
    const open = () => {
      note.remove();
      app.go(chat.id);
      // The message may be in another topic than the visible one.
      if (view.topic !== undefined) app.showTopic(message.message_thread_id);
    };
    const note = el(
      'button',
      { type: 'button', class: 'notification', click: open },
      chatFace(app, chat, 'small'),
      el('span', { class: 'notification-words' }, el('b', { dir: 'auto' }, chatName(app, chat)), summaryLine(message)),
    );
    element.append(note);
    while (element.children.length > MOST) element.firstElementChild?.remove();
    if (!document.hidden) leaveLater(note);
  }

  return { element, render };
}

function leaveLater(note: Element): void {
  window.setTimeout(() => note.remove(), SHOWN_MS);
}
