/** Round pictures of people and chats: their initials on a colour of their own. */
import type { Chat } from 'grammy/types';
import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import { el, icon } from '../ui/dom.ts';

const COLOURS = 7;
const BOT_COLOUR = 5;
/** Persian letters would join into another shape. */
const APART = '\u200C';

function initials(name: string): string {
  const letters = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  // Letters of two scripts side by side would stand in an order that nobody reads.
  const isArabic = (word: string | undefined) => /\p{Script=Arabic}/u.test(word ?? '');
  const words = letters.filter((word) => isArabic(word) === isArabic(letters[0]));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => /\p{L}/u.exec(word ?? '')?.[0]?.toUpperCase() ?? '')
    .filter(Boolean)
    .join(APART);
}

/** Of the sender's name; the bot has the page's own blue. */
export function colourOf({ id, is_bot }: { id: number; is_bot: boolean }): number {
  return is_bot ? BOT_COLOUR : Math.abs(id) % COLOURS;
}

export function avatar(id: number, name: string, kind = ''): HTMLElement {
  return el(
    'span',
    { class: `avatar colour-${colourOf({ id, is_bot: false })} ${kind}`.trim(), 'aria-hidden': 'true' },
    initials(name),
  );
}

/** A private chat bears the bot's name for the person. */
export function chatName(app: App, chat: Chat): string {
  if (isPrivate(chat)) return app.bot?.first_name ?? '';
  return 'title' in chat && chat.title !== undefined ? chat.title : '';
}

export function chatFace(app: App, chat: Chat, kind = ''): HTMLElement {
  return isPrivate(chat) ? botFace(kind) : avatar(chat.id, chatName(app, chat), kind);
}

export function botFace(kind = ''): HTMLElement {
  return el('span', { class: `avatar bot ${kind}`.trim(), 'aria-hidden': 'true' }, icon('server'));
}
