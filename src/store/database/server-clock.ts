/** Of so many answers the fastest counts. */
const SAMPLES = 3;

/**
 * The clock of a database server on this machine. Between two comparisons it follows elapsed time, so that setting the
 * machine's clock changes nothing. Times are epoch milliseconds.
 */
export class ServerClock {
  readonly #machine: () => number;
  /** The server's time at the start of `performance`. */
  #origin: number;

  constructor(machine: () => number) {
    this.#machine = machine;
    this.#origin = machine() - performance.now();
  }

  /** Integers: leases are compared by this time, and the database stores no fractions. */
  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /**
   * Asks the server and sets the clock, exact to half the time of the answer.
   * @returns how far the machine's clock is ahead of the server's
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
