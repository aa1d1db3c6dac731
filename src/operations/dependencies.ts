import type { Hosting } from '../hosting/index.ts';
import type { Team } from '../store/key-value/teams.ts';
import type { Allowance, Ledger, Operation, OperationBody } from '../store/operations/index.ts';

/** How an operation was shown; `messageId` only for a new message. */
export type Shown = Pick<OperationBody, 'messageId' | 'toldOutcome' | 'lostToldIn' | 'formerMessages'>;

export interface Dependencies {
  ledger: Ledger;
  /** `undefined` if the account was disconnected; for `send` also if its team has ended. */
  hostingFor(
    operation: Pick<Operation, 'userId' | 'accountId' | 'team' | 'teamOwner'>,
    use: 'send' | 'read',
  ): Promise<Hosting | undefined>;
  /** The team of the account; `undefined` for a personal account that no team uses. */
  teamOf?(asked: Pick<Operation, 'userId' | 'chatId' | 'topicId' | 'accountId'>): Promise<Team | undefined>;
  /** Asks Telegram whether a person is still in the group of the operation's team. @throws NotAllowed */
  requireMember?(userId: number, operation: () => Promise<Operation | undefined>): Promise<void>;
  /** The person's spending limit; `unclear` if it can't be compared with the price. */
  allowance?(operation: Operation): Promise<Allowance | 'unclear' | undefined>;
  /** Shows the state in the operation's message or a new one. Resolves to what to save. @throws NotNow, OutOfReach */
  notify(operation: Operation): Promise<Shown | undefined>;
  /** The user id of the person who may see the secret, by default the operation's; `undefined` if no person may. */
  secretFor?(operation: Operation): Promise<number | undefined>;
  /** Shows the secret to a person, in private and for a limited time. Rejects if another try may succeed. */
  deliver(operation: Operation, secret: string, to: number): Promise<'sent' | 'unsent'>;
  report(error: unknown, operation?: Operation): void;
  now(): number;
  pauseFactor?: number | undefined;
  /** Whether other processes work on the same ledger. */
  shared?: boolean;
}

export const CONFIRM_LIFE_MS = 60_000;
/** A tap in time still counts this long after the confirm expired: the process that took it may have died. */
export const LATE_MS = 30_000;
export const TOP_UP_LIFE_MS = 60 * 60_000;

/** The longest pause that an outcome waits for in its group. With a longer one its person is notified in private. */
export const LONGEST_WAIT_MS = 60_000;

/** The message cannot be updated yet, and the wait is known. No try failed. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super(`Not for another ${Math.ceil(waitMs / 1000)} s`, options);
    this.waitMs = waitMs;
  }
}

/** The person blocked the bot or left. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}
