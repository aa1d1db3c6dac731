import type { Message, User } from 'grammy/types';
import { avatar, botFace, chatName, colourOf } from '../layout/identity.ts';
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate, originName, senderName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { drawnOr, el, icon, iconButton } from '../ui/dom.ts';
import { clock } from '../ui/format.ts';
import { type MenuRow, openMenu } from '../ui/menu.ts';
import { confirmAction, copy } from '../ui/overlay.ts';
import { keyboard, richKey } from './keyboard.ts';
import { media } from './media.ts';
import { reactionChoices } from './reactions.ts';
import { richBlocks } from './rich-blocks.ts';
import { richText } from './rich-text.ts';
import { serviceText, summary, summaryLine } from './summary.ts';

export function renderMessage(app: App, message: Message, article: HTMLElement): void {
  drawnOr(
    () => render(app, message, article),
    () => renderLine(t('not_shown'), article),
  );
}

function renderLine(text: string, article: HTMLElement): void {
  article.className = 'message service';
  article.replaceChildren(el('span', { class: 'chip' }, text));
}

function render(app: App, message: Message, article: HTMLElement): void {
  const event = serviceText(message);
  if (event !== undefined) {
    renderLine(event, article);
    return;
  }
  if (message === app.open?.draft?.message) {
    renderDraft(app, message, app.open.draft.can_stop, article);
    return;
  }
  const own = message.from?.id === app.me?.id;
  article.className = `message ${own ? 'own' : 'other'}`;
  const sender = senderName(message);
  article.setAttribute('aria-label', t('message_by', { who: sender, time: clock(message.date) }));
  const column = el('div', { class: 'column' }, bubble(app, message, own), keyboard(app, message));
  const more = iconButton('more', t('message_menu'), () => openMessageMenu(app, message, more), 'message-more');
  article.replaceChildren(
    ...(isPrivate(message.chat) || own || !message.from ? [] : [face(message, message.from, sender)]),
    column,
    more,
  );
  article.oncontextmenu = (click) => {
    if (window.getSelection()?.isCollapsed === false) return;
    click.preventDefault();
    openMessageMenu(app, message, more, click);
  };
}

function renderDraft(app: App, message: Message, canStop: boolean, article: HTMLElement): void {
  article.className = 'message other draft';
  article.setAttribute('aria-label', t('message_by', { who: senderName(message), time: clock(message.date) }));
  const stop = el('button', { type: 'button', class: 'stop', click: () => app.stop() }, icon('close'), t('stop'));
  article.replaceChildren(el('div', { class: 'column' }, bubble(app, message, false), canStop && stop));
  article.oncontextmenu = null;
}

function face({ sender_chat }: Message, { id, is_bot }: User, name: string): HTMLElement {
  if (sender_chat) return avatar(sender_chat.id, name, 'small');
  return is_bot ? botFace('small') : avatar(id, name, 'small');
}

function bubble(app: App, message: Message, own: boolean): HTMLElement {
  const file = media(message);
  const text = message.text ?? message.caption ?? '';
  const box = el('div', { class: 'bubble' }, ...lead(app, message, own));
  box.classList.toggle('protected', message.has_protected_content === true);
  box.classList.toggle('with-photo', message.photo !== undefined);
  box.classList.toggle('only-photo', message.photo !== undefined && text === '');
  box.classList.toggle('only-file', file !== undefined && message.photo === undefined && text === '');
  const words = textLine(app, message, own, file !== undefined);
  if (file && !message.show_caption_above_media) box.append(file, words);
  else box.append(words, ...(file ? [file] : []));
  return box;
}

function lead(app: App, message: Message, own: boolean): HTMLElement[] {
  const lines: HTMLElement[] = [];
  const topic = app.open?.topics.find(({ id }) => id === message.message_thread_id);
  if (topic && app.open?.topic === undefined) lines.push(el('div', { class: 'via', dir: 'auto' }, topic.name));
  if (!isPrivate(message.chat) && !own && message.from) {
    lines.push(
      el(
        'div',
        { class: `sender name-${colourOf(message.from)}` },
        el('bdi', {}, senderName(message)),
        senderTag(message),
      ),
    );
  }
  if (message.forward_origin)
    lines.push(
      el('div', { class: 'via' }, t('forwarded', { who: `\u2068${originName(message.forward_origin)}\u2069` })),
    );
  if (message.via_bot) lines.push(el('div', { class: 'via' }, t('via', { bot: message.via_bot.username ?? '' })));
  if (message.ephemeral_message_id !== undefined)
    lines.push(el('div', { class: 'only-you' }, icon('eye'), t('only_you')));
  if (message.reply_to_message && !message.reply_to_message.forum_topic_created)
    lines.push(replyPreview(message.reply_to_message));
  return lines;
}

function senderTag({ sender_tag }: Message): HTMLElement | false {
  return sender_tag !== undefined && el('span', { class: 'sender-tag', dir: 'auto' }, sender_tag);
}

