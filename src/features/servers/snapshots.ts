import { Composer } from 'grammy';
import type { Snapshot } from '../../hosting/index.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { isolate, name, shorten } from '../../telegram/ui/format.ts';
import { show } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { type Named, reference, requireServer } from '../common/find-server.ts';
import { pageLine, pageOf } from '../common/pages.ts';
import { prepare } from './prepare.ts';
import { snapshotScreen } from './snapshot-screen.ts';

const PAGE_SIZE = 8;
const LONGEST_LABEL = 40;

/** Lists, restores and deletes a server's snapshots. */
export const snapshots = new Composer<Ctx>();

snapshots.use(
  onButton(buttons.snapshots, async (ctx, { account, server, page }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await list(ctx, access, found, await access.hosting.snapshots.list(found.id), page);
  }),
);
snapshots.use(
  onButton(buttons.snapshot, async (ctx, { account, server, snapshot }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const copies = await access.hosting.snapshots.list(found.id);
    const copy = pick(copies, snapshot);
    await (copy ? one(ctx, access, found, copy) : vanished(ctx, access, found, copies));
  }),
);
snapshots.use(
  onButton(buttons.snapshotAct, async (ctx, { account, server, snapshot, action }) => {
    if (action === 'restore' && !isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const [status, copies] = await Promise.all([
      access.hosting.servers.status(found.id),
      access.hosting.snapshots.list(found.id),
    ]);
    const copy = pick(copies, snapshot);
    if (!copy) return vanished(ctx, access, found, copies);
    if (action !== 'restore' && action !== 'delete') return one(ctx, access, found, copy);
    await prepare(ctx, access, found, {
      kind: 'snapshot',
      parameters: { action, snapshot: copy.name },
      status,
      seen: () => ({ namesBefore: copies.map((other) => other.name) }),
      screen: snapshotScreen,
      typed: action === 'restore',
    });
  }),
);

async function list(
  ctx: Ctx,
  access: Access,
  server: Named,
  copies: readonly Snapshot[],
  wanted: string,
  notice = '',
): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id) };
  const page = pageOf(copies, wanted, PAGE_SIZE, (to, direction) =>
    buttons.snapshots.make(t.plain(`button-${direction}`), { ...values, page: to }),
  );
  await show(ctx, {
    text: notice + t('snapshots', { server: name(server.name), count: copies.length }) + pageLine(t, page),
    keyboard: [
      ...page.items.map((copy) => [
        buttons.snapshot.make(isolate(shorten(copy.name, LONGEST_LABEL)), {
          ...values,
          snapshot: reference(copy.name),
        }),
      ]),
      ...page.turns,
      [buttons.newSnapshot.make(t.plain('button-snapshot-new'), values, 'primary')],
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

function pick(copies: readonly Snapshot[], wanted: string): Snapshot | undefined {
  return copies.find((copy) => reference(copy.name) === wanted);
}

/** Says that it is gone, and shows what is there. */
async function vanished(ctx: Ctx, access: Access, server: Named, copies: readonly Snapshot[]): Promise<void> {
  await list(ctx, access, server, copies, '0', `${ctx.t('snapshot-vanished')}\n\n`);
}

async function one(ctx: Ctx, access: Access, server: Named, copy: Snapshot): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id), snapshot: reference(copy.name) };
  const restore = buttons.snapshotAct.make(t.plain('button-restore'), { ...values, action: 'restore' }, 'danger');
  const remove = buttons.snapshotAct.make(t.plain('button-delete'), { ...values, action: 'delete' }, 'danger');
  await show(ctx, {
    text: t('snapshot', { copy: name(copy.name), server: name(server.name) }),
    keyboard: [
      // Restoring is confirmed by typing, and groups keep their messages to themselves.
      isPrivate(ctx) ? [restore, remove] : [remove],
      [buttons.snapshots.make(t.plain('button-all-snapshots'), { ...values, page: '0' })],
    ],
  });
}
