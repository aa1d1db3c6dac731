import type { Hosting } from '../hosting/index.ts';
import type { Team } from '../store/key-value/teams.ts';
import type { Allowance, Ledger, Operation, OperationBody } from '../store/operations/index.ts';

/** How an operation was shown; `messageId` is that of a new message. */
export type Shown = Pick<OperationBody, 'messageId' | 'toldOutcome' | 'lostToldIn' | 'formerMessages'>;

export interface Dependencies {
  ledger: Ledger;
  /** The client of the operation's account; `undefined` where it was disconnected meanwhile, and to send also where its team ended. */
  hostingFor(
    operation: Pick<Operation, 'userId' | 'accountId' | 'team' | 'teamOwner'>,
    use: 'send' | 'read',
  ): Promise<Hosting | undefined>;
  /** The team whose account it is; `undefined` for an account of the person's that is lent to none. */
  teamOf?(asked: Pick<Operation, 'userId' | 'chatId' | 'topicId' | 'accountId'>): Promise<Team | undefined>;
  /**
   * Asks, before a person confirms an operation of a team, whether they are still in its group.
   * @param operation reads it, where the person is in a team
   * @throws NotAllowed
   */
  requireMember?(userId: number, operation: () => Promise<Operation | undefined>): Promise<void>;
  /**
   * The person's spending limit in the currency of the operation; `unclear` where there is a limit in a currency that
   * can't be compared with it.
   */
  allowance?(operation: Operation): Promise<Allowance | 'unclear' | undefined>;
  /**
   * Shows the current state in the operation's message, or in a new one. Resolves when it is shown or never can be, to what
   * has to be written down about that.
   * @throws NotNow, OutOfReach
   */
  notify(operation: Operation): Promise<Shown | undefined>;
  /** The person who may see the operation's secret, by user id: its person by default; `undefined` where no person may. */
  secretFor?(operation: Operation): Promise<number | undefined>;
  /**
   * Shows the operation's secret to a person, in private and for a limited time. Rejects where another try may
   * succeed.
   */
  deliver(operation: Operation, secret: string, to: number): Promise<'sent' | 'unsent'>;
  /** Reports an error that reaches no person. */
  report(error: unknown, operation?: Operation): void;
  now(): number;
  /** The factor of the pauses between two readings of an outcome; 1 unless told. */
  pauseFactor?: number | undefined;
  /** Whether other processes work on the same ledger. */
  shared?: boolean;
}

/** How long a confirm button works. */
export const CONFIRM_LIFE_MS = 60_000;
/**
 * A late tap that was made in time still counts for so long after the confirm expired: the process that took it may
 * have died.
 */
export const LATE_MS = 30_000;
/** How long a confirm stays open for a top-up. */
export const TOP_UP_LIFE_MS = 60 * 60_000;

/** The longest pause that an outcome waits for in its group. During a longer one its person is told in private. */
export const LONGEST_WAIT_MS = 60_000;

/** The message cannot be updated yet, and the wait is known. Not a failed try. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super(`Not for another ${Math.ceil(waitMs / 1000)} s`, options);
    this.waitMs = waitMs;
  }
}

/** The person blocked the bot or left. Tried again with growing pauses for about a day. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}
