import type { Operation, OperationKind, QuoteShown } from '../store/operations/index.ts';

export interface OperationDraft {
  /** By {@link newOperationId}; made where it is left out. */
  id?: string;
  kind: OperationKind;
  userId: number;
  chatId: number;
  accountId: string;
  locale: string;
  /** The message that is about to show it, where that is there already. */
  messageId?: number | undefined;
  parameters: unknown;
  progress: unknown;
  /** What it works on, such as a server's id. */
  subject?: string;
  /** What it costs, as the confirm shows it. */
  quote?: QuoteShown;
  /** What has to be typed to confirm it. */
  typed?: string[];
  /** {@link CONFIRM_LIFE_MS} unless told. */
  lifeMs?: number;
}

/**
 * What a tap on an operation's button did: `moved` (it was this tap that did it), or why nothing happened: it is another
 * person's, its time is over, it is no longer open, a newer confirm of it took the place of the one that was tapped
 * (`outdated`), another operation took its message (`replaced`), the tap came in time but could not be acted on before the
 * confirm had long expired (`interrupted`), it has no price (`unpriced`), or there is no such operation. `told` resolves when
 * the message shows what became of it, which for a confirm is after the provider answered.
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
    | 'busy';
  /** With `busy`: an operation under way on the same subject that holds this one back. The screen names all of them. */
  conflict?: Operation | undefined;
  shown: Promise<void>;
}

/** What came of taking back what a person has open in a chat. */
export interface Withdrawn {
  /** The newest confirm that was open, and those that are given together with it. */
  cancelled: Operation[];
  /** The newest that was confirmed before and is not settled yet: it goes on. */
  underWay: Operation | undefined;
  /** Resolves when the messages show it. */
  shown: Promise<void>;
}

/** Doing a thing once: claim, send, settle, and tell the person exactly how it ended. */
export interface Operations {
  /**
   * Writes the operation as `ready`, to live {@link CONFIRM_LIFE_MS}; the caller shows its confirm button. Notes where the
   * same was paid for a moment ago. Where there is one of that id, its update came again: resolves to it as it is by now.
   */
  prepare(draft: OperationDraft): Promise<Operation>;
  /** The message that shows the operation, once it is known. */
  shownIn(id: string, messageId: number): Promise<void>;
  get(id: string): Promise<Operation | undefined>;
  /**
   * Whether the message tells what became of an operation of the person: of one that was confirmed.
   * @param claimedSince only of operations that were confirmed since then, epoch milliseconds
   */
  tellsIn(userId: number, chatId: number, messageId: number, claimedSince: number): Promise<boolean>;
  /** The clock they live and expire by, epoch milliseconds. */
  now(): number;
  /**
   * Claims the operation and sends its request. The message that was tapped is the operation's from then on.
   * @param offer which of its confirms was tapped, 0 unless told: a purchase is made only at the price that one showed
   * @param tappedAt when the tap reached the bot first (epoch ms), now unless told
   * @param pass the running operations that the tapped button showed and goes past, by `passFor`
   */
  confirm(
    id: string,
    userId: number,
    messageId: number | undefined,
    offer?: number,
    tappedAt?: number,
    pass?: string,
  ): Promise<Tapped>;
  cancel(id: string, userId: number): Promise<Tapped>;
  /** Cancels the newest confirm the person has open in the chat; one that waits for a top-up is open. */
  withdraw(userId: number, chatId: number): Promise<Withdrawn>;
  /** Looks again at an operation whose outcome is open. */
  lookAgain(id: string, userId: number): Promise<Tapped>;
  /** Keeps what the person found out about an operation whose outcome could not be read. */
  say(id: string, userId: number, happened: boolean): Promise<Tapped>;
  /** Settles what a crash left open and starts to look after what is due. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
