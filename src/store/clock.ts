/** Of so many answers the one counts that was on its way for the shortest time. */
const SAMPLES = 3;

/** A database server's clock, as a machine with a clock of its own goes by it. All times in epoch milliseconds. */
export class ServerClock {
  readonly #machine: () => number;
  #aheadMs = 0;

  constructor(machine: () => number) {
    this.#machine = machine;
  }

  now(): number {
    return this.#machine() - this.#aheadMs;
  }

  /**
   * Asks the server and goes by its answer from now on: right to half the time that the answer took.
   * @returns how far the machine's own clock is ahead of the server's
   */
  async compare(ask: () => Promise<number>): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY;
    let aheadMs = this.#aheadMs;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const start = performance.now();
      const theirs = await ask();
      const tookMs = performance.now() - start;
      if (tookMs >= shortest) continue;
      shortest = tookMs;
      aheadMs = Math.round(this.#machine() - tookMs / 2 - theirs);
    }
    this.#aheadMs = aheadMs;
    return aheadMs;
  }
}
