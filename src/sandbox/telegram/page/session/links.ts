/** Where links lead: into this sandbox where they mean the bot, otherwise out, after asking. */

import { t } from '../texts.ts';
import { ask, toast } from '../ui/overlay.ts';
import type { App } from './app.ts';
import { isPrivate } from './chats.ts';

/** `t.me/name?start=payload` and `tg://resolve?domain=name&start=payload`. */
function botLink(url: URL): { name: string; start: string | undefined } | undefined {
  const start = url.searchParams.get('start') ?? undefined;
  if (url.protocol === 'tg:' && url.host === 'resolve') return { name: url.searchParams.get('domain') ?? '', start };
  if (['t.me', 'telegram.me'].includes(url.host)) return { name: url.pathname.slice(1), start };
  return undefined;
}

/** Follows a link of a message, a button or an answer. */
export function follow(app: App, address: string): void {
  const spelt = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(spelt)) {
    toast(t('link_unknown'), 'warning');
    return;
  }
  const url = new URL(spelt);
  const link = botLink(url);
  if (link && link.name.toLowerCase() === app.bot?.username?.toLowerCase()) {
    openBot(app, link.start);
  } else if (url.protocol === 'tg:') {
    toast(t('link_telegram_only'), 'warning');
  } else {
    ask(t('link_question'), spelt, t('open'), () => window.open(spelt, '_blank', 'noopener,noreferrer'));
  }
}

/** The private chat with the bot; with a payload the Start button takes the place of the text field, as in Telegram. */
export function openBot(app: App, payload?: string): void {
  const chat = [...app.chats.values()].find((view) => isPrivate(view.chat));
  if (!chat) return;
  app.go(chat.chat.id);
  app.startPayload = payload;
  app.changed();
}
