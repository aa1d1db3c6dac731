import type { Message } from 'grammy/types';
import type { PageReaction } from '../../page-server/page-api.ts';
import type { App } from '../session/app.ts';
import { type ChatView, fullName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { number } from '../ui/format.ts';
import type { MenuChoice } from '../ui/menu.ts';

/** Telegram's apps offer these first. */
const OFFERED = ['👍', '👎', '❤', '🔥', '🎉', '😁', '😢'];

/** Unchanged reactions stay, so that they keep the focus. */
export function showReactions(app: App, view: ChatView, message: Message, article: HTMLElement): void {
  const reactions = view.reactions[message.message_id] ?? [];
  const bubble = article.querySelector('.bubble');
  const before = bubble?.querySelector<HTMLElement>('.reactions');
  const state = JSON.stringify(reactions);
  if (!bubble || (before?.dataset.state ?? '[]') === state) return;
  const focused = before?.querySelector<HTMLElement>(':focus')?.dataset.emoji;
  before?.remove();
  if (reactions.length === 0) return;
  const buttons = reactions.map((reaction) => reactionButton(app, message, reaction));
  bubble.append(el('div', { class: 'reactions', 'data-state': state }, ...buttons));
  if (focused !== undefined) buttons.find(({ dataset }) => dataset.emoji === focused)?.focus();
}

function reactionButton(app: App, message: Message, { emoji, from }: PageReaction): HTMLElement {
  const isMine = app.me !== undefined && from.includes(app.me.id);
  const known = [...app.people, ...(app.bot ? [app.bot] : [])];
  const names = from.flatMap((id) => known.filter((one) => one.id === id).map(fullName));
  const label = t('reaction_of', { emoji, who: names.join(t('comma')) });
  return el(
    'button',
    {
      type: 'button',
      class: 'reaction',
      'data-emoji': emoji,
      'aria-pressed': String(isMine),
      'aria-label': label,
      title: label,
      click: () => void app.react(message, isMine ? undefined : emoji),
    },
    el('span', {}, emoji),
    el('span', { class: 'reaction-count' }, number(from.length)),
  );
}

export function reactionChoices(app: App, message: Message): MenuChoice[] {
  const reactions = app.open?.reactions[message.message_id] ?? [];
  const mine = reactions.find(({ from }) => app.me !== undefined && from.includes(app.me.id))?.emoji;
  return OFFERED.map((emoji) => ({
    text: emoji,
    label: t('react', { emoji }),
    chosen: emoji === mine,
    action: () => void app.react(message, emoji === mine ? undefined : emoji),
  }));
}
