import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { monotonicNow, requestLifeMs } from "../../http/clock.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { Connection } from "../../rest/connection.js";
import type { TimeRange } from "../../rest/recent-writes.js";
import type { EntityAddress } from "../../rest/request-url.js";

/**
 * Maximum difference between the clocks of client and service, in milliseconds. The service rejects requests whose date differs by more.
 * For requests without a date, the local clock is assumed to be as accurate.
 */
const clockToleranceMs = requestLifeMs;

/** Assumed maximum error of the local clock, in milliseconds. Used until a write of the client has shown the service's time. */
const localSlackMs = 1_000;

/** `Date` header of a response, in milliseconds since 1970, and the time of `monotonicNow()` when it was received. */
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
 * No clock can prove that a call wrote a row. A clock can only rule it out. A row predates the call if its Timestamp is earlier by every
 * known clock: the local one, the one that dates requests, the service's as shown by the ETag of the client's last write, and the `Date`
 * headers of the responses. Proxies rewrite `Date`. So a `Date` can prevent a proof, but never give one.
 */
export class AttemptClock {
  readonly #attempts: readonly AmbiguousAttempt[];
  readonly #clocks: Clocks;
  readonly #dates: readonly DateReading[];
  /** Offset from `monotonicNow()` to the local time in milliseconds since 1970. */
  readonly #localOffset: number = currentTime() - monotonicNow();

  /**
   * @param attempts the attempts of the call in the order in which they were sent; at least one
   * @param dates the `Date` headers of the reads
   */
  constructor(attempts: readonly AmbiguousAttempt[], clocks: Clocks, dates: readonly DateReading[]) {
    this.#attempts = attempts;
    this.#clocks = clocks;
    this.#dates = dates;
  }

  /**
   * Returns whether a row's Timestamp is at least 15 minutes before the first attempt, by the local clock and by all known times of the
   * service.
   */
  isLongBefore(timestamp: string): boolean {
    const start = this.#attempts[0]?.startedAt ?? Number.NaN;
    const local = Math.min(start + this.#localOffset, this.#attempts[0]?.startedAtDate ?? Number.POSITIVE_INFINITY);
    const dated = local + this.#clocks.clock.now() - currentTime();
    const byLastWrite = this.#clocks.recentWrites.timeAt(start)?.earliest ?? local;
    const byDates = this.#dates.map(({ date, receivedAt }) => date + start - receivedAt);
    return parseTime(timestamp) <= Math.min(local, dated, byLastWrite, ...byDates) - clockToleranceMs;
  }

  /**
   * Returns whether a row's Timestamp is clearly outside the time of every attempt of the call, so that no attempt set it. Ignores attempts
   * that a read has already ruled out.
   * @param own the only attempt to compare with; by default all
   */
  isOutside(timestamp: string, own?: AmbiguousAttempt): boolean {
    const time = parseTime(timestamp);
    const attempts = own === undefined ? this.#attempts : [own];
    return !attempts.some((attempt) => {
      const { earliest, latest } = this.#rangeOf(attempt);
      return attempt.ruledOutAt === undefined && earliest <= time && time <= latest;
    });
  }

  /** Returns whether this client had received this ETag of the row before the first attempt. */
  hasSeen(address: EntityAddress, etag: string): boolean {
    return this.#clocks.recentWrites.hasSeen(address, etag, this.#attempts[0]?.startedAt ?? Number.NaN);
  }

  /**
   * Returns the time range in which the service may have applied an attempt. Uses the service's time if a write has shown it, otherwise the
   * local clock.
   */
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
