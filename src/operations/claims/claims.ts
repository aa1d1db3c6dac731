import { createHeartbeat, type JobLease, LEASE_MS } from '../../jobs/lease.ts';
import type { Due, Operation } from '../../store/operations/index.ts';
import { withoutSecret } from '../deliver-secret.ts';
import type { Dependencies } from '../dependencies.ts';
import { expired } from '../message.ts';
import { interrupted } from '../pricing.ts';

const MAX_PEOPLE_NOTED = 1_000;

/** Leases of the operations that this process sends. A lease compares the claim: a late answer still belongs to it. */
export interface Claims {
  hold<T>(operation: Operation, work: () => Promise<T>): Promise<T>;
  /** Settles expired confirms, and operations that a dead process was sending. Returns the due ones that are left. */
  take(most?: number): Promise<Due>;
}

export function createClaims({ ledger, now, report }: Dependencies): Claims {
  const heartbeat = createHeartbeat({ leaseMs: LEASE_MS, now });
  const held = new Map<Operation, JobLease>();
  const leaseOf = ({ id, claimedAt }: Operation) =>
    [...held].find(([each]) => each.id === id && each.claimedAt === claimedAt)?.[1];

  async function settle(operation: Operation): Promise<Operation | undefined> {
    const { id, state, claimedAt } = operation;
    if (state !== 'quoting' && state !== 'sending') return operation;
    const lease = leaseOf(operation);
    // This process stood still past the end of the lease, and still waits for the answer.
    if (lease) return void (await lease.extend());
    // Shown again with a note: its person must not wait for an outcome.
    if (state === 'quoting') return ledger.move(id, interrupted(operation, now()));
    return ledger.move(id, {
      from: [state],
      claimedAt,
      to: 'unknown',
      edit: (before) => withoutSecret(before, undefined, true),
      dueAt: now() + LEASE_MS,
      notified: false,
    });
  }

  return {
    async hold(operation, work) {
      const { id, claimedAt, dueAt } = operation;
      const lease = heartbeat.hold({
        until: dueAt,
        async extend(until) {
          const extended = await ledger.move(id, {
            from: ['quoting', 'sending'],
            claimedAt,
            dueAt: until,
            durability: 'relaxed',
          });
          return extended !== undefined;
        },
        report: (error) => report(error, operation),
      });
      held.set(operation, lease);
      try {
        return await work();
      } finally {
        void lease.release();
        held.delete(operation);
      }
    },
    async take(most) {
      const at = now();
      const { taken, unreadable } = await ledger.takeDue(at, LEASE_MS, most, (operation) => expired(operation, at));
      const settled = await Promise.allSettled(taken.map(settle));
      return {
        taken: settled.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])),
        unreadable: [...unreadable, ...settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))],
      };
    },
  };
}

export interface RecentClaims {
  note(userId: number, at: number): void;
  /** Whether the person may have confirmed since then (epoch ms). Claims of other processes are unknown. */
  mayHaveSince(userId: number, at: number): boolean;
}

export function createRecentClaims({ now, shared = false }: { now(): number; shared?: boolean }): RecentClaims {
  const claims = new Map<number, number>();
  /** Earlier claims may be forgotten here, or come from an earlier process. */
  let knownAfter = shared ? Number.POSITIVE_INFINITY : now();
  return {
    note(userId, at) {
      if (claims.size >= MAX_PEOPLE_NOTED && !claims.has(userId)) {
        knownAfter = Math.max(knownAfter, ...claims.values());
        claims.clear();
      }
      claims.set(userId, Math.max(at, claims.get(userId) ?? 0));
    },
    mayHaveSince: (userId, at) => at <= knownAfter || (claims.get(userId) ?? 0) >= at,
  };
}
