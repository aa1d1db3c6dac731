import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { hashOf } from '../session/route.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { type MenuRow, openMenu } from '../ui/menu.ts';
import { openHelp } from './guide.ts';
import { activity, chatFace, chatName, chatStatus } from './identity.ts';
import { isDisturbed, type Panel } from './panel.ts';
import { openProfile } from './profile.ts';
import { topicRows } from './topics.ts';

export function createHeader(app: App, panel: Panel): { element: HTMLElement; render(): void } {
  const element = el('header', { class: 'top' });
  const face = el('span', { class: 'top-face' });
  const name = el('h1', { class: 'top-name' });
  const status = el('span', { class: 'top-status', 'aria-live': 'polite' });
  const profile = el('button', { type: 'button', class: 'top-profile', click: () => openProfile(app) });
  const tools = iconButton('sliders', '', () => panel.toggle(), 'panel-button');
  let renderedLanguage = '';

  function renderButtons(): void {
    const back = iconButton('back', t('back'), () => app.me && location.assign(hashOf(app.me.id)), 'back');
    const help = iconButton('help', t('help'), () => openHelp(app), 'help-button');
    const more = iconButton('more', t('chat_menu'), () => menu(more));
    profile.setAttribute('aria-label', t('profile'));
    profile.title = t('profile');
    element.replaceChildren(back, face, el('div', { class: 'top-words' }, name, status, profile), help, tools, more);
  }

  function menu(anchor: HTMLElement): void {
    const { open } = app;
    openMenu(anchor, undefined, [
      { icon: 'info', text: t('profile'), action: () => openProfile(app) },
      { icon: 'help', text: t('help'), action: () => openHelp(app) },
      ...(open && !open.left && !open.blocked ? shareRows(app) : []),
      ...(open && !isPrivate(open.chat) ? rowsOfGroup(app, open) : [...topicRows(app), blockRow(app)]),
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
    profile.hidden = view === undefined || !isPrivate(view.chat);
    renderTools();
    renderStatus(view);
  }

  function renderTools(): void {
    const disturbed = isDisturbed(app);
    const label = disturbed ? t('panel_disturbed') : t('panel');
    tools.title = label;
    tools.setAttribute('aria-label', label);
    tools.setAttribute('aria-expanded', String(panel.isShown));
    tools.classList.toggle('disturbed', disturbed);
  }

  /** Leaves an unchanged text alone, so that screen readers do not repeat it. */
  function renderStatus(view: ChatView | undefined): void {
    const action = view && app.connected ? activity(app, view) : undefined;
    status.classList.toggle('doing', action !== undefined);
    const text = app.connected ? (action ?? (view ? chatStatus(view) : '')) : t('connecting');
    if (status.textContent !== text) status.textContent = text;
  }

  return { element, render };
}

function blockRow(app: App): MenuRow {
  const blocked = app.privateChat?.blocked === true;
  return {
    icon: 'block',
    text: t(blocked ? 'unblock' : 'block'),
    danger: !blocked,
    action: () => void app.block(!blocked),
  };
}

/** Only the group's creator can do more than add the bot; the server refuses the rest. */
function groupRows(app: App, { bot, chat, slow }: ChatView): MenuRow[] {
  if (bot === 'gone') return [{ icon: 'server', text: t('bot_add'), action: () => void app.changeGroup('add_bot') }];
  const promote = bot === 'administrator' ? ('demote_bot' as const) : ('promote_bot' as const);
  return [
    ...(chat.type === 'group'
      ? [{ icon: 'up', text: t('group_upgrade'), action: () => void app.changeGroup('upgrade') }]
      : []),
    ...(chat.type === 'supergroup' ? [muteRow(app, bot), slowRow(app, slow)] : []),
    { icon: 'key', text: t(`bot_${promote}`), action: () => void app.changeGroup(promote) },
    { icon: 'block', text: t('bot_remove'), danger: true, action: () => void app.changeGroup('remove_bot') },
  ];
}

function senderRows(app: App, { as, chat }: ChatView): MenuRow[] {
  if (chat.type !== 'supergroup') return [];
  const choices = [undefined, 'group', 'channel'] as const;
  return choices
    .filter((choice) => choice !== as)
    .map((choice) => ({ icon: 'switch', text: t(`as_${choice ?? 'self'}`), action: () => app.writeAs(choice) }));
}

function muteRow(app: App, bot: ChatView['bot']): MenuRow {
  const action = bot === 'restricted' ? 'unmute_bot' : 'mute_bot';
  return { icon: 'lock', text: t(`bot_${action}`), action: () => void app.changeGroup(action) };
}

function slowRow(app: App, slow: boolean): MenuRow {
  const action = slow ? 'fast' : 'slow';
  return { icon: 'warning', text: t(`group_${action}`), action: () => void app.changeGroup(action) };
}

function rowsOfGroup(app: App, view: ChatView): MenuRow[] {
  if (view.left) return [];
  const leave = { icon: 'back', text: t('group_leave'), danger: true, action: () => void app.changeGroup('leave') };
  return [...senderRows(app, view), ...topicRows(app), ...groupRows(app, view), leave];
}

function shareRows(app: App): MenuRow[] {
  return [
    { icon: 'info', text: t('share_contact'), action: () => void app.share('contact') },
    { icon: 'link', text: t('share_location'), action: () => void app.share('location') },
    { icon: 'smile', text: t('share_sticker'), action: () => void app.share('sticker') },
    { icon: 'mic', text: t('share_voice'), action: () => void app.share('voice') },
  ];
}
