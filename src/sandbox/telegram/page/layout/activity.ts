/** The line under a chat's name: connecting, what the bot is doing, or what the chat is. */
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { isTextKey, t } from '../texts.ts';
import { number } from '../ui/format.ts';

/** "typing" and the like, while it lasts. */
export function activity(app: App, view: ChatView): string | undefined {
  if (view.action === undefined) return undefined;
  const key = `action_${view.action}`;
  const doing = isTextKey(key) ? t(key) : t('action_typing');
  return isPrivate(view.chat) ? doing : t('action_in_group', { who: app.bot?.first_name ?? '', doing });
}

export function standing(app: App, view: ChatView): string {
  if (isPrivate(view.chat)) return t(view.blocked ? 'bot_blocked' : 'bot');
  return t('members', { count: number(app.people.length + 1) });
}
