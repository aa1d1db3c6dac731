import { randomBytes } from 'node:crypto';
import { Failure, type FailureKind, type Hosting } from '../hosting/index.ts';
import type { Ledger, Operation, OperationBody, OperationKind, OperationState } from '../store/operations.ts';
import type { Kind } from './kind.ts';
import { power } from './power.ts';
import { createWatch, type Watch } from './watch.ts';

export type { Operation, OperationKind, OperationState } from '../store/operations.ts';

/** How long a confirm button works. */
export const CONFIRM_LIFE_MS = 60_000;
/** After this a request can no longer be on its way: far above the client's connect, header and body deadlines. */
const SENDING_LIFE_MS = 180_000;
const LOOK_LIMIT_MS = 12_000;
const LEASE_MS = 20_000;
const NOTICE_AFTER_MS = 700;
const TELL_AGAIN_MS = 5_000;
const SURELY_NOT_DONE: ReadonlySet<string> = new Set<FailureKind>([
  'notConnected',
  'fields',
  'invalid',
  'insufficientBalance',
  'resellerServiceMissing',
  'notFound',
  'refused',
]);

const KINDS: Record<OperationKind, Kind> = { power };

export interface Draft {
  kind: OperationKind;
  userId: number;
  chatId: number;
  accountId: string;
  locale: string;
  parameters: unknown;
  progress: unknown;
}

/**
 * What a tap on an operation's button did: `moved` (it was this tap that did it), or why nothing happened: it is another
 * person's, its time is over, it is no longer open, or there is no such operation. `told` resolves when the message shows
 * what became of it, which for a confirm is after the provider answered.
 */
export interface Tapped {
  outcome: 'moved' | 'notYours' | 'expired' | 'closed' | 'missing';
  told: Promise<void>;
}

export interface Parts {
  ledger: Ledger;
  /** The client for one of the person's accounts; `undefined` when it was disconnected meanwhile. */
  hostingFor(userId: number, accountId: string): Promise<Hosting | undefined>;
  /** Shows the operation's present state in its message. Resolves when it is shown, or can never be. */
  tell(operation: Operation): Promise<void>;
  /** An error nobody waits for. */
  report(error: unknown, operation?: Operation): void;
  now?: () => number;
}

