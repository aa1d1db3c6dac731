import type { User } from 'grammy/types';
import { serviceText, summaryLine } from '../messages/summary.ts';
import type { App } from '../session/app.ts';
import { type ChatView, fullName, isPrivate, lastOf } from '../session/chats.ts';
import { hashOf, readRoute } from '../session/route.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { moment, number } from '../ui/format.ts';
import { activity, avatar, chatFace, chatName } from './identity.ts';

export function createSidebar(app: App): { element: HTMLElement; render(): void } {
  const people = el('nav', { class: 'people' });
  const chats = el('nav', { class: 'chats' });
  const foot = el('p', { class: 'sidebar-foot' });
  const element = el('aside', { class: 'sidebar' }, people, chats, foot);

  function render(): void {
    // Rendering replaces the focused link, so its successor gets the focus.
    const focused = document.activeElement?.getAttribute('href');
    people.setAttribute('aria-label', t('you_are'));
    people.replaceChildren(
      el('h2', { class: 'people-label' }, t('you_are')),
      el('div', { class: 'people-row' }, ...app.people.map((person) => personLink(app, person))),
    );
    chats.setAttribute('aria-label', t('chats'));
    chats.replaceChildren(...[...app.chats.values()].map((view) => chatLink(app, view)));
    foot.replaceChildren(icon('lock'), el('span', {}, t('stays_here')));
    if (focused) element.querySelector<HTMLElement>(`a[href="${focused}"]`)?.focus();
  }

  return { element, render };
}

/** An open group stays open; otherwise the person's private chat opens. */
function personLink(app: App, person: User): HTMLElement {
  const current = person.id === app.me?.id;
  const { chat } = readRoute(location.hash);
  const inGroup = app.open !== undefined && !isPrivate(app.open.chat);
  const href = chat === undefined ? hashOf(person.id) : hashOf(person.id, inGroup ? chat : person.id);
  return el(
    'a',
    {
      class: 'person',
      href: current ? false : href,
      'aria-current': current && 'true',
      lang: person.language_code,
      role: current && 'link',
    },
    avatar(person.id, fullName(person), 'small'),
    el(
      'span',
      { class: 'person-words' },
      el('b', { dir: 'auto' }, person.first_name),
      el('small', {}, languageName(person)),
    ),
  );
}

function languageName(person: User): string {
  const code = person.language_code ?? 'en';
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}

function chatLink(app: App, view: ChatView): HTMLElement {
  const last = lastOf(view);
  const waiting = app.unreadIn(view);
  const action = activity(app, view);
  const current = app.open === view;
  return el(
    'a',
    { class: 'chat-row', href: app.me && hashOf(app.me.id, view.chat.id), 'aria-current': current && 'page' },
    chatFace(app, view.chat),
    el('span', { class: 'chat-name' }, el('bdi', {}, chatName(app, view.chat))),
    el('time', { class: 'chat-time' }, last ? moment(last.date) : ''),
    el(
      'span',
      { class: action === undefined ? 'chat-last' : 'chat-last doing' },
      ...(action === undefined ? preview(app, view) : [action]),
    ),
    waiting > 0 &&
      el('span', { class: 'badge', 'aria-label': t('unread', { count: number(waiting) }) }, number(waiting)),
  );
}

function preview(app: App, view: ChatView): (Node | string)[] {
  const last = lastOf(view);
  if (!last) return [t('no_messages')];
  const line = summaryLine(last);
  if (serviceText(last) !== undefined || !last.from || (isPrivate(view.chat) && last.from.is_bot)) return [line];
  return [
    el(
      'b',
      {},
      el('bdi', {}, last.from.id === app.me?.id ? t('you') : (last.sender_chat?.title ?? last.from.first_name)),
      ':',
    ),
    line,
  ];
}
