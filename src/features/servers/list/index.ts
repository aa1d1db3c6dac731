import type { InlineKeyboardButton } from 'grammy/types';
import type { ServerListItem } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { name, tidyName } from '../../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { home } from '../../common/next-steps.ts';
import { keepWords, keptWords, pageLine, pageOf } from '../../common/pages.ts';
import { onAccount, requireAccess } from '../../common/require.ts';
import { named } from '../../common/servers/find-server.ts';
import {
  nextSort,
  rowLabels,
  SORTS,
  type Sort,
  type States,
  showWithStates,
  sortIn,
  sortList,
  statesLine,
} from '../../common/servers/server-rows.ts';
import { watchesButton } from '../../common/watches/watching.ts';
import { states } from './states.ts';

const PAGE_SIZE = 8;
const MAX_FILTER_LENGTH = 64;
/** With more pages, turning them is no way to find a server. */
const MANY_PAGES = 5;

/** /servers [ip|location]: the account's servers, page by page, the soonest to expire first. */
export const list = new Composer<Ctx>();

interface Wanted {
  page: string;
  /** Goes to the provider. */
  filter: string;
  sort: Sort;
  age: 'now' | 'recent';
}

onCommand(list, 'servers', async (ctx) => {
  const access = await requireAccess(ctx, 'read');
  const filter = tidyName(ctx.match);
  if (filter.length > MAX_FILTER_LENGTH) {
    throw new Refusal((t) => t('servers-filter-long', { filter: name(filter), most: MAX_FILTER_LENGTH }));
  }
  await showList(ctx, access, { page: '0', filter, sort: 'expiry', age: 'now' }, (screen) => send(ctx, screen));
});
for (const [kind, age] of [
  [buttons.servers, 'now'],
  [buttons.serversPage, 'recent'],
] as const)
  list.use(onAccount(kind, (ctx, access, { page, filter }) => showTapped(ctx, access, page, filter, 'expiry', age)));
for (const [kind, age] of [
  [buttons.serversSorted, 'now'],
  [buttons.serversTurn, 'recent'],
] as const)
  list.use(
    onAccount(kind, (ctx, access, { page, filter, sort }) => showTapped(ctx, access, page, filter, sortIn(sort), age)),
  );
list.use(states);

/** @param filter the reference of the filter's words */
async function showTapped(
  ctx: Ctx,
  access: Access,
  page: string,
  filter: string,
  sort: Sort,
  age: Wanted['age'],
): Promise<void> {
  const words = filter === '' ? '' : await keptWords(ctx, access, filter);
  if (words === undefined) throw new Refusal((t) => t('button-old'));
  await showList(ctx, access, { page, filter: words, sort, age }, (screen) => show(ctx, screen));
}

async function showList(
  ctx: Ctx,
  access: Access,
  wanted: Wanted,
  put: (screen: Screen) => Promise<number>,
): Promise<void> {
  const { t } = ctx;
  const { filter, sort } = wanted;
  const items = await read(ctx, access, wanted);
  const account = access.account.id;
  const values = { account, filter: await keepWords(ctx, access, filter), sort: SORTS[sort] };
  if (items.length === 0) return void (await put(emptyScreen(ctx, access, wanted, values)));
  const page = pageOf(sortList(t, access.account, items, sort), wanted.page, PAGE_SIZE, (to, direction) =>
    buttons.serversTurn.make(t.plain(`button-${direction}`), { ...values, page: to }),
  );
  const shown = page.items.map((item) => named(access.account, item));
  const next = nextSort(sort);
  const sorting =
    items.length > 1
      ? [buttons.serversTurn.make(t.plain(`button-sort-${next}`), { ...values, page: '0', sort: SORTS[next] })]
      : [];
  const overview = filter === '' ? [buttons.states.make(t.plain('button-states'), { account, page: '0' })] : [];
  const tools = [...sorting, ...overview];
  const count = t('servers', { account: name(access.account.label), count: items.length });
  const head = items.length > 1 ? `${count} · ${t(`servers-by-${sort}`)}` : count;
  const filtered = filter === '' ? '' : `\n${t('servers-filter', { filter: name(filter) })}`;
  const hint = page.pages > MANY_PAGES ? `\n\n${t('servers-many')}` : '';
  const draw = (known: States): Screen => {
    const line = statesLine(t, shown, known);
    return {
      text: head + filtered + pageLine(t, page) + hint + (line === '' ? '' : `\n\n${line}`),
      keyboard: [
        ...rowLabels(t, shown, known).map(({ id, label }) => [
          buttons.server.make(label, { account, server: serverReference(id) }),
        ]),
        ...page.turns,
        ...(tools.length > 0 ? [tools] : []),
        ...shop(ctx, access, filter, 'some'),
        ...back(ctx, { ...values, page: String(page.page) }, filter, watchesButton(ctx, access)),
      ],
    };
  };
  await showWithStates(ctx, access, shown, draw, put);
}

function emptyScreen(
  ctx: Ctx,
  access: Access,
  { filter }: Wanted,
  values: { account: string; filter: string; sort: string },
): Screen {
  const { t } = ctx;
  const text = filter === '' ? t('servers-none') : t('servers-none-match', { filter: name(filter) });
  return { text, keyboard: [...shop(ctx, access, filter, 'none'), ...back(ctx, { ...values, page: '0' }, filter)] };
}

/** Purchases belong into the private chat. */
function shop(ctx: Ctx, access: Access, filter: string, servers: 'some' | 'none'): InlineKeyboardButton[][] {
  if (!isPrivate(ctx) || filter !== '') return [];
  const account = access.account.id;
  const buy = buttons.buy.make(ctx.t.plain('button-buy'), { account });
  const renew = buttons.expiring.make(ctx.t.plain('button-renew'), { account, chosen: '', page: '0' });
  return [servers === 'none' ? [buy] : [buy, renew]];
}

function back(
  ctx: Ctx,
  values: { account: string; page: string; filter: string; sort: string },
  filter: string,
  watches: InlineKeyboardButton[] = [],
): InlineKeyboardButton[][] {
  const { account } = values;
  const all = buttons.servers.make(ctx.t.plain('button-all-servers'), { account, page: '0', filter: '' });
  const refresh = buttons.serversSorted.make(ctx.t.plain('button-refresh'), values);
  return inRows([...(filter === '' ? [] : [all]), refresh, ...watches, ...home(ctx)]);
}

/** A filter is an IP if it looks like one, else a location; only unfiltered lists are kept. */
async function read(ctx: Ctx, access: Access, { filter, age }: Wanted): Promise<readonly ServerListItem[]> {
  const { lists } = ctx.services.accesses;
  if (filter !== '') {
    const ip = normalise(filter);
    const isAddress = /^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/.test(ip);
    return access.hosting.servers.list(isAddress ? { ip } : { geo: ctx.t.terms.codeOf(filter) ?? filter });
  }
  const kept =
    age === 'now' ? await lists.read(access.key, access.hosting) : await lists.recent(access.key, access.hosting);
  return kept.items;
}
