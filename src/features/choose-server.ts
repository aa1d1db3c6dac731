import type { InlineKeyboardButton } from 'grammy/types';
import { type Access, requireAccess } from '../telegram/access.ts';
import type { Ctx } from '../telegram/context.ts';
import { isolate, name, shorten } from '../telegram/format.ts';
import { send } from '../telegram/screen.ts';
import { buttons } from './buttons.ts';
import { findServers, type Named } from './find-server.ts';

const MOST_CHOICES = 10;
const LONGEST_LABEL = 40;

/**
 * Finds the server that a command names and goes on with it; lets the person choose where several fit or none was named.
 * @param button what leads on from a choice
 */
export async function chooseServer(
  ctx: Ctx,
  typed: string,
  button: (access: Access, server: Named, label: string) => InlineKeyboardButton,
  goOn: (access: Access, server: Named) => Promise<unknown>,
): Promise<void> {
  const access = await requireAccess(ctx);
  const found = await findServers(ctx, access, typed);
  const [first] = found;
  if (first && found.length === 1) return void (await goOn(access, first));
  const { t } = ctx;
  const all = buttons.servers.make(t.plain('button-servers'), { account: access.account.id, page: '0', filter: '' });
  const wanted = name(typed.trim());
  if (!first) {
    const text = typed.trim() === '' ? t('servers-none') : t('server-unknown', { wanted });
    return void (await send(ctx, { text, keyboard: [[all]] }));
  }
  const rows = found.slice(0, MOST_CHOICES).map((server) => [button(access, server, label(server))]);
  const left = found.length - rows.length;
  await send(ctx, {
    text: left > 0 ? t('server-choose-more', { count: found.length, shown: rows.length }) : t('server-choose'),
    keyboard: [...rows, [all]],
  });
}

function label(server: Named): string {
  const shown = isolate(shorten(server.name, LONGEST_LABEL));
  return server.ip && server.ip !== server.name ? `${shown} (${isolate(shorten(server.ip, LONGEST_LABEL))})` : shown;
}
