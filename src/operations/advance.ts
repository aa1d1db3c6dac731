import { isDeepStrictEqual } from 'node:util';
import { type JobLease, LEASE_MS } from '../jobs/lease.ts';
import type { Rest } from '../jobs/runner.ts';
import type { Durability } from '../store/database/sql.ts';
import type { Move, Operation, OperationBody, OperationState } from '../store/operations/index.ts';
import { deliverSecret, withoutSecret } from './deliver-secret.ts';
import { type Dependencies, LONGEST_WAIT_MS, NotNow, OutOfReach, type Shown } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import type { ConcurrentOperations, LookResult } from './kinds/kind.ts';
import { expired } from './message.ts';
import { outcomeOf } from './outcome.ts';

const LOOK_LIMIT_MS = 12_000;
const NOTIFY_AGAIN_MS = 1_000;
const MAX_NOTIFY_PAUSE_MS = 10 * 60_000;
/** With the pauses above, the tries last about a day. */
const MAX_NOTIFY_TRIES = 150;

interface Notification {
  notified: boolean;
  durability: Durability;
  edit: Partial<OperationBody>;
}

interface Watched {
  operation: Operation;
  unwritten: Partial<OperationBody>;
}

type Gone = Pick<OperationBody, 'accountGone'>;

interface Next {
  dueAt: number | null;
  inMs: number | undefined;
}

