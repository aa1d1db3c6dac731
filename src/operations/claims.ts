import type { Due, Operation } from '../store/operations/index.ts';
import { type Dependencies, LEASE_MS } from './dependencies.ts';
import { interrupted } from './pricing.ts';
import { withoutSecret } from './secrets.ts';

/** What this process is sending: held for as long as that takes, so that others take over only what the dead have left. */
export interface Claims {
  /** Holds an operation, `quoting` or `sending`, while the work goes on. */
  hold<T>(operation: Operation, work: () => Promise<T>): Promise<T>;
  /** Takes what is due. What was being sent by nobody any more is settled: never left (`ready`), or lost (`unknown`). */
  take(most?: number): Promise<Due>;
}

export function createClaims({ ledger, now, report }: Dependencies): Claims {
  const held = new Set<Operation>();
  /** The claim that is held, and no later one: a beat may come late. */
  const extend = ({ id, claimedAt }: Operation) =>
    ledger.move(id, { from: ['quoting', 'sending'], claimedAt, dueAt: now() + LEASE_MS, keep: 'soon' });
  const isHeld = ({ id, claimedAt }: Operation) =>
    held.values().some((each) => each.id === id && each.claimedAt === claimedAt);

  async function settle(operation: Operation): Promise<Operation | undefined> {
    const { id, state, claimedAt } = operation;
    if (state !== 'quoting' && state !== 'sending') return operation;
    if (isHeld(operation)) return void (await extend(operation));
    // Shown anew with a word about it, or its person would wait for an outcome.
    if (state === 'quoting') return ledger.move(id, interrupted(operation, now()));
    return ledger.move(id, {
      from: [state],
      claimedAt,
      to: 'unknown',
      edit: (before) => withoutSecret(before, undefined, true),
      dueAt: now() + LEASE_MS,
      told: false,
    });
  }

  return {
    async hold(operation, work) {
      held.add(operation);
      const beat = setInterval(() => void extend(operation).catch((error) => report(error, operation)), LEASE_MS / 4);
      try {
        return await work();
      } finally {
        clearInterval(beat);
        held.delete(operation);
      }
    },
    async take(most) {
      const { taken, unreadable } = await ledger.takeDue(now(), LEASE_MS, most);
      const settled = await Promise.allSettled(taken.map(settle));
      return {
        taken: settled.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])),
        unreadable: [...unreadable, ...settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))],
      };
    },
  };
}
