/** A tap on the bar leads to the pinned message, the next tap to the one before. */
import type { Message } from 'grammy/types';
import type { App } from '../session/app.ts';
import { pinnedIn } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { number } from '../ui/format.ts';
import { showMessage } from './bubble.ts';
import { summaryLine } from './summary.ts';

export function createPinned(app: App): { element: HTMLElement; render(): void } {
  const element = el('button', { type: 'button', class: 'pinned-bar', click: jump });
  /** The number of the newest pinned messages that the person has seen. */
  let passed = 0;
  let pinned: Message[] = [];

  function jump(): void {
    const message = pinned.at(-1 - passed);
    passed = pinned.length > 0 ? (passed + 1) % pinned.length : 0;
    render();
    if (message) showMessage(message);
  }

  function render(): void {
    const now = app.open ? pinnedIn(app.open) : [];
    if (now.length !== pinned.length || now.at(-1)?.message_id !== pinned.at(-1)?.message_id) passed = 0;
    pinned = now;
    const message = pinned.at(-1 - passed);
    element.hidden = message === undefined;
    if (!message) return;
    const count = { at: number(pinned.length - passed), of: number(pinned.length) };
    element.replaceChildren(
      icon('pin'),
      el(
        'span',
        { class: 'pinned-words' },
        el('b', {}, pinned.length > 1 ? t('pinned_one_of', count) : t('pinned_one')),
        summaryLine(message),
      ),
    );
  }

  return { element, render };
}
