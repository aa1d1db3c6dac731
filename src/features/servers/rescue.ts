import { RESCUE_DISKS, type RescueDisk } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { rescueKind as kind } from '../../operations/kinds/rescue.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { code, name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { awayOf } from '../common/operation/away.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { onServerCommand } from '../common/servers/choose-server.ts';
import { type Named, onServer, targetWords } from '../common/servers/find-server.ts';
import { openConfirm, readingLine, readStatus, toCard } from './open-confirm.ts';

/** /rescue NAME|IP: attaches and ejects a rescue disk; both reboot the server. */
export const rescue = new Composer<Ctx>();

onServerCommand(rescue, 'rescue', choose);
rescue.use(onServer(buttons.rescue, choose));
rescue.use(
  onServer(buttons.attach, async (ctx, access, server, { disk }) => {
    const wanted = RESCUE_DISKS.find((candidate) => candidate === disk);
    await (wanted ? ask(ctx, access, server, wanted) : choose(ctx, access, server));
  }),
);
rescue.use(onServer(buttons.eject, (ctx, access, server) => ask(ctx, access, server, undefined)));

async function choose(ctx: Ctx, access: Access, server: Named): Promise<void> {
  // Both ways stay open if the status can't be read.
  const { rescueDisk } = (await readStatus(access, server, 'allowed')) ?? {};
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const eject = [buttons.eject.make(t.plain('button-eject'), values, 'primary')];
  const attach = RESCUE_DISKS.map((disk) => buttons.attach.make(disk, { ...values, disk }));
  await show(ctx, {
    text: t(rescueDisk ? 'rescue-attached' : 'rescue', { server: name(server.name) }),
    // Both ways stay open if the status record does not say.
    keyboard: [
      ...(rescueDisk === false ? [] : [eject]),
      ...(rescueDisk === true ? [] : [attach]),
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

async function ask(ctx: Ctx, access: Access, server: Named, disk: RescueDisk | undefined): Promise<void> {
  await openConfirm(ctx, access, server, {
    kind: 'rescue',
    parameters: disk === undefined ? { action: 'eject' } : { action: 'attach', disk },
    unread: 'allowed',
    seen: ({ rescueDisk }) => (rescueDisk === undefined ? {} : { attachedBefore: rescueDisk }),
    screen: rescueScreen,
  });
}

export function rescueScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const { action, disk = '' } = parameters;
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const attaching = action === 'attach';
  const means = t(`rescue-${action}-means`);
  const already = progress.seen.attachedBefore === attaching;
  return operationScreen(operation, t, {
    what: {
      html: attaching ? t('rescue-attach-what', { disk: code(disk), server }) : t('rescue-eject-what', { server }),
    },
    question: attaching
      ? t('rescue-attach-question', { disk: code(disk), server })
      : t('rescue-eject-question', { server }),
    did: attaching ? t('rescue-attach-did', { disk: code(disk), server }) : t('rescue-eject-did', { server }),
    means: already ? `${t(`rescue-${action}-already`)}\n\n${means}` : means,
    yes: t.plain(`rescue-${action}-yes`),
    reading: readingLine(t, operation, progress, true),
    unclear: progress.unclear,
    away: awayOf(t, operation, progress, parameters),
    by: parameters.by,
    done: t(`rescue-${action}-done`),
    again: attaching
      ? buttons.attach.make(t.plain('button-ask-again'), { ...values, disk })
      : buttons.eject.make(t.plain('button-ask-again'), values),
    onward: attaching
      ? [
          [buttons.console.make(t.plain('button-console'), values, 'primary')],
          [buttons.eject.make(t.plain('button-eject'), values)],
        ]
      : [],
    back: [[toCard(operation, parameters, t)]],
  });
}
