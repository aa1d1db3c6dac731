import type { App } from '../session/app.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { copy, openDialog } from '../ui/overlay.ts';
import { botFace } from './identity.ts';

export function openProfile(app: App): void {
  const { bot, privateChat } = app;
  if (!bot || !privateChat) return;
  const username = `@${bot.username ?? ''}`;
  const close = iconButton('close', t('close'), () => dialog.close());
  const send = (command: string) => {
    dialog.close();
    void app.send(command, privateChat.chat.id);
  };
  const commands = privateChat.commands.map(({ command, description }) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'command-row', click: () => send(`/${command}`) },
        el('b', { dir: 'ltr' }, `/${command}`),
        el('span', { dir: 'auto' }, description),
      ),
    ),
  );
  const dialog = openDialog(
    'profile',
    el('div', { class: 'dialog-head' }, el('h2', {}, t('profile')), close),
    el(
      'div',
      { class: 'profile-card' },
      botFace('large'),
      el('b', { dir: 'auto' }, bot.first_name),
      el(
        'button',
        { type: 'button', class: 'step-chip', dir: 'ltr', title: t('copy'), click: () => copy(username) },
        username,
      ),
      app.profile.about !== '' && el('span', { dir: 'auto' }, app.profile.about),
      el('span', {}, t('profile_words')),
    ),
    (commands.length > 0 && el('h3', {}, t('commands'))) || '',
    el('ul', { class: 'profile-commands' }, ...commands),
  );
}
