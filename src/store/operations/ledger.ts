import type { Durability } from '../database/sql.ts';
import type { Team } from '../key-value/teams.ts';
import type {
  Gap,
  Operation,
  OperationBody,
  OperationKind,
  OperationState,
  QuoteShown,
  Retention,
} from './operation.ts';

/** The changed values of an operation; absent ones stay. */
export interface OperationChange {
  to?: OperationState | ((operation: Operation) => OperationState);
  edit?: (operation: Operation) => Partial<OperationBody>;
  /** The new chat, where the chat migrated. */
  chatId?: number;
  expiresAt?: number;
  dueAt?: number | null;
  notified?: boolean;
}

/** A change of one operation by compare-and-set: nothing changes unless all conditions hold. */
export interface Move extends OperationChange {
  from: readonly OperationState[];
  /**
   * The person who may do it, while the operation lives. With `offer`, only while that is the number of the shown
   * confirm.
   */
  only?: { userId: number; aliveAt: number; offer?: number };
  /** A condition on the operation as stored. */
  where?: (operation: Operation) => boolean;
  /** Only for this claim: the operation may have been confirmed again since. */
  claimedAt?: number | undefined;
  /**
   * Only while the lease still ends at this time (epoch ms): every process that takes or moves the operation changes
   * it.
   */
  heldUntil?: number | null;
  /**
   * Decides by the operations under way on the same subject, one move per subject at a time. Returns the change to make
   * instead where they hold this one back.
   */
  exclusive?: (operation: Operation, underWay: readonly Operation[]) => OperationChange | undefined;
  /** Decides the change by the person's operations sent since then (epoch ms), one move per person at a time. */
  serializedPerUser?: { since: number; decide(operation: Operation, sent: readonly Operation[]): OperationChange };
  /**
   * Changes the person's other open operations in the same commit, one such move per person at a time; needs `only`.
   * Not called where `exclusive` held the move back.
   */
  others?(moved: Operation, other: Operation): OperationChange | undefined;
  /** Forbids the move where it returns `true` for an operation that the person prepared later; needs `only`. */
  unless?(operation: Operation, later: Operation): boolean;
  /**
   * Where the columns do not fit the seal, trusts the seal and corrects the columns. For answers of the provider, which
   * only this process knows.
   */
  bySeal?: boolean;
  /**
   * Decides by other rows of the store, in the transaction of the move: returns the change to make instead, or `no` where the
   * operation stays as it is. Not called where `exclusive` held the move back.
   */
  guard?(operation: Operation, view: GuardView): Promise<Guarded>;
  /** `full` by default. `relaxed` for changes that are repeated after a crash of the machine. */
  durability?: Durability | undefined;
}

/** The decision of a {@link Move.guard}. `also`: the edit that the operation keeps beside the change of the move. */
export type Guarded = OperationChange | { also: Partial<OperationBody> } | 'no' | undefined;

/** The records that a {@link Move.guard} may read. */
export interface GuardView {
  /** The operation's team as it is now; no other transaction changes it until this one ends. */
  team(): Promise<Team | undefined>;
  /** The team that the person has lent the operation's account to by now. */
  lentTo(): Promise<Team | undefined>;
  /** The team's operations sent since then (epoch ms), without this one. */
  sentByTeam(since: number): Promise<Operation[]>;
  /** The other operations in that team for which the person waits for a second person's approval. */
  waitingInTeam(): Promise<Operation[]>;
  /** Other operations as they are now, those that are confirmed together with this one. */
  others(ids: readonly string[]): Promise<Operation[]>;
}

/** Which spending is summed: since a moment (epoch ms), in one currency. */
export interface Counted {
  since: number;
  /** Converts a price into that currency; `undefined` where it does not count. */
  worth(quote: QuoteShown): number | undefined;
}

/** The most that may be spent. */
export interface Allowance extends Counted {
  most: number;
}

/** The person and account whose spending is summed, without the operation of this id. */
export type Spender = Pick<Operation, 'userId' | 'accountId'> & { id?: string };

/** Due operations, and the errors of unreadable rows, which must not block the others. */
export interface Due {
  taken: Operation[];
  unreadable: unknown[];
}

/** The position of a search through the oldest operations. */
export type OldestLeft = Pick<Operation, 'createdAt' | 'id'>;

export interface Forgotten {
  /** The last operation that was looked at; absent at the end. */
  last: OldestLeft | undefined;
  unreadable: unknown[];
}

/** An operation, with the operations of the person who prepared it. */
export interface PersonOperations {
  own: Operation | undefined;
  /** The person's operations that wait for a confirm or for their outcome, with this one. */
  open: Operation[];
  /** The person's operations prepared after a moment, in any state. */
  since: Operation[];
  /** The number of the person's finished operations that were never sent. */
  unsent: number;
}

