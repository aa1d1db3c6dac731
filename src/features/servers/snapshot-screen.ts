import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../operations/index.ts';
import { snapshot as kind } from '../../operations/kinds/snapshots-and-backups.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { code, name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { reference, targetWords } from '../common/find-server.ts';
import { operationScreen } from '../common/operation/screen.ts';
import { readingLine, toCard } from './prepare.ts';

/** Taking, restoring or deleting a snapshot, as its message shows it. */
export function snapshotScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const { action, snapshot, reinstallWith: os } = parameters;
  const values = { account: operation.accountId, server: reference(parameters.serverId) };
  const toList = buttons.snapshots.make(t.plain('button-snapshots'), { ...values, page: '0' });
  // It was taken because of the reinstall: that is where it leads back to.
  const goOn = (style?: 'danger'): InlineKeyboardButton[][] =>
    os === undefined
      ? []
      : [[buttons.reinstallNow.make(t.plain('button-reinstall-now', { os }), { ...values, os }, style)]];
  const again =
    action === 'create'
      ? buttons.newSnapshot.make(t.plain('button-ask-again'), values)
      : buttons.snapshotAct.make(t.plain('button-ask-again'), { ...values, snapshot: reference(snapshot), action });
  return operationScreen(operation, t, {
    what: { html: t(`snapshot-${action}-what`, { copy: name(snapshot), server: targetWords(parameters) }) },
    means: t(`snapshot-${action}-means`),
    yes: action === 'restore' ? undefined : t.plain(`snapshot-${action}-yes`),
    style: action === 'create' ? 'primary' : 'danger',
    reading: readingLine(t, operation, kind.progressOf(operation), action === 'restore'),
    unclear: kind.progressOf(operation).unclear,
    by: parameters.by,
    done: os === undefined ? undefined : t('snapshot-before-reinstall', { os: code(os) }),
    again,
    onward: [...goOn('danger'), [toList]],
    back: [[toCard(operation, parameters, t)]],
  });
}
