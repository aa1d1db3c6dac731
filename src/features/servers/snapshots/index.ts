import type { InlineKeyboardButton } from 'grammy/types';
import type { Backup, Hosting, OperatingSystem } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation, OperationKind } from '../../../operations/index.ts';
import { backupKind, snapshotKind } from '../../../operations/kinds/snapshots-and-backups.ts';
import type { StatusSeen, Target } from '../../../operations/kinds/target.ts';
import type { Progress } from '../../../operations/kinds/watched.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { showChoice } from '../../../telegram/dialog/ask.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { Style } from '../../../telegram/ui/button.ts';
import {
  code,
  dayIn,
  figure,
  formatDay,
  formatSecond,
  isolate,
  type Moment,
  momentIn,
  name,
  readBackupDay,
  shorten,
  zone,
} from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { awayOf } from '../../common/operation/away.ts';
import { operationScreen } from '../../common/operation/screen.ts';
import { pageLine, pageOf } from '../../common/pages.ts';
import { requirePrivate } from '../../common/require.ts';
import { type Named, onServer, targetWords } from '../../common/servers/find-server.ts';
import { systemName, systemWords } from '../../common/servers/server-words.ts';
import { openConfirm, readingLine, toCard } from '../open-confirm.ts';

const PAGE_SIZE = 8;
const MAX_LABEL_LENGTH = 40;
const MAX_VALUE_LENGTH = 150;

/** Lists, restores and deletes a server's snapshots and backups, and makes backups. */
export const snapshotsAndBackups = new Composer<Ctx>();

/** A snapshot, or a backup by its volume id. */
interface Saved {
  name: string;
  date?: Backup['date'];
  size?: Backup['size'];
}

interface OfServer {
  account: string;
  server: string;
}

/** How snapshots and backups differ. `saved` in a button is a name's reference. */
interface Row {
  kind: OperationKind & ('snapshot' | 'backup');
  texts: { list: 'snapshots' | 'backups'; vanished: 'snapshot-vanished' | 'backup-vanished' };
  read(hosting: Hosting, serverId: string): Promise<readonly Saved[]>;
  label(saved: Saved, all: readonly Saved[], t: Translate): string;
  text(saved: Saved, server: Named, t: Translate): string;
  parameters(saved: Saved): object;
  screen(operation: Operation, t: Translate): Screen;
  toList(label: string, values: OfServer, page: string): InlineKeyboardButton;
  toOne(label: string, values: OfServer, saved: string): InlineKeyboardButton;
  toAct(label: string, values: OfServer, saved: string, action: string, style?: Style): InlineKeyboardButton;
  toNew(label: string, values: OfServer, style?: Style): InlineKeyboardButton;
}

/** A button holds a system beside it. */
const MAX_AGAIN_NAME_BYTES = 30;

const SNAPSHOTS: Row = {
  kind: 'snapshot',
  texts: { list: 'snapshots', vanished: 'snapshot-vanished' },
  read: (hosting, serverId) => hosting.snapshots.list(serverId),
  label: (saved) => isolate(shorten(saved.name, MAX_LABEL_LENGTH)),
  text: (saved, server, t) => t('snapshot', { copy: name(saved.name), server: name(server.name) }),
  parameters: (saved) => ({ snapshot: saved.name }),
  screen: snapshotScreen,
  toList: (label, values, page) => buttons.snapshots.make(label, { ...values, page }),
  toOne: (label, values, saved) => buttons.snapshot.make(label, { ...values, snapshot: saved }),
  toAct: (label, values, saved, action, style) =>
    buttons.snapshotAct.make(label, { ...values, snapshot: saved, action }, style),
  toNew: buttons.newSnapshot.make,
};

const BACKUPS: Row = {
  kind: 'backup',
  texts: { list: 'backups', vanished: 'backup-vanished' },
  async read(hosting, serverId) {
    const list = await hosting.backups.list(serverId);
    return list.map(({ volumeId, date, size }) => ({ name: volumeId, date, size }));
  },
  label: backupLabel,
  text: backupText,
  parameters: (saved) => ({ volumeId: saved.name }),
  screen: backupScreen,
  toList: (label, values, page) => buttons.backups.make(label, { ...values, page }),
  toOne: (label, values, saved) => buttons.backup.make(label, { ...values, backup: saved }),
  toAct: (label, values, saved, action, style) =>
    buttons.backupAct.make(label, { ...values, backup: saved, action }, style),
  toNew: buttons.newBackup.make,
};

