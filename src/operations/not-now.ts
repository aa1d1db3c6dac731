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
