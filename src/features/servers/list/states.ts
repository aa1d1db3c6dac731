import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { name } from '../../../telegram/ui/format.ts';
import { richScreen } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { pageLine, pageOf } from '../../common/pages.ts';
import { onAccount, requireAccess } from '../../common/require.ts';
import { chooseServer } from '../../common/servers/choose-server.ts';
import { type Named, named } from '../../common/servers/find-server.ts';
import {
  type States,
  serverTable,
  showWithStates,
  sortList,
  stateCounts,
  statesLine,
} from '../../common/servers/server-rows.ts';
import { cardScreen } from '../card.ts';

/** Forty lines fit into one plain message, and forty readings into a few seconds. */
const PAGE_SIZE = 40;

/** /status: the state of every server in one message; /status NAME is that server's card. */
export const states = new Composer<Ctx>();

onCommand(states, 'status', async (ctx) => {
  if (ctx.match.trim() === '')
    return showStates(ctx, await requireAccess(ctx, 'read'), '0', (screen) => send(ctx, screen));
  await chooseServer(ctx, 'server', ctx.match, async (access, server) =>
    send(ctx, await cardScreen(ctx, access, server)),
  );
});
states.use(
  onAccount(buttons.states, (ctx, access, { page }) =>
    showStates(ctx, access, page, (screen) => show(ctx, screen), 'anew'),
  ),
);

async function showStates(
  ctx: Ctx,
  access: Access,
  wanted: string,
  put: (screen: Screen) => Promise<number>,
  asked: 'anew' | 'along' = 'along',
): Promise<void> {
  const { t } = ctx;
  const account = access.account.id;
  const { lists } = ctx.services.accesses;
  const { items } = await lists.recent(access.key, access.hosting);
  const soonest = sortList(t, access.account, items);
  const page = pageOf(soonest, wanted, PAGE_SIZE, (to, direction) =>
    buttons.states.make(t.plain(`button-${direction}`), { account, page: to }),
  );
  const shown = page.items.map((item) => named(access.account, item));
  const refresh = buttons.states.make(t.plain('button-refresh'), { account, page: String(page.page) });
  const all = buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' });
  const draw = (known: States): Screen => {
    const head = t('states', { account: name(access.account.label), count: items.length });
    const counts = known.isReading ? statesLine(t, shown, known) : countsLine(t, shown, known);
    const parts = [`${head}${pageLine(t, page)}\n${counts}`, serverTable(t, shown, known)];
    const screen = items.length === 0 ? { text: t('servers-none') } : richScreen(t, parts);
    return { ...screen, keyboard: [...page.turns, [refresh, all]] };
  };
  await showWithStates(ctx, access, shown, draw, put, asked);
}

function countsLine(t: Translate, shown: readonly Named[], known: States): string {
  return [stateCounts(t, shown, known), statesLine(t, shown, known)].filter((part) => part !== '').join('\n');
}
