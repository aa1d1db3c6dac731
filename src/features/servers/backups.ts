import { Composer } from 'grammy';
import type { Backup } from '../../hosting/index.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { code, figure, formatDay, isolate, name, readDay, shorten } from '../../telegram/ui/format.ts';
import { show } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { type Named, reference, requireServer } from '../common/find-server.ts';
import { pageLine, pageOf } from '../common/pages.ts';
import { backupScreen } from './backup-screen.ts';
import { prepare } from './prepare.ts';

const PAGE_SIZE = 8;
const LONGEST_LABEL = 40;
const LONGEST_VALUE = 150;

/** Makes, lists, restores and deletes a server's backups. */
export const backups = new Composer<Ctx>();

backups.use(
  onButton(buttons.backups, async (ctx, { account, server, page }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await list(ctx, access, found, await access.hosting.backups.list(found.id), page);
  }),
);
backups.use(
  onButton(buttons.backup, async (ctx, { account, server, backup }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const copies = await access.hosting.backups.list(found.id);
    const copy = pick(copies, backup);
    await (copy ? one(ctx, access, found, copy) : vanished(ctx, access, found, copies));
  }),
);
backups.use(
  onButton(buttons.backupAct, async (ctx, { account, server, backup, action }) => {
    if (action === 'restore' && !isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const { status, copies } = await readBoth(access, found);
    const copy = pick(copies, backup);
    if (!copy) return vanished(ctx, access, found, copies);
    if (action !== 'restore' && action !== 'delete') return one(ctx, access, found, copy);
    await prepare(ctx, access, found, {
      kind: 'backup',
      parameters: { action, volumeId: copy.volumeId },
      status,
      seen: () => ({ namesBefore: copies.map((other) => other.volumeId) }),
      screen: backupScreen,
      typed: action === 'restore',
    });
  }),
);
backups.use(
  onButton(buttons.newBackup, async (ctx, { account, server }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const { status, copies } = await readBoth(access, found);
    await prepare(ctx, access, found, {
      kind: 'backup',
      parameters: { action: 'create' },
      status,
      seen: () => ({ namesBefore: copies.map((other) => other.volumeId) }),
      screen: backupScreen,
    });
  }),
);

async function readBoth(access: Access, { id }: Named) {
  const [status, copies] = await Promise.all([access.hosting.servers.status(id), access.hosting.backups.list(id)]);
  return { status, copies };
}

async function list(
  ctx: Ctx,
  access: Access,
  server: Named,
  copies: readonly Backup[],
  wanted: string,
  notice = '',
): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id) };
  const page = pageOf(copies, wanted, PAGE_SIZE, (to, direction) =>
    buttons.backups.make(t.plain(`button-${direction}`), { ...values, page: to }),
  );
  await show(ctx, {
    text: notice + t('backups', { server: name(server.name), count: copies.length }) + pageLine(t, page),
    keyboard: [
      ...page.items.map((copy) => [
        buttons.backup.make(label(copy, copies, t), { ...values, backup: reference(copy.volumeId) }),
      ]),
      ...page.turns,
      [buttons.newBackup.make(t.plain('button-backup-new'), values, 'primary')],
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

/** Its day, and its name too where that day has several. */
function label(copy: Backup, copies: readonly Backup[], t: Translate): string {
  const part = (text: string) => isolate(shorten(text, LONGEST_LABEL));
  const date = day(copy, t) ?? copy.date;
  if (date === undefined) return part(copy.volumeId);
  const alone = copies.filter((other) => other.date === copy.date).length === 1;
  return alone ? part(date) : t.directed(`${part(date)} · ${part(copy.volumeId)}`);
}

/** The day of a backup in the reader's calendar; undefined where it is no date. */
function day({ date }: Backup, t: Translate): string | undefined {
  const read = date === undefined ? undefined : readDay(date);
  return read === undefined ? undefined : formatDay(read, t.locale);
}

function pick(copies: readonly Backup[], wanted: string): Backup | undefined {
  return copies.find((copy) => reference(copy.volumeId) === wanted);
}

/** Says that it is gone, and shows what is there. */
async function vanished(ctx: Ctx, access: Access, server: Named, copies: readonly Backup[]): Promise<void> {
  await list(ctx, access, server, copies, '0', `${ctx.t('backup-vanished')}\n\n`);
}

async function one(ctx: Ctx, access: Access, server: Named, copy: Backup): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id), backup: reference(copy.volumeId) };
  const asItCame = (text: string | undefined): string | Html =>
    text ? code(shorten(text, LONGEST_VALUE)) : t('backup-unstated');
  const restore = buttons.backupAct.make(t.plain('button-restore'), { ...values, action: 'restore' }, 'danger');
  const remove = buttons.backupAct.make(t.plain('button-delete'), { ...values, action: 'delete' }, 'danger');
  await show(ctx, {
    text: t('backup', {
      copy: asItCame(copy.volumeId),
      server: name(server.name),
      date: day(copy, t) ?? asItCame(copy.date),
      size: copy.size ? figure(copy.size, t.locale, LONGEST_VALUE) : t('backup-unstated'),
    }),
    keyboard: [
      // Restoring is confirmed by typing, and groups keep their messages to themselves.
      isPrivate(ctx) ? [restore, remove] : [remove],
      [buttons.backups.make(t.plain('button-all-backups'), { ...values, page: '0' })],
    ],
  });
}
