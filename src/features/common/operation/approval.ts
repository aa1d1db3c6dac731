import type { Operation } from '../../../operations/index.ts';
import { isDeclined } from '../../../operations/outcome.ts';
import { rightWords } from '../../../telegram/failures/rights.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, mention, name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';

/**
 * An operation that a second person has to approve, with all that its confirm said. Where its own person sees it in private, only they
 * can withdraw it; where the team sees it, the others decide.
 */
export function waitingScreen(operation: Operation, t: Translate, confirm: readonly string[]): Screen {
  const { id, offer = 0, userId, chatId, approval, expiresAt } = operation;
  const time = formatTime(expiresAt, t);
  const why = approval ? [t(`approval-why-${approval.why}`)] : [];
  const cancel = [buttons.cancel.make(t.plain('button-cancel'), { operation: id })];
  if (chatId === userId)
    return {
      text: [t('approval-waits', { time }), ...why, ...confirm].join('\n\n'),
      keyboard: [cancel],
    };
  const asker = name(approval?.asker ?? '');
  const of: Html = {
    html: (approval?.of ?? []).map((each) => mention(each.id, each.name).html).join(t.plain('list-separator')),
  };
  return {
    text: [t('approval-asks', { asker, time }), ...confirm, ...why, t('approval-of', { people: of })].join('\n\n'),
    keyboard: [
      [
        buttons.approve.make(t.plain('button-approve'), { operation: id, offer: String(offer) }, 'danger'),
        buttons.decline.make(t.plain('button-decline'), { operation: id }),
      ],
      cancel,
    ],
  };
}

/** What became of the request for approval, or that a broken glass did without one; empty where none was needed. */
export function approvalLine(operation: Operation, t: Translate): string {
  const { approval, glass, sentAt } = operation;
  if (glass && sentAt !== undefined) return t('glass-used');
  if (!approval?.by) return '';
  const person = name(approval.by.name);
  return t(isDeclined(operation) ? 'approval-declined-by' : 'approval-by', { person });
}

/** What the confirm says in advance: that a second person will have to approve it. */
export function approvalNeeded({ approval, glass }: Operation, t: Translate): string {
  if (glass) return t('glass-needs-none');
  return approval ? t(`approval-needed-${approval.why}`) : '';
}

/** Why nothing was sent, where that is for lack of a right or of approval; `undefined` for any other reason. */
export function withoutRight({ failure }: Operation, t: Translate, what: Html): string | undefined {
  if (failure?.kind === 'notApproved') return t('approval-expired', { what });
  return failure?.kind === 'notAllowed'
    ? `${t('right-lost', { what })} ${rightWords(t, { reason: failure.reason })}`
    : undefined;
}
