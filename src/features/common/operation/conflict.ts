import type { Operation } from '../../../operations/index.ts';
import { target } from '../../../operations/kinds/target.ts';
import type { Html, TextValue, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, isolate, name, shorten } from '../../../telegram/ui/format.ts';

/** How long a name may be in the answer to a tap, where 200 characters have to do for everything. */
export const LONGEST_PLAIN = 24;

type Asker = Pick<Operation, 'userId'>;

/**
 * The answer to a tap that an operation under way held back: at most 200 characters, as Telegram allows.
 * @param what the summary of the operation under way, plain and short
 */
export function conflictAlert(
  t: Translate,
  asker: Asker,
  conflict: Operation,
  { plain: what }: { plain: string },
): string {
  const person = (words: string) => isolate(shorten(words, LONGEST_PLAIN));
  return `${runs(t.plain, t, asker, conflict, what, person)} ${t.plain('held-nothing-sent')}`;
}

/**
 * An operation under way in a message: what it is, who asked for it, and when.
 * @param what the summary of the operation under way
 */
export function conflictLine(t: Translate, asker: Asker, conflict: Operation, what: Html): string {
  return runs(t, t, asker, conflict, what, name);
}

function runs(
  say: Translate['plain'],
  t: Translate,
  asker: Asker,
  conflict: Operation,
  what: TextValue,
  write: (person: string) => TextValue,
): string {
  const values = { what, time: formatTime(conflict.sentAt ?? conflict.createdAt, t) };
  if (conflict.userId === asker.userId) return say('held-by-you', values);
  const { person } = whoAsked.safeParse(conflict.parameters).data ?? {};
  return person ? say('held-by-person', { ...values, person: write(person) }) : say('held-by-other', values);
}

/** Only an operation on a server names the person who asked: people with unrelated accounts may want the same domain. */
const whoAsked = target.pick({ person: true });
