import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import type { Style } from '../../../telegram/ui/button.ts';
import { buttons } from '../../buttons.ts';
import { isForApprovers, withdrawLabel } from './approval.ts';

/** A tap on the confirm sends exactly the operations and offers of this hash, or nothing. */
export function offersOf(operations: readonly Pick<Operation, 'id' | 'offer'>[]): string {
  const shown = operations.map(({ id, offer = 0 }) => `${id} ${offer}`);
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 10);
}

export function askingRows(
  ready: readonly Operation[],
  t: Translate,
  label: string | undefined,
  style: Style,
): InlineKeyboardButton[][] {
  const [first] = ready;
  if (!first) return [];
  const { id: operation } = first;
  const yes = label === undefined ? [] : [[buttons.payAll.make(label, { operation, offers: offersOf(ready) }, style)]];
  return [...yes, [buttons.cancelAll.make(t.plain('button-cancel'), { operation })]];
}

export function decidingRows(
  waiting: readonly Operation[],
  t: Translate,
  label: string | undefined,
): InlineKeyboardButton[][] {
  const [first] = waiting;
  if (!first) return [];
  const { id: operation } = first;
  const cancel = [buttons.cancelAll.make(withdrawLabel(first, t), { operation })];
  if (!isForApprovers(first)) return [cancel];
  const offers = offersOf(waiting);
  const approve = label === undefined ? [] : [[buttons.approveAll.make(label, { operation, offers }, 'danger')]];
  return [...approve, [buttons.declineAll.make(t.plain('button-decline'), { operation })], cancel];
}
