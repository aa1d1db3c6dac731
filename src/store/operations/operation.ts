import { z } from 'zod';

/**
 * - `ready`: shown with a confirm button; nothing was sent, or the request certainly never left.
 * - `waiting`: confirmed by a member of a team; a second person has to approve it. Nothing was sent.
 * - `quoting`: claimed by one tap; the price is being asked again. Nothing was sent.
 * - `sending`: the request may be on its way.
 * - `accepted`: the provider acknowledged the request; readings show what really happens.
 * - `done`: a reading or an answer proved that it happened. `refused`: the provider certainly did not do it.
 * - `unknown`: the answer was lost. The program never sends it again.
 * - `expired`, `cancelled`: never sent.
 */
export const OPERATION_STATES = [
  'ready',
  'waiting',
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

const FREE_KINDS = ['power', 'rescue', 'snapshot', 'backup', 'reinstall', 'password', 'sshKey'] as const;
export const DOMAIN_KINDS = ['registration', 'domainRenewal'] as const;
export const PAID_KINDS = ['order', 'renewal', 'upgrade', ...DOMAIN_KINDS] as const;
/** Stored rows hold these names: they never change. */
export const OPERATION_KINDS = [...FREE_KINDS, ...PAID_KINDS] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
export type PaidKind = (typeof PAID_KINDS)[number];
export type DomainKind = (typeof DOMAIN_KINDS)[number];

/** Includes value-added tax; `period` in days or years. */
const quote = z.object({ total: z.number(), currency: z.string(), period: z.number().optional() });
export type QuoteShown = z.infer<typeof quote>;

export const operationBody = z.object({
  accountId: z.string(),
  locale: z.string(),
  /** Absent until sent; negative for an ephemeral message, see {@link isEphemeral}. */
  messageId: z.number().optional(),
  topicId: z.number().optional(),
  toldOutcome: z.string().optional(),
  lostToldIn: z.number().optional(),
  formerMessages: z.array(z.number()).optional(),
  parameters: z.unknown(),
  progress: z.unknown(),
  /** An answer to the request of an earlier confirm does not settle this one. */
  claimedAt: z.number().optional(),
  /** When the tap reached the bot, which may be earlier than the claim. */
  tappedAt: z.number().optional(),
  sentAt: z.number().optional(),
  endedAt: z.number().optional(),
  askedAt: z.number().optional(),
  failure: z
    .object({
      kind: z.string(),
      words: z.string().optional(),
      fields: z.record(z.string(), z.array(z.string()).readonly()).readonly().optional(),
      amount: z.number().optional(),
      notOffered: z.enum(['registered', 'forbidden']).optional(),
      /** The price could not be read, so the request was never tried. */
      unpriced: z.boolean().optional(),
      throttled: z.boolean().optional(),
      retryAfterSeconds: z.number().optional(),
      reason: z.string().optional(),
      role: z.string().optional(),
    })
    .optional(),
  quote: quote.optional(),
  quotedBefore: quote.optional(),
  /** The number of the shown confirm: a tap on an earlier one must not buy at the newer price. */
  offer: z.number().optional(),
  duplicateAt: z.number().optional(),
  receipt: z.object({ orderId: z.string().optional(), words: z.string().optional() }).optional(),
  said: z.object({ happened: z.boolean(), at: z.number() }).optional(),
  heldBy: z.array(z.string()).optional(),
  wentPast: z.array(z.string()).optional(),
  /** Any of these words confirms when typed. Absent where a button confirms. */
  typed: z.array(z.string()).optional(),
  secret: z.string().optional(),
  delivered: z.enum(['sent', 'unsent']).optional(),
  /** The owner of the team, where the person has no right to the secret any more. */
  secretTo: z.number().optional(),
  /** The server's id or the domain; rows hold its hash. */
  subject: z.string().optional(),
  team: z.string().optional(),
  teamOwner: z.number().optional(),
  approval: z
    .object({
      why: z.enum(['protected', 'restart', 'limit', 'noLimit']),
      askedAt: z.number().optional(),
      messageId: z.number().optional(),
      messageChat: z.number().optional(),
      postedFor: z.number().optional(),
      shown: z.string().optional(),
      privatelyFor: z.number().optional(),
      privately: z
        .array(z.object({ userId: z.number(), messageId: z.number(), locale: z.string(), shown: z.string() }))
        .optional(),
      asker: z.string().optional(),
      of: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
      /** Approvers who take no private message and were not mentioned in the team's chat either. */
      unreached: z.array(z.number()).optional(),
      unnamed: z.number().optional(),
      by: z.object({ id: z.number(), name: z.string() }).optional(),
    })
    .optional(),
  /** No reading can tell how the operation ends. */
  accountGone: z.boolean().optional(),
  breakGlass: z.boolean().optional(),
  notifyRetry: z.object({ times: z.number(), againAt: z.number() }).optional(),
});
export type OperationBody = z.infer<typeof operationBody>;

/** Only its person sees an ephemeral message; ordinary messages may have the same positive number. */
export function isEphemeral(messageId: number): boolean {
  return messageId < 0;
}

export interface Operation extends OperationBody {
  id: string;
  kind: OperationKind;
  state: OperationState;
  userId: number;
  chatId: number;
  createdAt: number;
  expiresAt: number;
  dueAt: number | null;
  notified: boolean;
  /** Counts the writes. Absent in rows of older releases, which did not seal their columns: these are never claimed. */
  version?: number | undefined;
  /** Counts how many times the operation was closed for its confirm or sent. */
  round?: number | undefined;
  retention?: Retention | null | undefined;
}

export const RETENTIONS = ['unsent', 'free', 'paid'] as const;
export type Retention = (typeof RETENTIONS)[number];

/** The confirm may have been used since the store's copy: no process was alive, or the store was put back. */
export type Gap = 'away' | 'restored';

export function gapOf({ state, failure }: Pick<Operation, 'state' | 'failure'>): Gap | undefined {
  return state === 'expired' && (failure?.kind === 'away' || failure?.kind === 'restored') ? failure.kind : undefined;
}

const UNSENT_STATES: readonly OperationState[] = ['ready', 'waiting', 'quoting'];

export function retentionOf(operation: Operation, before?: Operation): Retention | null {
  const { state, kind } = operation;
  const sent = PAID_KINDS.some((paid) => paid === kind) ? 'paid' : 'free';
  switch (state) {
    case 'expired':
    case 'cancelled':
      return gapOf(operation) ? sent : 'unsent';
    case 'refused':
      if (before?.state === 'refused') return before.retention ?? 'free';
      return before && UNSENT_STATES.includes(before.state) ? 'unsent' : 'free';
    case 'accepted':
    case 'unknown':
    case 'done':
      return sent;
    default:
      return null;
  }
}
