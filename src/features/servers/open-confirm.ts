import { setTimeout as wait } from 'node:timers/promises';
import { Failure, type FailureKind, type ServerStatus } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Operation, OperationKind } from '../../operations/index.ts';
import type { StatusSeen, Target } from '../../operations/kinds/target.ts';
import type { Progress } from '../../operations/kinds/watched.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { expectConfirm, onAnswer } from '../../telegram/dialog/ask.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { deleteMessage } from '../../telegram/secrets/deletion.ts';
import { edit, removeMessage, type Screen } from '../../telegram/ui/screen.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { operationFields, showPrepared, showPreparedBefore } from '../common/operation/prepared.ts';
import { reported, STAY_MS } from '../common/operation/receipt.ts';
import { expiredWords } from '../common/operation/screen.ts';
import { type Named, named } from '../common/servers/find-server.ts';
import { statusWords } from '../common/servers/server-rows.ts';

const TYPED_LIFE_MS = 5 * 60_000;
/** An urgent operation waits this long for the status. */
const STATUS_WAIT_MS = 3_000;
/** The provider said nothing about the server, neither good nor bad. */
const NOT_TOLD: readonly FailureKind[] = ['unavailable', 'unreadable', 'refused'];

export interface Wanted {
  kind: OperationKind;
  parameters: object;
  /** The status record, if the caller has just read it. */
  status?: ServerStatus;
  /** An urgent operation must not wait for a reading that fails. */
  unread?: 'allowed';
  /** Replaces the confirm if the operation can't do anything in this status. */
  instead?: (status: ServerStatus) => Screen | undefined;
  /** The kind's first reading, besides the status. */
  seen?: (status: ServerStatus) => object;
  screen: (operation: Operation, t: Translate) => Screen;
  /** The person confirms by typing the server's name or IP. */
  typed?: boolean;
}

export async function openConfirm(ctx: Ctx, access: Access, server: Named, wanted: Wanted): Promise<void> {
  const before = await showPreparedBefore(ctx);
  if (before) return expectTyped(ctx, before);
  const status = wanted.status ?? (await readStatus(access, server, wanted.unread));
  const instead = status && wanted.instead?.(status);
  if (instead) return void (await showPrepared(ctx, instead));
  const ip = status?.ip ?? server.ip;
  const shown = named(access.account, { ...server, ip }).name;
  const parameters: Target = {
    serverId: server.id,
    name: shown,
    ...(ip === undefined ? {} : { ip }),
    person: ctx.from?.first_name ?? '',
    ...(isPrivate(ctx) ? {} : { by: ctx.from?.first_name ?? '' }),
    ...wanted.parameters,
  };
  const operation = await ctx.services.operations.prepare({
    ...(await operationFields(ctx, access.account.id)),
    kind: wanted.kind,
    subject: server.id,
    parameters,
    progress: status ? { seen: firstSeen(status, wanted) } : { seen: {}, unreadable: true },
    // An IP that two servers have confirms neither.
    ...(wanted.typed ? { typed: ip === undefined || server.mark ? [shown] : [shown, ip], lifeMs: TYPED_LIFE_MS } : {}),
  });
  const messageId = await showPrepared(ctx, wanted.screen(operation, ctx.t), operation);
  const { chatId, replaced = [] } = operation;
  await Promise.all(replaced.map((before) => removeMessage(ctx.api, chatId, before, ctx.person.id)));
  await expectTyped(ctx, { operation, messageId });
}

function firstSeen(status: ServerStatus, { seen }: Wanted): StatusSeen {
  return { ...(status.status === undefined ? {} : { before: status.status }), ...seen?.(status) };
}

/** `undefined` if it may be unread and the provider does not answer soon. */
export async function readStatus(
  { hosting }: Access,
  { id }: Named,
  unread?: 'allowed',
): Promise<ServerStatus | undefined> {
  if (!unread) return hosting.servers.status(id);
  try {
    return await hosting.servers.status(id, AbortSignal.timeout(STATUS_WAIT_MS));
  } catch (error) {
    if (error instanceof Failure && NOT_TOLD.includes(error.kind)) return undefined;
    throw error;
  }
}

async function expectTyped(ctx: Ctx, { operation, messageId }: { operation: Operation; messageId?: number }) {
  if (!operation.typed || operation.state !== 'ready' || messageId === undefined) return;
  await expectConfirm(ctx, TYPED_CONFIRM, operation.id, messageId);
}

