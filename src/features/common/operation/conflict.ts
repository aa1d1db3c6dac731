import type { Operation } from '../../../operations/index.ts';
import { target } from '../../../operations/kinds/target.ts';
import type { Html, TextValue, Translate } from '../../../telegram/i18n/index.ts';
import { formatTime, isolate, name, shorten } from '../../../telegram/ui/format.ts';

/** The answer to a tap has 200 characters for everything. */
export const MAX_PLAIN_LENGTH = 24;

type Asker = Pick<Operation, 'userId'>;

export function conflictAlert(
  t: Translate,
  asker: Asker,
  conflict: Operation,
  { plain: what }: { plain: string },
): string {
  const person = (words: string) => isolate(shorten(words, MAX_PLAIN_LENGTH));
  return `${runs(t.plain, t, asker, conflict, what, person)} ${t.plain('held-nothing-sent')}`;
}

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

/** Only for servers: people with unrelated accounts may want the same domain. */
const whoAsked = target.pick({ person: true });
