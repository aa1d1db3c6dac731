import { mayGoPast, passFor } from '../../../operations/conflicts.ts';
import type { Operation } from '../../../operations/index.ts';
import { power } from '../../../operations/kinds/power.ts';
import { rescue } from '../../../operations/kinds/rescue.ts';
import { target } from '../../../operations/target.ts';
import type { Html, TextValue, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, isolate, name, shorten } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { copyAction, LONGEST_PLAIN, operationWhat, operationWhatPlain } from './summary.ts';

type Asker = Pick<Operation, 'userId'>;

/** The answer to a tap that an operation under way held back: at most 200 characters, as Telegram allows. */
export function conflictAlert(t: Translate, asker: Asker, conflict: Operation): string {
  const person = (words: string) => isolate(shorten(words, LONGEST_PLAIN));
  return `${runs(t.plain, t, asker, conflict, operationWhatPlain(conflict, t), person)} ${t.plain('held-nothing-sent')}`;
}

/** An operation under way in a message: what it is, who asked for it, and when. */
export function conflictLine(t: Translate, asker: Asker, conflict: Operation): string {
  return runs(t, t, asker, conflict, operationWhat(conflict, t), name);
}

function runs(
  say: Translate['plain'],
  { locale }: Translate,
  asker: Asker,
  conflict: Operation,
  what: TextValue,
  write: (person: string) => TextValue,
): string {
  const values = { what, time: formatTime(conflict.sentAt ?? conflict.createdAt, locale) };
  if (conflict.userId === asker.userId) return say('held-by-you', values);
  const { person } = whoAsked.safeParse(conflict.parameters).data ?? {};
  return person ? say('held-by-person', { ...values, person: write(person) }) : say('held-by-other', values);
}

/** Only an operation on a server tells its person's name: a domain may be wanted from accounts that share nothing. */
const whoAsked = target.pick({ person: true });
const whereSeen = target.pick({ by: true });

/**
 * A confirm that operations under way on the same subject held back: what they are, and what can be done. Where the person
 * may go past them, a button of its own says what that may break.
 */
export function heldScreen(
  operation: Operation,
  conflicts: readonly Operation[],
  t: Translate,
  confirm: Screen,
): Screen {
  if (conflicts.length === 0) return confirm;
  const lines = conflicts.map((conflict) => conflictLine(t, operation, conflict)).join('\n');
  if (!mayGoPast(operation, conflicts)) return { ...confirm, text: `${lines}\n${t('held-wait')}\n\n${confirm.text}` };
  const { id, parameters } = operation;
  const { by } = whereSeen.parse(parameters);
  const risk: Html = { html: [...new Set(conflicts.map((conflict) => riskOf(conflict, t)))].join(' ') };
  const ask = t('anyway-ask', { what: operationWhat(operation, t), risk });
  const life = [t('confirm-life'), ...(by ? [t('operation-by', { person: name(by) })] : [])].join('\n');
  return {
    text: [lines, ask, life].join('\n\n'),
    keyboard: [
      [buttons.goPast.make(anywayLabel(operation, t), { operation: id, pass: passFor(conflicts) }, 'danger')],
      [buttons.confirm.make(t.plain('retry'), { operation: id })],
      [buttons.cancel.make(t.plain('button-cancel'), { operation: id })],
    ],
  };
}

/** What may become of an operation under way when another one goes past it. */
function riskOf(conflict: Operation, t: Translate): string {
  const { kind } = conflict;
  switch (kind) {
    case 'snapshot':
    case 'backup':
      return t(`risk-${kind}-${copyAction(kind, conflict)}`);
    case 'power':
    case 'rescue':
    case 'reinstall':
    case 'upgrade':
      return t(`risk-${kind}`);
    default:
      return t('risk-other');
  }
}

function anywayLabel(operation: Operation, t: Translate): string {
  const { kind } = operation;
  if (kind === 'power') return t.plain(`anyway-power-${power.parametersOf(operation).action}`);
  if (kind === 'rescue') return t.plain(`anyway-rescue-${rescue.parametersOf(operation).action}`);
  return t.plain('anyway-other');
}
