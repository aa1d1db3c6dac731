import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { isDeclined } from '../../../operations/outcome.ts';
import { rightWords, roleWords } from '../../../telegram/failures/right-words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, isolate, listed, mention, name, shorten } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';

const MAX_ASKER_LENGTH = 20;

export function waitingScreen(operation: Operation, t: Translate, confirm: readonly string[]): Screen {
  const { id, offer = 0 } = operation;
  const { above, below } = waitingLines(operation, t);
  const cancel = [buttons.cancel.make(withdrawLabel(operation, t), { operation: id })];
  const decide = [
    buttons.approve.make(t.plain('button-approve'), { operation: id, offer: String(offer) }, 'danger'),
    buttons.decline.make(t.plain('button-decline'), { operation: id }),
  ];
  return {
    text: [...above, ...confirm, ...below].join('\n\n'),
    keyboard: isForApprovers(operation) ? [decide, cancel] : [cancel],
  };
}

/** In the group the label names whose request it withdraws: no approver should take it for a way to refuse. */
export function withdrawLabel(operation: Operation, t: Translate): string {
  const asker = operation.approval?.asker ?? '';
  if (!isForApprovers(operation) || asker === '') return t.plain('button-withdraw');
  return t.plain('button-withdraw-of', { person: isolate(shorten(asker, MAX_ASKER_LENGTH)) });
}

/** The person who asked, if the team sees the outcome. @param by the name from a confirm in a group */
export function askerName(operation: Operation, by?: string): string | undefined {
  const { approval } = operation;
  return by ?? (isForApprovers(operation) && approval?.askedAt !== undefined ? approval.asker : undefined);
}

/** In private the operation's own person waits. */
export function isForApprovers({ chatId, userId }: Operation): boolean {
  return chatId !== userId;
}

export function waitingLines(operation: Operation, t: Translate): { above: string[]; below: string[] } {
  const { approval, expiresAt } = operation;
  const time = formatTime(expiresAt, t);
  if (!isForApprovers(operation)) {
    const ownWhy = approval ? [t(`approval-why-own-${approval.why}`)] : [];
    return { above: [t('approval-waits', { time }), ...ownWhy], below: [] };
  }
  const why = approval ? [t(`approval-why-${approval.why}`)] : [];
  const mentioned = (approval?.of ?? []).map((each) => mention(each.id, each.name));
  const people = listed(mentioned, t);
  return {
    above: [t('approval-asks', { asker: name(approval?.asker ?? ''), time })],
    below: [
      ...why,
      approval?.unnamed ? t('approval-of-more', { people, count: approval.unnamed }) : t('approval-of', { people }),
    ],
  };
}

/** The team chat's view of an operation from another chat: there is something to decide only while it waits. */
export function screenForTeam(
  { state, approval }: Operation,
  t: Translate,
  what: Html,
  { text, keyboard = [] }: Screen,
): Screen {
  if (state === 'waiting') return { text, keyboard };
  if (state === 'ready') return { text: t('approval-again', { what, asker: name(approval?.asker ?? '') }) };
  return { text };
}

/** The outcome of a request. An approved operation shows its outcome in its own message. */
export function requestOutcome(operation: Operation, t: Translate, what: Html): string {
  const { state, approval } = operation;
  const asker = name(approval?.asker ?? '');
  if (approval?.by) {
    const person = name(approval.by.name);
    return isDeclined(operation)
      ? t('approval-request-declined', { what, person })
      : t('approval-request-approved', { what, person });
  }
  if (state === 'ready') return t('approval-again', { what, asker });
  if (state === 'cancelled') return t('approval-request-withdrawn', { what, asker });
  return withoutRight(operation, t, what) ?? t('approval-request-over', { what });
}

export function approvalLine(operation: Operation, t: Translate): string {
  const { approval, breakGlass, sentAt } = operation;
  if (breakGlass && sentAt !== undefined) return t('glass-used');
  if (!approval?.by) return '';
  const person = name(approval.by.name);
  return t(isDeclined(operation) ? 'approval-declined-by' : 'approval-by', { person });
}

/** Names the person who declined it; `undefined` if its own person cancelled it. */
export function declinedWords(operation: Operation, t: Translate, request: string): string | undefined {
  const { approval } = operation;
  if (!isDeclined(operation) || !approval?.by) return undefined;
  return `${t('approval-declined-first', { person: name(approval.by.name) })}\n${request}`;
}

export function accountGoneLine({ state, accountGone }: Operation, t: Translate): string {
  return accountGone && (state === 'accepted' || state === 'unknown') ? t('operation-account-gone') : '';
}

export function approvalNeeded({ approval, breakGlass }: Operation, t: Translate): string {
  if (breakGlass) return t('glass-needs-none');
  return approval ? t(`approval-needed-${approval.why}`) : '';
}

export function withoutRight({ failure, approval }: Operation, t: Translate, what: Html): string | undefined {
  if (failure?.kind === 'notApproved') return t('approval-expired', { what });
  if (failure?.kind !== 'notAllowed') return undefined;
  // Other people may read this message too: "you" would mean each of them.
  const asker = approval?.askedAt === undefined ? '' : (approval.asker ?? '');
  const why =
    failure.reason === 'role' && asker !== ''
      ? t('right-role-asker', { person: name(asker), role: roleWords(t, failure.role) })
      : rightWords(t, failure);
  return `${t('right-lost', { what })} ${why}`;
}

export function waitingRequestsRows({ failure }: Operation, t: Translate): InlineKeyboardButton[][] {
  const isFull = failure?.kind === 'notAllowed' && failure.reason === 'tooManyRequests';
  return isFull ? [[buttons.orders.make(t.plain('button-orders-waiting'), { filter: 'all', page: '0' })]] : [];
}
