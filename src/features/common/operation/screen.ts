import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { isRestored } from '../../../store/operations/index.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { failureWords } from '../../../telegram/report-failure.ts';
import type { Style } from '../../../telegram/ui/button.ts';
import { name, seconds } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';

/** What one kind of operation adds to the screens that all of them share. */
export interface View {
  /** What is done, and to what: "Attach the rescue disk finnix to web1". */
  what: Html;
  /** What it means for the server, the data and the wallet. */
  means: string;
  /** What was read last, or at the confirm. */
  reading?: string | undefined;
  /** The label of the confirm button; without one the confirm is typed. */
  yes?: string | undefined;
  style?: Style;
  by?: string | undefined;
  unclear?: boolean | undefined;
  /** Nothing that can be read tells how it ended: only the answer does. */
  untold?: boolean;
  /** What else there is to say, such as where the new password is. */
  note?: string | undefined;
  /** What to say instead of the common words when it is done. */
  done?: string | undefined;
  /** Where to go from here: after it ended well, and in any case. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  /** Asks for the same once more. */
  again?: InlineKeyboardButton | undefined;
}

/** An operation as its message shows it, in each of its states. */
export function operationScreen(operation: Operation, t: Translate, look: View): Screen {
  const { what, back } = look;
  const note = look.note ? `\n${look.note}` : '';
  const by = note + byWords(look, t);

  const reading = look.reading ? `\n${look.reading}` : '';
  const again = look.again ? [[look.again]] : [];
  const lookAgain = buttons.lookAgain.make(t.plain('button-look-again'), { operation: operation.id });
  switch (operation.state) {
    case 'ready':
      return confirmScreen(operation, t, look, by);
    case 'quoting':
    case 'sending':
      return { text: t('operation-sending', { what }) + by };
    case 'accepted':
      return {
        text: t(look.unclear ? 'operation-unclear' : 'operation-accepted', { what }) + reading + by,
        keyboard: [[lookAgain], ...back],
      };
    case 'unknown':
      if (look.untold) return { text: t('operation-untold', { what }) + by, keyboard: [...again, ...back] };
      return {
        text: t(look.unclear ? 'operation-unknown' : 'operation-lost', { what }) + reading + by,
        keyboard: [[lookAgain], ...back],
      };
    case 'done': {
      const took = seconds((operation.endedAt ?? 0) - (operation.sentAt ?? 0));
      const text = t('operation-done', { what, seconds: took }) + (look.done ? `\n${look.done}` : '') + by;
      return { text, keyboard: [...(look.onward ?? []), ...back] };
    }
    case 'refused': {
      const why = failureWords(t, operation.failure ?? { kind: 'refused' });
      return { text: `${t('operation-refused', { what })}${by}\n\n${why}`, keyboard: [...again, ...back] };
    }
    case 'expired':
      return {
        text: expiredWords(operation, t, what, t('operation-late', { what })) + by,
        keyboard: [...again, ...back],
      };
    case 'cancelled':
      return { text: t('operation-cancelled', { what }) + by, keyboard: back };
  }
}

/** Why a confirm can't be given any more. @param late the words where it was its time that ended */
export function expiredWords(operation: Operation, t: Translate, what: Html, late: string): string {
  const { failure } = operation;
  // Of this one it is not known that nothing was sent.
  if (isRestored(operation)) return t('confirm-restored', { what });
  return failure?.kind === 'interrupted' ? `${t('confirm-interrupted')}\n${late}` : late;
}

function byWords({ by }: View, t: Translate): string {
  return by ? `\n${t('operation-by', { person: name(by) })}` : '';
}

function confirmScreen(operation: Operation, t: Translate, look: View, by: string): Screen {
  const failed = operation.failure ? `${failureWords(t, { kind: operation.failure.kind })}\n\n` : '';
  const reading = look.reading ? `\n${look.reading}` : '';
  const minutes = Math.round((operation.expiresAt - (operation.sentAt ?? operation.createdAt)) / 60_000);
  const life = look.yes ? t('confirm-life') : t('confirm-typed', { minutes });
  const cancel = buttons.cancel.make(t.plain('button-cancel'), { operation: operation.id });
  const yes = look.yes ? [[buttons.confirm.make(look.yes, { operation: operation.id }, look.style ?? 'danger')]] : [];
  return {
    text: `${failed}${t('operation-ask', { what: look.what })}${reading}\n\n${look.means}\n\n${life}${by}`,
    keyboard: [...yes, [cancel]],
  };
}
