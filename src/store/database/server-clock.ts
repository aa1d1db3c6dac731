const SAMPLES = 3;

/** Follows elapsed time, so that setting the machine's clock changes nothing. */
export class ServerClock {
  readonly #machine: () => number;
  #origin: number;

  constructor(machine: () => number) {
    this.#machine = machine;
    this.#origin = machine() - performance.now();
  }

  /** Whole: leases are compared by this time, and the database stores no fractions. */
  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

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
