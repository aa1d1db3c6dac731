import { Failure, type Hosting } from '../hosting/index.ts';
import { LEASE_MS } from '../jobs/lease.ts';
import {
  type Allowance,
  exceeds,
  type Move,
  type Operation,
  type OperationBody,
  type QuoteShown,
} from '../store/operations/index.ts';
import { duplicateSentAt, duplicatesSince } from './claims/duplicates.ts';
import { againLifeMs, guardClaim, unapproved } from './claims/guard.ts';
import type { Dependencies } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';
import { closed } from './message.ts';

const QUOTE_LIMIT_MS = 20_000;
/** An older claim can only come from a restored backup. */
const MAX_QUOTING_MS = 5 * 60_000;
export const INTERRUPTED = { kind: 'interrupted' } as const;

interface Priced {
  quote: QuoteShown;
  progress: unknown;
}
type Setback = NonNullable<Operation['failure']>;
type Unpriced = { failure: Setback };

/**
 * Asks the price right before the request. Resolves to the operation as `sending`, `ready` (confirm again) or
 * `refused`, or to `undefined` if another process settled it.
 */
export function createPricing(
  dependencies: Dependencies,
): (claimed: Operation, hosting: Hosting) => Promise<Operation | undefined> {
  const { ledger, now } = dependencies;

  async function ask(claimed: Operation, hosting: Hosting): Promise<Priced | Unpriced> {
    const { parameters, progress } = claimed;
    const { quote, before } = KINDS[claimed.kind];
    const signal = AbortSignal.timeout(QUOTE_LIMIT_MS);
    try {
      const [asked, seen] = await Promise.all([
        quote?.(hosting, parameters, signal),
        before ? before(hosting, claimed, signal) : progress,
      ]);
      if (asked) return { quote: asked, progress: seen };
      return { failure: { kind: 'unavailable', unpriced: true } };
    } catch (error) {
      if (error instanceof Failure) return { failure: { ...setbackOf(error), unpriced: true } };
      dependencies.report(error, claimed);
      return { failure: { kind: 'unavailable', unpriced: true } };
    }
  }

  return async (claimed, hosting) => {
    const asked = await ask(claimed, hosting);
    if ('failure' in asked) return ledger.move(claimed.id, afterNoPrice(claimed, asked, now()));
    const { quote, progress } = asked;
    const news = KINDS[claimed.kind].news?.(claimed, progress);
    if (news === 'outgrown') return ledger.move(claimed.id, refused(claimed, { kind: news }, now()));
    const repriced = !same(quote, claimed.quote);
    if (news || repriced) {
      const failure = news && { kind: news };
      const quotedBefore = repriced ? claimed.quote : undefined;
      return ledger.move(claimed.id, backToReady(claimed, { quote, progress, quotedBefore, failure }, now()));
    }
    const allowance = await dependencies.allowance?.({ ...claimed, quote });
    const at = now();
    if (allowance === 'unclear')
      return ledger.move(claimed.id, backToReady(claimed, { failure: { kind: 'limitUnclear' } }, at));
    const since = duplicatesSince(at, claimed.createdAt);
    const { from, claimedAt } = backToReady(claimed, {}, at);
    return ledger.move(claimed.id, {
      from,
      claimedAt,
      guard: (operation, view) => guardClaim(operation, view, { at, quote }),
      serializedPerUser: {
        since: Math.min(since, allowance?.since ?? since),
        decide(operation, sent) {
          const duplicateAt = duplicateSentAt(operation, sent);
          // The confirm did not warn of this duplicate.
          if (duplicateAt !== undefined && duplicateAt > (operation.duplicateAt ?? 0))
            return backToReady(claimed, { duplicateAt, progress, failure: { kind: 'duplicate' } }, at);
          if (allowance && exceeds(allowance, { ...operation, quote }, sent))
            return backToReady(claimed, { failure: overLimit(allowance) }, at);
          const edit = () => ({ quote, progress, quotedBefore: undefined, sentAt: at });
          return { to: 'sending', edit, dueAt: at + LEASE_MS };
        },
      },
    });
  };
}

/** Back to `ready` with a new confirm, only for this claim: another process may have settled it. */
export function backToReady(claimed: Operation, edit: Partial<OperationBody>, at: number): Move {
  const { claimedAt } = claimed;
  return {
    from: ['quoting'],
    claimedAt,
    to: 'ready',
    // Without a price, all confirms of an operation are equal.
    edit: (before) => ({
      ...edit,
      ...(before.quote ? { offer: (before.offer ?? 0) + 1 } : {}),
      ...unapproved(before),
    }),
    expiresAt: at + againLifeMs(claimed),
    dueAt: at + LEASE_MS,
    notified: false,
  };
}

/** For a claim whose process died while it asked the price. The confirm stays valid; an approval is needed again. */
export function interrupted(claimed: Operation, at: number): Move {
  const { claimedAt } = claimed;
  if (claimedAt !== undefined && at - claimedAt > MAX_QUOTING_MS)
    return { from: ['quoting'], claimedAt, ...closed(claimed, { kind: 'away' }, at) };
  return { ...backToReady(claimed, {}, at), edit: (before) => ({ failure: INTERRUPTED, ...unapproved(before) }) };
}

/** Unusable values and unavailable domains stay as they are; other failures may pass. */
function afterNoPrice(claimed: Operation, { failure }: Unpriced, at: number): Move {
  return failure.kind === 'fields' || failure.kind === 'invalid' || failure.notOffered
    ? refused(claimed, failure, at)
    : backToReady(claimed, { failure }, at);
}

function refused(claimed: Operation, failure: Setback, at: number): Move {
  return { ...backToReady(claimed, {}, at), to: 'refused', edit: () => ({ failure, endedAt: at }) };
}

export function setbackOf(failure: Failure): Setback {
  const { kind, words, fields, amount, notOffered, throttled, retryAfterSeconds } = failure;
  return { kind, words, fields, amount, notOffered, throttled, retryAfterSeconds };
}

function overLimit({ most }: Allowance): Setback {
  return { kind: 'overLimit', amount: most };
}

function same(quote: QuoteShown, shown: QuoteShown | undefined): boolean {
  return shown !== undefined && quote.total === shown.total && quote.currency === shown.currency;
}
