import { OPERATING_SYSTEMS, type OperatingSystem, type Snapshot } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { name, tidyName } from '../../../telegram/ui/format.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { requireAccess } from '../../common/require.ts';
import { chooseServer } from '../../common/servers/choose-server.ts';
import { findServers, type Named, onServer, requireOwnServer } from '../../common/servers/find-server.ts';
import { openConfirm } from '../open-confirm.ts';
import { fitsButton, snapshotScreen } from './index.ts';

const QUESTION = 'snapshot-name';
const MAX_NAME_LENGTH = 64;
/** The name shares the button with other arguments. */
const MAX_BUTTON_NAME_BYTES = 40;

/** /snapshot NAME|IP [name]: takes a snapshot, named by the person or by the moment. */
export const newSnapshot = new Composer<Ctx>();

onCommand(newSnapshot, 'snapshot', async (ctx) => {
  const { typed, wanted } = await readNames(ctx, ctx.match);
  const carried = wanted !== '' && fitsButton(wanted, MAX_BUTTON_NAME_BYTES);
  const button = (label: string, values: { account: string; server: string }) =>
    buttons.takeSnapshot.make(label, { ...values, name: wanted });
  await chooseServer(
    ctx,
    'snapshot',
    typed,
    (access, server) => take(ctx, access, server, wanted === '' ? {} : { wanted }),
    carried ? { button, rest: wanted } : {},
  );
});
newSnapshot.use(onServer(buttons.newSnapshot, (ctx, access, server) => begin(ctx, access, server)));
newSnapshot.use(
  onServer(buttons.snapshotFirst, (ctx, access, server, { os }) => begin(ctx, access, server, systemOf(os))),
);
newSnapshot.use(
  onServer(buttons.takeSnapshot, (ctx, access, server, { name: wanted }) => take(ctx, access, server, { wanted })),
);
newSnapshot.use(
  onServer(buttons.takeAgain, (ctx, access, server, { name: wanted, os }) =>
    take(ctx, access, server, { wanted, os: systemOf(os) }),
  ),
);
newSnapshot.use(
  onServer(buttons.takeSuggested, (ctx, access, server, { os }) => take(ctx, access, server, { os: systemOf(os) })),
);
newSnapshot.use(
  onAsked(QUESTION, async (ctx, { text = '', about: [account = '', server = '', os = ''] }) => {
    const found = await requireOwnServer(ctx, 'create', account, server);
    await take(ctx, found.access, found.server, { wanted: text.includes('\n') ? '' : text, os: systemOf(os) });
  }),
);

interface Wanted {
  /** Without a name, the moment names the snapshot. */
  wanted?: string;
  /** The system to reinstall afterwards. */
  os?: OperatingSystem | undefined;
}

function systemOf(text: string): OperatingSystem | undefined {
  return OPERATING_SYSTEMS.find((os) => os === text);
}

/** A server's name may have several words; the words behind it name the snapshot. */
async function readNames(ctx: Ctx, given: string): Promise<{ typed: string; wanted: string }> {
  const words = given.trim().split(/\s+/);
  if (words.length < 2) return { typed: given.trim(), wanted: '' };
  const access = await requireAccess(ctx, 'create');
  for (let length = words.length; length > 0; length--) {
    const typed = words.slice(0, length).join(' ');
    if ((await findServers(ctx, access, typed)).length > 0) return { typed, wanted: words.slice(length).join(' ') };
  }
  return { typed: words[0] ?? '', wanted: words.slice(1).join(' ') };
}

async function begin(ctx: Ctx, access: Access, found: Named, os?: OperatingSystem): Promise<void> {
  // In groups the bot does not see what people type: the suggested name has to do.
  if (!isPrivate(ctx)) return take(ctx, access, found, {});
  await askForName(ctx, access, found, ctx.t('snapshot-name-ask', { server: name(found.name) }), os);
}

async function askForName(ctx: Ctx, access: Access, { id }: Named, text: string, os?: OperatingSystem): Promise<void> {
  const values = { account: access.account.id, server: serverReference(id) };
  const cancel = ctx.t.plain('button-cancel');
  await ask(ctx, QUESTION, [values.account, values.server, os ?? ''], {
    text,
    keyboard: [
      [buttons.takeSuggested.make(ctx.t.plain('button-snapshot-name'), { ...values, os: os ?? '' }, 'primary')],
      [
        os
          ? buttons.reinstallWith.make(cancel, { ...values, os })
          : buttons.snapshots.make(cancel, { ...values, page: '0' }),
      ],
    ],
  });
}

async function take(ctx: Ctx, access: Access, server: Named, { wanted, os }: Wanted): Promise<void> {
  const [status, copies] = await Promise.all([
    access.hosting.servers.status(server.id),
    access.hosting.snapshots.list(server.id),
  ]);
  const tidy = wanted === undefined ? suggestion(copies, ctx.services.operations.now()) : tidyName(wanted);
  const problem = unfit(tidy, copies);
  if (problem) return refuse(ctx, access, server, problem, os);
  await openConfirm(ctx, access, server, {
    kind: 'snapshot',
    parameters: { action: 'create', snapshot: tidy, ...(os ? { reinstallWith: os } : {}) },
    status,
    seen: () => ({ namesBefore: copies.map((copy) => copy.name) }),
    screen: snapshotScreen,
  });
}

function unfit(
  wanted: string,
  copies: readonly Snapshot[],
): (TextKey & `snapshot-name-${'unfit' | 'taken'}`) | undefined {
  if (wanted === '' || [...wanted].length > MAX_NAME_LENGTH) return 'snapshot-name-unfit';
  return copies.some((copy) => copy.name === wanted) ? 'snapshot-name-taken' : undefined;
}

async function refuse(
  ctx: Ctx,
  access: Access,
  server: Named,
  problem: TextKey & `snapshot-name-${'unfit' | 'taken'}`,
  os: OperatingSystem | undefined,
): Promise<void> {
  const text = ctx.t(problem);
  if (isPrivate(ctx)) return askForName(ctx, access, server, text, os);
  const values = { account: access.account.id, server: serverReference(server.id), page: '0' };
  await show(ctx, { text, keyboard: [[buttons.snapshots.make(ctx.t.plain('button-snapshots'), values)]] });
}

/** By the moment in UTC, which sorts. Some panels refuse names that begin with a digit. */
function suggestion(copies: readonly Snapshot[], now: number): string {
  const base = `snapshot-${new Date(now).toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`;
  const taken = new Set(copies.map((copy) => copy.name));
  let made = base;
  for (let number = 2; taken.has(made); number++) made = `${base}-${number}`;
  return made;
}
