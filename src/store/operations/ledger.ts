import type { Durability } from '../database/sql.ts';
import type { Operation, OperationBody, OperationKind, OperationState, QuoteShown, Retention } from './operation.ts';

/** What a step changes; what is left away stays as it is. */
export interface OperationChange {
  to?: OperationState | ((operation: Operation) => OperationState);
  edit?: (operation: Operation) => Partial<OperationBody>;
  /** The chat became another one. */
  chatId?: number;
  expiresAt?: number;
  dueAt?: number | null;
  notified?: boolean;
}

/** A step of an operation; nothing of it happens where one of its conditions is not met. */
export interface Move extends OperationChange {
  from: readonly OperationState[];
  /**
   * Who may do it, and until when: a tap moves only the presser's own operation, and only while it lives; with `offer`,
   * only while that is the confirm it shows.
   */
  only?: { userId: number; aliveAt: number; offer?: number };
  /** Only where this holds of it. */
  where?: (operation: Operation) => boolean;
  /** Only while no later confirm took the place of this one. */
  claimedAt?: number | undefined;
  /** Only while it is in the same hands: whoever else took or moved it since left it due at another time (epoch ms). */
  heldUntil?: number | null;
  /**
   * Such moves of operations on the same subject are decided one at a time, each by the others that are under way there:
   * returns what changes instead where they hold it back, and nothing where they do not.
   */
  exclusive?: (operation: Operation, underWay: readonly Operation[]) => OperationChange | undefined;
  /** What it changes is decided by what else the person has sent since then (epoch ms): by one step of theirs at a time. */
  serializedPerUser?: { since: number; decide(operation: Operation, sent: readonly Operation[]): OperationChange };
  /**
   * What it changes, in the same commit, of the person's other operations that are not settled or have news to show. Such
   * moves of one person are made one at a time; they need `only`. Nothing of it where `exclusive` held the move back.
   */
  others?(moved: Operation, other: Operation): OperationChange | undefined;
  /** Not where this holds of an operation that the person wrote down later; needs `only`, as `others` does. */
  unless?(operation: Operation, later: Operation): boolean;
  /**
   * Where the columns do not fit the seal, goes by the seal and writes the columns anew: for what happened at the provider,
   * which is known here alone.
   */
  bySeal?: boolean;
  /** `surely` unless told: `soon` is for what a crash of the machine may make be done once more. */
  durability?: Durability | undefined;
}

/** What of a person's spending is added up: since a moment (epoch ms), and in which currency. */
export interface Counted {
  since: number;
  /** What a price is in the currency that is counted; `undefined` where it does not count. */
  worth(quote: QuoteShown): number | undefined;
}

/** The most that may be spent. */
export interface Allowance extends Counted {
  most: number;
}

/** Whose spending, with which account; the operation of that id is left out. */
export type Spender = Pick<Operation, 'userId' | 'accountId'> & { id?: string };

/** What came due: the operations, and the errors of the rows that can't be read and must not hold up the others. */
export interface Due {
  taken: Operation[];
  unreadable: unknown[];
}

/** Where a search for the oldest operations has come to. */
export type OldestLeft = Pick<Operation, 'createdAt' | 'id'>;

export interface Forgotten {
  /** The last that was looked at; absent where there are no more. */
  last: OldestLeft | undefined;
  unreadable: unknown[];
}

/** The ledger of everything that is paid, destructive or both: one row an operation, moved by compare-and-set only. */
export interface Ledger {
  /** Resolves to whether it was added: `false` where there is one of that id. */
  add(operation: Operation): Promise<boolean>;
  get(id: string): Promise<Operation | undefined>;
  /** Moves the operation if it is in one of `from`; `undefined` when somebody else was faster or it may not move. */
  move(id: string, move: Move): Promise<Operation | undefined>;
  /** Takes what is due, each for `leaseMs`: when the taker dies, it is due again after that. At most so many; see `takeDue`. */
  takeDue(now: number, leaseMs: number, most?: number): Promise<Due>;
  /** Holds what was taken for longer, where it is due at `since` still; resolves to whether it was. */
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  /** The person's operations that were written down after that (epoch ms), whatever became of them. */
  since(userId: number, createdAt: number): Promise<Operation[]>;
  /**
   * The person's operations in a chat that were confirmed since then (epoch ms), and maybe some that were confirmed before; the
   * newest first, read a few at a time, since receipts are kept for ever.
   */
  confirmed(userId: number, chatId: number, since: number): AsyncIterable<Operation>;
  /**
   * Removes a few of the operations of this retention that nothing is left to be done for and that were written down before
   * that (epoch ms), the oldest first. What does not fit its seal stays: its errors are returned.
   * @param behind only those behind this one
   */
  forget(retention: Retention, before: number, behind?: OldestLeft): Promise<Forgotten>;
  /** Of the person's operations that were never sent, and have nothing left to be done, only the newest are kept. */
  forgetUnsent(userId: number, most: number): Promise<void>;
  /** What the person has to confirm, or whose outcome is not final. */
  openOf(userId: number): Promise<Operation[]>;
  /** The person's operations of these kinds, what is open first, then the newest. */
  listOf(userId: number, kinds: readonly OperationKind[], from: number, most: number): Promise<Operation[]>;
  countOf(userId: number, kinds: readonly OperationKind[]): Promise<number>;
  /** How many operations {@link listOf} lists before this one; 0 where it does not list it. */
  placeOf(id: string, userId: number, kinds: readonly OperationKind[]): Promise<number>;
  /** What the person's sent operations with the same account came to, this one left out. */
  spent(operation: Spender, counted: Counted): Promise<number>;
  /** The operations of a kind, of whichever person, that were sent since then (epoch ms) and were not refused. */
  sent(
    kind: OperationKind,
    since: number,
    whose?: { subject?: string | undefined; userId?: number },
  ): Promise<Operation[]>;
  /** The operations of every kind on a subject that were sent since then (epoch ms) and were not refused. */
  sentOn(subject: string, since: number): Promise<Operation[]>;
  /** A chat is another one now, in which the old one's messages are not: what is open is shown in a new one. */
  moveChat(from: number, to: number): Promise<void>;
  /**
   * At the start of the program: an operation that was `quoting` never left and is changed as `interrupted` says, one that
   * was `sending` lost its answer (`unknown`), and all that is open is due now. In a store that other processes work on too,
   * any of them may hold it: it comes due when its lease ends. Where no process was alive for minutes, what could be claimed
   * is changed as `restored` says: the store may be a backup, and what was confirmed since then is not in it.
   */
  takeOver(
    now: number,
    interrupted: (operation: Operation) => OperationChange,
    restored: (operation: Operation) => OperationChange | undefined,
  ): Promise<void>;
  /**
   * Notes, every few seconds once it took over, that a process is alive. Resolves to whether the store was put back meanwhile:
   * what could be claimed is changed then as at the start.
   */
  beat(): Promise<boolean>;
}
