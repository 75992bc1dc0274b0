import type { EntityAddress } from "../odata/entity-address.js";
import type { ETag } from "../schema/entity-types.js";

/** Time of the service, in milliseconds since 1970: it lies between these two. */
export interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

/** A write that the service has confirmed. */
interface ConfirmedWrite {
  readonly address: EntityAddress;
  readonly etag: ETag;
  /** `performance.now()` before the request and after the response. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** ETag that the row had before, where the write changed nothing else. */
  readonly renewed: string | undefined;
}

/** Maximum duration of a write that shows the time, in milliseconds: others had to be repeated. */
const maxExchangeMs = 1_000;

/** How many writes are remembered. */
const maxWrites = 256;

/** How fast the two clocks may drift apart, in milliseconds per millisecond. */
const drift = 1 / 5000;

/** How far the clocks of the service's own machines may be apart, in milliseconds. */
const machinesApartMs = 25;

/**
 * The last writes of a client. They show two things that a `Date` header does not, because proxies rewrite it: which ETags rows had before
 * a call, and the service's time, since an ETag of Storage is the Timestamp that the service gave the row, between request and response.
 */
export class RecentWrites {
  readonly #writes: ConfirmedWrite[] = [];
  #next = 0;
  #last: ConfirmedWrite | undefined;
  /** The last write that shows the time well. */
  #clock: ConfirmedWrite | undefined;

  /**
   * Remembers a write that the service has just confirmed.
   * @param sentAt `performance.now()` before it was sent
   * @param renewed ETag that the row had before, where the write changed nothing else
   */
  note({ table, partitionKey, rowKey }: EntityAddress, etag: ETag | undefined, sentAt: number, renewed?: string): void {
    if (etag === undefined) return;
    // Not the write itself, which holds its body.
    const address = { table, partitionKey, rowKey };
    this.#last = { address, etag, sentAt, receivedAt: performance.now(), renewed };
    if (this.#last.receivedAt - sentAt <= maxExchangeMs) this.#clock = this.#last;
    this.#writes[this.#next] = this.#last;
    this.#next = (this.#next + 1) % maxWrites;
  }

  /** Whether a write of this client gave the row this ETag before a time of `performance.now()`. */
  hasGiven(address: EntityAddress, etag: string, before: number): boolean {
    return this.#writes.some(
      (write) => write.etag === etag && write.receivedAt <= before && isSameRow(write.address, address),
    );
  }

  /** ETag that replaced one of a row without a change of its content; undefined where this client did not renew it. */
  renewalOf(address: EntityAddress, etag: string): ETag | undefined {
    return this.#writes.find(({ renewed, ...write }) => renewed === etag && isSameRow(write.address, address))?.etag;
  }

  /** Timestamp of the last write, in milliseconds since 1970: the service's time is this or later. NaN where no write shows it. */
  get latest(): number {
    return this.#last === undefined ? Number.NaN : timestampOf(this.#last.etag);
  }

  /** The service's time at a time of `performance.now()`; undefined where no write shows it. */
  timeAt(time: number): TimeRange | undefined {
    if (this.#clock === undefined) return undefined;
    const { etag, sentAt, receivedAt } = this.#clock;
    const shown = timestampOf(etag);
    if (Number.isNaN(shown)) return undefined;
    const slack = machinesApartMs + Math.abs(time - receivedAt) * drift;
    return { earliest: shown + time - receivedAt - slack, latest: shown + time - sentAt + slack };
  }
}

function isSameRow(a: EntityAddress, b: EntityAddress): boolean {
  return a.rowKey === b.rowKey && a.partitionKey === b.partitionKey && a.table === b.table;
}

/** Timestamp that an ETag of Storage holds, in milliseconds since 1970; NaN for another ETag. */
export function timestampOf(etag: string): number {
  const timestamp = /datetime'([^']+)'/i.exec(etag)?.[1] ?? "";
  return Date.parse(timestamp.replaceAll(/%3A/gi, ":"));
}
