import { Composer } from 'grammy';
import { snapshot as kind } from '../../operations/copies.ts';
import type { Operation } from '../../operations/index.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { isolate, name } from '../../telegram/format.ts';
import type { Translate } from '../../telegram/i18n.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { type Screen, send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { operationScreen } from '../operation-screen.ts';
import { chooseServer } from './choose.ts';
import { type Named, reference, requireServer } from './find.ts';
import { pageOf } from './pages.ts';
import { prepare, statusLine, targetWords, toCard } from './prepare.ts';

const QUESTION = 'snapshot-name';
const PAGE_SIZE = 8;
const LONGEST_NAME = 64;

/** /snapshot NAME|IP [name]: takes, lists, restores and deletes snapshots. */
export const snapshots = new Composer<Ctx>();

snapshots.command('snapshot', (ctx) => {
  const [typed = '', ...rest] = ctx.match.trim().split(/\s+/);
  const wanted = rest.join(' ');
  return chooseServer(
    ctx,
    typed,
    (access, server, label) =>
      buttons.newSnapshot.make(label, { account: access.account.id, server: reference(server.id) }),
    (access, server) => take(ctx, access, server, wanted || suggestion()),
  );
});
snapshots.use(
  onButton(buttons.snapshots, async (ctx, { account, server, page }) => {
    const access = await requireAccess(ctx, account);
    await list(ctx, access, await requireServer(ctx, access, server), page);
  }),
);
snapshots.use(
  onButton(buttons.snapshot, async (ctx, { account, server, snapshot }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await one(ctx, access, found, await requireSnapshot(access, found, snapshot));
  }),
);
snapshots.use(
  onButton(buttons.snapshotAct, async (ctx, { account, server, snapshot, action }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const copy = await requireSnapshot(access, found, snapshot);
    if (action === 'restore') await askTo(ctx, access, found, 'restore', copy);
    else if (action === 'delete') await askTo(ctx, access, found, 'delete', copy);
    else await one(ctx, access, found, copy);
  }),
);
snapshots.use(
  onButton(buttons.newSnapshot, async (ctx, { account, server }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    // Groups keep their messages to themselves: there the suggested name has to do.
    if (!isPrivate(ctx)) return take(ctx, access, found, suggestion());
    await askForName(ctx, { account, server }, found, 'show');
  }),
);
snapshots.use(
  onButton(buttons.takeSnapshot, async (ctx, { account, server, name: wanted }) => {
    const access = await requireAccess(ctx, account);
    await take(ctx, access, await requireServer(ctx, access, server), wanted);
  }),
);
snapshots.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', server = ''] }) => {
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    const wanted = text?.trim() ?? '';
    const fits = wanted !== '' && [...wanted].length <= LONGEST_NAME && !/[\r\n]/.test(wanted);
    if (!fits) return askForName(ctx, { account, server }, found, 'snapshot-name-unfit');
    const taken = (await access.hosting.snapshots.list(found.id)).some((copy) => copy.name === wanted);
    if (taken) return askForName(ctx, { account, server }, found, 'snapshot-name-taken');
    await take(ctx, access, found, wanted);
  }),
);

/** A name by the moment, in UTC: it sorts, and says what it is. */
function suggestion(): string {
  return new Date().toISOString().slice(0, 16).replace('T', '-').replace(':', '');
}

async function askForName(
  ctx: Ctx,
  values: { account: string; server: string },
  server: Named,
  because: 'show' | 'snapshot-name-unfit' | 'snapshot-name-taken',
): Promise<void> {
  const { t } = ctx;
  const suggested = suggestion();
  await ask(ctx, QUESTION, [values.account, values.server], {
    text: because === 'show' ? t('snapshot-name-ask', { server: name(server.name) }) : t(because),
    keyboard: [
      [
        buttons.takeSnapshot.make(
          t.plain('button-snapshot-name', { copy: isolate(suggested) }),
          { ...values, name: suggested },
          'primary',
        ),
      ],
      [buttons.snapshots.make(t.plain('button-cancel'), { ...values, page: '0' })],
    ],
  });
}

async function list(ctx: Ctx, access: Access, server: Named, wanted: string): Promise<void> {
  const { t } = ctx;
  const copies = await access.hosting.snapshots.list(server.id);
  const values = { account: access.account.id, server: reference(server.id) };
  const { items, turns } = pageOf(copies, wanted, PAGE_SIZE, (page, direction) =>
    buttons.snapshots.make(t.plain(`button-${direction}`), { ...values, page }),
  );
  await show(ctx, {
    text: t('snapshots', { server: name(server.name), count: copies.length }),
    keyboard: [
      ...items.map((copy) => [
        buttons.snapshot.make(isolate(copy.name), { ...values, snapshot: reference(copy.name) }),
      ]),
      ...turns,
      [buttons.newSnapshot.make(t.plain('button-snapshot-new'), values, 'primary')],
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

async function one(ctx: Ctx, access: Access, server: Named, copy: string): Promise<void> {
  const { t } = ctx;
  const values = { account: access.account.id, server: reference(server.id), snapshot: reference(copy) };
  await show(ctx, {
    text: t('snapshot', { copy: name(copy), server: name(server.name) }),
    keyboard: [
      [
        buttons.snapshotAct.make(t.plain('button-restore'), { ...values, action: 'restore' }, 'danger'),
        buttons.snapshotAct.make(t.plain('button-delete'), { ...values, action: 'delete' }, 'danger'),
      ],
      [buttons.snapshots.make(t.plain('button-all-snapshots'), { ...values, page: '0' })],
    ],
  });
}

async function requireSnapshot(access: Access, server: Named, wanted: string): Promise<string> {
  const copies = await access.hosting.snapshots.list(server.id);
  const found = copies.find((copy) => reference(copy.name) === wanted);
  if (!found) throw new Refusal((t) => t('snapshot-vanished'));
  return found.name;
}

async function take(ctx: Ctx, access: Access, server: Named, copy: string): Promise<void> {
  if ([...copy].length > LONGEST_NAME) return void (await send(ctx, { text: ctx.t('snapshot-name-unfit') }));
  await askTo(ctx, access, server, 'create', copy);
}

async function askTo(
  ctx: Ctx,
  access: Access,
  server: Named,
  action: 'create' | 'restore' | 'delete',
  copy: string,
): Promise<void> {
  const typed = action === 'restore';
  if (typed && !isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
  const copies = await access.hosting.snapshots.list(server.id);
  await prepare(ctx, access, server, {
    kind: 'snapshot',
    parameters: { action, snapshot: copy },
    seen: () => ({ namesBefore: copies.map((other) => other.name) }),
    screen: snapshotScreen,
    typed,
  });
}

export function snapshotScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const { seen, unreadable, unclear } = kind.progressOf(operation);
  const { action } = parameters;
  const values = { account: operation.accountId, server: reference(parameters.serverId) };
  const yes = action === 'restore' ? undefined : t.plain(`snapshot-${action}-yes`);
  return operationScreen(operation, t, {
    what: { html: t(`snapshot-${action}-what`, { copy: name(parameters.snapshot), server: targetWords(parameters) }) },
    means: t(`snapshot-${action}-means`),
    yes,
    style: action === 'create' ? 'primary' : 'danger',
    reading: statusLine(t, seen, unreadable),
    unclear,
    by: parameters.by,
    again: buttons.snapshots.make(t.plain('button-snapshots'), { ...values, page: '0' }),
    onward: [[buttons.snapshots.make(t.plain('button-snapshots'), { ...values, page: '0' })]],
    back: [[toCard(operation, parameters, t)]],
  });
}
