import { Composer } from 'grammy';
import type { Backup } from '../../hosting/index.ts';
import { backup as kind } from '../../operations/copies.ts';
import type { Operation } from '../../operations/index.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { code, formatDay, isolate, name, readDay } from '../../telegram/format.ts';
import type { Html, Translate } from '../../telegram/i18n.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { type Screen, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { operationScreen } from '../operation-screen.ts';
import { type Named, reference, requireServer } from './find.ts';
import { pageOf } from './pages.ts';
import { prepare, statusLine, targetWords, toCard } from './prepare.ts';

const PAGE_SIZE = 8;

/** Makes, lists, restores and deletes backups. */
export const backups = new Composer<Ctx>();

backups.use(
  onButton(buttons.backups, async (ctx, { account, server, page }) => {
    const access = await requireAccess(ctx, account);
    await list(ctx, access, await requireServer(ctx, access, server), page);
  }),
);
backups.use(
  onButton(buttons.backup, async (ctx, { account, server, backup }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await one(ctx, access, found, await requireBackup(access, found, backup));
  }),
);
backups.use(
  onButton(buttons.backupAct, async (ctx, { account, server, backup, action }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const copy = await requireBackup(access, found, backup);
    if (action === 'restore') await askTo(ctx, access, found, 'restore', copy);
    else if (action === 'delete') await askTo(ctx, access, found, 'delete', copy);
    else await one(ctx, access, found, copy);
  }),
);
backups.use(
  onButton(buttons.newBackup, async (ctx, { account, server }) => {
    const access = await requireAccess(ctx, account);
    await askTo(ctx, access, await requireServer(ctx, access, server), 'create', undefined);
  }),
);

async function list(ctx: Ctx, access: Access, server: Named, wanted: string): Promise<void> {
  const { t } = ctx;
  const copies = await access.hosting.backups.list(server.id);
  const values = { account: access.account.id, server: reference(server.id) };
  const { items, turns } = pageOf(copies, wanted, PAGE_SIZE, (page, direction) =>
    buttons.backups.make(t.plain(`button-${direction}`), { ...values, page }),
  );
  await show(ctx, {
    text: t('backups', { server: name(server.name), count: copies.length }),
    keyboard: [
      ...items.map((copy) => [
        buttons.backup.make(isolate(day(copy, t) ?? copy.volumeId), { ...values, backup: reference(copy.volumeId) }),
      ]),
      ...turns,
      [buttons.newBackup.make(t.plain('button-backup-new'), values, 'primary')],
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

/** The day of a backup in the reader's calendar; undefined where it is no date. */
function day({ date }: Backup, t: Translate): string | undefined {
  const read = date === undefined ? undefined : readDay(date);
  return read === undefined ? undefined : formatDay(read, t.locale);
}

async function one(ctx: Ctx, access: Access, server: Named, copy: Backup): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id), backup: reference(copy.volumeId) };
  const asItCame = (text: string | undefined): string | Html => (text ? code(text) : t('backup-unstated'));
  await show(ctx, {
    text: t('backup', {
      copy: code(copy.volumeId),
      server: name(server.name),
      date: day(copy, t) ?? asItCame(copy.date),
      size: asItCame(copy.size),
    }),
    keyboard: [
      [
        buttons.backupAct.make(t.plain('button-restore'), { ...values, action: 'restore' }, 'danger'),
        buttons.backupAct.make(t.plain('button-delete'), { ...values, action: 'delete' }, 'danger'),
      ],
      [buttons.backups.make(t.plain('button-all-backups'), { ...values, page: '0' })],
    ],
  });
}

async function requireBackup(access: Access, server: Named, wanted: string): Promise<Backup> {
  const copies = await access.hosting.backups.list(server.id);
  const found = copies.find((copy) => reference(copy.volumeId) === wanted);
  if (!found) throw new Refusal((t) => t('backup-vanished'));
  return found;
}

async function askTo(
  ctx: Ctx,
  access: Access,
  server: Named,
  action: 'create' | 'restore' | 'delete',
  copy: Backup | undefined,
): Promise<void> {
  const typed = action === 'restore';
  if (typed && !isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
  const copies = await access.hosting.backups.list(server.id);
  await prepare(ctx, access, server, {
    kind: 'backup',
    parameters: copy === undefined ? { action } : { action, volumeId: copy.volumeId },
    seen: () => ({ namesBefore: copies.map((other) => other.volumeId) }),
    screen: backupScreen,
    typed,
  });
}

export function backupScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const { seen, unreadable, unclear } = kind.progressOf(operation);
  const { action, volumeId } = parameters;
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: reference(parameters.serverId) };
  const toList = buttons.backups.make(t.plain('button-backups'), { ...values, page: '0' });
  const copy = code(volumeId ?? '');
  return operationScreen(operation, t, {
    what: {
      html: action === 'create' ? t('backup-create-what', { server }) : t(`backup-${action}-what`, { copy, server }),
    },
    means: t(`backup-${action}-means`),
    yes: action === 'restore' ? undefined : t.plain(`backup-${action}-yes`),
    style: action === 'create' ? 'primary' : 'danger',
    reading: statusLine(t, seen, unreadable),
    unclear,
    by: parameters.by,
    done: seen.created === undefined ? undefined : t('backup-created-as', { copy: code(seen.created) }),
    again: toList,
    onward: [[toList]],
    back: [[toCard(operation, parameters, t)]],
  });
}
