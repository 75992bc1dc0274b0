import type { ETag } from "../schema/entity-types.js";

/**
 * The service's time, as the last write of a client shows it: an ETag of Storage is the Timestamp that the service gave the row.
 * A `Date` header shows nothing: proxies rewrite it.
 */
export class ServiceTime {
  #etag: string | undefined;
  #receivedAt = 0;

  /** Takes the time of a write that the service has just confirmed. */
  note(etag: ETag | undefined): void {
    if (etag === undefined) return;
    this.#etag = etag;
    this.#receivedAt = performance.now();
  }

  /** Timestamp of the last write, in milliseconds since 1970: the service's time is this or later. NaN where no write shows it. */
  get latest(): number {
    return this.#etag === undefined ? Number.NaN : timestampOf(this.#etag);
  }

  /** The service's time at a time of `performance.now()`, in milliseconds since 1970. NaN where no write shows it. */
  at(time: number): number {
    return this.latest + time - this.#receivedAt;
  }

  /** How far off `at` may be because the two clocks drift apart, in milliseconds. */
  driftAt(time: number): number {
    return Math.abs(time - this.#receivedAt) / 1000;
  }
}

/** Timestamp that an ETag of Storage holds, in milliseconds since 1970; NaN for another ETag. */
export function timestampOf(etag: string): number {
  const timestamp = /datetime'([^']+)'/i.exec(etag)?.[1] ?? "";
  return Date.parse(timestamp.replaceAll(/%3A/gi, ":"));
}
