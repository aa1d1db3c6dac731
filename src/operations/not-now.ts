/** It can't be told yet, and whoever tells knows how long to wait: nothing went wrong, and no attempt is counted. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly waitMs: number;

  constructor(waitMs: number, options?: ErrorOptions) {
    super(`Not for another ${Math.ceil(waitMs / 1000)} s`, options);
    this.waitMs = waitMs;
  }
}