/** The ledger of all operations that cost money or change a server: one row each, changed by compare-and-set only. */
export interface Ledger {
  /** Writes new operations in one commit. Resolves to `false` where there is one with the id of the first. */
  add(...operations: readonly Operation[]): Promise<boolean>;
  get(id: string): Promise<Operation | undefined>;
  /** Resolves to `undefined` where a condition is not met, also because another move came first. */
  move(id: string, move: Move): Promise<Operation | undefined>;
  /**
   * Takes at most `most` due operations, each for `leaseMs`: when this process dies, they are due again. See `takeDue`.
   * @param certain the change of a taken operation that no reading can alter: such changes are written in one commit
   */
  takeDue(
    now: number,
    leaseMs: number,
    most?: number,
    certain?: (operation: Operation) => OperationChange | undefined,
  ): Promise<Due>;
  /** Extends the lease that ends at `since`; resolves to `false` where it ends at another time by now. */
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  /**
   * The person's operations in a chat that were confirmed since then (epoch ms), and possibly earlier ones; the newest first, read
   * in small steps, because receipts are kept for ever.
   */
  confirmed(userId: number, chatId: number, since: number): AsyncIterable<Operation>;
  /**
   * Removes a few finished operations of this retention prepared before that (epoch ms), the oldest first. Operations
   * that do not fit their seal stay, and their errors are returned.
   * @param behind starts after this position
   */
  forget(retention: Retention, before: number, behind?: OldestLeft): Promise<Forgotten>;
  /** Keeps only the newest of the person's finished operations that were never sent. */
  forgetUnsent(userId: number, most: number): Promise<void>;
  /** The person's operations prepared after that (epoch ms), in any state. */
  since(userId: number, createdAt: number): Promise<Operation[]>;
  /** By one read, with the operations prepared since `beforeMs` before this one. */
  personOperations(id: string, beforeMs: number): Promise<PersonOperations>;
  /** The person's operations that wait for a confirm or for their outcome. */
  openOf(userId: number): Promise<Operation[]>;
  /** The person's operations that are open, or whose state still has to be shown. */
  showingOf(userId: number): Promise<Operation[]>;
  /** The person's operations of these kinds: open ones first, then the newest. */
  listOf(userId: number, kinds: readonly OperationKind[], from: number, most: number): Promise<Operation[]>;
  /** A team's operations of these kinds, of all members: open ones first, then the newest. */
  listOfTeam(team: string, kinds: readonly OperationKind[], from: number, most: number): Promise<Operation[]>;
  countOfTeam(team: string, kinds: readonly OperationKind[]): Promise<number>;
  /** A team's operations that wait for approval or for their outcome, and unknown ones without a person's answer. */
  openOfTeam(team: string): Promise<Operation[]>;
  /** The team's operations whose outcome is not known, also where it is not read any more. */
  unsettledOfTeam(team: string): Promise<Operation[]>;
  /** A team's operations sent since then (epoch ms). */
  sentByTeam(team: string, since: number): Promise<Operation[]>;
  countOf(userId: number, kinds: readonly OperationKind[]): Promise<number>;
  /** The number of operations that {@link listOf} lists before this one; 0 where it does not list it. */
  placeOf(id: string, userId: number, kinds: readonly OperationKind[]): Promise<number>;
  /** Sums the cost of the person's sent operations with the same account, without this one. */
  spent(operation: Spender, counted: Counted): Promise<number>;
  /** All people's operations of a kind that were sent since then (epoch ms) and not refused. */
  sent(
    kind: OperationKind,
    since: number,
    whose?: { subject?: string | undefined; userId?: number },
  ): Promise<Operation[]>;
  /** The operations of every kind on a subject that were sent since then (epoch ms) and not refused. */
  sentOn(subject: string, since: number): Promise<Operation[]>;
  /**
   * Moves the operations of a migrated chat. The old messages are not in the new chat: open operations are shown in new
   * ones.
   */
  moveChat(from: number, to: number): Promise<void>;
  /**
   * Runs at the start. A store of one process: `quoting` operations were not sent and change as `interrupted` returns,
   * `sending` ones become `unknown`, and open ones are due now. In a shared store another process may hold them: they
   * are due when its lease ends. Where no process was alive for minutes the store may be a backup that lacks the
   * confirms since: claimable operations change as `closed` returns. Where they are many, {@link closeSome} changes them,
   * and any other move of one of them changes it first.
   */
  takeOver(
    now: number,
    interrupted: (operation: Operation) => OperationChange,
    closed: (operation: Operation, gap: Gap) => OperationChange | undefined,
  ): Promise<void>;
  /** Changes some of the claimable operations that {@link takeOver} left. Resolves to whether more are left. */
  closeSome(): Promise<boolean>;
  /**
   * Notes every few seconds, after {@link takeOver}, that a process is alive. Resolves to whether the store was put
   * back meanwhile: then claimable operations change as at the start.
   */
  beat(): Promise<boolean>;
}