snapshotsAndBackups.use(
  onServer(buttons.snapshots, (ctx, access, server, { page }) => openList(ctx, access, server, SNAPSHOTS, page)),
  onServer(buttons.snapshot, (ctx, access, server, { snapshot }) => openOne(ctx, access, server, SNAPSHOTS, snapshot)),
  onServer(
    buttons.snapshotAct,
    (ctx, access, server, { snapshot, action }) => act(ctx, access, server, SNAPSHOTS, snapshot, action),
    restoreInPrivate,
  ),
  onServer(buttons.backups, (ctx, access, server, { page }) => openList(ctx, access, server, BACKUPS, page)),
  onServer(buttons.backup, (ctx, access, server, { backup }) => openOne(ctx, access, server, BACKUPS, backup)),
  onServer(
    buttons.backupAct,
    (ctx, access, server, { backup, action }) => act(ctx, access, server, BACKUPS, backup, action),
    restoreInPrivate,
  ),
  onServer(buttons.newBackup, async (ctx, access, server) => {
    const { status, all } = await readBoth(access, server, BACKUPS);
    await openConfirm(ctx, access, server, {
      kind: 'backup',
      parameters: { action: 'create' },
      status,
      seen: () => ({ namesBefore: all.map((each) => each.name) }),
      screen: backupScreen,
    });
  }),
);

/** A restore is confirmed by typing, and in groups the bot does not see what people type. */
function restoreInPrivate(ctx: Ctx, { action }: { action: string }): void {
  if (action === 'restore') requirePrivate(ctx);
}

async function readBoth(access: Access, { id }: Named, row: Row) {
  const [status, all] = await Promise.all([access.hosting.servers.status(id), row.read(access.hosting, id)]);
  return { status, all };
}

async function openList(ctx: Ctx, access: Access, server: Named, row: Row, page: string): Promise<void> {
  await list(ctx, access, server, row, await row.read(access.hosting, server.id), page);
}

async function openOne(ctx: Ctx, access: Access, server: Named, row: Row, wanted: string): Promise<void> {
  const all = await row.read(access.hosting, server.id);
  const saved = pick(all, wanted);
  await (saved ? one(ctx, access, server, row, saved) : vanished(ctx, access, server, row, all));
}

/** For an action of neither kind, shows the copy. */
async function act(ctx: Ctx, access: Access, server: Named, row: Row, wanted: string, action: string): Promise<void> {
  const { status, all } = await readBoth(access, server, row);
  const saved = pick(all, wanted);
  if (!saved) return vanished(ctx, access, server, row, all);
  if (action !== 'restore' && action !== 'delete') return one(ctx, access, server, row, saved);
  await openConfirm(ctx, access, server, {
    kind: row.kind,
    parameters: { action, ...row.parameters(saved) },
    status,
    seen: () => ({ namesBefore: all.map((each) => each.name) }),
    screen: row.screen,
    typed: action === 'restore',
  });
}

async function list(
  ctx: Ctx,
  access: Access,
  server: Named,
  row: Row,
  all: readonly Saved[],
  wanted: string,
  notice = '',
): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const page = pageOf(all, wanted, PAGE_SIZE, (to, direction) =>
    row.toList(t.plain(`button-${direction}`), values, to),
  );
  const choices = page.items.map((saved) => row.toOne(row.label(saved, all, t), values, serverReference(saved.name)));
  const text = notice + t(row.texts.list, { server: name(server.name), count: all.length }) + pageLine(t, page);
  const keyboard = [
    ...choices.map((each) => [each]),
    ...page.turns,
    [row.toNew(t.plain(`button-${row.kind}-new`), values, 'primary')],
    [buttons.server.make(t.plain('button-card'), values)],
  ];
  await showChoice(ctx, { text, keyboard }, choices);
}

