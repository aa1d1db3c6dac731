import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { isDeclined } from '../../../operations/outcome.ts';
import { gapOf } from '../../../store/operations/index.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { Style } from '../../../telegram/ui/button.ts';
import { formatEnd, lasting, name, seconds } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import {
  accountGoneLine,
  approvalLine,
  approvalNeeded,
  askerName,
  declinedWords,
  waitingRequestsRows,
  waitingScreen,
  withoutRight,
} from './approval.ts';

const HEADS = {
  sending: 'operation-sending',
  accepted: 'operation-accepted',
  unclear: 'operation-unclear',
  lost: 'operation-lost',
  unknown: 'operation-unknown',
  done: 'operation-done',
  refused: 'operation-refused',
  expired: 'operation-late',
  cancelled: 'operation-cancelled',
} as const;
type Word = keyof typeof HEADS | 'ask';

export type View = CommonView & (WithStatement | WithHeads);

interface WithStatement {
  /** "Attach the rescue disk finnix to web1?" */
  question: string;
  /** "Rescue disk finnix attached to web1". */
  did: string;
  head?: undefined;
}

interface WithHeads {
  /** The first line of each state; `seconds` is the time until it was done. */
  head(word: Word, seconds: number): string;
}

interface CommonView {
  /** "Attaching the rescue disk finnix to web1". */
  what: Html;
  /** No reading shows the outcome: only the provider's answer does. */
  untold?: boolean;
  means: string;
  reading?: string | undefined;
  /** The label of the confirm button; without it the person types the confirm. */
  yes?: string | undefined;
  style?: Style;
  /** Ask for something else than the confirm shows; below its button. */
  others?: InlineKeyboardButton[][];
  by?: string | undefined;
  unclear?: boolean | undefined;
  /** For a server that was not seen on again: words in place of the head, and helpful buttons. */
  away?: { words: string; helps: InlineKeyboardButton[][] } | undefined;
  note?: string | undefined;
  done?: string | undefined;
  /** Next steps after success, above `back`. */
  onward?: InlineKeyboardButton[][];
  /** May help after a refusal, above `again`. */
  helps?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  again?: InlineKeyboardButton | undefined;
}

export function operationScreen(operation: Operation, t: Translate, view: View): Screen {
  const { back } = view;
  const tail = tailOf(operation, t, view);
  const again = view.again ? [[view.again]] : [];
  const head = (word: Word) => headOf(operation, t, view, word);
  const followed = (word: Word): Screen => ({
    text: (view.away?.words ?? head(word)) + lines(view.reading) + tail,
    keyboard: [
      ...(view.away?.helps ?? []),
      [buttons.lookAgain.make(t.plain('button-look-again'), { operation: operation.id })],
      ...(word === 'unknown' ? again : []),
      ...back,
    ],
  });
  switch (operation.state) {
    case 'ready':
      return confirmScreen(operation, t, view, tail);
    case 'waiting':
      return waitingScreen(operation, t, [head('ask') + lines(view.reading), view.means]);
    case 'quoting':
    case 'sending':
      return { text: head('sending') + tail };
    case 'accepted':
      return followed(view.unclear ? 'unclear' : 'accepted');
    case 'unknown':
      if (view.untold)
        return { text: t('operation-untold', { what: view.what }) + tail, keyboard: [...again, ...back] };
      return followed(view.unclear ? 'unknown' : 'lost');
    case 'done':
      return { text: head('done') + lines(view.done) + tail, keyboard: [...(view.onward ?? []), ...back] };
    case 'refused': {
      const lacking = withoutRight(operation, t, view.what);
      if (lacking !== undefined)
        return { text: lacking + tail, keyboard: [...waitingRequestsRows(operation, t), ...back] };
      const why = failureWords(t, operation.failure ?? { kind: 'refused' });
      return { text: `${head('refused')}${tail}\n\n${why}`, keyboard: [...(view.helps ?? []), ...again, ...back] };
    }
    case 'expired':
      return { text: expiredWords(operation, t, view.what, head('expired')) + tail, keyboard: [...again, ...back] };
    case 'cancelled':
      return { text: (declinedWords(operation, t, head('ask')) ?? head('cancelled')) + tail, keyboard: back };
  }
}

function tailOf(operation: Operation, t: Translate, { note, by }: View): string {
  const asker = askerName(operation, by);
  const approved = isDeclined(operation) ? '' : approvalLine(operation, t);
  return lines(note, asker && byLine(operation, t, asker), approved, accountGoneLine(operation, t));
}

export function byLine({ state, createdAt, endedAt }: Operation, t: Translate, by: string): string {
  const person = name(by);
  const isOutcome = state === 'done' || state === 'refused';
  return isOutcome && endedAt !== undefined
    ? t('operation-by-ended', { person, time: formatEnd(createdAt, endedAt, t) })
    : t('operation-by', { person });
}

export function confirmLife({ expiresAt }: Operation, t: Translate): string {
  return t('confirm-life', { life: lasting(t.plain('confirm-life-time'), expiresAt) });
}

export function expiredWords(operation: Operation, t: Translate, what: Html, late: string): string {
  const { failure } = operation;
  const lacking = withoutRight(operation, t, what);
  if (lacking !== undefined) return lacking;
  const gap = gapOf(operation);
  if (gap) return t(`confirm-${gap}`, { what });
  if (failure?.kind === 'withdrawn') return t('confirm-withdrawn', { what });
  return failure?.kind === 'interrupted' ? `${t('confirm-interrupted')}\n${late}` : late;
}

function headOf(operation: Operation, t: Translate, view: View, word: Word): string {
  const took = seconds((operation.endedAt ?? 0) - (operation.sentAt ?? 0));
  if (view.head) return view.head(word, took);
  const { what } = view;
  if (word === 'ask') return view.question;
  if (word === 'done') return t('operation-done', { did: { html: view.did }, seconds: took });
  return t(HEADS[word], { what });
}

function lines(...found: readonly (string | undefined)[]): string {
  return found.map((line) => (line ? `\n${line}` : '')).join('');
}

function confirmScreen(
  operation: Operation,
  t: Translate,
  view: View,
  tail: string,
): Required<Pick<Screen, 'text' | 'keyboard'>> {
  const { id, failure, expiresAt, sentAt, createdAt } = operation;
  const failed = failure ? `${failureWords(t, { kind: failure.kind })}\n\n` : '';
  const minutes = Math.round((expiresAt - (sentAt ?? createdAt)) / 60_000);
  const life = view.yes ? confirmLife(operation, t) : t('confirm-typed', { minutes });
  const cancel = buttons.cancel.make(t.plain('button-cancel'), { operation: id });
  const yes = view.yes ? [[buttons.confirm.make(view.yes, { operation: id }, view.style ?? 'danger')]] : [];
  const question = headOf(operation, t, view, 'ask') + lines(view.reading);
  const needed = approvalNeeded(operation, t);
  const means = needed === '' ? view.means : `${view.means}\n\n${needed}`;
  return {
    text: `${failed}${question}\n\n${means}\n\n${life}${tail}`,
    keyboard: [...yes, ...(view.others ?? []), [cancel]],
  };
}
