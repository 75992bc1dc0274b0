import type { Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";

/**
 * The service refuses requests that are dated further off than this: the local clock is taken to be as close. Nothing checks it where
 * requests are not dated, as with a shared access signature.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
const clockToleranceMs = 15 * 60_000;

/** How far the clocks of the service's own machines may be apart. */
const machinesApartMs = 1_000;

/** `Date` header of a response, in milliseconds since 1970, and the time of `performance.now()` when it was received. */
export interface DateReading {
  readonly date: number;
  readonly receivedAt: number;
}

type Clocks = Pick<Connection, "clock" | "serviceTime">;

/**
 * Compares Timestamps of rows with the attempts of a call.
 *
 * ```
 *              15 minutes
 *  ───────────┼──────────────┼═══════════════┼───────────►  Timestamp
 *  long before               first   attempts  last
 * ```
 *
 * No clock proves that a row was written by a call. One can only rule it out. A row predates the call if it does so by every clock that
 * is known: the local one, the one that requests are dated with, the one that the ETag of the client's last write shows, and the `Date`
 * headers of the responses. A `Date` can so withhold a proof but never give one, because proxies rewrite it.
 */
export class AttemptClock {
  readonly #attempts: readonly AmbiguousAttempt[];
  readonly #clocks: Clocks;
  readonly #dates: readonly DateReading[];
  /** What to add to `performance.now()` for the local time in milliseconds since 1970. */
  readonly #localOffset: number = Date.now() - performance.now();

  /** @param attempts in their order; not empty */
  constructor(attempts: readonly AmbiguousAttempt[], clocks: Clocks, dates: readonly DateReading[]) {
    this.#attempts = attempts;
    this.#clocks = clocks;
    this.#dates = dates;
  }

  /** Whether a Timestamp is 15 minutes or more before the first attempt, by every clock. */
  isLongBefore(timestamp: string): boolean {
    const start = this.#attempts[0]?.startedAt ?? Number.NaN;
    const { clock, serviceTime } = this.#clocks;
    const dated = clock.now() - Date.now();
    const local = start + this.#localOffset;
    const starts = [local, local + dated, ...this.#dates.map(({ date, receivedAt }) => date + start - receivedAt)];
    const byLastWrite = serviceTime.at(start);
    if (!Number.isNaN(byLastWrite)) starts.push(byLastWrite);
    return Date.parse(timestamp) <= Math.min(...starts) - clockToleranceMs;
  }

  /** Whether a Timestamp was clearly not given during any of these attempts. */
  isOutside(timestamp: string, attempts: readonly AmbiguousAttempt[] = this.#attempts): boolean {
    const time = Date.parse(timestamp);
    return !attempts.some(({ startedAt, endedAt }) => this.#isWithin(time, startedAt, endedAt));
  }

  #isWithin(time: number, startedAt: number, endedAt: number): boolean {
    const { serviceTime } = this.#clocks;
    const start = serviceTime.at(startedAt);
    if (Number.isNaN(start)) {
      const local = time - this.#localOffset;
      return startedAt - clockToleranceMs <= local && local <= endedAt + clockToleranceMs;
    }
    const slack = machinesApartMs + serviceTime.driftAt(startedAt);
    return start - slack <= time && time <= serviceTime.at(endedAt) + slack;
  }
}
