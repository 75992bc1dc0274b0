import { ticksOfMilliseconds } from "../edm/date-time.js";

/** The service's clock. Its ticks never repeat and never go back, so no two writes share a Timestamp by accident. */
export class Clock {
  /** Milliseconds by which this clock is ahead of the source. */
  skew = 0;
  readonly #source: () => number;
  #last = 0n;

  constructor(source: () => number) {
    this.#source = source;
  }

  now(): number {
    return this.#source() + this.skew;
  }

  nextTicks(): bigint {
    const ticks = ticksOfMilliseconds(this.now());
    this.#last = ticks > this.#last ? ticks : this.#last + 1n;
    return this.#last;
  }
}
