import type { ServerListItem } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { expectPick } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { expiryFor, isolate, name, shorten } from '../../../telegram/ui/format.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';
import { pageLine, pageOf } from '../../common/pages.ts';
import { chosenIn, keepChoice, MAX_CHOSEN, newChoice } from '../../common/renewal-choice.ts';
import { onAccount, requirePrivate } from '../../common/require.ts';
import { type Named, named } from '../../common/servers/find-server.ts';
import { sortList } from '../../common/servers/server-rows.ts';
import { zoneHere } from '../../common/watches/zone-choice.ts';

const PAGE_SIZE = 8;
const MAX_PART_LENGTH = 32;
/** Without servers that left the account's list. @throws Refusal if none is left */
export async function chosenServers(ctx: Ctx, access: Access, note: string): Promise<Named[]> {
  const wanted = new Set(await chosenIn(ctx.services.store, access, note));
  const found = await ctx.services.accesses.lists.search(
    access.key,
    access.hosting,
    (items) => items.filter(({ id }) => wanted.has(serverReference(id))).map((item) => named(access.account, item)),
    ({ length }) => length === wanted.size,
  );
  if (found.length === 0) throw new Refusal((t) => t('renew-none-chosen'));
  return found;
}

/** The account's servers, the soonest to expire first, with the choice of several to renew. */
export const expiring = new Composer<Ctx>();

expiring.use(
  onAccount(
    buttons.expiring,
    (ctx, access, { chosen: note, page }) => showExpiring(ctx, access, note, page),
    requirePrivate,
  ),
);
expiring.use(
  onAccount(
    buttons.chooseExpiring,
    async (ctx, access, { chosen: note, page, server }) => {
      const before = await chosenIn(ctx.services.store, access, note);
      const after = before.includes(server) ? before.filter((other) => other !== server) : [...before, server];
      if (after.length > MAX_CHOSEN) throw new Refusal((t) => t('renew-too-many', { most: MAX_CHOSEN }));
      await keepChoice(ctx.services.store, access, note, after);
      await showExpiring(ctx, access, note, page);
    },
    requirePrivate,
  ),
);

/** @param note the reference of the choice; empty begins a new choice and reads the list anew */
export async function showExpiring(ctx: Ctx, access: Access, note = '', wanted = '0'): Promise<void> {
  const { t } = ctx;
  const { lists } = ctx.services.accesses;
  const { items } = await (note === '' ? lists.read : lists.recent)(access.key, access.hosting);
  const account = access.account.id;
  const values = { account, chosen: note === '' ? newChoice() : note };
  const marked = new Set(note === '' ? [] : await chosenIn(ctx.services.store, access, note));
  const page = pageOf(sortList(t, access.account, items), wanted, PAGE_SIZE, (to, direction) =>
    buttons.expiring.make(t.plain(`button-${direction}`), { ...values, page: to }),
  );
  const zone = await zoneHere(ctx);
  const rows = page.items.map((item) => {
    const server = serverReference(item.id);
    const words = label(ctx, access, item, zone);
    const shown = marked.has(server) ? t.plain('chosen', { name: words }) : words;
    return [buttons.chooseExpiring.make(shown, { ...values, page: String(page.page), server })];
  });
  const here = { ...values, via: String(page.page) };
  const go = buttons.renewChosen.make(t.plain('button-renew-chosen', { count: marked.size }), here, 'primary');
  const all = buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' });
  const messageId = await show(ctx, {
    text:
      items.length === 0
        ? t('servers-none')
        : t('expiring', { account: name(access.account.label) }) + pageLine(t, page),
    keyboard: [...rows, ...page.turns, ...(marked.size > 0 ? [[go]] : []), [all, ...home(ctx)]],
  });
  await expectPick(ctx, { command: 'renew', rest: '' }, messageId);
}

function label({ t, services }: Ctx, access: Access, item: ServerListItem, zone: string): string {
  const part = (text: string) => isolate(shorten(text, MAX_PART_LENGTH));
  const expiry = expiryFor(item.expireDate ?? '', zone, services.operations.now());
  const shown = part(named(access.account, item).name);
  if (!expiry) return item.expireDate === undefined ? shown : `${shown} · ${part(item.expireDate)}`;
  const { daysLeft } = expiry;
  const words =
    daysLeft < 0 ? t.plain('expired-short', { days: -daysLeft }) : t.plain('days-short', { days: daysLeft });
  return `${shown} · ${words}`;
}
