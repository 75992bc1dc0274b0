import { ticksOfMilliseconds } from "../edm/date-time.js";
import { formatValue } from "../errors/check-options.js";

/** Clock of a service, which a test can stop and move. */
export interface ServiceClock {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Stops the clock at this time. */
  set(time: Date | number): void;
  /** Moves the clock by this many milliseconds, even while it is stopped. */
  advance(milliseconds: number): void;
  /** Lets the clock follow the option `now` again; without that option, the system's time. */
  resume(): void;
}

/** The service's clock. `nextTicks` never returns the same ticks twice, so no two writes share a Timestamp by accident. */
export class Clock implements ServiceClock {
  /** Milliseconds by which the fault `clockSkew` puts this clock ahead of its time source. */
  skew = 0;
  readonly #source: () => number;
  /**
   * True if the results of `nextTicks` may go back after the time source is set back, for example by fake timers. If false, each result is
   * later than the one before, unless a test has stopped the clock.
   */
  readonly #followsJumps: boolean;
  #stopped: number | undefined;
  #offset = 0;
  readonly #spans: Span[] = [];
  #span: Span | undefined;

  /**
   * @param source returns milliseconds since 1970; by default, `Date.now()` of the global `Date`, even of one that a test puts there later,
   * as `vi.useFakeTimers` does
   * @throws TypeError if the source does not return a finite number; `now` throws the same error if a later result is not finite
   */
  constructor(source?: () => number) {
    if (source !== undefined && typeof source !== "function") throw invalidClock(`now is ${formatValue(source)}`);
    this.#source = source ?? (() => Date.now());
    this.#followsJumps = source === undefined;
    this.now();
  }

  now(): number {
    const time = this.#stopped ?? this.#source();
    if (!Number.isFinite(time)) throw invalidClock(`now() returned ${formatValue(time)}`);
    return time + this.#offset + this.skew;
  }

  set(time: Date | number): void {
    const milliseconds = Number(time);
    if (!Number.isFinite(milliseconds)) {
      throw new TypeError(`Cannot set the clock to ${formatValue(time)}. Pass a Date or milliseconds since 1970.`);
    }
    this.#stopped = milliseconds;
    this.#offset = 0;
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) {
      throw new TypeError(`Cannot advance the clock by ${formatValue(milliseconds)}. Pass a number of milliseconds.`);
    }
    this.#offset += milliseconds;
  }

  resume(): void {
    this.#stopped = undefined;
    this.#offset = 0;
  }

  nextTicks(): bigint {
    const ticks = ticksOfMilliseconds(this.now());
    const follows = this.#followsJumps || this.#stopped !== undefined || this.#span === undefined;
    if (follows) this.#span = this.#spanOf(ticks);
    const span = this.#span as Span;
    span.last = this.#unused(ticks > span.last ? ticks : span.last + 1n, span);
    return span.last;
  }

  /**
   * Returns the span (a series of issued ticks without a jump) that `ticks` continues; a new span if the clock was set to a time that
   * continues no span.
   */
  #spanOf(ticks: bigint): Span {
    let found: Span | undefined;
    for (const span of this.#spans) {
      const continues = ticks >= span.first && ticks - span.last <= maximumGap;
      if (continues && (found === undefined || span.first > found.first)) found = span;
    }
    if (found !== undefined) return found;
    const span = { first: ticks, last: ticks - 1n };
    this.#spans.push(span);
    return span;
  }

  #unused(ticks: bigint, own: Span): bigint {
    const taken = this.#spans.find((span) => span !== own && ticks >= span.first && ticks <= span.last);
    return taken === undefined ? ticks : this.#unused(taken.last + 1n, own);
  }
}

/** A series of issued ticks without a jump: each is at most `maximumGap` after the one before. */
interface Span {
  readonly first: bigint;
  last: bigint;
}

/** Maximum step between two writes of a span, in ticks: one minute. After a greater step, the clock counts as set to another time. */
const maximumGap = 600_000_000n;

function invalidClock(problem: string): TypeError {
  const help = "It must be a function that returns milliseconds since 1970: now: () => Date.now().";
  return new TypeError(`Invalid option now: ${problem}. ${help}`);
}
