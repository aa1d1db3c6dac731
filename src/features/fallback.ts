import { Composer } from '../telegram/composer.ts';
import type { Ctx } from '../telegram/context.ts';
import { alert, send } from '../telegram/ui/show.ts';
import { buttons } from './buttons.ts';
import { deleteUnsolicitedSecret } from './common/input/unsolicited-secret.ts';
import { home } from './common/next-steps.ts';

/** Telegram sends each file of an album as a message of its own. Two processes that share those of one album answer twice. */
const answeredAlbums = new Set<string>();
const MOST_REMEMBERED = 1_000;

/** Answers updates that no feature took. In groups the bot ignores such messages: people may mean them for each other. */
export const fallback = new Composer<Ctx>();

fallback.on('callback_query', async (ctx) => {
  await alert(ctx, ctx.t.plain('button-old'));
});
fallback.chatType('private').on('message', async (ctx) => {
  if (await deleteUnsolicitedSecret(ctx)) return;
  const album = ctx.message.media_group_id;
  if (album !== undefined && answeredAlbums.has(album)) return;
  await send(ctx, {
    text: ctx.t(ctx.message.text?.startsWith('/') ? 'command-unknown' : 'message-unknown'),
    keyboard: [[...home(ctx), buttons.help.make(ctx.t.plain('button-help'), {})]],
  });
  if (album !== undefined) remember(album);
});

function remember(album: string): void {
  answeredAlbums.add(album);
  const [oldest] = answeredAlbums;
  if (oldest !== undefined && answeredAlbums.size > MOST_REMEMBERED) answeredAlbums.delete(oldest);
}