export function toCard(operation: Operation, target: Target, t: Translate) {
  return buttons.server.make(t.plain('button-card'), {
    account: operation.accountId,
    server: serverReference(target.serverId),
  });
}

/** The status at the confirm and, if the outcome is read from it, the last one; or that nothing can be read. */
export function readingLine(
  t: Translate,
  { state }: Operation,
  { seen, unreadable, unclear, over }: Progress<StatusSeen>,
  followed: boolean,
): string | undefined {
  const isAsked = state === 'ready' || state === 'waiting';
  if (unreadable && isAsked) return t('power-now-unreadable');
  if (unreadable) return t(over ? 'power-unread' : 'power-unreadable');
  if (!isAsked && !followed) return undefined;
  if (!isAsked && unclear && seen.disturbed) return t('status-disturbed');
  const status = isAsked ? seen.before : seen.last;
  if (status !== undefined) return t('power-now', { status: statusWords(t, status) });
  if (isAsked) return t('power-now-unread');
  return t(over ? 'power-unread' : 'power-not-read');
}

export const TYPED_CONFIRM = 'typed-confirm';

/** Operations that erase or overwrite are confirmed by typing the server's name or IP. */
export const confirmTyped = new Composer<Ctx>();

confirmTyped.use(
  onAnswer(TYPED_CONFIRM, async (ctx, { text = '', operation: id = '', messageId }, next) => {
    const { operations } = ctx.services;
    const operation = await operations.get(id);
    if (operation?.state === 'expired') {
      const what = ctx.services.summaryOf(operation, ctx.t);
      return send(ctx, { text: expiredWords(operation, ctx.t, what, ctx.t('confirm-typed-late')) });
    }
    // The operation was settled meanwhile: this text is about something else.
    if (operation?.state !== 'ready') return next();
    const fits = operation.typed?.some((wanted) => normalise(wanted) === normalise(text));
    if (!fits) return askAnew(ctx, operation, messageId, { note: ctx.t('confirm-typed-wrong') });
    // The outcome shows below the typed text, not above.
    const below = await send(ctx, { text: ctx.t('confirm-typed-sending') });
    const { outcome, shown, conflict } = await operations.confirm({ id, userId: ctx.person.id, message: below });
    const chat = Number(ctx.chat?.id);
    if (conflict) {
      await shown;
      return askAnew(ctx, (await operations.get(id)) ?? operation, messageId, { below });
    }
    const isConfirmed = outcome === 'moved' || outcome === 'waiting';
    if (!isConfirmed) return editOrSend(ctx, below, { text: ctx.t('confirm-typed-late') });
    // A request that surely never left can be confirmed again.
    const again = expectConfirm(ctx, TYPED_CONFIRM, id, below);
    const over = removeMessage(ctx.api, chat, messageId);
    await Promise.all([reported(ctx, id, again), reported(ctx, id, over), Promise.race([shown, wait(STAY_MS)])]);
  }),
);

/** Sends a message in place of one that cannot be edited. */
async function editOrSend(ctx: Ctx, messageId: number | undefined, screen: Screen): Promise<number> {
  const chat = Number(ctx.chat?.id);
  if (messageId !== undefined && (await edit(ctx.api, chat, messageId, screen))) return messageId;
  const sent = await send(ctx, screen);
  if (messageId !== undefined) await removeMessage(ctx.api, chat, messageId);
  return sent;
}

/** Asks again at the bottom; removes the earlier confirm and the text. @param note why the text did not confirm */
async function askAnew(
  ctx: Ctx,
  operation: Operation,
  before: number,
  { note, below }: { note?: string; below?: number },
): Promise<void> {
  const { api, services } = ctx;
  const chat = Number(ctx.chat?.id);
  const { text, keyboard = [] } = await services.screenOf(operation, ctx.t);
  const screen = { text: note === undefined ? text : `${note}\n\n${text}`, keyboard };
  const messageId = await editOrSend(ctx, below, screen);
  await services.operations.shownIn(operation.id, messageId);
  await expectConfirm(ctx, TYPED_CONFIRM, operation.id, messageId);
  await Promise.all([removeMessage(api, chat, before), deleteMessage(ctx, 'answer')]);
}
