/** What can be done with a message: reply, copy, delete. */
import type { Message } from 'grammy/types';
import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';
import { openMenu } from '../ui/menu.ts';
import { ask, copy } from '../ui/overlay.ts';
import { summary } from './summary.ts';

/** Opens at the pointer of a click, or else beside `anchor`, to which the focus returns. */
export function openMessageMenu(app: App, message: Message, anchor: HTMLElement, at?: MouseEvent): void {
  const words = message.text ?? message.caption;
  const mayCopy = words !== undefined && message.has_protected_content !== true;
  const mayDelete = isPrivate(message.chat) || message.from?.id === app.me?.id;
  openMenu(anchor, at, [
    { drawing: 'reply', text: t('reply'), act: () => app.reply(message) },
    ...(mayCopy ? [{ drawing: 'copy', text: t('copy'), act: () => copy(words) }] : []),
    ...(mayDelete
      ? [{ drawing: 'trash', text: t('delete'), danger: true, act: () => confirmDelete(app, message) }]
      : []),
  ]);
}

function confirmDelete(app: App, message: Message): void {
  ask(t('delete_question'), summary(message), t('delete'), () => void app.remove(message), true);
}
