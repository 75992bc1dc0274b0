import type { ETag } from "../schema/entity-types.js";

/** Time of the service, in milliseconds since 1970: it lies between these two. */
export interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

/** How fast the two clocks may drift apart, in milliseconds per millisecond. */
const drift = 1 / 5000;

/** How far the clocks of the service's own machines may be apart, in milliseconds. */
const machinesApartMs = 25;

/**
 * The service's time, as the last write of a client shows it: an ETag of Storage is the Timestamp that the service gave the row, between
 * request and response. A `Date` header shows nothing: proxies rewrite it.
 */
export class ServiceTime {
  #etag: string | undefined;
  #sentAt = 0;
  #receivedAt = 0;

  /** Takes the time of a write that the service has just confirmed. @param sentAt `performance.now()` before it was sent */
  note(etag: ETag | undefined, sentAt: number): void {
    if (etag === undefined) return;
    this.#etag = etag;
    this.#sentAt = sentAt;
    this.#receivedAt = performance.now();
  }

  /** Timestamp of the last write, in milliseconds since 1970: the service's time is this or later. NaN where no write shows it. */
  get latest(): number {
    return this.#etag === undefined ? Number.NaN : timestampOf(this.#etag);
  }

  /** The service's time at a time of `performance.now()`; undefined where no write shows it. */
  at(time: number): TimeRange | undefined {
    const { latest: shown } = this;
    if (Number.isNaN(shown)) return undefined;
    const slack = machinesApartMs + Math.abs(time - this.#receivedAt) * drift;
    return { earliest: shown + time - this.#receivedAt - slack, latest: shown + time - this.#sentAt + slack };
  }
}

/** Timestamp that an ETag of Storage holds, in milliseconds since 1970; NaN for another ETag. */
export function timestampOf(etag: string): number {
  const timestamp = /datetime'([^']+)'/i.exec(etag)?.[1] ?? "";
  return Date.parse(timestamp.replaceAll(/%3A/gi, ":"));
}