/** Doing a thing once: claim, send, settle, and tell the person exactly how it ended. */
export interface Operations {
  /** Writes the operation as `ready`, to live {@link CONFIRM_LIFE_MS}; the caller shows its confirm button. */
  prepare(draft: Draft): Promise<Operation>;
  /** The message that shows the operation, once it is known. */
  shownIn(id: string, messageId: number): Promise<void>;
  confirm(id: string, userId: number, messageId: number | undefined): Promise<Tapped>;
  cancel(id: string, userId: number): Promise<Tapped>;
  /** Looks again at an operation whose outcome is open. */
  lookAgain(id: string, userId: number): Promise<Tapped>;
  /** Settles what a crash left open and starts to look after what is due. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Where an answer leads. Only a failure that is surely "not done" or "not sent" may lead anywhere but to `unknown`. */
function stateAfter(setback: Operation['failure']): OperationState {
  if (!setback) return 'accepted';
  if (setback.kind === 'notSent') return 'ready';
  return SURELY_NOT_DONE.has(setback.kind) ? 'refused' : 'unknown';
}

export function createOperations(parts: Parts): Operations {
  const { ledger } = parts;
  const now = parts.now ?? Date.now;
  const underWay = new Set<Promise<void>>();
  const watch: Watch = createWatch({
    next: () => ledger.nextDue(),
    take: () => ledger.takeDue(now(), LEASE_MS),
    advance: (operation) => advance(operation),
    report: parts.report,
    now,
  });

  /** While an operation is in these hands it is not due; if they die, it is again after the lease. */
  const held = () => now() + LEASE_MS;

  /** Brings an operation one step further, by its state alone: safe to run again after any crash. */
  async function advance(operation: Operation): Promise<void> {
    switch (operation.state) {
      case 'ready':
        if (!operation.told) return tell(operation, operation.expiresAt);
        return move(operation, 'expired', {});
      case 'sending':
        return move(operation, 'unknown', {});
      case 'accepted':
      case 'unknown':
        if (!operation.told) return tell(operation, now());
        return look(operation);
      default:
        return tell(operation, null);
    }
  }

  function stay(operation: Operation, dueAt: number | null, told: boolean, edit: Partial<OperationBody> = {}) {
    const state = operation.state;
    return ledger.move(operation.id, { from: [state], to: state, edit: () => edit, dueAt, told });
  }

  async function tell(operation: Operation, dueAfter: number | null): Promise<void> {
    try {
      await parts.tell(operation);
    } catch (error) {
      parts.report(error, operation);
      await stay(operation, now() + TELL_AGAIN_MS, false);
      return;
    }
    await stay(operation, dueAfter, true);
  }

  async function move(operation: Operation, to: OperationState, edit: Partial<OperationBody>): Promise<void> {
    const from = [operation.state];
    const moved = await ledger.move(operation.id, { from, to, edit: () => edit, dueAt: held(), told: false });
    if (moved) await advance(moved);
  }

  async function look(operation: Operation): Promise<void> {
    const hosting = await parts.hostingFor(operation.userId, operation.accountId);
    // The account was disconnected: nobody is left to ask.
    if (!hosting) return void (await stay(operation, null, true));
    const kind = KINDS[operation.kind];
    const seen = await kind.look(hosting, operation, now(), AbortSignal.timeout(LOOK_LIMIT_MS));
    if (seen.verdict === 'done') return move(operation, 'done', { progress: seen.progress, endedAt: now() });
    const news = kind.shown(operation.progress) !== kind.shown(seen.progress);
    const dueAt = seen.inMs === undefined ? null : now() + seen.inMs;
    const kept = await stay(operation, news ? held() : dueAt, !news, { progress: seen.progress });
    if (kept && news) await tell(kept, dueAt);
  }

  async function send(operation: Operation): Promise<Operation> {
    const setback = await attempt(operation);
    // The answer is the truth, also when it comes so late that the operation was given up as unknown.
    const moved = await ledger.move(operation.id, {
      from: ['sending', 'unknown'],
      to: stateAfter(setback),
      edit: () => ({ failure: setback, ...(stateAfter(setback) === 'refused' ? { endedAt: now() } : {}) }),
      ...(stateAfter(setback) === 'ready' ? { expiresAt: now() + CONFIRM_LIFE_MS } : {}),
      dueAt: held(),
      told: false,
    });
    return moved ?? operation;
  }

  /** Asks the provider; where that takes a while, the message says that it is under way. */
  async function attempt(operation: Operation): Promise<Operation['failure']> {
    let notice: Promise<void> | undefined;
    const timer = setTimeout(() => {
      notice = parts.tell(operation).catch((error) => parts.report(error, operation));
    }, NOTICE_AFTER_MS);
    const setback = await ask(operation);
    clearTimeout(timer);
    // The outcome must not be overtaken by the notice.
    await notice;
    return setback;
  }

  async function ask(operation: Operation): Promise<Operation['failure']> {
    const hosting = await parts.hostingFor(operation.userId, operation.accountId);
    if (!hosting) return { kind: 'notConnected' };
    try {
      await KINDS[operation.kind].send(hosting, operation);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return { kind: error.kind, words: error.words };
      // A mistake of ours while a request may be on its way: nobody knows how far it came.
      parts.report(error, operation);
      return { kind: 'ambiguous' };
    }
  }

  return {
    async prepare(draft) {
      const at = now();
      const operation: Operation = {
        ...draft,
        id: randomBytes(9).toString('base64url'),
        state: 'ready',
        createdAt: at,
        expiresAt: at + CONFIRM_LIFE_MS,
        dueAt: at + CONFIRM_LIFE_MS,
        told: true,
      };
      await ledger.add(operation);
      watch.wakeAt(operation.expiresAt);
      return operation;
    },
    async shownIn(id, messageId) {
      const operation = await ledger.get(id);
      if (operation?.state === 'ready') await stay(operation, operation.expiresAt, true, { messageId });
    },
    async confirm(id, userId, messageId) {
      const at = now();
      const claimed = await ledger.move(id, {
        from: ['ready'],
        to: 'sending',
        only: { userId, aliveAt: at },
        edit: (operation) => ({ messageId: messageId ?? operation.messageId, sentAt: at, failure: undefined }),
        dueAt: at + SENDING_LIFE_MS,
        told: true,
      });
      if (!claimed) return refusedTap(id, userId);
      return { outcome: 'moved', told: background(claimed, async () => watch.run(await send(claimed))) };
    },
    async cancel(id, userId) {
      const only = { userId, aliveAt: 0 };
      const cancelled = await ledger.move(id, { from: ['ready'], to: 'cancelled', only, dueAt: held(), told: false });
      return cancelled ? { outcome: 'moved', told: watch.run(cancelled) } : refusedTap(id, userId);
    },
    async lookAgain(id, userId) {
      const operation = await ledger.get(id);
      const open = operation?.state === 'accepted' || operation?.state === 'unknown';
      if (!operation || !open || operation.userId !== userId) return refusedTap(id, userId);
      const asked = await stay(operation, held(), true, { askedAt: now() });
      return asked ? { outcome: 'moved', told: watch.run(asked) } : refusedTap(id, userId);
    },
    async start() {
      await ledger.takeOver(now());
      watch.start();
    },
    async stop() {
      await Promise.all(underWay);
      await watch.stop();
    },
  };

  /** Work that a handler does not wait for, but the end of the program does. */
  function background(operation: Operation, work: () => Promise<void>): Promise<void> {
    const task = work()
      .catch((error) => parts.report(error, operation))
      .finally(() => underWay.delete(task));
    underWay.add(task);
    return task;
  }

  async function refusedTap(id: string, userId: number): Promise<Tapped> {
    const told = Promise.resolve();
    const operation = await ledger.get(id);
    if (!operation) return { outcome: 'missing', told };
    if (operation.userId !== userId) return { outcome: 'notYours', told };
    if (operation.state === 'expired') return { outcome: 'expired', told };
    if (operation.state !== 'ready') return { outcome: 'closed', told };
    return { outcome: 'expired', told: watch.run(operation) };
  }
}
