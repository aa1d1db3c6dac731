import type { Operation } from '../../operations/index.ts';
import { backup as kind } from '../../operations/kinds/snapshots-and-backups.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { code, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { reference, targetWords } from '../common/find-server.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { readingLine, toCard } from './prepare.ts';

const LONGEST_NAME = 150;

/** Making, restoring or deleting a backup, as its message shows it. */
export function backupScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const { action, volumeId = '' } = parameters;
  const { created } = progress.seen;
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: reference(parameters.serverId) };
  const toList = buttons.backups.make(t.plain('button-backups'), { ...values, page: '0' });
  const copy = code(shorten(volumeId, LONGEST_NAME));
  const again =
    action === 'create'
      ? buttons.newBackup.make(t.plain('button-ask-again'), values)
      : buttons.backupAct.make(t.plain('button-ask-again'), { ...values, backup: reference(volumeId), action });
  return operationScreen(operation, t, {
    what: {
      html: action === 'create' ? t('backup-create-what', { server }) : t(`backup-${action}-what`, { copy, server }),
    },
    means: t(`backup-${action}-means`),
    yes: action === 'restore' ? undefined : t.plain(`backup-${action}-yes`),
    style: action === 'create' ? 'primary' : 'danger',
    reading: readingLine(t, operation, progress, action === 'restore'),
    unclear: progress.unclear,
    by: parameters.by,
    done: created === undefined ? undefined : t('backup-created-as', { copy: code(shorten(created, LONGEST_NAME)) }),
    again,
    onward: [[toList]],
    back: [[toCard(operation, parameters, t)]],
  });
}
