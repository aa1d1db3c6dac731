import type { Operation, OperationKind, QuoteShown } from '../store/operations/index.ts';
import type { Approver } from './claims/guard.ts';

export interface OperationDraft {
  /** Made by {@link newOperationId} where absent. */
  id?: string;
  kind: OperationKind;
  userId: number;
  chatId: number;
  /** The forum topic that it is asked in. */
  topicId: number | undefined;
  accountId: string;
  locale: string;
  /** The message that will show it, where there is one: what was shown there is shown elsewhere from now on. */
  messageId?: number | undefined;
  parameters: unknown;
  progress: unknown;
  /** The server's id or the domain. */
  subject?: string;
  /** The price on the confirm. */
  quote?: QuoteShown;
  /** The words that confirm it when typed. */
  typed?: string[];
  /** {@link CONFIRM_LIFE_MS} by default. */
  lifeMs?: number;
}

/** An operation that was written down. */
export interface Prepared extends Operation {
  /** The messages of the confirms that it replaces, because they asked for the same. */
  replaced?: readonly number[];
}

/**
 * The result of a tap on an operation's button. `moved`: this tap changed the operation. Else nothing changed: it
 * belongs to another person (`notYours`), has `expired`, is `closed`, shows a newer confirm (`outdated`), lost its
 * message to another operation (`replaced`), could not be acted on in time (`interrupted`), has no price (`unpriced`),
 * does not exist (`missing`), or others hold it back (`busy`). `waiting`: it was confirmed, and a second person has to
 * approve it. `notApprover`: the person may not approve it; `ownRequest`: no member approves what they asked for themselves.
 * `askerUnsure`: Telegram can't tell whether the asker is still in the team's group.
 * `refused`: it was approved, but its person has lost the right to it, and nothing is sent. `shown` resolves when the message shows the
 * result; for a confirm that is after the provider's answer.
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
  /** With `busy`: one of the operations that hold it back. The screen names all of them. */
  conflict?: Operation | undefined;
  shown: Promise<void>;
}

/** A tap that confirms an operation. */
export interface ConfirmTap {
  id: string;
  userId: number;
  /** The tapped message, for a button by the operation: no button confirms one that is confirmed by typing. */
  message?: number | undefined | ((operation: Operation) => number | undefined);
  /** The number of the tapped confirm, 0 by default: a purchase is made only at the price it showed. */
  offer?: number | undefined;
  /** When the tap reached the bot first (epoch ms), now by default. */
  tappedAt?: number | undefined;
  /** From the button that goes past the running operations it showed, by `passFor`. */
  pass?: string | undefined;
}

/** The result of {@link Operations.withdraw}. */
export interface Withdrawn {
  /** The newest open confirm with the others of its batch. */
  cancelled: Operation[];
  /** The newest confirmed operation that is not settled yet; it goes on. */
  underWay: Operation | undefined;
  /** Resolves when the messages show it. */
  shown: Promise<void>;
}

/** Runs each operation once: claims it, sends it, settles it and shows its person the exact outcome. */
export interface Operations {
  /**
   * Writes the operation as `ready`, to live {@link CONFIRM_LIFE_MS}; the caller shows its confirm. Notes a duplicate
   * order. Where the id exists, its update came again: resolves to that operation as it is now.
   * @throws NotAllowed where the person has no right to it in their team
   */
  prepare(draft: OperationDraft): Promise<Prepared>;
  /** {@link prepare} for several that are confirmed together: a crash leaves all of them or none. */
  prepareTogether(drafts: readonly OperationDraft[]): Promise<Prepared[]>;
  /** Sets the message that shows the operation, and the forum topic that it is in. */
  shownIn(id: string, messageId: number, topicId?: number): Promise<void>;
  /** The id of the confirm that this process showed last in a message. */
  confirmIn(chatId: number, messageId: number): string | undefined;
  /** The message shows something else from now on: the outcome of the operation, and of its batch, is told in a new one. */
  leave(id: string, userId: number, messageId: number): Promise<void>;
  get(id: string): Promise<Operation | undefined>;
  /**
   * Whether the message shows a confirmed operation of the person.
   * @param claimedSince only operations confirmed since then, epoch milliseconds
   */
  tellsIn(userId: number, chatId: number, messageId: number, claimedSince: number): Promise<boolean>;
  /** The clock of all lifetimes, epoch milliseconds. */
  now(): number;
  /** Claims the operation and sends its request. It is shown in the tapped message from then on. */
  confirm(tap: ConfirmTap): Promise<Tapped>;
  cancel(id: string, userId: number): Promise<Tapped>;
  /** Closes what waits for approval in a team that ends or is paused, and tells who asked. Nothing of it is sent. */
  closeWaiting(team: string, reason?: 'ended' | 'paused'): Promise<void>;
  /** Reads again what became of a team's operations that no reading could tell while its account was gone. */
  readAgain(team: string): Promise<void>;
  /**
   * Approves what another member of the team asked for, and sends its request.
   * @param offer the number of the confirm that the approver saw
   */
  approve(id: string, approver: Approver, offer: number): Promise<Tapped>;
  /** Declines what another member of the team asked for. */
  decline(id: string, approver: Approver): Promise<Tapped>;
  /** Cancels the newest open confirm of the person in the chat, also one that waits for a top-up. */
  withdraw(userId: number, chatId: number): Promise<Withdrawn>;
  /** Reads the provider again for an operation without a final outcome. @throws NotAllowed */
  lookAgain(id: string, userId: number): Promise<Tapped>;
  /** Stores the person's own answer about an outcome that could not be read. @throws NotAllowed */
  say(id: string, userId: number, happened: boolean): Promise<Tapped>;
  /** Works on what is due by now: rows may have been made due beside this program's own changes. */
  wake(): void;
  /** Settles the operations that a crash interrupted and starts working on due ones. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
