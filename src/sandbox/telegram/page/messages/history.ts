import type { Message } from 'grammy/types';
import { startCard } from '../layout/guide.ts';
import type { App } from '../session/app.ts';
import { allIn, type ChatView, isNew, shownIn } from '../session/chats.ts';
import { language, t } from '../texts.ts';
import { el, icon, reconcile } from '../ui/dom.ts';
import { day, number } from '../ui/format.ts';
import { renderMessage } from './bubble.ts';
import { markWaiting } from './keyboard.ts';
import { showReactions } from './reactions.ts';
import { serviceText } from './summary.ts';

const NEAR_END = 60;
/** Messages of one sender within this time form a group. */
const GROUP_S = 300;
/** A heading over the messages fades this long after the last scrolling. */
const HEADING_FADE_MS = 1200;

interface Rendered {
  article: HTMLElement;
  message: Message;
}

export function createHistory(app: App): { element: HTMLElement; render(): void } {
  const list = el('div', { class: 'messages', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const scroller = el('div', { class: 'history', tabindex: -1 }, list);
  const badge = el('span', { class: 'badge' });
  const down = el('button', { type: 'button', class: 'to-end', click: () => toEnd('smooth') }, icon('down'), badge);
  const element = el('div', { class: 'history-frame' }, scroller, down);
  let rendered = new Map<number, Rendered>();
  let sections = new Map<string, HTMLElement>();
  let shown = '';
  let card: HTMLElement | undefined;
  let described = '';
  let atEnd = true;

  const markRead = () => {
    if (!atEnd || !document.hasFocus() || !app.open || app.unreadIn(app.open) === 0) return;
    app.read(app.open);
    app.changed();
  };
  const toEnd = (behavior: ScrollBehavior) => scroller.scrollTo({ top: scroller.scrollHeight, behavior });
  scroller.addEventListener('scroll', () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
    markRead();
    down.classList.toggle('shown', !atEnd);
    showHeadings();
  });
  let scrolled: number | undefined;
  /** Shows the day while the person scrolls, and marks the heading that has left its own place. */
  function showHeadings(): void {
    for (const section of sections.values()) {
      const heading = section.firstElementChild;
      if (heading instanceof HTMLElement) heading.classList.toggle('stuck', heading.offsetTop > section.offsetTop + 8);
    }
    scroller.classList.add('scrolling');
    window.clearTimeout(scrolled);
    scrolled = window.setTimeout(() => scroller.classList.remove('scrolling'), HEADING_FADE_MS);
  }
  window.addEventListener('focus', markRead);
  // The end stays visible when a picture loads or the text field grows.
  const observer = new ResizeObserver(() => atEnd && toEnd('instant'));
  observer.observe(list);
  observer.observe(scroller);

  function article(message: Message, fresh: boolean): HTMLElement {
    const before = rendered.get(message.message_id);
    if (before?.message === message) return before.article;
    const place = before?.article ?? el('article', { 'data-message': message.message_id });
    const focus = before ? focusedKey(place) : undefined;
    renderMessage(app, message, place);
    if (focus) (place.querySelector<HTMLElement>(focus) ?? place.querySelector<HTMLElement>('.key'))?.focus();
    if (!before && fresh) place.classList.add('arriving');
    rendered.set(message.message_id, { article: place, message });
    if (fresh && !before && message.from?.id === app.me?.id) atEnd = true;
    return place;
  }

  /** Empties the list for another person, chat or language. @returns whether the list was kept */
  function keepShown(now: string): boolean {
    if (shown === now) return true;
    rendered = new Map();
    sections = new Map();
    list.replaceChildren();
    card = undefined;
    atEnd = true;
    shown = now;
    return false;
  }

  function cardOf(view: ChatView): HTMLElement | undefined {
    const same = described === app.profile.description;
    described = app.profile.description;
    if (shownIn(view).length > 0 && (view.topic !== undefined || !isNew(view))) return undefined;
    return same && card ? card : startCard(app, view);
  }

  function render(): void {
    const view = app.open;
    if (!view || !app.me) return;
    const fresh = keepShown(`${app.me.id}/${view.chat.id}/${view.topic}/${language()}`);
    list.setAttribute('aria-label', t('messages'));
    down.setAttribute('aria-label', t('to_end'));
    removeDeleted(view);
    card = cardOf(view);
    const wanted = card ? [card] : byDay(view, fresh);
    reconcile(list, wanted, (stray) => stray.querySelector('.leaving') !== null);
    for (const { article: place, message } of rendered.values()) {
      markWaiting(app, message, place);
      showReactions(app, view, message, place);
    }
    if (atEnd) toEnd('instant');
    markRead();
    const waiting = app.unreadIn(view);
    badge.textContent = waiting > 0 ? number(waiting) : '';
  }

  function removeDeleted(view: ChatView): void {
    const present = new Set(allIn(view).map((message) => message.message_id));
    for (const [id, { article: place }] of rendered) {
      if (present.has(id)) continue;
      rendered.delete(id);
      place.classList.add('leaving');
      place.inert = true;
      const height = `${place.offsetHeight}px`;
      const frames = [
        { opacity: 1, height },
        { opacity: 0, transform: 'scale(0.8)', height: '0px', marginBlock: '0px' },
      ];
      place.animate(frames, { duration: 220, easing: 'ease-in' }).finished.then(() => {
        place.remove();
        app.changed();
      });
    }
  }

  function byDay(view: ChatView, fresh: boolean): HTMLElement[] {
    const days: { section: HTMLElement; articles: HTMLElement[] }[] = [];
    let key = '';
    const messages = shownIn(view);
    for (const [at, message] of messages.entries()) {
      const today = day(message.date);
      if (today.key !== key) days.push({ section: sectionOf(today), articles: [] });
      key = today.key;
      const place = article(message, fresh);
      place.classList.toggle('first', !inOneGroup(messages[at - 1], message));
      place.classList.toggle('last', !inOneGroup(message, messages[at + 1]));
      days.at(-1)?.articles.push(place);
    }
    for (const { section, articles } of days) {
      const heading = section.firstElementChild;
      reconcile(section, heading ? [heading, ...articles] : articles, (stray) => stray.classList.contains('leaving'));
    }
    return days.map(({ section }) => section);
  }

  function sectionOf({ key, heading }: { key: string; heading: string }): HTMLElement {
    const section = sections.get(key) ?? el('section', { class: 'day' }, el('h2', { class: 'day-heading chip' }));
    sections.set(key, section);
    if (section.firstElementChild) section.firstElementChild.textContent = heading;
    return section;
  }

  return { element, render };
}

function inOneGroup(one: Message | undefined, other: Message | undefined): boolean {
  if (!one || !other || one.from?.id !== other.from?.id) return false;
  if (one.message_thread_id !== other.message_thread_id) return false;
  if (serviceText(one) !== undefined || serviceText(other) !== undefined) return false;
  return other.date - one.date < GROUP_S && day(one.date).key === day(other.date).key;
}

/** The selector also finds the button's successor after an edit. */
function focusedKey(place: HTMLElement): string | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !place.contains(focused) || !focused.matches('.key')) return undefined;
  return `.key[data-row="${focused.dataset.row}"][data-column="${focused.dataset.column}"]`;
}
