import type { InlineKeyboardButton } from 'grammy/types';
import { type Access, requireAccess } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { isolate, name, shorten } from '../../telegram/ui/format.ts';
import { type Screen, send } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { findServers, type Named } from './find-server.ts';

const MOST_CHOICES = 10;
const LONGEST_LABEL = 40;

/**
 * Finds the server that a command names and goes on with it; lets the person choose where several fit or none was named.
 * @param button what leads on from a choice
 * @param none what to tell where no server fits; `undefined` where that is nothing but that none does
 */
export async function chooseServer(
  ctx: Ctx,
  typed: string,
  button: (access: Access, server: Named, label: string) => InlineKeyboardButton,
  goOn: (access: Access, server: Named) => Promise<unknown>,
  none?: (access: Access) => Promise<Screen | undefined>,
): Promise<void> {
  const access = await requireAccess(ctx);
  const found = await findServers(ctx, access, typed);
  const [first] = found;
  if (first && found.length === 1) return void (await goOn(access, first));
  if (first) return void (await send(ctx, choiceOf(ctx.t, access, found, button)));
  const wanted = name(typed.trim());
  const text = typed.trim() === '' ? ctx.t('servers-none') : ctx.t('server-unknown', { wanted });
  await send(ctx, (await none?.(access)) ?? { text, keyboard: [[allServers(ctx.t, access)]] });
}

/** Several servers that fit, to choose from. */
export function choiceOf(
  t: Translate,
  access: Access,
  found: readonly Named[],
  button: (access: Access, server: Named, label: string) => InlineKeyboardButton,
): Screen {
  const rows = found.slice(0, MOST_CHOICES).map((server) => [button(access, server, label(server))]);
  const left = found.length - rows.length;
  return {
    text: left > 0 ? t('server-choose-more', { count: found.length, shown: rows.length }) : t('server-choose'),
    keyboard: [...rows, [allServers(t, access)]],
  };
}

function allServers(t: Translate, { account }: Access): InlineKeyboardButton {
  return buttons.servers.make(t.plain('button-servers'), { account: account.id, page: '0', filter: '' });
}

function label(server: Named): string {
  const shown = isolate(shorten(server.name, LONGEST_LABEL));
  return server.ip && server.ip !== server.name ? `${shown} (${isolate(shorten(server.ip, LONGEST_LABEL))})` : shown;
}
