/** The bar over the open chat. */

import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import { hashOf } from '../session/route.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { openMenu } from '../ui/menu.ts';
import { activity, standing } from './activity.ts';
import { chatFace, chatName } from './avatar.ts';
import { openHelp } from './guide.ts';

export function createHeader(app: App): { element: HTMLElement; render(): void } {
  const element = el('header', { class: 'top' });
  const face = el('span', { class: 'top-face' });
  const name = el('h1', { class: 'top-name' });
  const status = el('span', { class: 'top-status', 'aria-live': 'polite' });
  let labelled = '';

  function buttons(): void {
    const back = iconButton('back', t('back'), () => app.me && location.assign(hashOf(app.me.id)), 'back');
    const help = iconButton('help', t('help'), () => openHelp(app));
    const more = iconButton('more', t('chat_menu'), () => menu(more));
    element.replaceChildren(back, face, el('div', { class: 'top-words' }, name, status), help, more);
  }

  function menu(anchor: HTMLElement): void {
    const blocked = app.privateChat?.blocked === true;
    openMenu(anchor, undefined, [
      { drawing: 'help', text: t('help'), act: () => openHelp(app) },
      {
        drawing: 'block',
        text: t(blocked ? 'unblock' : 'block'),
        danger: !blocked,
        act: () => void app.block(!blocked),
      },
    ]);
  }

  function render(): void {
    if (labelled !== document.documentElement.lang) {
      buttons();
      labelled = document.documentElement.lang;
    }
    const view = app.open;
    const doing = view && activity(app, view);
    name.replaceChildren(el('bdi', {}, view ? chatName(app, view.chat) : ''));
    face.replaceChildren(view ? chatFace(app, view.chat) : '');
    element.classList.toggle('offline', !app.connected);
    element.classList.toggle('in-group', view !== undefined && !isPrivate(view.chat));
    status.classList.toggle('doing', app.connected && doing !== undefined);
    const words = !app.connected ? t('connecting') : (doing ?? (view ? standing(app, view) : ''));
    if (status.textContent !== words) status.textContent = words;
  }

  return { element, render };
}