/** Takes a leased operation one step further. Only the stored state decides: the step can run again after a crash. */
export function createAdvance(
  dependencies: Dependencies,
  jobLease: JobLease,
  rest: Rest,
): (operation: Operation) => Promise<void> {
  const { ledger, now, pauseFactor = 1 } = dependencies;
  const held = () => now() + LEASE_MS;

  async function advance(operation: Operation): Promise<void> {
    if (operation.state === 'unknown' && holdsSecret(operation)) {
      // A crash came between the request and its answer: the secret may be in force.
      const freed = await stay(operation, { edit: (before) => withoutSecret(before, undefined, true) });
      return freed && advance(freed);
    }
    switch (operation.state) {
      case 'ready':
      case 'waiting': {
        const over = expired(operation, now());
        if (over) return move(operation, 'expired', { ...over, durability: 'relaxed' });
        return notifyOrRest(operation, operation.expiresAt);
      }
      case 'quoting':
      case 'sending':
        // The process that sends the request settles it; if that dies, {@link Claims.take} does.
        return;
      case 'accepted':
      case 'unknown':
        // The provider is read even while the person cannot be reached.
        return canNotify(operation) ? notifyAndWatch(operation) : watch({ operation, unwritten: {} });
      case 'expired':
        if (operation.messageId === undefined) return void (await stay(operation, { dueAt: null, notified: true }));
    }
    return notifyOrRest(operation, null);
  }

  function stay(operation: Operation, change: Omit<Move, 'from'>): Promise<Operation | undefined> {
    return jobLease.write((heldUntil) => ledger.move(operation.id, { from: [operation.state], heldUntil, ...change }));
  }

  async function notifyOrRest(operation: Operation, dueAt: number | null): Promise<void> {
    if (canNotify(operation)) await notify(operation, dueAt);
    else await stay(operation, { dueAt: earlier(dueAt, notifyAt(operation)), durability: 'relaxed' });
  }

  async function notify(operation: Operation, dueAfter: number | null): Promise<void> {
    const notification = await show(operation);
    if (notification) await written(operation, notification, dueAfter);
  }

  async function notifyAndWatch(operation: Operation): Promise<void> {
    const shown = await notifyFirst(operation);
    if (shown) await watch(shown);
  }

  /** Shows the operation and saves that together with the next reading, in one commit. */
  async function notifyFirst(operation: Operation): Promise<Watched | undefined> {
    const notification = await show(operation);
    if (!notification) return undefined;
    const { durability, edit } = notification;
    if (durability === 'relaxed') return { operation: { ...operation, ...edit, notified: true }, unwritten: edit };
    const shown = await written(operation, notification, held());
    return shown && { operation: shown, unwritten: {} };
  }

  function written(operation: Operation, { notified, durability, edit }: Notification, dueAfter: number | null) {
    const dueAt = earlier(dueAfter, notifyAt({ ...operation, ...edit, notified }));
    return stay(operation, { dueAt, notified, durability, edit: () => edit });
  }

  async function show(operation: Operation): Promise<Notification | undefined> {
    let shown: Shown | undefined;
    if (!jobLease.isHeld()) return undefined;
    try {
      const current = await deliverSecret(dependencies, operation);
      if (current.state !== operation.state || !jobLease.isHeld()) return undefined;
      shown = await dependencies.notify(current);
    } catch (error) {
      const notifyRetry = retryAfter(error, operation);
      // The last try failed: the secret is removed too.
      const over =
        notifyRetry && notifyRetry.times >= MAX_NOTIFY_TRIES ? { secret: undefined, delivered: 'unsent' as const } : {};
      return { notified: false, durability: 'full', edit: { notifyRetry, ...over } };
    }
    return {
      notified: true,
      durability: shown?.messageId === undefined ? 'relaxed' : 'full',
      edit: { notifyRetry: undefined, ...shown },
    };
  }

  function retryAfter(error: unknown, operation: Operation): Operation['notifyRetry'] {
    const { times = 0 } = operation.notifyRetry ?? {};
    if (error instanceof NotNow) return { times, againAt: now() + error.waitMs };
    if (!(error instanceof OutOfReach)) dependencies.report(error, operation);
    return { times: times + 1, againAt: now() + Math.min(NOTIFY_AGAIN_MS * 2 ** times, MAX_NOTIFY_PAUSE_MS) };
  }

  async function move(
    operation: Operation,
    to: OperationState,
    change: Pick<Move, 'edit' | 'durability'>,
  ): Promise<void> {
    const moved = await stay(operation, { ...change, to, dueAt: held(), notified: false });
    if (moved) await advance(moved);
  }

  /** Reads the outcome until it is certain or the next reading is due much later. */
  async function watch(from: Watched): Promise<void> {
    for (let next: Watched | undefined = from; next; ) next = await look(next);
  }

  async function look({ operation, unwritten }: Watched): Promise<Watched | undefined> {
    const { verdict, progress, inMs: pauseMs, gone = {} } = await read(operation);
    const isOutcome = verdict === 'done' || outcomeOf({ ...operation, progress }) !== outcomeOf(operation);
    const edit = { ...unwritten, progress, ...gone, ...(isOutcome ? soonerRetry(operation) : {}) };
    if (verdict === 'done') {
      await move(operation, 'done', { edit: () => ({ ...edit, endedAt: now() }), durability: 'relaxed' });
      return undefined;
    }
    const { shown } = KINDS[operation.kind];
    const news = shown(operation.progress) !== shown(progress) || 'accountGone' in gone;
    const found = { ...operation, ...edit, notified: operation.notified && !news };
    const isKnown = isDeepStrictEqual([progress, gone], [operation.progress, {}]);
    const next = nextAfter(pauseMs);
    if (canNotify(found)) return notifyFound(found, edit, next);
    const retryAt = notifyAt(found);
    const resting = retryAt === null ? restUntil(next) : undefined;
    if (!resting) return void (await write(found, edit, earlier(next.dueAt, retryAt)));
    return keepAtRest(found, edit, isKnown, { ...next, resting });
  }

  function nextAfter(pauseMs: number | undefined): Next {
    if (pauseMs === undefined) return { dueAt: null, inMs: undefined };
    const inMs = Math.ceil(pauseMs * pauseFactor);
    return { dueAt: now() + inMs, inMs };
  }

  /** Saves what a reading found before it is shown, so that a crash of the program loses nothing. */
  async function notifyFound(found: Operation, edit: Partial<OperationBody>, next: Next): Promise<Watched | undefined> {
    const kept = await write(found, edit, held());
    const notification = kept && (await show(kept));
    if (!notification) return undefined;
    const rested = notification.durability === 'relaxed' && (await restUntil(next));
    if (rested) return goOn({ ...kept, ...notification.edit, notified: true }, notification.edit);
    return void (await written(kept, notification, next.dueAt));
  }

  async function keepAtRest(
    found: Operation,
    edit: Partial<OperationBody>,
    isKnown: boolean,
    { dueAt, resting }: Next & { resting: Promise<boolean> },
  ): Promise<Watched | undefined> {
    const kept = isKnown ? found : await write(found, edit, held());
    const rested = await resting;
    if (rested && kept) return goOn(kept, isKnown ? edit : {});
    if (kept) await write(found, edit, dueAt);
    return undefined;
  }

  function restUntil({ inMs }: Next): Promise<boolean> | undefined {
    return inMs === undefined ? undefined : rest(inMs);
  }

  /** A write lost with the machine costs one more reading of the provider. */
  function write(found: Operation, edit: Partial<OperationBody>, dueAt: number | null) {
    return stay(found, { dueAt, notified: found.notified, edit: () => edit, durability: 'relaxed' });
  }

  async function goOn(operation: Operation, unwritten: Partial<OperationBody>): Promise<Watched | undefined> {
    if (!jobLease.isHeld()) await jobLease.extend();
    return jobLease.isHeld() ? { operation, unwritten } : undefined;
  }

  /** Reads the provider. If the account was disconnected meanwhile, the outcome can no longer be read. */
  async function read(operation: Operation): Promise<LookResult & { gone?: Gone }> {
    const kind = KINDS[operation.kind];
    const hosting = await dependencies.hostingFor(operation, 'read');
    if (!hosting) {
      const gone = operation.accountGone ? {} : ({ accountGone: true } as const);
      return { verdict: 'unclear', progress: kind.givenUp(operation.progress), gone };
    }
    const signal = AbortSignal.any([jobLease.lost, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    return kind.look(hosting, concurrentOperations(operation), now(), signal);
  }

  function concurrentOperations(operation: Operation): ConcurrentOperations {
    const { id, kind, subject, sentAt = operation.createdAt } = operation;
    return {
      operation,
      others: async (since = sentAt) => (await ledger.sent(kind, since)).filter((other) => other.id !== id),
      async next() {
        return subject === undefined ? undefined : nextOf(operation, await ledger.sent(kind, sentAt, { subject }));
      },
      disturbed: async () => (await later()).disturbed,
      later,
    };
    async function later() {
      if (subject === undefined) return { next: undefined, disturbed: false };
      const sent = (await ledger.sentOn(subject, sentAt)).filter((other) => (other.sentAt ?? 0) > sentAt);
      const passed = await Promise.all((operation.wentPast ?? []).map((other) => ledger.get(other)));
      return {
        next: nextOf(operation, sent),
        disturbed: [...sent, ...passed].some(
          (other) => other && KINDS[other.kind].explains?.(other.parameters)?.states === 'notOn',
        ),
      };
    }
  }

  /** Forgets the waits of earlier states, so that an outcome is shown at once. A short pause of the chat stays. */
  function soonerRetry({ notifyRetry }: Operation): Pick<OperationBody, 'notifyRetry'> {
    const isPause = notifyRetry?.times === 0 && notifyRetry.againAt - now() <= LONGEST_WAIT_MS;
    return isPause ? {} : { notifyRetry: undefined };
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

function notifyAt({ notified, notifyRetry }: Operation): number | null {
  if (notified || (notifyRetry && notifyRetry.times >= MAX_NOTIFY_TRIES)) return null;
  return notifyRetry?.againAt ?? 0;
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** The next operation of the same kind and subject: later readings may show its work. */
function nextOf(operation: Operation, others: readonly Operation[]): Operation | undefined {
  const { kind, subject, sentAt = 0 } = operation;
  return others
    .filter((other) => other.kind === kind && other.subject === subject && (other.sentAt ?? 0) > sentAt)
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0))[0];
}
