/** Of so many answers the one counts that was on its way for the shortest time. */
const SAMPLES = 3;

/**
 * A database server's clock, as a machine with a clock of its own goes by it: from one comparison to the next by the time
 * that passes, so that whoever sets the machine's clock meanwhile moves nothing. All times in epoch milliseconds.
 */
export class ServerClock {
  readonly #machine: () => number;
  /** What time it was there when `performance` began to count. */
  #origin: number;

  constructor(machine: () => number) {
    this.#machine = machine;
    this.#origin = machine() - performance.now();
  }

  /** Whole: leases are told apart by it, and the database keeps no fraction. */
  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /**
   * Asks the server and goes by its answer from now on: right to half the time that the answer took.
   * @returns how far the machine's own clock is ahead of the server's
   */
  async compare(ask: () => Promise<number>): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY;
    let origin = this.#origin;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const start = performance.now();
      const theirs = await ask();
      const tookMs = performance.now() - start;
      if (tookMs >= shortest) continue;
      shortest = tookMs;
      origin = theirs - start - tookMs / 2;
    }
    this.#origin = origin;
    return this.#machine() - this.now();
  }
}
