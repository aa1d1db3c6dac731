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
/** The kinds whose subject is a domain; of all others that have one it is a server. */
export const DOMAIN_KINDS = ['registration', 'domainRenewal'] as const;
/** The kinds that cost money. */
export const PAID_KINDS = ['order', 'renewal', 'upgrade', ...DOMAIN_KINDS] as const;
/** All kinds of operations. The names stand in stored rows and never change. */
export const OPERATION_KINDS = [...FREE_KINDS, ...PAID_KINDS] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
export type PaidKind = (typeof PAID_KINDS)[number];
export type DomainKind = (typeof DOMAIN_KINDS)[number];

/** The price including value-added tax, in the currency as the provider names it; `period` in days or years. */
const quote = z.object({ total: z.number(), currency: z.string(), period: z.number().optional() });
export type QuoteShown = z.infer<typeof quote>;

/** The sealed part of an operation. */
export const operationBody = z.object({
  accountId: z.string(),
  locale: z.string(),
  /** The message that shows the operation; absent until that is sent. Negative for an ephemeral one, see {@link isEphemeral}. */
  messageId: z.number().optional(),
  /** The forum topic that it was asked in: its messages are sent there. */
  topicId: z.number().optional(),
  /** Identifies the outcome that its message shows. An outcome is told in a new message once at most. */
  toldOutcome: z.string().optional(),
  /** The message in its person's private chat that says that the answer was lost, until it tells more. */
  lostToldIn: z.number().optional(),
  /** The messages that showed it before its outcome got a new one, as far as they are not reduced to a line yet. */
  formerMessages: z.array(z.number()).optional(),
  parameters: z.unknown(),
  /** The readings of the kind that settle the outcome. */
  progress: z.unknown(),
  /** When it was confirmed. An answer to the request of an earlier confirm does not settle this one. */
  claimedAt: z.number().optional(),
  /** When the tap that confirmed it reached the bot, which may be earlier than the claim. */
  tappedAt: z.number().optional(),
  sentAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** When the person last asked to look again. */
  askedAt: z.number().optional(),
  /** Why the last attempt failed: the kind of the failure and the provider's own words. */
  failure: z
    .object({
      kind: z.string(),
      words: z.string().optional(),
      /** The provider's messages about single parameters, by their names in the contract. */
      fields: z.record(z.string(), z.array(z.string()).readonly()).readonly().optional(),
      /** The missing money, in the currency of the quote. */
      amount: z.number().optional(),
      /** Why the domain cannot be bought, where that is certain. */
      notOffered: z.enum(['registered', 'forbidden']).optional(),
      /** The price could not be read, so the request was never tried. */
      unpriced: z.boolean().optional(),
      /** The provider asked for fewer requests, and for how long to wait. */
      throttled: z.boolean().optional(),
      retryAfterSeconds: z.number().optional(),
      /** Which right was missing, and the role that has it. */
      reason: z.string().optional(),
      role: z.string().optional(),
    })
    .optional(),
  /** The price that the confirm shows. */
  quote: quote.optional(),
  /** The price of the confirm before, where it changed. */
  quotedBefore: quote.optional(),
  /** The number of the confirm that is shown: a tap on an earlier one must not buy at the newer price. */
  offer: z.number().optional(),
  /** When the person last sent the same order, shortly before this one. */
  duplicateAt: z.number().optional(),
  /** The provider's receipt. */
  receipt: z.object({ orderId: z.string().optional(), words: z.string().optional() }).optional(),
  /** The person's own answer about an outcome that could not be read. */
  said: z.object({ happened: z.boolean(), at: z.number() }).optional(),
  /** Ids of the operations on the same subject that held back the confirm; its screen names them. */
  heldBy: z.array(z.string()).optional(),
  /** Ids of the running operations on the same subject that the person sent this one beside. */
  wentPast: z.array(z.string()).optional(),
  /** The words that confirm it when typed (any of them). Absent where a button confirms. */
  typed: z.array(z.string()).optional(),
  /** A secret to show to the person once, in private; removed as soon as it was shown. */
  secret: z.string().optional(),
  /** Whether the secret reached the person. */
  delivered: z.enum(['sent', 'unsent']).optional(),
  /** The person who got the secret in place of its own: the owner of the team, where the person has no right to it any more. */
  secretTo: z.number().optional(),
  /**
   * The server's id or the domain. Conflicting operations on one subject are not sent side by side. Rows hold its hash.
   */
  subject: z.string().optional(),
  /** The team with whose account it is done. */
  team: z.string().optional(),
  /** The owner of that team, who stays known when the team ends. */
  teamOwner: z.number().optional(),
  /** Why a second person has to approve it, and what became of that. Absent where no approval is needed. */
  approval: z
    .object({
      why: z.enum(['protected', 'restart', 'limit', 'noLimit']),
      /** When the person confirmed it, so that it waits since then; absent before. */
      askedAt: z.number().optional(),
      /** The message in the team's chat that asks for it, where the operation is shown elsewhere, and that chat. */
      messageId: z.number().optional(),
      messageChat: z.number().optional(),
      /** The `askedAt` for which a new message was sent, so that Telegram notified the approvers. */
      postedFor: z.number().optional(),
      /** The content of that message. */
      shown: z.string().optional(),
      /** The `askedAt` for which the approvers were asked in private. */
      privatelyFor: z.number().optional(),
      /** The messages that asked them there, their languages, and a digest of what each shows. */
      privately: z
        .array(z.object({ userId: z.number(), messageId: z.number(), locale: z.string(), shown: z.string() }))
        .optional(),
      /** The asker's name, and who may approve it, as they were when it was asked for. */
      asker: z.string().optional(),
      of: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
      /** The others who may approve it and take no private message, as long as they were not mentioned in the team's chat either. */
      unreached: z.array(z.number()).optional(),
      /** How many more may approve it. */
      unnamed: z.number().optional(),
      /** The person who approved or declined it. */
      by: z.object({ id: z.number(), name: z.string() }).optional(),
    })
    .optional(),
  /** Whether its account is not there any more, so that no reading can tell how it ends. */
  accountGone: z.boolean().optional(),
  /** Whether break-glass allows it without the second person who would have to approve it otherwise. */
  breakGlass: z.boolean().optional(),
  /** How many times in a row the message could not be updated, and when to try again. */
  notifyRetry: z.object({ times: z.number(), againAt: z.number() }).optional(),
});
export type OperationBody = z.infer<typeof operationBody>;

