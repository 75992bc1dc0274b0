import { ticksOfMilliseconds } from "../edm/date-time.js";
import { formatValue } from "../errors/check-options.js";
import type { Faults } from "../faults/faults.js";
import type { Dialect } from "../odata/dialect.js";
import type { Limits, ServiceKind } from "../rules/limits.js";
import type { Store } from "../storage/store.js";

/** The account and everything that lives as long as it does. */
export interface Environment {
  readonly account: string;
  readonly key: Uint8Array;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  readonly dialect: Dialect;
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly authenticate: boolean;
  readonly acceptToken: (token: string) => boolean;
  readonly tableDeletionMs: number;
  readonly refuseFalseFilter: boolean;
}

/** The service's clock. Its ticks never repeat and never go back, so no two writes share a Timestamp by accident. */
export class Clock {
  /** Milliseconds by which this clock is ahead of the source. */
  skew = 0;
  readonly #source: () => number;
  #last = 0n;

  /** @throws TypeError where the source does not return a finite number, here and later */
  constructor(source: () => number) {
    if (typeof source !== "function") throw invalidClock(`now is ${formatValue(source)}`);
    this.#source = source;
    this.now();
  }

  now(): number {
    const time = this.#source();
    if (!Number.isFinite(time)) throw invalidClock(`now() returned ${formatValue(time)}`);
    return time + this.skew;
  }

  nextTicks(): bigint {
    const ticks = ticksOfMilliseconds(this.now());
    this.#last = ticks > this.#last ? ticks : this.#last + 1n;
    return this.#last;
  }
}

function invalidClock(problem: string): TypeError {
  const help = "It must be a function that returns milliseconds since 1970: now: () => Date.now().";
  return new TypeError(`Invalid option now: ${problem}. ${help}`);
}
