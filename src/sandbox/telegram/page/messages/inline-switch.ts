/** Choosing the chat in which to write to the bot inline. */
import type { SwitchInlineQueryChosenChat } from 'grammy/types';
import { chatFace, chatName } from '../layout/avatar.ts';
import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { openDialog } from '../ui/overlay.ts';

/** Shows the chats that `allowed` allows (nothing named allows all) and puts `@bot query` into the chosen one's field. */
export function choosePlace(app: App, query: string, allowed: SwitchInlineQueryChosenChat): void {
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
