import type { Chat } from 'grammy/types';
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { isTextKey, t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { number } from '../ui/format.ts';

const COLOURS = 7;
const BOT_COLOUR = 5;
/** Persian letters would join without a separator. */
const NON_JOINER = '\u200C';

function initials(name: string): string {
  const letters = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  // Initials of two scripts would appear in a confusing order.
  const isArabic = (word: string | undefined) => /\p{Script=Arabic}/u.test(word ?? '');
  const words = letters.filter((word) => isArabic(word) === isArabic(letters[0]));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => /\p{L}/u.exec(word ?? '')?.[0]?.toUpperCase() ?? '')
    .filter(Boolean)
    .join(NON_JOINER);
}

/** The bot has the page's blue. */
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

/** The name of a private chat is the bot's name. */
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

export function activity(app: App, view: ChatView): string | undefined {
  if (view.action === undefined) return undefined;
  const key = `action_${view.action}`;
  const action = isTextKey(key) ? t(key) : t('action_typing');
  return isPrivate(view.chat) ? action : t('action_in_group', { who: app.bot?.first_name ?? '', doing: action });
}

export function chatStatus(view: ChatView): string {
  if (isPrivate(view.chat)) return t(view.blocked ? 'bot_blocked' : 'bot');
  return t('members', { count: number(view.members) });
}
