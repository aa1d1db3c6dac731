import type { Hosting } from '../hosting/index.ts';
import type { Allowance, Ledger, Operation } from '../store/operations/index.ts';

export interface Dependencies {
  ledger: Ledger;
  /** The client for one of the person's accounts; `undefined` when it was disconnected meanwhile. */
  hostingFor(userId: number, accountId: string): Promise<Hosting | undefined>;
  /**
   * How much more the person may spend with the account, where they set a limit for the currency of the operation; `unclear`
   * where they set one and it can't be told whether it speaks of this currency.
   */
  allowance?(operation: Operation): Promise<Allowance | 'unclear' | undefined>;
  /**
   * Shows the operation's present state in its message. Resolves when it is shown, or can never be; to the identifier of
   * the message where it had to be a new one.
   */
  notify(operation: Operation): Promise<unknown>;
  /**
   * Shows the operation's secret to its person, in private and for a while only. Resolves to whether it reached them; fails
   * where it is worth trying again.
   */
  deliver(operation: Operation, secret: string): Promise<'sent' | 'unsent'>;
  /** An error nobody waits for. */
  report(error: unknown, operation?: Operation): void;
  now(): number;
  /** Whether other processes work on the same ledger. */
  shared?: boolean;
}

/** How long a confirm button works. */
export const CONFIRM_LIFE_MS = 60_000;
/** A tap that came in time is acted on for so long after its confirm has expired: a process that took it may have ended. */
export const LATE_MS = 30_000;
/** How long a confirm stays open for a top-up. */
export const TOP_UP_LIFE_MS = 60 * 60_000;

/** It can't be told yet, and whoever tells knows how long to wait: nothing went wrong, and no attempt is counted. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super(`Not for another ${Math.ceil(waitMs / 1000)} s`, options);
    this.waitMs = waitMs;
  }
}

/** The person can't be written to: they blocked the bot, or left. Tried again ever more rarely, for about a day. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}
