import { Failure, type Hosting } from '../hosting/index.ts';
import type { Allowance, Move, Operation, OperationBody, QuoteShown } from '../store/operations.ts';
import { KINDS } from './kinds.ts';
import { CONFIRM_LIFE_MS, LEASE_MS, type Parts } from './parts.ts';

const QUOTE_LIMIT_MS = 20_000;

interface Priced {
  quote: QuoteShown;
  progress: unknown;
}
type Unpriced = { failure: NonNullable<Operation['failure']> };

/**
 * Asks the price of a claimed operation once more, right before its request: resolves to the operation as `sending` where
 * it is the one that was confirmed. Otherwise nothing was sent, and it is `ready` again, to be confirmed anew, or `refused`
 * where its values can't be used; `undefined` when it was settled otherwise meanwhile.
 */
export function createPricing(parts: Parts): (claimed: Operation, hosting: Hosting) => Promise<Operation | undefined> {
  const { ledger, now } = parts;

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
      // A mistake of ours, but surely before the request.
      parts.report(error, claimed);
      return { failure: { kind: 'unavailable', unpriced: true } };
    }
  }

  return async (claimed, hosting) => {
    const asked = await ask(claimed, hosting);
    if ('failure' in asked) return ledger.move(claimed.id, afterNoPrice(claimed, asked, now()));
    const { quote, progress } = asked;
    if (!same(quote, claimed.quote)) {
      return ledger.move(claimed.id, backToReady(claimed, { quote, quotedBefore: claimed.quote }, now()));
    }
    const within = await parts.allowance?.({ ...claimed, quote });
    const at = now();
    const sending = await ledger.move(claimed.id, {
      from: ['quoting'],
      claimedAt: claimed.claimedAt,
      to: 'sending',
      within,
      edit: () => ({ quote, progress, quotedBefore: undefined, sentAt: at }),
      dueAt: at + LEASE_MS,
    });
    if (sending || !within) return sending;
    return ledger.move(claimed.id, backToReady(claimed, { failure: overLimit(within) }, now()));
  };
}

/**
 * The move of a claimed operation whose request was not tried: its confirm is shown anew, for {@link CONFIRM_LIFE_MS}. Not
 * where it was given up meanwhile, and is in other hands by now.
 */
export function backToReady({ claimedAt }: Operation, edit: Partial<OperationBody>, at: number): Move {
  return {
    from: ['quoting'],
    claimedAt,
    to: 'ready',
    // Without a price one confirm is as good as the next.
    edit: ({ quote, offer = 0 }) => ({ ...edit, ...(quote ? { offer: offer + 1 } : {}) }),
    expiresAt: at + CONFIRM_LIFE_MS,
    dueAt: at + LEASE_MS,
    told: false,
  };
}

/** Values that the provider can't use stay so, however often they are confirmed, as does what it does not sell; all else may pass. */
function afterNoPrice(claimed: Operation, { failure }: Unpriced, at: number): Move {
  const back = backToReady(claimed, { failure }, at);
  return failure.kind === 'fields' || failure.notOffered
    ? { ...back, to: 'refused', edit: () => ({ failure, endedAt: at }) }
    : back;
}

/** What of a failure is kept and told. */
export function setbackOf({ kind, words, fields, amount, notOffered }: Failure): Unpriced['failure'] {
  return { kind, words, fields, amount, notOffered };
}

function overLimit({ most }: Allowance): Unpriced['failure'] {
  return { kind: 'overLimit', amount: most };
}

function same(quote: QuoteShown, shown: QuoteShown | undefined): boolean {
  return shown !== undefined && quote.total === shown.total && quote.currency === shown.currency;
}