function pick(all: readonly Saved[], wanted: string): Saved | undefined {
  return all.find((saved) => serverReference(saved.name) === wanted);
}

async function vanished(ctx: Ctx, access: Access, server: Named, row: Row, all: readonly Saved[]): Promise<void> {
  await list(ctx, access, server, row, all, '0', `${ctx.t(row.texts.vanished)}\n\n`);
}

async function one(ctx: Ctx, access: Access, server: Named, row: Row, saved: Saved): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const restore = row.toAct(t.plain('button-restore'), values, serverReference(saved.name), 'restore', 'danger');
  const remove = row.toAct(t.plain('button-delete'), values, serverReference(saved.name), 'delete', 'danger');
  await show(ctx, {
    text: row.text(saved, server, t),
    keyboard: [
      isPrivate(ctx) ? [restore, remove] : [remove],
      [row.toList(t.plain(`button-all-${row.kind}s`), values, '0')],
    ],
  });
}

/** The day; also the time or the name if that day has several. */
function backupLabel(saved: Saved, all: readonly Saved[], t: Translate): string {
  const part = (text: string) => isolate(shorten(text, MAX_LABEL_LENGTH));
  const isOnly = (words: (each: Saved) => string | undefined) =>
    all.filter((other) => words(other) === words(saved)).length === 1;
  const date = (each: Saved) => day(each, t) ?? each.date;
  const time = (each: Saved) => madeAt(each.name, t)?.plain;
  const [onDay, at] = [date(saved), time(saved)];
  if (onDay === undefined) return part(saved.name);
  if (isOnly(date)) return part(onDay);
  return at !== undefined && isOnly(time) ? part(at) : t.directed(`${part(onDay)} · ${part(saved.name)}`);
}

/** Some names are times. */
function madeAt(volumeId: string, t: Translate): Moment | undefined {
  const at = momentIn(volumeId);
  return at === undefined ? undefined : formatSecond(at, t);
}

function backupWords(volumeId: string, t: Translate): Html {
  return madeAt(volumeId, t) ?? code(shorten(volumeId, MAX_VALUE_LENGTH));
}

function backupText(saved: Saved, server: Named, t: Translate): string {
  const asItCame = (text: string | undefined): string | Html =>
    text ? code(shorten(text, MAX_VALUE_LENGTH)) : t('backup-unstated');
  return t('backup', {
    copy: backupWords(saved.name, t),
    server: name(server.name),
    date: day(saved, t) ?? asItCame(saved.date),
    size: saved.size ? figure(saved.size, t.locale, MAX_VALUE_LENGTH) : t('backup-unstated'),
  });
}

/** By the reader's clock if the name is a time; `undefined` for an unreadable date. */
function day({ name: volumeId, date = '' }: Saved, t: Translate): string | undefined {
  const at = momentIn(volumeId);
  const read = at === undefined ? readBackupDay(date) : dayIn(zone(t.locale), at);
  return read === undefined ? undefined : formatDay(read, t.locale);
}

export function snapshotScreen(operation: Operation, t: Translate): Screen {
  const parameters = snapshotKind.parametersOf(operation);
  const { action, snapshot, reinstallWith: os } = parameters;
  const progress = snapshotKind.progressOf(operation);
  const listedAs = progress.seen.created ?? progress.seen.onlyNew ?? snapshot;
  const words = { copy: name(snapshot), server: targetWords(parameters) };
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  return actScreen(operation, t, SNAPSHOTS, {
    parameters,
    progress,
    saved: snapshot,
    what: t(`snapshot-${action}-what`, words),
    question: t(`snapshot-${action}-question`, words),
    did: t(`snapshot-${action}-did`, words),
    means: t(`snapshot-${action}-means`),
    yes: action === 'restore' ? undefined : t.plain(`snapshot-${action}-yes`),
    done:
      [
        ...(listedAs === snapshot
          ? []
          : [t('snapshot-created-as', { copy: code(shorten(listedAs, MAX_VALUE_LENGTH)) })]),
        ...(os === undefined ? [] : [t('snapshot-before-reinstall', { os: systemWords(t, os) })]),
      ].join('\n') || undefined,
    again: action === 'create' ? snapshotAgain(t.plain('button-ask-again'), values, snapshot, os) : undefined,
    helps: action === 'create' ? [[anotherName(t.plain('button-another-name'), values, os)]] : undefined,
    // A snapshot before a reinstall leads back to the reinstall.
    onward:
      os === undefined
        ? []
        : [
            [
              buttons.reinstallNow.make(
                t.plain('button-reinstall-now', { os: systemName(t, os) }),
                { ...values, os },
                'danger',
              ),
            ],
          ],
  });
}

