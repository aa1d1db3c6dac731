/** The bar over the open chat. */

import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { hashOf } from '../session/route.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { openMenu } from '../ui/menu.ts';
import { openHelp } from './guide.ts';
import { activity, chatFace, chatName, chatStatus } from './identity.ts';

export function createHeader(app: App): { element: HTMLElement; render(): void } {
  const element = el('header', { class: 'top' });
  const face = el('span', { class: 'top-face' });
  const name = el('h1', { class: 'top-name' });
  const status = el('span', { class: 'top-status', 'aria-live': 'polite' });
  let renderedLanguage = '';

  function renderButtons(): void {
    const back = iconButton('back', t('back'), () => app.me && location.assign(hashOf(app.me.id)), 'back');
    const help = iconButton('help', t('help'), () => openHelp(app));
    const more = iconButton('more', t('chat_menu'), () => menu(more));
    element.replaceChildren(back, face, el('div', { class: 'top-words' }, name, status), help, more);
  }

  function menu(anchor: HTMLElement): void {
    const blocked = app.privateChat?.blocked === true;
    openMenu(anchor, undefined, [
      { icon: 'help', text: t('help'), action: () => openHelp(app) },
      {
        icon: 'block',
        text: t(blocked ? 'unblock' : 'block'),
        danger: !blocked,
        action: () => void app.block(!blocked),
      },
    ]);
  }

  function render(): void {
    if (renderedLanguage !== document.documentElement.lang) {
      renderButtons();
      renderedLanguage = document.documentElement.lang;
    }
    const view = app.open;
    name.replaceChildren(el('bdi', {}, view ? chatName(app, view.chat) : ''));
    face.replaceChildren(view ? chatFace(app, view.chat) : '');
    element.classList.toggle('offline', !app.connected);
    element.classList.toggle('in-group', view !== undefined && !isPrivate(view.chat));
    renderStatus(view);
  }

  /** Leaves an unchanged text alone, so that screen readers do not repeat it. */
  function renderStatus(view: ChatView | undefined): void {
    const action = view && app.connected ? activity(app, view) : undefined;
    status.classList.toggle('doing', action !== undefined);
    const text = app.connected ? (action ?? (view ? chatStatus(app, view) : '')) : t('connecting');
    if (status.textContent !== text) status.textContent = text;
  }

  return { element, render };
}
