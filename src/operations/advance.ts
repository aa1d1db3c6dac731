import { type JobLease, LEASE_MS } from '../jobs/lease.ts';
import type { Keep } from '../store/database/sql.ts';
import type { Move, Operation, OperationBody, OperationState } from '../store/operations/index.ts';
import { type Dependencies, NotNow, OutOfReach } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import type { ConcurrentOperations, Verdict } from './kinds/kind.ts';
import { deliverSecret, withoutSecret } from './secrets.ts';

const LOOK_LIMIT_MS = 12_000;
const TELL_AGAIN_MS = 1_000;
const LONGEST_TELL_PAUSE_MS = 10 * 60_000;
/** About a day of trying, by the pauses above. */
const MOST_TELLINGS = 150;

/** What came of showing an operation. */
interface Telling {
  told: boolean;
  keep: Keep;
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
        return tellOrRest(operation, operation.expiresAt);
      case 'quoting':
      case 'sending':
        // Somebody has it in hand; when they are gone, it is settled by whoever takes it.
        return;
      case 'accepted':
      case 'unknown':
        // Whether the person can be told now or not, what happens at the provider must not be missed.
        return canTell(operation) ? tellAndLook(operation) : look(operation);
      case 'expired':
        // Never shown, so there is nothing to take back.
        if (operation.messageId === undefined) return void (await stay(operation, { dueAt: null, told: true }));
    }
    return tellOrRest(operation, null);
  }

  function stay(operation: Operation, change: Omit<Move, 'from'>): Promise<Operation | undefined> {
    return jobLease.write((heldUntil) => ledger.move(operation.id, { from: [operation.state], heldUntil, ...change }));
  }

  /** Nothing else to do until `dueAt`, or until the message can be tried again. */
  async function tellOrRest(operation: Operation, dueAt: number | null): Promise<void> {
    if (canTell(operation)) await tell(operation, dueAt);
    else await stay(operation, { dueAt: earlier(dueAt, tellAt(operation)), keep: 'soon' });
  }

  async function tell(operation: Operation, dueAfter: number | null): Promise<void> {
    const telling = await show(operation);
    if (telling) await written(operation, telling, dueAfter);
  }

  async function tellAndLook(operation: Operation): Promise<void> {
    const telling = await show(operation);
    if (!telling) return;
    // That it was shown is written with what is read next, where it need not be at once.
    if (telling.keep === 'soon') return look({ ...operation, ...telling.edit, told: true }, telling.edit);
    const shown = await written(operation, telling, held());
    if (shown) await look(shown);
  }

  function written(operation: Operation, { told, keep, edit }: Telling, dueAfter: number | null) {
    const dueAt = earlier(dueAfter, tellAt({ ...operation, ...edit, told }));
    return stay(operation, { dueAt, told, keep, edit: () => edit });
  }

  /** Shows the operation, or finds out when to try again: what to write of that. */
  async function show(operation: Operation): Promise<Telling | undefined> {
    let shownIn: unknown;
    if (!jobLease.isHeld()) return undefined;
    try {
      const current = await deliverSecret(dependencies, operation);
      // It went on, or over to others, while its secret was under way.
      if (current.state !== operation.state || !jobLease.isHeld()) return undefined;
      shownIn = await dependencies.tell(current);
    } catch (error) {
      const untold = later(error, operation);
      // What can't be shown any more is not kept either.
      const over = untold && untold.times >= MOST_TELLINGS ? { secret: undefined, delivered: 'unsent' as const } : {};
      return { told: false, keep: 'surely', edit: { untold, ...over } };
    }
    const message = typeof shownIn === 'number' ? { messageId: shownIn } : {};
    // Lost with the machine, the same is told once more.
    return { told: true, keep: shownIn === undefined ? 'soon' : 'surely', edit: { untold: undefined, ...message } };
  }

  /** When to try again to tell, after this many attempts. */
  function later(error: unknown, operation: Operation): Operation['untold'] {
    const { times = 0 } = operation.untold ?? {};
    if (error instanceof NotNow) return { times, againAt: now() + error.waitMs };
    if (!(error instanceof OutOfReach)) dependencies.report(error, operation);
    return { times: times + 1, againAt: now() + Math.min(TELL_AGAIN_MS * 2 ** times, LONGEST_TELL_PAUSE_MS) };
  }

  async function move(operation: Operation, to: OperationState, change: Pick<Move, 'edit' | 'keep'>): Promise<void> {
    const moved = await stay(operation, { ...change, to, dueAt: held(), told: false });
    if (moved) await advance(moved);
  }

  /** @param unwritten what is true of the operation already and stands nowhere yet */
  async function look(operation: Operation, unwritten: Partial<OperationBody> = {}): Promise<void> {
    const seen = await read(operation);
    const { progress } = seen;
    const edit = () => ({ ...unwritten, progress });
    // Lost with the machine, it is read once more.
    const keep = 'soon';
    if (seen.verdict === 'done') return move(operation, 'done', { edit: () => ({ ...edit(), endedAt: now() }), keep });
    const { shown } = KINDS[operation.kind];
    const news = shown(operation.progress) !== shown(progress);
    const next = seen.inMs === undefined ? null : now() + seen.inMs;
    const toTell = tellAt(news ? { ...operation, told: false } : operation);
    const tellNow = toTell !== null && toTell <= now();
    const kept = await stay(operation, {
      dueAt: tellNow ? held() : earlier(next, toTell),
      told: operation.told && !news,
      edit,
      keep,
    });
    if (kept && tellNow) await tell(kept, next);
  }

  /** Reads the provider. Without the account, which was disconnected meanwhile, the outcome can no longer be read. */
  async function read(operation: Operation): Promise<Verdict> {
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

  function canTell(operation: Operation): boolean {
    const at = tellAt(operation);
    return at !== null && at <= now();
  }

  return advance;
}

function holdsSecret(operation: Operation): boolean {
  return KINDS[operation.kind].secretIn?.(operation.parameters).secret !== undefined;
}

/** When to try to show the operation's state; null when it is shown, or was tried often enough. */
function tellAt({ told, untold }: Operation): number | null {
  if (told || (untold && untold.times >= MOST_TELLINGS)) return null;
  return untold?.againAt ?? 0;
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