export function fitsButton(wanted: string, mostBytes: number): boolean {
  return Buffer.byteLength(wanted) <= mostBytes && !wanted.includes('|');
}

/** By its name if a button has room for it, and with the reinstall that it was for. */
function snapshotAgain(
  label: string,
  values: { account: string; server: string },
  taken: string,
  os: OperatingSystem | undefined,
): InlineKeyboardButton {
  if (fitsButton(taken, MAX_AGAIN_NAME_BYTES))
    return buttons.takeAgain.make(label, { ...values, name: taken, os: os ?? '' });
  return anotherName(label, values, os);
}

function anotherName(
  label: string,
  values: { account: string; server: string },
  os: OperatingSystem | undefined,
): InlineKeyboardButton {
  return os ? buttons.snapshotFirst.make(label, { ...values, os }) : buttons.newSnapshot.make(label, values);
}

export function backupScreen(operation: Operation, t: Translate): Screen {
  const parameters = backupKind.parametersOf(operation);
  const progress = backupKind.progressOf(operation);
  const { action, volumeId = '' } = parameters;
  const { created } = progress.seen;
  const server = targetWords(parameters);
  const copy = backupWords(volumeId, t);
  return actScreen(operation, t, BACKUPS, {
    parameters,
    progress,
    saved: volumeId,
    what: action === 'create' ? t('backup-create-what', { server }) : t(`backup-${action}-what`, { copy, server }),
    question:
      action === 'create' ? t('backup-create-question', { server }) : t(`backup-${action}-question`, { copy, server }),
    did: action === 'create' ? t('backup-create-did', { server }) : t(`backup-${action}-did`, { copy, server }),
    means: t(`backup-${action}-means`),
    yes: action === 'restore' ? undefined : t.plain(`backup-${action}-yes`),
    done: created === undefined ? undefined : t('backup-created-as', { copy: backupWords(created, t) }),
    onward: [],
  });
}

interface Act {
  parameters: Target & { action: 'create' | 'restore' | 'delete' };
  progress: Progress<StatusSeen>;
  saved: string;
  what: string;
  question: string;
  did: string;
  means: string;
  /** A restore is confirmed by typing. */
  yes: string | undefined;
  done: string | undefined;
  onward: InlineKeyboardButton[][];
  again?: InlineKeyboardButton | undefined;
  /** Replaces the row's buttons after a refusal. */
  helps?: InlineKeyboardButton[][] | undefined;
}

function actScreen(operation: Operation, t: Translate, row: Row, act: Act): Screen {
  const { parameters, progress, saved, what, question, did, means, yes, done, onward, again, helps } = act;
  const { action, by } = parameters;
  const { kind } = row;
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const label = t.plain('button-ask-again');
  return operationScreen(operation, t, {
    what: { html: what },
    question,
    did,
    means,
    yes,
    style: action === 'create' ? 'primary' : 'danger',
    reading: readingLine(t, operation, progress, action === 'restore'),
    unclear: progress.unclear,
    away: awayOf(t, operation, progress, parameters),
    by,
    done,
    again:
      again ??
      (action === 'create' ? row.toNew(label, values) : row.toAct(label, values, serverReference(saved), action)),
    onward: [...onward, [row.toList(t.plain(`button-${kind}s`), values, '0')]],
    // It may be gone from the list meanwhile.
    helps: helps ?? (action === 'create' ? [] : [[row.toList(t.plain(`button-${kind}s`), values, '0')]]),
    back: [[toCard(operation, parameters, t)]],
  });
}
