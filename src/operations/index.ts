import { randomBytes } from 'node:crypto';
import type { Operation } from '../store/operations.ts';
import { createAdvance } from './advance.ts';
import type { Operations, Tapped } from './contract.ts';
import { createHands } from './hands.ts';
import { KINDS } from './kinds.ts';
import { takeMessage } from './message.ts';
import { CONFIRM_LIFE_MS, LEASE_MS, type Parts } from './parts.ts';
import { withoutSecret } from './secrets.ts';
import { createSend } from './send.ts';
import { twinSentAt, twinsSince } from './twins.ts';
import { createWatch } from './watch.ts';

export type { Operation, OperationKind, OperationState, QuoteShown } from '../store/operations.ts';
export type { Draft, Operations, Tapped } from './contract.ts';
export { CONFIRM_LIFE_MS } from './parts.ts';

/** A name that nobody can guess, short enough for a button. */
export function newOperationId(): string {
  return randomBytes(9).toString('base64url');
}

export function createOperations(parts: Parts): Operations {
  const { ledger, now } = parts;
  const underWay = new Set<Promise<void>>();
  const send = createSend(parts);
  const hands = createHands(parts);
  const watch = createWatch({
    next: () => ledger.nextDue(),
    take: hands.take,
    get: (id) => ledger.get(id),
    holding: { leaseMs: LEASE_MS, extend: ledger.extend },
    advance: (operation, hand) => createAdvance(parts, hand)(operation),
    report: parts.report,
    now,
    shared: parts.shared,
  });
  const held = () => now() + LEASE_MS;

  return {
    async prepare({ lifeMs = CONFIRM_LIFE_MS, ...draft }) {
      const at = now();
      const sent = KINDS[draft.kind].quote
        ? await ledger.sent(draft.kind, twinsSince(at), { userId: draft.userId })
        : [];
      const twinAt = twinSentAt(draft, sent);
      const operation: Operation = {
        ...draft,
        ...(twinAt === undefined ? {} : { twinAt }),
        id: draft.id ?? newOperationId(),
        state: 'ready',
        createdAt: at,
        expiresAt: at + lifeMs,
        dueAt: at + lifeMs,
        told: true,
      };
      await ledger.add(operation);
      await takeMessage(ledger, operation);
      watch.wakeAt(operation.expiresAt);
      return operation;
    },
    async shownIn(id, messageId) {
      const shown = await ledger.move(id, { from: ['ready'], edit: () => ({ messageId }), keep: 'soon' });
      if (shown) await takeMessage(ledger, shown);
    },
    get: (id) => ledger.get(id),
    now,
    async confirm(id, userId, messageId, offer = 0) {
      const at = now();
      let shownIn: number | undefined;
      const claimed = await ledger.move(id, {
        from: ['ready'],
        // What is paid for goes on to `sending` only after its price was asked again.
        to: ({ kind }) => (KINDS[kind].quote ? 'quoting' : 'sending'),
        only: { userId, aliveAt: at, offer },
        alone: true,
        edit(operation) {
          shownIn = operation.messageId;
          return {
            messageId: messageId ?? shownIn,
            // No two claims are taken for one, whatever the clock says.
            claimedAt: Math.max(at, (operation.claimedAt ?? 0) + 1),
            sentAt: at,
            failure: undefined,
            untold: undefined,
          };
        },
        dueAt: at + LEASE_MS,
        told: true,
      });
      if (!claimed) return refusedTap(id, userId, offer);
      const told = background(claimed, async () => {
        const answered = await hands.hold(claimed, () => send(claimed));
        if (!answered) return;
        // A button of an earlier confirm may have been tapped, in a message that shows others.
        if (answered.messageId !== shownIn) await takeMessage(ledger, answered);
        await watch.run(answered);
      });
      return { outcome: 'moved', told };
    },
    async cancel(id, userId) {
      const only = { userId, aliveAt: 0 };
      const cancelled = await ledger.move(id, {
        from: ['ready'],
        to: 'cancelled',
        only,
        edit: (before) => withoutSecret(before, undefined),
        dueAt: held(),
        told: false,
      });
      return cancelled ? { outcome: 'moved', told: watch.run(cancelled) } : refusedTap(id, userId);
    },
    async lookAgain(id, userId) {
      const asked = await ledger.move(id, {
        from: ['accepted', 'unknown'],
        only: { userId, aliveAt: 0 },
        edit: () => ({ askedAt: now() }),
        dueAt: held(),
      });
      return asked ? { outcome: 'moved', told: watch.run(asked) } : refusedTap(id, userId);
    },
    async say(id, userId, happened) {
      const kept = await ledger.move(id, {
        from: ['unknown'],
        only: { userId, aliveAt: 0 },
        edit: () => ({ said: { happened, at: now() } }),
        dueAt: held(),
        told: false,
      });
      return kept ? { outcome: 'moved', told: watch.run(kept) } : refusedTap(id, userId);
    },
    async start() {
      await ledger.takeOver(now());
      watch.start();
    },
    async stop() {
      const quiet = watch.stop();
      while (underWay.size > 0) await Promise.all(underWay);
      await quiet;
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

  async function refusedTap(id: string, userId: number, offer?: number): Promise<Tapped> {
    const told = Promise.resolve();
    const operation = await ledger.get(id);
    if (!operation) return { outcome: 'missing', told };
    if (operation.userId !== userId) return { outcome: 'notYours', told };
    if (operation.state === 'expired') return { outcome: 'expired', told };
    const rival = operation.state === 'ready' ? await ledger.rival(operation) : undefined;
    if (rival && operation.expiresAt > now()) return { outcome: 'busy', rival, told };
    const alive = operation.state === 'ready' && operation.expiresAt > now();
    if (alive && offer !== undefined && offer !== (operation.offer ?? 0)) return { outcome: 'outdated', told };
    if (operation.state !== 'ready' || alive) return { outcome: 'closed', told };
    return { outcome: 'expired', told: watch.run(operation) };
  }
}