/**
 * Whether the id is that of an ephemeral message, which only its person sees. These have numbers of their own, which ordinary messages
 * of the chat may have as well: they are kept as negative numbers.
 */
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
  /** When the program has to work on it next; null when nothing is left to do. */
  dueAt: number | null;
  /** Whether the message shows the current state. */
  notified: boolean;
  /**
   * Counts the writes. Absent in rows of older releases, which did not seal their columns: these can be shown and
   * settled, but never claimed.
   */
  version?: number | undefined;
  /** Counts how many times it was closed for its confirm or sent. */
  round?: number | undefined;
  retention?: Retention | null | undefined;
}

/**
 * How long a finished operation is kept depends on whether it was never sent, sent for free, or may have cost money.
 */
export const RETENTIONS = ['unsent', 'free', 'paid'] as const;
export type Retention = (typeof RETENTIONS)[number];

/** Why a confirm was closed that may have been used since the store's copy: no process was alive, or the store was put back. */
export type Gap = 'away' | 'restored';

/** Why the operation was closed without a known outcome; `undefined` where it was not. */
export function gapOf({ state, failure }: Pick<Operation, 'state' | 'failure'>): Gap | undefined {
  return state === 'expired' && (failure?.kind === 'away' || failure?.kind === 'restored') ? failure.kind : undefined;
}

/** States in which the request certainly has not left. */
const UNSENT_STATES: readonly OperationState[] = ['ready', 'waiting', 'quoting'];

/** Resolves the retention; `null` while it is open. @param before the operation before the change */
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
