import type { Connection } from "../../connection/connection.js";
import type { TimeRange } from "../../connection/recent-writes.js";
import type { AmbiguousAttempt } from "../../errors/request-error.js";
import type { EntityAddress } from "../../odata/entity-address.js";

/**
 * The service refuses requests that are dated further off than this: the local clock is taken to be as close. Nothing checks it where
 * requests are not dated, as with a shared access signature.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
const clockToleranceMs = 15 * 60_000;

/** How far off the local clock may be for a client to recognize its first write, in milliseconds. */
const localSlackMs = 1_000;

/** `Date` header of a response, in milliseconds since 1970, and the time of `performance.now()` when it was received. */
export interface DateReading {
  readonly date: number;
  readonly receivedAt: number;
}

type Clocks = Pick<Connection, "clock" | "recentWrites">;

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
    const local = Math.min(start + this.#localOffset, this.#attempts[0]?.startedAtDate ?? Number.POSITIVE_INFINITY);
    const dated = local + this.#clocks.clock.now() - Date.now();
    const byLastWrite = this.#clocks.recentWrites.timeAt(start)?.earliest ?? local;
    const byDates = this.#dates.map(({ date, receivedAt }) => date + start - receivedAt);
    return Date.parse(timestamp) <= Math.min(local, dated, byLastWrite, ...byDates) - clockToleranceMs;
  }

  /**
   * Whether a Timestamp was clearly not given during an attempt. One that a read has ruled out does not count.
   * @param own the attempt; any by default
   */
  isOutside(timestamp: string, own?: AmbiguousAttempt): boolean {
    const time = Date.parse(timestamp);
    const attempts = own === undefined ? this.#attempts : [own];
    return !attempts.some((attempt) => {
      const { earliest, latest } = this.#rangeOf(attempt);
      return attempt.ruledOutAt === undefined && earliest <= time && time <= latest;
    });
  }

  /** Returns whether this client knew a row under its ETag before the first attempt. */
  hasSeen(address: EntityAddress, etag: string): boolean {
    return this.#clocks.recentWrites.hasSeen(address, etag, this.#attempts[0]?.startedAt ?? Number.NaN);
  }

  /** An attempt by the service's time; where no write has shown that, by the local clock. */
  #rangeOf({ startedAt, endedAt, isOpen }: AmbiguousAttempt): TimeRange {
    const end = isOpen === true ? Number.POSITIVE_INFINITY : endedAt;
    const { recentWrites } = this.#clocks;
    const local = this.#localOffset;
    return {
      earliest: recentWrites.timeAt(startedAt)?.earliest ?? startedAt + local - localSlackMs,
      latest: recentWrites.timeAt(end)?.latest ?? end + local + localSlackMs,
    };
  }
}
