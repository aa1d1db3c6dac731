import { Composer } from 'grammy';
import type { ServerAction } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { power as kind } from '../../operations/kinds/power.ts';
import type { Progress } from '../../operations/kinds/watched.ts';
import type { StatusSeen } from '../../operations/target.ts';
import { type Access, requireAccess } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { failureWords } from '../../telegram/report-failure.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, seconds, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { chooseServer, type Named, requireServer, targetWords } from '../common/find-server.ts';
import { expiredWords } from '../common/operation/screen.ts';
import { statusWords } from './card.ts';
import { prepare } from './prepare.ts';

const LONGEST_LABEL = 32;
const ACTIONS = ['reboot', 'on', 'off'] as const satisfies readonly ServerAction[];

/** /reboot, /on, /off NAME|IP and the same by buttons: asks for a confirm that says what will happen. */
export const power = new Composer<Ctx>();

for (const action of ACTIONS) {
  onCommand(power, action, (ctx) =>
    chooseServer(
      ctx,
      ctx.match,
      (access, server, label) =>
        buttons.power.make(label, { account: access.account.id, server: serverReference(server.id), action }),
      (access, server) => askToConfirm(ctx, access, server, action),
    ),
  );
}
power.use(
  onButton(buttons.power, async (ctx, { account, server, action }) => {
    const wanted = ACTIONS.find((candidate) => candidate === action);
    if (!wanted) throw new Refusal((t) => t('button-old'));
    const access = await requireAccess(ctx, account);
    await askToConfirm(ctx, access, await requireServer(ctx, access, server), wanted);
  }),
);

async function askToConfirm(ctx: Ctx, access: Access, server: Named, action: ServerAction): Promise<void> {
  await prepare(ctx, access, server, { kind: 'power', parameters: { action }, screen: powerScreen });
}

/** The operation as its message shows it, in each of its states. */
export function powerScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const { action } = parameters;
  const progress = kind.progressOf(operation);
  const { before: first } = progress.seen;
  const server = targetWords(parameters);
  const toCard = buttons.server.make(t.plain('button-card'), {
    account: operation.accountId,
    server: serverReference(parameters.serverId),
  });
  const again = buttons.power.make(t.plain('button-ask-again'), {
    account: operation.accountId,
    server: serverReference(parameters.serverId),
    action,
  });
  const lookAgain = buttons.lookAgain.make(t.plain('button-look-again'), { operation: operation.id });
  const by = parameters.by ? `\n${t('operation-by', { person: name(parameters.by) })}` : '';
  const now = `\n${reading(progress, t)}`;
  switch (operation.state) {
    case 'ready': {
      const head = operation.failure ? `${failureWords(t, { kind: operation.failure.kind })}\n\n` : '';
      const question = t(`power-${action}-ask`, { server });
      const before = first === undefined ? t('power-now-unread') : statusNow(first, t);
      const already = first?.toLowerCase() === action ? `\n${t('power-already')}` : '';
      return {
        text: `${head}${question}\n${before}${already}\n\n${t(`power-${action}-means`)}\n\n${t('confirm-life')}${by}`,
        keyboard: [
          [
            buttons.confirm.make(
              t.plain(`power-${action}-yes`, { server: isolate(shorten(parameters.name, LONGEST_LABEL)) }),
              { operation: operation.id },
              action === 'on' ? 'success' : 'danger',
            ),
          ],
          [buttons.cancel.make(t.plain('button-cancel'), { operation: operation.id })],
        ],
      };
    }
    case 'quoting':
    case 'sending':
      return { text: t(`power-${action}-sending`, { server }) + by };
    case 'accepted':
      return {
        text: t(`power-${action}-${progress.unclear ? 'unclear' : 'accepted'}`, { server }) + now + by,
        keyboard: [[lookAgain], [toCard]],
      };
    case 'unknown':
      return {
        text: t(`power-${action}-${progress.unclear ? 'unknown' : 'lost'}`, { server }) + now + by,
        keyboard: [[lookAgain], [toCard]],
      };
    case 'done': {
      const took = seconds((operation.endedAt ?? 0) - (operation.sentAt ?? 0));
      return { text: t(`power-${action}-done`, { server, seconds: took }) + now + by, keyboard: [[toCard]] };
    }
    case 'refused': {
      const why = failureWords(t, operation.failure ?? { kind: 'refused' });
      return { text: `${t(`power-${action}-refused`, { server })}${by}\n\n${why}`, keyboard: [[again], [toCard]] };
    }
    case 'expired':
      return {
        text: expiredWords(operation, t, server, t(`power-${action}-expired`, { server })) + by,
        keyboard: [[again], [toCard]],
      };
    case 'cancelled':
      return { text: t(`power-${action}-cancelled`, { server }) + by, keyboard: [[toCard]] };
  }
}

function statusNow(status: string, t: Translate): string {
  return t('power-now', { status: statusWords(t, status) });
}

function reading({ seen, unreadable, unclear }: Progress<StatusSeen>, t: Translate): string {
  if (unreadable) return t('power-unreadable');
  if (unclear && seen.disturbed) return t('status-disturbed');
  return seen.last === undefined ? t('power-not-read') : statusNow(seen.last, t);
}
