/** One message as it stands in the chat. */
import type { Message } from 'grammy/types';
import { avatar, botFace, colourOf } from '../layout/avatar.ts';
import type { App } from '../session/app.ts';
import { fullName, isPrivate } from '../session/chats.ts';
import { follow, openBot } from '../session/links.ts';
import { t } from '../texts.ts';
import { el, icon, iconButton } from '../ui/dom.ts';
import { clock } from '../ui/format.ts';
import { copy } from '../ui/overlay.ts';
import { keyboard } from './keyboard.ts';
import { media } from './media.ts';
import { openMessageMenu } from './message-menu.ts';
import { rich } from './rich-text.ts';
import { serviceText, summary } from './summary.ts';

/** Fills the message's place in the chat, anew after an edit. */
export function fillMessage(app: App, message: Message, article: HTMLElement): void {
  const event = serviceText(message);
  if (event !== undefined) {
    article.className = 'message service';
    article.replaceChildren(el('span', { class: 'chip', dir: 'auto' }, event));
    return;
  }
  const own = message.from?.id === app.me?.id;
  article.className = `message ${own ? 'own' : 'other'}`;
  const sender = message.from ? fullName(message.from) : '';
  article.setAttribute('aria-label', t('message_by', { who: sender, time: clock(message.date) }));
  const column = el('div', { class: 'column' }, bubble(app, message, own), keyboard(app, message));
  const more = iconButton('more', t('message_menu'), () => openMessageMenu(app, message, more), 'message-more');
  article.replaceChildren(
    ...(isPrivate(message.chat) || own || !message.from
      ? []
      : [message.from.is_bot ? botFace('small') : avatar(message.from.id, sender, 'small')]),
    column,
    more,
  );
  article.oncontextmenu = (click) => {
    if (window.getSelection()?.isCollapsed === false) return;
    click.preventDefault();
    openMessageMenu(app, message, more, click);
  };
}

function bubble(app: App, message: Message, own: boolean): HTMLElement {
  const picture = media(message);
  const words = message.text ?? message.caption ?? '';
  const box = el('div', { class: 'bubble' });
  box.classList.toggle('protected', message.has_protected_content === true);
  box.classList.toggle('with-photo', message.photo !== undefined);
  box.classList.toggle('only-photo', message.photo !== undefined && words === '');
  box.classList.toggle('only-file', picture !== undefined && message.photo === undefined && words === '');
  if (!isPrivate(message.chat) && !own && message.from) {
    box.append(el('div', { class: `sender name-${colourOf(message.from)}` }, el('bdi', {}, fullName(message.from))));
  }
  if (message.via_bot) box.append(el('div', { class: 'via' }, t('via', { bot: message.via_bot.username ?? '' })));
  if (message.reply_to_message) box.append(replyPreview(message.reply_to_message));
  const text = el('div', { class: endsRightToLeft(words) ? 'text ends-rtl' : 'text', dir: 'auto' });
  if (words !== '') text.append(rich(words, message.entities ?? message.caption_entities, readerOf(app, message)));
  else if (!picture) text.append(el('em', { class: 'unsupported' }, t('unsupported')));
  text.append(meta(message, own));
  if (picture && !message.show_caption_above_media) box.append(picture, text);
  else box.append(text, ...(picture ? [picture] : []));
  return box;
}

/** The time stands at the far end of the last line, whatever that line's direction is; isolated text does not count. */
function endsRightToLeft(words: string): boolean {
  if (words === '') return document.documentElement.dir === 'rtl';
  const last = words.trimEnd().split('\n').at(-1) ?? '';
  const letter = /\p{L}/u.exec(last.replace(/[\u2066-\u2068][^\u2069]*\u2069?/g, ''))?.[0];
  return letter !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter);
}

function meta(message: Message, own: boolean): HTMLElement {
  return el(
    'span',
    { class: 'meta', dir: document.documentElement.dir },
    message.has_protected_content === true && el('span', { title: t('protected'), class: 'lock' }, icon('lock')),
    message.edit_date !== undefined && el('span', { class: 'edited' }, t('edited')),
    el('time', { datetime: new Date(message.date * 1000).toISOString() }, clock(message.date)),
    own && icon('ticks'),
  );
}

function replyPreview(message: Message): HTMLElement {
  const show = () => {
    const target = window.document.querySelector(`[data-message="${message.message_id}"]`);
    target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    target?.animate([{ backgroundColor: 'var(--flash)' }, {}], { duration: 1500, easing: 'ease-out' });
  };
  const colour = message.from ? colourOf(message.from) : 0;
  return el(
    'button',
    { type: 'button', class: `reply-preview name-${colour}`, click: show },
    el('b', { dir: 'auto' }, message.from ? fullName(message.from) : ''),
    el('span', { dir: 'auto' }, summary(message)),
  );
}

function readerOf(app: App, message: Message) {
  return {
    command: (text: string) => void app.send(text),
    link: (address: string) => follow(app, address),
    mention: (name: string) => (name === `@${app.bot?.username}` ? openBot(app) : app.insert(`${name} `)),
    copy: (text: string) => copy(text),
    isProtected: message.has_protected_content === true,
  };
}
