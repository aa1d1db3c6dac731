import { hash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LEASE_MS } from '../jobs/lease.ts';
import { createJobRunner } from '../jobs/runner.ts';
import { actionOf, type Gap, type Move, type Operation } from '../store/operations/index.ts';
import { mayApprove, SPENDING_MS } from '../teams/rights.ts';
import { createAdvance } from './advance.ts';
import { createClaims, createRecentClaims } from './claims/claims.ts';
import { conflictsOf, heldBack, watchedLongEnough } from './claims/conflicts.ts';
import { duplicateSentAt, duplicatesSince } from './claims/duplicates.ts';
import {
  type Approver,
  guardClaim,
  NotAllowed,
  notAllowed,
  notToFollow,
  sumOf,
  unapproved,
  usesBreakGlass,
  verdictOn,
} from './claims/guard.ts';
import { withoutSecret } from './deliver-secret.ts';
import { CONFIRM_LIFE_MS, type Dependencies, LATE_MS, TOP_UP_LIFE_MS } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import type { Explained } from './kinds/kind.ts';
import {
  closed,
  createShownConfirms,
  evicted,
  inMessage,
  isClosed,
  replaceSame,
  takeMessage,
  togetherWith,
  withdrawOldest,
} from './message.ts';
import { INTERRUPTED, interrupted } from './pricing.ts';
import { createSend } from './send.ts';
import { createTurns } from './turns.ts';
import type { OperationDraft, Operations, Prepared, Tapped, Withdrawn } from './types.ts';

export type { Operation, OperationKind, OperationState, QuoteShown } from '../store/operations/index.ts';
export { type Approver, NotAllowed, type RefusedAction, secretFor } from './claims/guard.ts';
export { CONFIRM_LIFE_MS } from './dependencies.ts';
export { lastLookFailed } from './kinds/watched.ts';
export type { OperationDraft, Operations, Tapped, Withdrawn } from './types.ts';

/** People's updates are handled in the pause between two steps. */
const CLOSE_PAUSE_MS = 20;
const CLOSE_RETRY_PAUSE_MS = 2_000;
const UNCLAIMED: ReadonlySet<Operation['state']> = new Set(['ready', 'expired', 'cancelled']);
const UNSETTLED = ['ready', 'waiting', 'quoting', 'sending', 'accepted', 'unknown'] as const;
const SETTLING = ['accepted', 'done', 'refused', 'unknown'] as const;

export function restartsServer({ kind, parameters }: Operation): boolean {
  return explainedBy({ kind, parameters })?.states === 'notOn';
}

export function explainedBy({ kind, parameters }: Pick<Operation, 'kind' | 'parameters'>): Explained | undefined {
  return KINDS[kind].explains?.(parameters);
}

export function changesServer({ kind }: Operation): boolean {
  return KINDS[kind].changes === 'server';
}

/** A random id, short enough for a button. It is no secret: each tap is checked against the operation's person. */
export function newOperationId(): string {
  return randomBytes(9).toString('base64url');
}

/** The same id for the same cause, for example an update that Telegram sends again. */
export function operationIdFor(cause: string): string {
  return hash('sha256', cause, 'base64url').slice(0, 12);
}

const MAX_SENT_TOGETHER = 4;

