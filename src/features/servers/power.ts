import { SERVER_ACTIONS, type ServerAction } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { powerKind as kind } from '../../operations/kinds/power.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import type { Style } from '../../telegram/ui/button.ts';
import { isolate, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { awayOf } from '../common/operation/away.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { onServerCommand } from '../common/servers/choose-server.ts';
import { type Named, onServer, targetWords } from '../common/servers/find-server.ts';
import { stateOf } from '../common/servers/server-rows.ts';
import { openConfirm, readingLine, toCard } from './open-confirm.ts';

const MAX_LABEL_LENGTH = 32;

/** /reboot, /on, /off NAME|IP and the same by buttons: asks for a confirm that says what will happen. */
export const power = new Composer<Ctx>();

for (const action of SERVER_ACTIONS) {
  onServerCommand(power, action, (ctx, access, server) => askToConfirm(ctx, access, server, action));
}
power.use(
  onServer(
    buttons.power,
    (ctx, access, server, values) => askToConfirm(ctx, access, server, requireAction(ctx, values)),
    requireAction,
  ),
);

function requireAction(_: Ctx, { action }: { action: string }): ServerAction {
  const wanted = SERVER_ACTIONS.find((candidate) => candidate === action);
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return wanted;
}

async function askToConfirm(ctx: Ctx, access: Access, server: Named, action: ServerAction): Promise<void> {
  await openConfirm(ctx, access, server, {
    kind: 'power',
    parameters: { action },
    screen: powerScreen,
    unread: 'allowed',
    instead: ({ status }) => insteadOf(ctx, access, server, action, stateOf(status)),
  });
}

/** Only the contract's own values count. */
const NOTHING_TO_DO = {
  reboot: { state: 'off', words: 'power-reboot-while-off', way: 'on' },
  off: { state: 'off', words: 'power-off-while-off', way: 'on' },
  on: { state: 'on', words: 'power-on-while-on', way: 'reboot' },
} as const;

function insteadOf(
  { t }: Ctx,
  access: Access,
  server: Named,
  action: ServerAction,
  state: ReturnType<typeof stateOf>,
): Screen | undefined {
  const found = NOTHING_TO_DO[action];
  if (found.state !== state) return undefined;
  const values = { account: access.account.id, server: serverReference(server.id) };
  return {
    text: t(found.words, { server: name(server.name) }),
    keyboard: [
      [powerButton(t, values, found.way, found.way === 'on' ? 'success' : 'primary')],
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  };
}

function powerButton(t: Translate, values: { account: string; server: string }, action: ServerAction, style?: Style) {
  return buttons.power.make(t.plain(`button-${action}`), { ...values, action }, style);
}

export function powerScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const { action } = parameters;
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const reading = readingLine(t, operation, progress, true);
  const on = [powerButton(t, values, 'on', 'success')];
  return operationScreen(operation, t, {
    what: server,
    head: (word, seconds) =>
      word === 'done' ? t(`power-${action}-done`, { server, seconds }) : t(`power-${action}-${word}`, { server }),
    means: t(`power-${action}-means`),
    yes: t.plain(`power-${action}-yes`, { server: isolate(shorten(parameters.name, MAX_LABEL_LENGTH)) }),
    style: action === 'on' ? 'success' : 'danger',
    reading,
    unclear: progress.unclear,
    away: action === 'off' ? undefined : awayOf(t, operation, progress, parameters),
    by: parameters.by,
    done: reading,
    again: buttons.power.make(t.plain('button-ask-again'), { ...values, action }),
    onward: action === 'off' ? [on] : [],
    // A server that was not seen on may be off.
    helps: action === 'reboot' && stateOf(progress.seen.before) !== 'on' ? [on] : [],
    back: [[toCard(operation, parameters, t)]],
  });
}
