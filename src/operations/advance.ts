import { type JobLease, LEASE_MS } from '../jobs/lease.ts';
import type { Durability } from '../store/database/sql.ts';
import type { Move, Operation, OperationBody, OperationState } from '../store/operations/index.ts';
import { type Dependencies, NotNow, OutOfReach } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import type { ConcurrentOperations, LookResult } from './kinds/kind.ts';
import { deliverSecret, withoutSecret } from './secrets.ts';

const LOOK_LIMIT_MS = 12_000;
const NOTIFY_AGAIN_MS = 1_000;
const LONGEST_NOTIFY_PAUSE_MS = 10 * 60_000;
/** About a day of trying, by the pauses above. */
const MOST_NOTIFY_TRIES = 150;

/** What came of showing an operation. */
interface Notification {
  notified: boolean;
  durability: Durability;
  edit: Partial<OperationBody>;
}

/**
 * Brings the operation in this hand one step further, by its state alone: safe to run again after any crash. Where it went
 * over to other hands meanwhile, nothing more is told or written.
 */
export function createAdvance(dependencies: Dependencies, jobLease: JobLease): (operation: Operation) => Promise<void> {
  const { ledger, now } = dependencies;
  const held = () => now() + LEASE_MS;

  async function advance(operation: Operation): Promise<void> {
    if (operation.state === 'unknown' && holdsSecret(operation)) {
      // A crash cut it off between the request and its answer.
      const freed = await stay(operation, { edit: (before) => withoutSecret(before, undefined, true) });
      return freed && advance(freed);
    }
    switch (operation.state) {
      case 'ready':
        if (now() >= operation.expiresAt)
          return move(operation, 'expired', { edit: (before) => withoutSecret(before, undefined) });
        return notifyOrRest(operation, operation.expiresAt);
      case 'quoting':
      case 'sending':
        // Somebody has it in hand; when they are gone, it is settled by whoever takes it.
        return;
      case 'accepted':
      case 'unknown':
        // Whether the person can be told now or not, what happens at the provider must not be missed.
        return canNotify(operation) ? notifyAndLook(operation) : look(operation);
      case 'expired':
        // Never shown, so there is nothing to take back.
        if (operation.messageId === undefined) return void (await stay(operation, { dueAt: null, notified: true }));
    }
    return notifyOrRest(operation, null);
  }

  function stay(operation: Operation, change: Omit<Move, 'from'>): Promise<Operation | undefined> {
    return jobLease.write((heldUntil) => ledger.move(operation.id, { from: [operation.state], heldUntil, ...change }));
  }

  /** Nothing else to do until `dueAt`, or until the message can be tried again. */
  async function notifyOrRest(operation: Operation, dueAt: number | null): Promise<void> {
    if (canNotify(operation)) await notify(operation, dueAt);
    else await stay(operation, { dueAt: earlier(dueAt, notifyAt(operation)), durability: 'relaxed' });
  }

  async function notify(operation: Operation, dueAfter: number | null): Promise<void> {
    const notification = await show(operation);
    if (notification) await written(operation, notification, dueAfter);
  }

  async function notifyAndLook(operation: Operation): Promise<void> {
    const notification = await show(operation);
    if (!notification) return;
    // That it was shown is written with what is read next, where it need not be at once.
    if (notification.durability === 'relaxed')
      return look({ ...operation, ...notification.edit, notified: true }, notification.edit);
    const shown = await written(operation, notification, held());
    if (shown) await look(shown);
  }

  function written(operation: Operation, { notified, durability, edit }: Notification, dueAfter: number | null) {
    const dueAt = earlier(dueAfter, notifyAt({ ...operation, ...edit, notified }));
    return stay(operation, { dueAt, notified, durability, edit: () => edit });
  }

  /** Shows the operation, or finds out when to try again: what to write of that. */
  async function show(operation: Operation): Promise<Notification | undefined> {
    let shownIn: unknown;
    if (!jobLease.isHeld()) return undefined;
    try {
      const current = await deliverSecret(dependencies, operation);
      // It went on, or over to others, while its secret was under way.
      if (current.state !== operation.state || !jobLease.isHeld()) return undefined;
      shownIn = await dependencies.notify(current);
    } catch (error) {
      const notifyRetry = retryAfter(error, operation);
      // What can't be shown any more is not kept either.
      const over =
        notifyRetry && notifyRetry.times >= MOST_NOTIFY_TRIES
          ? { secret: undefined, delivered: 'unsent' as const }
          : {};
      return { notified: false, durability: 'full', edit: { notifyRetry, ...over } };
    }
    const message = typeof shownIn === 'number' ? { messageId: shownIn } : {};
    // Lost with the machine, the same is told once more.
    return {
      notified: true,
      durability: shownIn === undefined ? 'relaxed' : 'full',
      edit: { notifyRetry: undefined, ...message },
    };
  }

  /** When to try again to tell, after this many attempts. */
  function retryAfter(error: unknown, operation: Operation): Operation['notifyRetry'] {
    const { times = 0 } = operation.notifyRetry ?? {};
    if (error instanceof NotNow) return { times, againAt: now() + error.waitMs };
    if (!(error instanceof OutOfReach)) dependencies.report(error, operation);
    return { times: times + 1, againAt: now() + Math.min(NOTIFY_AGAIN_MS * 2 ** times, LONGEST_NOTIFY_PAUSE_MS) };
  }

  async function move(
    operation: Operation,
    to: OperationState,
    change: Pick<Move, 'edit' | 'durability'>,
  ): Promise<void> {
    const moved = await stay(operation, { ...change, to, dueAt: held(), notified: false });
    if (moved) await advance(moved);
  }

  /** @param unwritten what is true of the operation already and stands nowhere yet */
  async function look(operation: Operation, unwritten: Partial<OperationBody> = {}): Promise<void> {
    const seen = await read(operation);
    const { progress } = seen;
    const edit = () => ({ ...unwritten, progress });
    // Lost with the machine, it is read once more.
    const durability = 'relaxed';
    if (seen.verdict === 'done')
      return move(operation, 'done', { edit: () => ({ ...edit(), endedAt: now() }), durability });
    const { shown } = KINDS[operation.kind];
    const news = shown(operation.progress) !== shown(progress);
    const next = seen.inMs === undefined ? null : now() + seen.inMs;
    const retryAt = notifyAt(news ? { ...operation, notified: false } : operation);
    const notifyNow = retryAt !== null && retryAt <= now();
    const kept = await stay(operation, {
      dueAt: notifyNow ? held() : earlier(next, retryAt),
      notified: operation.notified && !news,
      edit,
      durability,
    });
    if (kept && notifyNow) await notify(kept, next);
  }

  /** Reads the provider. Without the account, which was disconnected meanwhile, the outcome can no longer be read. */
  async function read(operation: Operation): Promise<LookResult> {
    const kind = KINDS[operation.kind];
    const hosting = await dependencies.hostingFor(operation.userId, operation.accountId);
    if (!hosting) return { verdict: 'unclear', progress: kind.givenUp(operation.progress) };
    const signal = AbortSignal.any([jobLease.lost, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    return kind.look(hosting, concurrentOperations(operation), now(), signal);
  }

  function concurrentOperations(operation: Operation): ConcurrentOperations {
    const { id, kind, subject, sentAt = operation.createdAt } = operation;
    return {
      operation,
      others: async (since = sentAt) => (await ledger.sent(kind, since)).filter((other) => other.id !== id),
      async next() {
        return subject === undefined ? undefined : nextOn(operation, await ledger.sent(kind, sentAt, { subject }));
      },
      async disturbed() {
        if (subject === undefined) return false;
        const later = (await ledger.sentOn(subject, sentAt)).filter((other) => (other.sentAt ?? 0) > sentAt);
        const passed = await Promise.all((operation.wentPast ?? []).map((other) => ledger.get(other)));
        return [...later, ...passed].some((other) => other && KINDS[other.kind].restarts?.(other.parameters));
      },
    };
  }

  function canNotify(operation: Operation): boolean {
    const at = notifyAt(operation);
    return at !== null && at <= now();
  }

  return advance;
}

function holdsSecret(operation: Operation): boolean {
  return KINDS[operation.kind].secretIn?.(operation.parameters).secret !== undefined;
}

/** When to try to show the operation's state; null when it is shown, or was tried often enough. */
function notifyAt({ notified, notifyRetry }: Operation): number | null {
  if (notified || (notifyRetry && notifyRetry.times >= MOST_NOTIFY_TRIES)) return null;
  return notifyRetry?.againAt ?? 0;
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** The first operation on the same server that was sent after this one: whatever is seen from then on may be its work. */
function nextOn(operation: Operation, others: readonly Operation[]): Operation | undefined {
  const { subject, sentAt = 0 } = operation;
  return others
    .filter((other) => subject !== undefined && other.subject === subject && (other.sentAt ?? 0) > sentAt)
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0))[0];
}
