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

export interface OperationChange {
  to?: OperationState | ((operation: Operation) => OperationState);
  edit?: (operation: Operation) => Partial<OperationBody>;
  chatId?: number;
  expiresAt?: number;
  dueAt?: number | null;
  notified?: boolean;
}

/** Changes one operation by compare-and-set: nothing changes unless all conditions hold. */
export interface Move extends OperationChange {
  from: readonly OperationState[];
  /** With `offer`, only from the confirm of that number. */
  only?: { userId: number; aliveAt: number; offer?: number };
  where?: (operation: Operation) => boolean;
  /** The operation may have been confirmed again since this claim. */
  claimedAt?: number | undefined;
  /** Epoch ms. Every process that takes or moves the operation changes the end of its lease. */
  heldUntil?: number | null;
  /** Returns the change to make instead, where operations under way on the subject hold this move back. */
  exclusive?: (operation: Operation, underWay: readonly Operation[]) => OperationChange | undefined;
  /** Decides by the person's operations sent since then (epoch ms), one move per person at a time. */
  serializedPerUser?: { since: number; decide(operation: Operation, sent: readonly Operation[]): OperationChange };
  /** Changes the person's other open operations; needs `only`. Not called where `exclusive` held back. */
  others?(moved: Operation, other: Operation): OperationChange | undefined;
  /** Forbids the move where it returns `true` for an operation that the person prepared later; needs `only`. */
  unless?(operation: Operation, later: Operation): boolean;
  /** Corrects columns by the seal: for answers that only this process knows. */
  bySeal?: boolean;
  /** `no` leaves the operation as it is. Not called where `exclusive` held back. */
  guard?(operation: Operation, view: GuardView): Promise<Guarded>;
  durability?: Durability | undefined;
}

export type Guarded = OperationChange | { also: Partial<OperationBody> } | 'no' | undefined;

export interface GuardView {
  team(): Promise<Team | undefined>;
  lentTo(): Promise<Team | undefined>;
  sentByTeam(since: number): Promise<Operation[]>;
  waitingInTeam(): Promise<Operation[]>;
  others(ids: readonly string[]): Promise<Operation[]>;
}

export interface Counted {
  since: number;
  worth(quote: QuoteShown): number | undefined;
}

export interface Allowance extends Counted {
  most: number;
}

export type Spender = Pick<Operation, 'userId' | 'accountId'> & { id?: string };

export interface Due {
  taken: Operation[];
  unreadable: unknown[];
}

export type OldestLeft = Pick<Operation, 'createdAt' | 'id'>;

export interface Forgotten {
  last: OldestLeft | undefined;
  unreadable: unknown[];
}

export interface PersonOperations {
  own: Operation | undefined;
  open: Operation[];
  since: Operation[];
  unsent: number;
}

/** All operations that cost money or change a server: one row each, changed by compare-and-set only. */
export interface Ledger {
  /** One commit. Resolves to `false` where there is an operation with the id of the first. */
  add(...operations: readonly Operation[]): Promise<boolean>;
  get(id: string): Promise<Operation | undefined>;
  /** `undefined` where a condition is not met, also because another move came first. */
  move(id: string, move: Move): Promise<Operation | undefined>;
  /** @param certain the change of a taken operation that no reading can alter: all go in one commit */
  takeDue(
    now: number,
    leaseMs: number,
    most?: number,
    certain?: (operation: Operation) => OperationChange | undefined,
  ): Promise<Due>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  confirmed(userId: number, chatId: number, since: number): AsyncIterable<Operation>;
  /** Rows that do not fit their seal stay. Times are epoch ms. */
  forget(retention: Retention, before: number, behind?: OldestLeft): Promise<Forgotten>;
  forgetUnsent(userId: number, most: number): Promise<void>;
  since(userId: number, createdAt: number): Promise<Operation[]>;
  personOperations(id: string, beforeMs: number): Promise<PersonOperations>;
  openOf(userId: number): Promise<Operation[]>;
  showingOf(userId: number): Promise<Operation[]>;
  listOf(userId: number, kinds: readonly OperationKind[], from: number, most: number): Promise<Operation[]>;
  listOfTeam(team: string, kinds: readonly OperationKind[], from: number, most: number): Promise<Operation[]>;
  countOfTeam(team: string, kinds: readonly OperationKind[]): Promise<number>;
  openOfTeam(team: string): Promise<Operation[]>;
  unsettledOfTeam(team: string): Promise<Operation[]>;
  sentByTeam(team: string, since: number): Promise<Operation[]>;
  countOf(userId: number, kinds: readonly OperationKind[]): Promise<number>;
  placeOf(id: string, userId: number, kinds: readonly OperationKind[]): Promise<number>;
  spent(operation: Spender, counted: Counted): Promise<number>;
  sent(
    kind: OperationKind,
    since: number,
    whose?: { subject?: string | undefined; userId?: number },
  ): Promise<Operation[]>;
  sentOn(subject: string, since: number): Promise<Operation[]>;
  moveChat(from: number, to: number): Promise<void>;
  /**
   * Runs at the start. A store of one process: `quoting` operations change as `interrupted` returns, `sending` ones
   * become `unknown`. In a shared store operations are due when their leases end. After minutes without a process
   * the store may be a backup: claimable operations change as `closed` returns, many later by {@link closeSome}.
   */
  takeOver(
    now: number,
    interrupted: (operation: Operation) => OperationChange,
    closed: (operation: Operation, gap: Gap) => OperationChange | undefined,
  ): Promise<void>;
  closeSome(): Promise<boolean>;
  /** Resolves to whether the store was put back: then claimable operations are closed. */
  beat(): Promise<boolean>;
}
