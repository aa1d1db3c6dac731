import type { InlineKeyboardButton } from 'grammy/types';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { repeatRow } from '../../telegram/dialog/pending-request.ts';
import type { NextSteps } from '../../telegram/failures/report.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import type { TextKey } from '../../telegram/i18n/texts.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';

/** The payload of /start with which the bot asks for a token at once. */
export const CONNECT_PAYLOAD = 'connect';

/** The home button, in private chats only: in a group a message belongs to the person who asked for it. */
export function home(ctx: Ctx): InlineKeyboardButton[] {
  return isPrivate(ctx) ? [buttons.home.make(ctx.t.plain('button-home'), {})] : [];
}

/** Leads out of a group into the private chat with the bot, where /start gets `payload`. */
export function toPrivate(ctx: Ctx, payload?: string): InlineKeyboardButton[] {
  const label = ctx.t.plain(payload === CONNECT_PAYLOAD ? 'button-connect-private' : 'button-private');
  return [{ text: label, url: `https://t.me/${ctx.me.username}${payload ? `?start=${payload}` : ''}` }];
}

/** Says in a group that something is done in the private chat, and leads there. */
export async function sendToPrivate(ctx: Ctx, key: TextKey & ('private-only' | 'accounts-group')): Promise<void> {
  await send(ctx, { text: ctx.t(key), keyboard: [toPrivate(ctx)] });
}

/** The payload of /start with which the bot says that the reseller service is missing. */
export const RESELLER_PAYLOAD = 'reseller';

/** Leads to the page that sells the reseller service, which domains need; no row where the operator set no page. */
export function toReseller(
  t: Translate,
  { resellerUrl }: { resellerUrl?: string | undefined },
): InlineKeyboardButton[][] {
  return resellerUrl === undefined ? [] : [[{ text: t.plain('button-reseller'), url: resellerUrl }]];
}

/** The buttons below a failure. */
export const nextSteps: NextSteps = {
  again: (ctx) => repeatRow(ctx, buttons, ctx.t.plain('retry')),
  home: (ctx) => (isPrivate(ctx) ? [home(ctx)] : []),
  connect: (ctx) => [
    isPrivate(ctx)
      ? [buttons.connect.make(ctx.t.plain('button-connect'), {}, 'primary')]
      : toPrivate(ctx, CONNECT_PAYLOAD),
  ],
  reseller: (ctx) => [...toReseller(ctx.t, ctx.services), ...nextSteps.home(ctx)],
};
