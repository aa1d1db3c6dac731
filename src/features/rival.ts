import type { Operation } from '../operations/index.ts';
import { target } from '../operations/target.ts';
import type { Ctx } from '../telegram/context.ts';
import { isolate } from '../telegram/format.ts';

/** Says whose operation is under way on the same server. */
export function rivalWords({ t, person }: Ctx, rival: Operation): string {
  if (rival.userId === person.id) return t.plain('operation-busy');
  const { by } = target.parse(rival.parameters);
  return by ? t.plain('operation-busy-by', { person: isolate(by) }) : t.plain('operation-busy-other');
}
