import { OPERATING_SYSTEMS, type OperatingSystem } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { reinstallKind as kind } from '../../operations/kinds/reinstall.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { showChoice } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { name } from '../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { awayOf } from '../common/operation/away.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { requirePrivate } from '../common/require.ts';
import { onServer, targetWords } from '../common/servers/find-server.ts';
import { systemName, systemWords } from '../common/servers/server-words.ts';
import { SYSTEM_GROUPS } from '../common/servers/systems.ts';
import { secretNote } from './credentials/secret-screen.ts';
import { openConfirm, readingLine, toCard } from './open-confirm.ts';

/** Private chats only: the answer is a password. */
export const reinstall = new Composer<Ctx>();

reinstall.use(
  onServer(
    buttons.reinstall,
    async (ctx, access, server, values) => {
      const { os: current = 'none' } = await access.hosting.servers.status(server.id);
      const { t } = ctx;
      const text = t('reinstall', {
        server: name(server.name),
        current: current === 'none' ? current : systemWords(t, current),
      });
      const keyboard = SYSTEM_GROUPS.flatMap(({ systems }) => {
        const names = systems.map((os) => {
          const label = systemName(t, os);
          const shown = os === current ? t.plain('chosen', { name: label }) : label;
          return buttons.reinstallWith.make(shown, { ...values, os });
        });
        return inRows(names);
      });
      const card = buttons.server.make(t.plain('button-card'), values);
      await showChoice(ctx, { text, keyboard: [...keyboard, [card]] }, keyboard.flat());
    },
    requirePrivate,
  ),
);
reinstall.use(
  onServer(
    buttons.reinstallWith,
    async (ctx, _, found, { account, server, os }) => {
      const { t } = ctx;
      const values = { account, server };
      await show(ctx, {
        text: t('reinstall-offer', { server: name(found.name), os: systemWords(t, os) }),
        keyboard: [
          [buttons.snapshotFirst.make(t.plain('button-snapshot-first'), { ...values, os }, 'primary')],
          [buttons.reinstallNow.make(t.plain('button-go-on'), { ...values, os }, 'danger')],
          [buttons.reinstall.make(t.plain('button-back'), values)],
        ],
      });
    },
    requireSystem,
  ),
);
reinstall.use(
  onServer(
    buttons.reinstallNow,
    async (ctx, access, server, values) => {
      await openConfirm(ctx, access, server, {
        kind: 'reinstall',
        parameters: { os: requireSystem(ctx, values) },
        seen: (status) => (status.os === undefined ? {} : { osBefore: status.os }),
        screen: reinstallScreen,
        typed: true,
      });
    },
    requireSystem,
  ),
);

/** Private chats only. */
function requireSystem(ctx: Ctx, { os }: { os: string }): OperatingSystem {
  requirePrivate(ctx);
  const wanted = OPERATING_SYSTEMS.find((candidate) => candidate === os);
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return wanted;
}

export function reinstallScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  // The new password was in the answer that never came.
  const passwordLost = operation.delivered === undefined && ['done', 'unknown'].includes(operation.state);
  const words = { server: targetWords(parameters), os: systemWords(t, parameters.os) };
  const setPassword = buttons.password.make(t.plain('button-password'), values, 'primary');
  return operationScreen(operation, t, {
    what: { html: t('reinstall-what', words) },
    question: t('reinstall-question', words),
    did: t('reinstall-did', words),
    means: t('reinstall-means'),
    reading: readingLine(t, operation, progress, true),
    unclear: progress.unclear,
    away: awayOf(t, operation, progress, parameters),
    note: passwordLost ? t('reinstall-password-lost') : secretNote(operation, t),
    again: buttons.reinstallNow.make(t.plain('button-ask-again'), { ...values, os: parameters.os }),
    onward: [...(passwordLost ? [[setPassword]] : []), [buttons.console.make(t.plain('button-console'), values)]],
    back: [[toCard(operation, parameters, t)]],
  });
}