export function createOperations(dependencies: Dependencies): Operations {
  const { ledger, now } = dependencies;
  const underWay = new Set<Promise<void>>();
  const send = createSend(dependencies);
  const inTurn = createTurns(MAX_SENT_TOGETHER);
  const claims = createClaims(dependencies);
  const recentClaims = createRecentClaims(dependencies);
  const shownConfirms = createShownConfirms();
  const watch = createJobRunner({
    next: () => ledger.nextDue(),
    take: claims.take,
    get: (id) => ledger.get(id),
    extend: ledger.extend,
    advance: (operation, jobLease, rest) => createAdvance(dependencies, jobLease, rest)(operation),
    report: dependencies.report,
    now,
    shared: dependencies.shared,
  });
  const held = () => now() + LEASE_MS;
  let stopping = new AbortController();
  let closing: Promise<void> | undefined;

  return {
    async prepare(draft) {
      const [prepared] = await prepareTogether([draft]);
      if (!prepared) throw new RangeError('Nothing was prepared');
      return prepared;
    },
    prepareTogether,
    async shownIn(id, messageId, topicId) {
      const personOperations = await ledger.personOperations(id, TOP_UP_LIFE_MS);
      const { own } = personOperations;
      const isWritten = own?.state === 'ready' && own.messageId === messageId && own.topicId === topicId;
      const edit = () => ({ messageId, topicId });
      const shown = isWritten ? own : await ledger.move(id, { from: ['ready'], edit, durability: 'deferred' });
      const keeps = shown && (await takeMessage(ledger, shown, now(), personOperations));
      if (keeps) await watch.run(keeps);
      if (shown) return shownConfirms.note(shown, messageId);
      // The screen was drawn from an earlier state: the outcome may have been shown in between.
      const ended = await ledger.move(id, { from: SETTLING, notified: false, dueAt: held() });
      if (ended) await watch.run(ended);
    },
    confirmIn: shownConfirms.in,
    async leave(id, userId, messageId) {
      const operation = await ledger.get(id);
      for (const each of operation ? togetherWith(operation) : [])
        await ledger.move(each, {
          from: UNSETTLED,
          only: { userId, aliveAt: 0 },
          where: (now) => now.messageId === messageId,
          edit: () => ({ messageId: undefined }),
          durability: 'deferred',
        });
    },
    get: (id) => ledger.get(id),
    async tellsIn(userId, chatId, messageId, claimedSince) {
      if (!recentClaims.mayHaveSince(userId, claimedSince)) return false;
      for await (const each of ledger.confirmed(userId, chatId, claimedSince)) {
        const { createdAt, claimedAt = createdAt, state } = each;
        const isThere = each.chatId === chatId && each.messageId === messageId && !UNCLAIMED.has(state);
        if (isThere && claimedAt >= claimedSince) return true;
      }
      return false;
    },
    now,
    async confirm({ id, userId, message, offer = 0, tappedAt = now(), pass }) {
      await dependencies.requireMember?.(userId, () => ledger.get(id));
      const at = now();
      const messageIn = (operation: Operation) =>
        (typeof message === 'function' ? message(operation) : message) ?? operation.messageId;
      const isMeant = ({ typed }: Operation) => typed === undefined || typeof message !== 'function';
      let conflicts: readonly Operation[] = [];
      // The confirm may have expired while the tap waited for its lane or for a process that died.
      const aliveAt = Math.max(Math.min(tappedAt, at), at - LATE_MS);
      if (isTooOld(tappedAt)) return refusedTap(id, userId, offer, tappedAt);
      recentClaims.note(userId, at);
      const claim = {
        to: ({ kind }) => (KINDS[kind].quote ? 'quoting' : 'sending'),
        only: { userId, aliveAt, offer },
        where: (operation) => isPriced(operation) && isMeant(operation),
        exclusive(operation, underWay) {
          conflicts = conflictsOf(operation, underWay);
          return heldBack(operation, conflicts, pass, at);
        },
        edit: (operation) => ({
          ...inMessage(operation, messageIn(operation)),
          // Each claim differs, even if the clock stands still.
          claimedAt: Math.max(at, (operation.claimedAt ?? 0) + 1),
          tappedAt: Math.min(tappedAt, at),
          sentAt: at,
          heldBy: undefined,
          wentPast: conflicts.length > 0 ? conflicts.map((each) => each.id) : undefined,
          failure: undefined,
          notifyRetry: undefined,
          ...unapproved(operation),
        }),
        dueAt: at + LEASE_MS,
        notified: true,
        // In the same commit: otherwise, after a crash, another operation could overwrite this outcome.
        others: evicted,
        guard: (operation, view) =>
          guardClaim(operation, view, {
            at,
            tapped: (before) => ({ ...inMessage(before, messageIn(before)), tappedAt: Math.min(tappedAt, at) }),
          }),
      } satisfies Omit<Move, 'from'>;
      const claimed =
        (await ledger.move(id, { ...claim, from: ['ready'] })) ??
        ((await expiredMeanwhile(id, userId, aliveAt)) &&
          (await ledger.move(id, {
            ...claim,
            from: ['expired'],
            unless: (operation, later) => isSuperseded({ ...operation, messageId: messageIn(operation) }, later),
          })));
      if (!claimed) return refusedTap(id, userId, offer, tappedAt, isMeant);
      recentClaims.note(userId, claimed.claimedAt ?? at);
      return afterClaim(claimed, conflicts);
    },
    async approve(id, approver, offer) {
      const at = now();
      const asked = await ledger.get(id);
      if (asked?.state !== 'waiting' || asked.userId === approver.id) return refusedDecision(asked, approver);
      if (!(await isAskerKnown(asked))) return unmoved('askerUnsure');
      let conflicts: readonly Operation[] = [];
      const { userId } = asked;
      const claimed = await ledger.move(id, {
        from: ['waiting'],
        to: ({ kind }) => (KINDS[kind].quote ? 'quoting' : 'sending'),
        only: { userId, aliveAt: at, offer },
        exclusive(operation, underWay) {
          conflicts = conflictsOf(operation, underWay);
          return conflicts.length > 0 ? { edit: () => ({ heldBy: conflicts.map((each) => each.id) }) } : undefined;
        },
        guard: (operation, view) => guardClaim(operation, view, { at, approver }),
        edit: ({ approval, claimedAt = 0 }) => ({
          ...(approval ? { approval: { ...approval, by: approver } } : {}),
          claimedAt: Math.max(at, claimedAt + 1),
          sentAt: at,
          heldBy: undefined,
          failure: undefined,
          notifyRetry: undefined,
        }),
        dueAt: at + LEASE_MS,
        notified: true,
        others: evicted,
      });
      if (!claimed) return refusedDecision(await ledger.get(id), approver, offer);
      recentClaims.note(userId, at);
      if (claimed.state === 'waiting') return { outcome: 'busy', conflict: conflicts[0], shown: watch.run(claimed) };
      const tapped = afterClaim(claimed);
      return claimed.state === 'refused' ? { ...tapped, outcome: 'refused' } : tapped;
    },
    async decline(id, approver) {
      const asked = await ledger.get(id);
      if (asked?.state !== 'waiting' || asked.userId === approver.id) return refusedDecision(asked, approver);
      const declined = await ledger.move(id, {
        from: ['waiting'],
        to: 'cancelled',
        guard: async (operation, view) =>
          mayApprove(await view.team(), approver.id, operation.userId).may === 'yes' ? undefined : 'no',
        edit: (before) => ({
          ...withoutSecret(before, undefined),
          ...(before.approval ? { approval: { ...before.approval, by: approver } } : {}),
        }),
        dueAt: held(),
        notified: false,
      });
      if (!declined) return refusedDecision(await ledger.get(id), approver);
      return { outcome: 'moved', shown: watch.run(declined) };
    },
    async closeWaiting(team, reason = 'ended') {
      const waiting = (await ledger.openOfTeam(team)).filter(({ state }) => state === 'waiting');
      const closing = waiting.map(async ({ id }) => {
        const refused = await ledger.move(id, {
          from: ['waiting'],
          ...notAllowed({ may: 'no', reason }, now()),
        });
        if (refused) await watch.run(refused);
      });
      await Promise.all(closing);
    },
    async readAgain(team) {
      const gone = (await ledger.unsettledOfTeam(team)).filter(({ accountGone }) => accountGone);
      for (const { id } of gone) {
        const edit = () => ({ accountGone: undefined });
        await ledger.move(id, { from: ['accepted', 'unknown'], edit, dueAt: now(), notified: false });
      }
      if (gone.length > 0) watch.wakeAt(now());
    },
    cancel,
    async withdraw(userId, chatId): Promise<Withdrawn> {
      const here = async () => (await ledger.openOf(userId)).filter((each) => each.chatId === chatId);
      const open = (await here()).filter((each) => isOpen(each) && isSeen(each) && each.expiresAt > now());
      const newest = newestOf(open);
      const together = newest ? togetherWith(newest) : [];
      const wanted = open.filter(({ id }) => together.includes(id));
      const tapped = await Promise.all(wanted.map(({ id }) => cancel(id, userId)));
      return {
        cancelled: wanted.filter((_, at) => tapped[at]?.outcome === 'moved'),
        underWay: newestOf((await here()).filter(isUnderWay)),
        shown: Promise.all(tapped.map(({ shown }) => shown)).then(() => undefined),
      };
    },
    lookAgain: (id, userId) =>
      follow(id, userId, { from: ['accepted', 'unknown'], edit: () => ({ askedAt: now() }), dueAt: held() }),
    say: (id, userId, happened) =>
      follow(id, userId, {
        from: ['unknown'],
        edit: () => ({ said: { happened, at: now() } }),
        dueAt: held(),
        notified: false,
      }),
    wake: () => watch.wakeAt(now()),
    async start() {
      const at = now();
      // Takes expired ones too: a restored backup may lack their claims.
      await ledger.takeOver(
        at,
        (operation) => interrupted(operation, at),
        (operation, kind: Gap) => closed(operation, { kind }, now()),
      );
      stopping = new AbortController();
      closing = closeLeft(stopping.signal);
      watch.start();
    },
    async stop() {
      stopping.abort();
      await closing;
      const quiet = watch.stop();
      while (underWay.size > 0) await Promise.all(underWay);
      await quiet;
    },
  };

  async function follow(id: string, userId: number, move: Omit<Move, 'only' | 'guard'>): Promise<Tapped> {
    await dependencies.requireMember?.(userId, () => ledger.get(id));
    const refusals: NotAllowed[] = [];
    const moved = await ledger.move(id, {
      ...move,
      only: { userId, aliveAt: 0 },
      async guard(operation, view) {
        const refusal = await notToFollow(operation, view, now());
        if (refusal) refusals.push(refusal);
        return refusal && 'no';
      },
    });
    if (refusals[0]) throw refusals[0];
    return moved ? { outcome: 'moved', shown: watch.run(moved) } : refusedTap(id, userId);
  }

  function afterClaim(claimed: Operation, conflicts: readonly Operation[] = []): Tapped {
    if (claimed.state === 'ready') return { outcome: 'busy', conflict: conflicts[0], shown: watch.run(claimed) };
    if (claimed.state === 'waiting') {
      void background(claimed, async () => {
        const personOperations = await ledger.personOperations(claimed.id, 0);
        await Promise.all((await withdrawOldest(ledger, claimed, personOperations, now(), 'waiting')).map(watch.run));
      });
      return { outcome: 'waiting', shown: watch.run(claimed) };
    }
    if (claimed.state === 'refused') return { outcome: 'moved', shown: watch.run(claimed) };
    const shown = background(claimed, async () => {
      const answered = await claims.hold(claimed, () => inTurn(turnOf(claimed), () => send(claimed)));
      if (answered) await watch.run(answered);
    });
    return { outcome: 'moved', shown };
  }

  /** Whether Telegram can tell if the asker is still in the group. The claim refuses an asker who has left. */
  async function isAskerKnown(asked: Operation): Promise<boolean> {
    try {
      // A request made in the group shows only that its asker was there then.
      await dependencies.requireMember?.(asked.userId, async () => ({ ...asked, chatId: asked.userId }));
      return true;
    } catch (error) {
      if (error instanceof NotAllowed) return false;
      throw error;
    }
  }

  function refusedDecision(operation: Operation | undefined, approver?: Approver, offer?: number): Tapped {
    if (!operation) return unmoved('missing');
    if (operation.state !== 'waiting') return unmoved('closed');
    if (approver?.id === operation.userId) return unmoved('ownRequest');
    if (offer !== undefined && offer !== (operation.offer ?? 0)) return unmoved('outdated');
    if (operation.expiresAt <= now()) return { outcome: 'expired', shown: watch.run(operation) };
    return unmoved('notApprover');
  }

  async function prepareTogether(drafts: readonly OperationDraft[]): Promise<Prepared[]> {
    const operations = await Promise.all(drafts.map((each) => readyOf(each, drafts)));
    const areNew = await ledger.add(...operations);
    const prepared: Prepared[] = [];
    for (const [at, operation] of operations.entries())
      prepared.push(
        areNew ? await settleIn(operation, drafts[at]?.messageId) : ((await ledger.get(operation.id)) ?? operation),
      );
    return prepared;
  }

  /** @param all the drafts that are confirmed together, this one included */
  async function readyOf(prepared: OperationDraft, all: readonly OperationDraft[]): Promise<Operation> {
    const { lifeMs = CONFIRM_LIFE_MS, ...draft } = prepared;
    const at = now();
    const sent = KINDS[draft.kind].quote
      ? await ledger.sent(draft.kind, duplicatesSince(at), { userId: draft.userId })
      : [];
    const duplicateAt = duplicateSentAt(draft, sent);
    const rest = all.filter((each) => each !== prepared).map(({ quote }) => quote);
    const ofTeam = await rightTo(
      { ...draft, ...(draft.quote ? { quote: sumOf(draft.quote, rest) ?? draft.quote } : {}) },
      at,
    );
    return {
      ...draft,
      ...ofTeam,
      ...(duplicateAt === undefined ? {} : { duplicateAt }),
      // Set once it is shown: if the edit fails, the expiry must not overwrite the message.
      messageId: undefined,
      id: draft.id ?? newOperationId(),
      state: 'ready',
      createdAt: at,
      expiresAt: at + lifeMs,
      dueAt: at + lifeMs,
      notified: true,
    };
  }

  /** The team of the account, and whether a second person has to approve the operation. @throws NotAllowed */
  async function rightTo(
    draft: Omit<OperationDraft, 'lifeMs'>,
    at: number,
  ): Promise<Pick<Operation, 'team' | 'teamOwner' | 'approval' | 'breakGlass'>> {
    const team = await dependencies.teamOf?.(draft);
    if (!team) return {};
    const sent = draft.quote ? await ledger.sentByTeam(team.id, at - SPENDING_MS) : [];
    const verdict = verdictOn(team, draft, sent, at);
    if (verdict.may === 'no') throw new NotAllowed(verdict, { team: team.id, ...actionOf(draft) });
    const breakGlass = usesBreakGlass(team, draft, sent, at);
    return {
      team: team.id,
      teamOwner: team.ownerId,
      ...(breakGlass ? { breakGlass } : {}),
      ...(verdict.may === 'approval' ? { approval: { why: verdict.why } } : {}),
    };
  }

  /** Gives the message to a new operation. Closes the confirms that it replaces and those beyond the limit. */
  async function settleIn(unshown: Operation, messageId: number | undefined): Promise<Prepared> {
    const operation = { ...unshown, messageId };
    if (messageId !== undefined) shownConfirms.forget(operation.chatId, messageId);
    const personOperations = await ledger.personOperations(operation.id, 0);
    await takeMessage(ledger, operation, operation.createdAt, personOperations);
    const same = await replaceSame(ledger, operation, personOperations.open);
    watch.wakeAt(operation.expiresAt);
    void background(operation, async () => {
      const open = personOperations.open.filter((each) => !same.includes(each));
      const withdrawn = await withdrawOldest(ledger, operation, { ...personOperations, open }, now());
      await Promise.all(withdrawn.map(watch.run));
    });
    return { ...unshown, replaced: same.map(({ messageId }) => messageId).filter((each) => each !== undefined) };
  }

  /** Closes what an outage left open, beside all other work. The next start closes the rest. */
  async function closeLeft(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !signal.aborted; ) {
      let pauseMs = CLOSE_PAUSE_MS;
      try {
        isMore = await ledger.closeSome();
        watch.wakeAt(now());
      } catch (error) {
        dependencies.report(error);
        pauseMs = CLOSE_RETRY_PAUSE_MS;
      }
      if (isMore) await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Such a person has turned to something else, although the confirm may live on. */
  function isTooOld(tappedAt: number): boolean {
    return now() - tappedAt > CONFIRM_LIFE_MS + LATE_MS;
  }

  function background(operation: Operation, work: () => Promise<void>): Promise<void> {
    const task = work()
      .catch((error) => dependencies.report(error, operation))
      .finally(() => underWay.delete(task));
    underWay.add(task);
    return task;
  }

  async function cancel(id: string, userId: number): Promise<Tapped> {
    const cancelled = await ledger.move(id, {
      from: ['ready', 'waiting'],
      to: 'cancelled',
      only: { userId, aliveAt: 0 },
      edit: (before) => withoutSecret(before, undefined),
      dueAt: held(),
      notified: false,
    });
    return cancelled ? { outcome: 'moved', shown: watch.run(cancelled) } : refusedTap(id, userId);
  }

  async function expiredMeanwhile(id: string, userId: number, tappedAt: number): Promise<boolean> {
    const operation = await ledger.get(id);
    if (operation?.state !== 'expired' || operation.userId !== userId || operation.expiresAt <= tappedAt) return false;
    if (isClosed(operation)) return false;
    return operation.typed === undefined && KINDS[operation.kind].secretIn === undefined;
  }

  async function refusedTap(
    id: string,
    userId: number,
    offer?: number,
    tappedAt = now(),
    isMeant = (_: Operation) => true,
  ): Promise<Tapped> {
    const operation = await ledger.get(id);
    if (!operation) return unmoved('missing');
    if (operation.userId !== userId) return unmoved('notYours');
    if (!isMeant(operation)) return unmoved('closed');
    const { state } = operation;
    if (state === 'waiting') return unmoved('waiting');
    if (state === 'ready') return refusedWhileReady(operation, offer, tappedAt);
    if (state === 'expired' && wasInTime(operation, offer, tappedAt)) return endInterrupted(operation);
    return unmoved(whyOver(operation));
  }

  async function refusedWhileReady(operation: Operation, offer: number | undefined, tappedAt: number): Promise<Tapped> {
    const isOver = operation.expiresAt <= now();
    if (isOver && wasInTime(operation, offer, tappedAt)) return endInterrupted(operation);
    // Rows of older releases have no seal: they may have been changed outside the bot.
    if (operation.version === undefined && offer !== undefined) return endInterrupted(operation);
    if (isOver) return { outcome: 'expired', shown: watch.run(operation) };
    return unmoved(whyNotClaimed(operation, offer, isTooOld(tappedAt)));
  }

  /** The tap came in time, but is too old to send the request: the message asks again. */
  async function endInterrupted(operation: Operation): Promise<Tapped> {
    const ended = await ledger.move(operation.id, {
      from: ['ready', 'expired'],
      only: { userId: operation.userId, aliveAt: 0 },
      to: 'expired',
      edit: (before) => ({ ...withoutSecret(before, undefined), failure: INTERRUPTED }),
      unless: isSuperseded,
      notified: false,
      dueAt: held(),
    });
    return ended ? { outcome: 'interrupted', shown: watch.run(ended) } : unmoved('replaced');
  }
}

function isSuperseded(operation: Operation, later: Operation): boolean {
  const { chatId, messageId, kind, subject } = operation;
  if (togetherWith(operation).includes(later.id)) return false;
  const there = later.chatId === chatId && messageId !== undefined && later.messageId === messageId;
  const same = subject !== undefined && later.kind === kind && later.subject === subject;
  return there || (same && later.claimedAt !== undefined);
}

/** Purchases don't wait for each other: their prices hold for moments. */
function turnOf(operation: Operation): string {
  return KINDS[operation.kind].quote ? operation.id : togetherWith(operation).join();
}

/** A confirm that was shown again after a try counts from then. */
function newestOf(operations: readonly Operation[]): Operation | undefined {
  const shownAt = ({ createdAt, claimedAt = createdAt, approval }: Operation) =>
    Math.max(claimedAt, approval?.askedAt ?? 0);
  return operations.toSorted((one, other) => shownAt(other) - shownAt(one))[0];
}

function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'ready' || state === 'waiting';
}

