import type { Operation } from '../operations/index.ts';
import { target } from '../operations/target.ts';
import type { Ctx } from '../telegram/context.ts';
import { isolate, shorten } from '../telegram/format.ts';

/** Room for it within an alert's 200 characters. */
const LONGEST_NAME = 40;

/** Says whose operation is under way on the same server. */
export function rivalWords({ t, person: asker }: Ctx, rival: Operation): string {
  if (rival.subject?.startsWith('domain:')) return t.plain('domain-busy');
  if (rival.userId === asker.id) return t.plain('operation-busy');
  const { person } = target.parse(rival.parameters);
  return person
    ? t.plain('operation-busy-by', { person: isolate(shorten(person, LONGEST_NAME)) })
    : t.plain('operation-busy-other');
}
