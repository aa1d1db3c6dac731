import { z } from 'zod';

/**
 * - `ready`: shown with a confirm button, nothing sent (also again after a request that surely never left).
 * - `quoting`: claimed by one tap; the price is being asked once more. Nothing was sent.
 * - `sending`: the request may be on its way.
 * - `accepted`: the provider acknowledged; what really happened is being read.
 * - `done`: seen to have happened. `refused`: the provider surely did not do it.
 * - `unknown`: the answer was lost. Never sent again by the program.
 * - `expired`, `cancelled`: never sent.
 */
export const OPERATION_STATES = [
  'ready',
  'quoting',
  'sending',
  'accepted',
  'done',
  'refused',
  'unknown',
  'expired',
  'cancelled',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** Every kind of operation there is; the names stand in the store and never change. */
export const OPERATION_KINDS = [
  'power',
  'rescue',
  'snapshot',
  'backup',
  'reinstall',
  'password',
  'sshKey',
  'order',
  'renewal',
  'upgrade',
  'registration',
  'domainRenewal',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** The kinds that cost something. */
export const PAID_KINDS = [
  'order',
  'renewal',
  'upgrade',
  'registration',
  'domainRenewal',
] as const satisfies readonly OperationKind[];
export type PaidKind = (typeof PAID_KINDS)[number];

/** What something costs, value-added tax included, in the currency as the provider names it; `period` in days or years. */
const quote = z.object({ total: z.number(), currency: z.string(), period: z.number().optional() });
export type QuoteShown = z.infer<typeof quote>;

/** What of an operation is kept sealed. */
export const operationBody = z.object({
  accountId: z.string(),
  locale: z.string(),
  /** The message that shows the operation; absent until it was sent. */
  messageId: z.number().optional(),
  parameters: z.unknown(),
  /** What the kind has read so far to find out how it ended. */
  progress: z.unknown(),
  /** When it was confirmed: what a request of an earlier confirm brought is not this one's. */
  claimedAt: z.number().optional(),
  sentAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** When the person last asked to look again. */
  askedAt: z.number().optional(),
  /** Why the last attempt did not go through, by the failure's kind and the provider's own words. */
  failure: z
    .object({
      kind: z.string(),
      words: z.string().optional(),
      /** What the provider said against single parameters, by their names in the contract. */
      fields: z.record(z.string(), z.array(z.string()).readonly()).readonly().optional(),
      /** What the account lacks, in the currency of the quote. */
      amount: z.number().optional(),
      /** Why the domain can't be bought, where that is sure. */
      notOffered: z.enum(['registered', 'forbidden']).optional(),
      /** It was the price that could not be had: the request itself was never tried. */
      unpriced: z.boolean().optional(),
    })
    .optional(),
  /** The price as the confirm shows it. */
  quote: quote.optional(),
  /** The price that the confirm showed before, where it changed. */
  quotedBefore: quote.optional(),
  /** Which of its confirms is shown: a tap on an earlier one must not buy what the newer one says. */
  offer: z.number().optional(),
  /** When the same was sent shortly before. */
  duplicateAt: z.number().optional(),
  /** What the provider gave for it. */
  receipt: z.object({ orderId: z.string().optional(), words: z.string().optional() }).optional(),
  /** What the person found out about an outcome that could not be read. */
  said: z.object({ happened: z.boolean(), at: z.number() }).optional(),
  /** What was under way on the same subject when the person tried to confirm it, by id: its screen names them. */
  heldBy: z.array(z.string()).optional(),
  /** The operations under way on the same subject that it was sent beside, because the person wanted it all the same. */
  wentPast: z.array(z.string()).optional(),
  /** What has to be typed to confirm it: any of these. Without it a button confirms. */
  typed: z.array(z.string()).optional(),
  /** What has to be shown to the person once, in private; gone as soon as it was. */
  secret: z.string().optional(),
  /** Whether the secret reached the person. */
  delivered: z.enum(['sent', 'unsent']).optional(),
  /** What it works on (a server's id, a domain): operations on the same that conflict are not sent side by side. Compared by its hash. */
  subject: z.string().optional(),
  /** How often in a row its message could not be brought up to date, and when to try that again. */
  notifyRetry: z.object({ times: z.number(), againAt: z.number() }).optional(),
});
export type OperationBody = z.infer<typeof operationBody>;

export interface Operation extends OperationBody {
  id: string;
  kind: OperationKind;
  state: OperationState;
  userId: number;
  chatId: number;
  createdAt: number;
  expiresAt: number;
  /** When somebody has to look after it next; null when there is nothing left to do. */
  dueAt: number | null;
  /** Whether the message shows the present state. */
  notified: boolean;
  /**
   * How often it was written. Absent where an older release wrote it, which did not seal what its columns say: it can be
   * shown and settled, and never be claimed.
   */
  version?: number | undefined;
  /** How often it stopped being open for its confirm, or was sent. */
  round?: number | undefined;
  retention?: Retention | null | undefined;
}

/**
 * How long an operation is kept once nothing is left to be done for it: one that was never sent, one that was sent and cost
 * nothing, one that may have cost money.
 */
export const RETENTIONS = ['unsent', 'free', 'paid'] as const;
export type Retention = (typeof RETENTIONS)[number];

/** The failure of a confirm that was closed because the store may be a backup: it may have been given since. */
export const RESTORED = { kind: 'restored' } as const;

/** Whether it was closed so: what became of it is not known. */
export function isRestored({ state, failure }: Pick<Operation, 'state' | 'failure'>): boolean {
  return state === 'expired' && failure?.kind === RESTORED.kind;
}

/** `null` while it is not known which. @param before what the step led from that brought the operation there */
export function retentionOf(operation: Operation, before?: Operation): Retention | null {
  const { state, kind } = operation;
  const sent = PAID_KINDS.some((paid) => paid === kind) ? 'paid' : 'free';
  switch (state) {
    case 'expired':
    case 'cancelled':
      return isRestored(operation) ? sent : 'unsent';
    case 'refused':
      if (before?.state === 'refused') return before.retention ?? 'free';
      // While its price was asked, nothing had left.
      return before?.state === 'quoting' ? 'unsent' : 'free';
    case 'accepted':
    case 'unknown':
    case 'done':
      return sent;
    default:
      return null;
  }
}
