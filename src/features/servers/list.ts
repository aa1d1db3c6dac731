import { Composer } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { ServerListItem } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Access } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, readExpiry, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { named } from '../common/find-server.ts';
import { home } from '../common/next-steps.ts';
import { onAccount, requireAccess } from '../common/require.ts';
import { normalise } from '../common/typed-input.ts';

const PAGE_SIZE = 8;
const LONGEST_FILTER = 64;
const LONGEST_PART = 32;
/** With more pages than this, turning them is not the way to find a server. */
const MANY_PAGES = 5;
const NOTE_LIFE_MS = 7 * 24 * 3_600_000;

/** /servers [ip|location]: the account's servers, page by page. The filter goes to the provider as it is. */
export const list = new Composer<Ctx>();

onCommand(list, 'servers', async (ctx) => {
  const access = await requireAccess(ctx);
  const filter = ctx.match.trim();
  if (filter.length > LONGEST_FILTER) {
    throw new Refusal((t) => t('servers-filter-long', { filter: name(filter), most: LONGEST_FILTER }));
  }
  await send(ctx, await screen(ctx, access, 0, filter, 'now'));
});
for (const [kind, age] of [
  [buttons.servers, 'now'],
  [buttons.serversPage, 'recent'],
] as const) {
  list.use(
    onAccount(kind, async (ctx, access, { page, filter }) => {
      const words = filter === '' ? '' : await ctx.services.store.notes.get(filterKey(access, filter));
      if (words === undefined) throw new Refusal((t) => t('button-old'));
      await show(ctx, await screen(ctx, access, /^\d{1,6}$/.test(page) ? Number(page) : 0, words, age));
    }),
  );
}

async function screen(
  ctx: Ctx,
  access: Access,
  wanted: number,
  filter: string,
  age: 'now' | 'recent',
): Promise<Screen> {
  const { t } = ctx;
  const items = await read(ctx, access, filter, age);
  const account = access.account.id;
  const filterReference = filter === '' ? '' : await keepFilter(ctx, access, filter);
  const refresh = buttons.servers.make(t.plain('button-refresh'), {
    account,
    page: String(wanted),
    filter: filterReference,
  });
  const all = buttons.servers.make(t.plain('button-all-servers'), { account, page: '0', filter: '' });
  const back = [...(filter === '' ? [] : [all]), refresh, ...home(ctx)];
  const buy = buttons.buy.make(t.plain('button-buy'), { account });
  const renew = buttons.expiring.make(t.plain('button-renew'), { account, chosen: '', page: '0' });
  const shop = isPrivate(ctx) && filter === '' ? [items.length === 0 ? [buy] : [buy, renew]] : [];
  if (items.length === 0) {
    const text = filter === '' ? t('servers-none') : t('servers-none-match', { filter: name(filter) });
    return { text, keyboard: [...shop, back] };
  }
  const pages = Math.ceil(items.length / PAGE_SIZE);
  const page = Math.min(wanted, pages - 1);
  const shown = items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const rows = shown.map((item) => [
    buttons.server.make(label(ctx, access, item), { account, server: serverReference(item.id) }),
  ]);
  const turn = (to: number, words: string) =>
    buttons.serversPage.make(words, { account, page: String(to), filter: filterReference });
  const turns: InlineKeyboardButton[] = [];
  if (page > 0) turns.push(turn(page - 1, t.plain('button-previous')));
  if (page < pages - 1) turns.push(turn(page + 1, t.plain('button-next')));
  const head = t('servers', { account: name(access.account.label), count: items.length });
  const where = pages > 1 ? `\n${t('servers-page', { page: page + 1, pages })}` : '';
  const hint = pages > MANY_PAGES ? `\n\n${t('servers-many')}` : '';
  const filtered = filter === '' ? '' : `\n${t('servers-filter', { filter: name(filter) })}`;
  return {
    text: head + filtered + where + hint,
    keyboard: [...rows, ...(turns.length > 0 ? [turns] : []), ...shop, back],
  };
}

/** A filter is an IP where it looks like one, a location otherwise; only unfiltered lists are kept. */
async function read(
  ctx: Ctx,
  access: Access,
  filter: string,
  age: 'now' | 'recent',
): Promise<readonly ServerListItem[]> {
  const { lists } = ctx.services.accesses;
  if (filter !== '') {
    const ip = normalise(filter);
    return access.hosting.servers.list(/^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/.test(ip) ? { ip } : { geo: filter });
  }
  const kept =
    age === 'now' ? await lists.read(access.key, access.hosting) : await lists.recent(access.key, access.hosting);
  return kept.items;
}

function label(ctx: Ctx, access: Access, item: ServerListItem): string {
  const part = (text: string) => isolate(shorten(text, LONGEST_PART));
  const parts = [part(named(access.account, item).name)];
  if (item.geo) parts.push(part(item.geo));
  const expiry = item.expireDate === undefined ? undefined : readExpiry(item.expireDate, Date.now());
  if (expiry && expiry.daysLeft < 0) parts.push(ctx.t.plain('expired-short', { days: -expiry.daysLeft }));
  else if (expiry) parts.push(ctx.t.plain('days-short', { days: expiry.daysLeft }));
  else if (item.expireDate) parts.push(part(item.expireDate));
  return ctx.t.directed(parts.join(' · '));
}

function filterKey(access: Access, reference: string): string {
  return `${access.key}:${reference}`;
}

async function keepFilter(ctx: Ctx, access: Access, filter: string): Promise<string> {
  const reference = serverReference(filter);
  await ctx.services.store.notes.set(filterKey(access, reference), filter, NOTE_LIFE_MS);
  return reference;
}
