import { Composer } from 'grammy';
import { SERVER_ACTIONS, type ServerAction } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { powerKind as kind } from '../../operations/kinds/power.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { isolate, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { type Named, onServer, onServerCommand, targetWords } from '../common/find-server.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { prepare, readingLine, toCard } from './prepare.ts';

const LONGEST_LABEL = 32;

/** /reboot, /on, /off NAME|IP and the same by buttons: asks for a confirm that says what will happen. */
export const power = new Composer<Ctx>();

for (const action of SERVER_ACTIONS) {
  onServerCommand(
    power,
    action,
    (label, values) => buttons.power.make(label, { ...values, action }),
    (ctx, access, server) => askToConfirm(ctx, access, server, action),
  );
}
power.use(
  onServer(
    buttons.power,
    (ctx, access, server, values) => askToConfirm(ctx, access, server, requireAction(ctx, values)),
    requireAction,
  ),
);

/** The action that a button names. */
function requireAction(_: Ctx, { action }: { action: string }): ServerAction {
  const wanted = SERVER_ACTIONS.find((candidate) => candidate === action);
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return wanted;
}

async function askToConfirm(ctx: Ctx, access: Access, server: Named, action: ServerAction): Promise<void> {
  await prepare(ctx, access, server, { kind: 'power', parameters: { action }, screen: powerScreen });
}

/** Switching a server on or off, or restarting it, as its message shows it. */
export function powerScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const { action } = parameters;
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId), action };
  const reading = readingLine(t, operation, progress, true);
  const already = progress.seen.before?.toLowerCase() === action;
  return operationScreen(operation, t, {
    what: server,
    head: (word, seconds) =>
      word === 'done' ? t(`power-${action}-done`, { server, seconds }) : t(`power-${action}-${word}`, { server }),
    means: t(`power-${action}-means`),
    yes: t.plain(`power-${action}-yes`, { server: isolate(shorten(parameters.name, LONGEST_LABEL)) }),
    style: action === 'on' ? 'success' : 'danger',
    reading: already && operation.state === 'ready' ? `${reading}\n${t('power-already')}` : reading,
    unclear: progress.unclear,
    by: parameters.by,
    done: reading,
    again: buttons.power.make(t.plain('button-ask-again'), values),
    back: [[toCard(operation, parameters, t)]],
  });
}
