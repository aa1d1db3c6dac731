import type { Operation, OperationKind, QuoteShown } from '../store/operations/index.ts';
import type { Approver } from './claims/guard.ts';

export interface OperationDraft {
  id?: string;
  kind: OperationKind;
  userId: number;
  chatId: number;
  topicId: number | undefined;
  accountId: string;
  locale: string;
  /** The message that will show it; what it showed before is shown elsewhere from now on. */
  messageId?: number | undefined;
  parameters: unknown;
  progress: unknown;
  subject?: string;
  quote?: QuoteShown;
  /** The words that confirm it when typed. */
  typed?: string[];
  lifeMs?: number;
}

export interface Prepared extends Operation {
  /** The messages of the confirms that it replaces, because they asked for the same. */
  replaced?: readonly number[];
}

/**
 * Only `moved` and `waiting` changed the operation. `outdated`: the message shows a newer confirm. `missing`: unknown
 * id.
 * `replaced`: another operation took the message. `busy`: others hold it back. `interrupted`: in time, but could not be
 * acted on.
 * `refused`: approved, but its person has lost the right. `askerUnsure`: Telegram can't tell whether the asker is still
 * in the group.
 * `shown` resolves when the message shows the result; for a confirm, after the provider's answer.
 */
export interface Tapped {
  outcome:
    | 'moved'
    | 'notYours'
    | 'expired'
    | 'closed'
    | 'outdated'
    | 'replaced'
    | 'interrupted'
    | 'unpriced'
    | 'missing'
    | 'busy'
    | 'waiting'
    | 'notApprover'
    | 'askerUnsure'
    | 'refused'
    | 'ownRequest';
  /** With `busy`: one of the operations that hold it back. */
  conflict?: Operation | undefined;
  shown: Promise<void>;
}

export interface ConfirmTap {
  id: string;
  userId: number;
  /** The tapped message. A function for a button that names the operation: such a button cannot replace typed words. */
  message?: number | undefined | ((operation: Operation) => number | undefined);
  /** The number of the tapped confirm, 0 by default: a purchase is made only at the price it showed. */
  offer?: number | undefined;
  /** When the tap first reached the bot (epoch ms), now by default. */
  tappedAt?: number | undefined;
  /** From the button that goes past the running operations it showed; made by `passFor`. */
  pass?: string | undefined;
}

export interface Withdrawn {
  /** The newest open confirm with the others of its batch. */
  cancelled: Operation[];
  /** The newest confirmed operation that is not settled; it goes on. */
  underWay: Operation | undefined;
  shown: Promise<void>;
}

/** Runs each operation once: claims it, sends it, settles it and shows its person the outcome. */
export interface Operations {
  /** The caller shows the confirm. A known id (a repeated update) resolves to its operation now. @throws NotAllowed */
  prepare(draft: OperationDraft): Promise<Prepared>;
  /** {@link prepare} for several that are confirmed together: a crash leaves all of them or none. */
  prepareTogether(drafts: readonly OperationDraft[]): Promise<Prepared[]>;
  shownIn(id: string, messageId: number, topicId?: number): Promise<void>;
  /** The confirm that this process showed last in a message. */
  confirmIn(chatId: number, messageId: number): string | undefined;
  /** The message shows something else from now on: the outcome, also of the batch, comes in a new one. */
  leave(id: string, userId: number, messageId: number): Promise<void>;
  get(id: string): Promise<Operation | undefined>;
  /** Whether the message shows an operation that the person confirmed since then (epoch ms). */
  tellsIn(userId: number, chatId: number, messageId: number, claimedSince: number): Promise<boolean>;
  now(): number;
  /** Claims the operation and sends its request. From then on the tapped message shows it. */
  confirm(tap: ConfirmTap): Promise<Tapped>;
  cancel(id: string, userId: number): Promise<Tapped>;
  /** Closes what waits for approval in a team that ends or is paused, and notifies the askers. */
  closeWaiting(team: string, reason?: 'ended' | 'paused'): Promise<void>;
  /** Reads the outcomes again that could not be read while the team's account was gone. */
  readAgain(team: string): Promise<void>;
  /** @param offer the number of the confirm that the approver saw */
  approve(id: string, approver: Approver, offer: number): Promise<Tapped>;
  decline(id: string, approver: Approver): Promise<Tapped>;
  /** Cancels the newest open confirm of the person in the chat, also one that waits for a top-up. */
  withdraw(userId: number, chatId: number): Promise<Withdrawn>;
  /** Reads the provider again for an operation without a final outcome. @throws NotAllowed */
  lookAgain(id: string, userId: number): Promise<Tapped>;
  /** Saves the person's own answer about an outcome that could not be read. @throws NotAllowed */
  say(id: string, userId: number, happened: boolean): Promise<Tapped>;
  /** Works on what is due: other code may have made rows due. */
  wake(): void;
  /** Settles the operations that a crash interrupted, and starts working on due ones. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