function isSeen({ messageId, claimedAt }: Operation): boolean {
  return messageId !== undefined || claimedAt !== undefined;
}

function isUnderWay({ state, said, progress }: Operation): boolean {
  return !isOpen({ state }) && said === undefined && !watchedLongEnough.safeParse(progress).success;
}

function unmoved(outcome: Exclude<Tapped['outcome'], 'moved' | 'busy'>): Tapped {
  return { outcome, shown: Promise.resolve() };
}

function whyOver({ state, messageId }: Operation) {
  if (state === 'expired') return 'expired';
  return state === 'cancelled' && messageId === undefined ? 'replaced' : 'closed';
}

function whyNotClaimed(operation: Operation, offer: number | undefined, isTooOld: boolean) {
  if (!isPriced(operation)) return 'unpriced';
  if (offer === undefined) return 'closed';
  if (offer !== (operation.offer ?? 0)) return 'outdated';
  return isTooOld ? 'interrupted' : 'closed';
}

function wasInTime(operation: Operation, offer: number | undefined, tappedAt: number): boolean {
  return offer === (operation.offer ?? 0) && operation.expiresAt > tappedAt && !isClosed(operation);
}

/** A purchase is never claimed without a price on its confirm. */
function isPriced({ kind, quote }: Operation): boolean {
  return !KINDS[kind].quote || (quote !== undefined && quote.total >= 0 && quote.currency.trim() !== '');
}