function textLine(app: App, message: Message, own: boolean, hasFile: boolean): HTMLElement {
  const text = message.text ?? message.caption ?? '';
  if (message.rich_message)
    return el(
      'div',
      { class: 'text time-apart' },
      richBlocks(message.rich_message, {
        ...tapsOn(app, message),
        button: (button, words) => richKey(app, message, button, words),
      }),
      meta(message, own),
    );
  const line = el('div', { class: endsInCorner(text) ? 'text' : 'text time-apart', dir: 'auto' });
  if (text !== '') line.append(richText(text, message.entities ?? message.caption_entities, tapsOn(app, message)));
  else if (!hasFile)
    line.append(el('em', { class: 'unsupported' }, t(message.message_id === 0 ? 'thinking' : 'unsupported')));
  line.append(meta(message, own));
  return line;
}

/**
 * The time stands behind the last line where the line ends on the time's side, else on a line of its own.
 * The corner is the same in every bubble, as in Telegram's apps. Isolated text does not count.
 */
function endsInCorner(words: string): boolean {
  const last = words.trimEnd().split('\n').at(-1) ?? '';
  const letter = /\p{L}/u.exec(last.replace(/[\u2066-\u2068][^\u2069]*\u2069?/g, ''))?.[0];
  if (words === '' || letter === undefined) return true;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) === (document.documentElement.dir === 'rtl');
}

function meta(message: Message, own: boolean): HTMLElement {
  return el(
    'span',
    { class: 'meta', dir: document.documentElement.dir },
    message.has_protected_content === true && el('span', { title: t('protected'), class: 'lock' }, icon('lock')),
    isShownAsEdited(message) && el('span', { class: 'edited' }, t('edited')),
    el('time', { datetime: new Date(message.date * 1000).toISOString() }, clock(message.date)),
    own && icon('ticks'),
  );
}

/** Telegram's apps show no message of a bot as edited. Source: `measureTime` of Telegram for Android's `ChatMessageCell` */
function isShownAsEdited({ edit_date, from, via_bot }: Message): boolean {
  return edit_date !== undefined && from?.is_bot !== true && via_bot === undefined;
}

/** Scrolls to a message of the open chat and marks it for a moment. */
export function showMessage({ message_id }: Message): void {
  const target = document.querySelector(`[data-message="${message_id}"]`);
  target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  target?.animate([{ backgroundColor: 'var(--flash)' }, {}], { duration: 1500, easing: 'ease-out' });
}

function replyPreview(message: Message): HTMLElement {
  const colour = message.from ? colourOf(message.from) : 0;
  return el(
    'button',
    { type: 'button', class: `reply-preview name-${colour}`, click: () => showMessage(message) },
    el('b', { dir: 'auto' }, senderName(message)),
    summaryLine(message),
  );
}

function tapsOn(app: App, message: Message) {
  return {
    command: (text: string) => void app.send(text),
    link: (address: string) => app.follow(address),
    mention: (name: string) => (name === `@${app.bot?.username}` ? app.openBot() : app.insert(`${name} `)),
    copy: (text: string) => copy(text),
    isProtected: message.has_protected_content === true,
  };
}

/** Opens at the pointer, or else beside `anchor`, which gets the focus back. */
function openMessageMenu(app: App, message: Message, anchor: HTMLElement, at?: MouseEvent): void {
  const words = message.text ?? message.caption;
  const mayCopy = words !== undefined && message.has_protected_content !== true;
  const isHidden = message.ephemeral_message_id !== undefined;
  const mayDelete = isPrivate(message.chat) || isHidden || message.from?.id === app.me?.id;
  openMenu(
    anchor,
    at,
    [
      { icon: 'reply', text: t('reply'), action: () => app.reply(message) },
      ...(mayEdit(app, message) ? [{ icon: 'pen', text: t('edit'), action: () => app.edit(message) }] : []),
      ...(isHidden || message.has_protected_content === true
        ? []
        : [{ icon: 'forward', text: t('forward'), action: () => openForwardMenu(app, message, anchor, at) }]),
      ...(isHidden ? [] : [pinRow(app, message)]),
      ...(mayCopy ? [{ icon: 'copy', text: t('copy'), action: () => copy(words) }] : []),
      ...(mayDelete
        ? [{ icon: 'trash', text: t('delete'), danger: true, action: () => confirmDelete(app, message) }]
        : []),
    ],
    isHidden ? [] : reactionChoices(app, message),
  );
}

/** Source: TDLib `MessagesManager::can_edit_message` */
function mayEdit(
  { me }: App,
  { from, text, caption, photo, document, voice, via_bot, forward_origin }: Message,
): boolean {
  const hasWords = (text ?? caption ?? photo ?? document ?? voice) !== undefined;
  return from?.id === me?.id && hasWords && !via_bot && !forward_origin;
}

function openForwardMenu(app: App, message: Message, anchor: HTMLElement, at?: MouseEvent): void {
  const open = [...app.chats.values()].filter(({ left, blocked }) => !left && !blocked);
  const row = ({ chat }: ChatView): MenuRow => ({
    icon: 'forward',
    text: t('forward_to', { chat: `\u2068${chatName(app, chat)}\u2069` }),
    action: () => void app.forward(message, chat.id),
  });
  openMenu(anchor, at, open.map(row));
}

function pinRow(app: App, message: Message): MenuRow {
  const isPinned = app.open?.pinned.includes(message.message_id) === true;
  return { icon: 'pin', text: t(isPinned ? 'unpin' : 'pin'), action: () => void app.pin(message, !isPinned) };
}

function confirmDelete(app: App, message: Message): void {
  confirmAction(t('delete_question'), summary(message), t('delete'), () => void app.remove(message), true);
}
