import type { Message } from 'grammy/types';
import { Composer } from '../telegram/composer.ts';
import { type Ctx, isPrivate } from '../telegram/context.ts';
import { alert, send } from '../telegram/ui/show.ts';
import { buttons } from './buttons.ts';
import { deleteUnsolicitedSecret } from './common/input/unsolicited-secret.ts';
import { home } from './common/next-steps.ts';

/** Telegram sends each file of an album as its own message. Two processes that share an album answer twice. */
const answeredAlbums = new Set<string>();
const MAX_ALBUMS_REMEMBERED = 1_000;

/** Messages of people without text. Any other is about the chat, and gets no answer. */
const CONTENTS = [
  ...(['animation', 'audio', 'checklist', 'contact', 'dice', 'document', 'game', 'live_photo', 'location'] as const),
  ...(['paid_media', 'photo', 'poll', 'sticker', 'story', 'venue', 'video', 'video_note', 'voice'] as const),
] as const satisfies readonly (keyof Message)[];

/** Answers updates that no feature took. In groups the bot ignores messages that are not meant for it. */
export const fallback = new Composer<Ctx>();

fallback.on('callback_query', async (ctx) => {
  await alert(ctx, ctx.t.plain('button-old'));
});
fallback.on('message', async (ctx) => {
  const { text, media_group_id: album } = ctx.message;
  const isText = isPrivate(ctx) && text !== undefined;
  const isUnread = CONTENTS.some((kind) => ctx.message[kind] !== undefined) && isMeantForBot(ctx);
  if (!(isText || isUnread) || (await deleteUnsolicitedSecret(ctx))) return;
  if (album !== undefined && answeredAlbums.has(album)) return;
  const words = isUnread ? 'message-unread' : text?.startsWith('/') ? 'command-unknown' : 'message-unknown';
  const keyboard = [[...home(ctx), buttons.help.make(ctx.t.plain('button-help'), {})]];
  await send(ctx, { text: ctx.t(words), ...(isPrivate(ctx) ? { keyboard } : {}) });
  if (album !== undefined) remember(album);
});

/** In a group a caption has to name the bot: a photo below an alert is for the people. */
function isMeantForBot(ctx: Ctx): boolean {
  if (isPrivate(ctx)) return true;
  const { caption = '', caption_entities = [] } = ctx.message ?? {};
  const name = `@${ctx.me.username}`.toLowerCase();
  return caption_entities.some(({ type, offset, length }) => {
    const part = caption.slice(offset, offset + length).toLowerCase();
    return type === 'mention' ? part === name : type === 'bot_command' && part.endsWith(name);
  });
}

function remember(album: string): void {
  answeredAlbums.add(album);
  const [oldest] = answeredAlbums;
  if (oldest !== undefined && answeredAlbums.size > MAX_ALBUMS_REMEMBERED) answeredAlbums.delete(oldest);
}
