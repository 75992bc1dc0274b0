import type { EntityAddress } from "../odata/entity-address.js";
import type { ETag } from "../schema/entity-types.js";

/** Time of the service, in milliseconds since 1970: it lies between these two. */
export interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

/** An ETag that the service has given or shown to the client. */
interface SeenETag {
  readonly address: EntityAddress;
  readonly etag: string;
  /** `performance.now()` after the response. */
  readonly receivedAt: number;
}

/** A write that the service has confirmed. */
interface ConfirmedWrite extends SeenETag {
  readonly etag: ETag;
  /** `performance.now()` before the request. */
  readonly sentAt: number;
  /** ETag that the row had before, where the write changed nothing else. */
  readonly renewed: string | undefined;
}

/** Maximum duration of a write that shows the time, in milliseconds: others had to be repeated. */
const maxExchangeMs = 1_000;

/** Maximum number of writes that are remembered. */
const maxWrites = 256;

/** Maximum number of rows read back that are remembered. */
const maxReads = 64;

/** How fast the two clocks may drift apart, in milliseconds per millisecond. */
const drift = 1 / 5000;

/** How far the clocks of the service's own machines may be apart, in milliseconds. */
const machinesApartMs = 25;

/**
 * The last writes of a client, and the rows that it read back after lost attempts. They show two things that a `Date` header does not,
 * because proxies rewrite it: which ETags rows had before a call, and the service's time, since an ETag of Storage is the Timestamp that
 * the service gave the row, between request and response.
 */
export class RecentWrites {
  readonly #writes: ConfirmedWrite[] = [];
  /** Empty unless attempts were lost. */
  readonly #reads: SeenETag[] = [];
  #nextWrite = 0;
  #nextRead = 0;
  #last: ConfirmedWrite | undefined;
  /** The last write that shows the time well. */
  #clock: ConfirmedWrite | undefined;

  /**
   * Remembers a write that the service has just confirmed.
   * @param sentAt `performance.now()` before it was sent
   * @param renewed ETag that the row had before, where the write changed nothing else
   */
  note({ table, partitionKey, rowKey }: EntityAddress, etag: ETag | undefined, sentAt: number, renewed?: string): void {
    // Not the write itself, which holds its body.
    const address = { table, partitionKey, rowKey };
    // A row that was read back may be another's: it shows no time.
    if (etag === undefined || this.#reads.some((read) => read.etag === etag && isSameRow(read.address, address)))
      return;
    this.#last = { address, etag, sentAt, receivedAt: performance.now(), renewed };
    if (this.#last.receivedAt - sentAt <= maxExchangeMs) this.#clock = this.#last;
    this.#writes[this.#nextWrite] = this.#last;
    this.#nextWrite = (this.#nextWrite + 1) % maxWrites;
  }

  /** Remembers the ETag of a row that was read back. */
  see({ table, partitionKey, rowKey }: EntityAddress, etag: string): void {
    this.#reads[this.#nextRead] = { address: { table, partitionKey, rowKey }, etag, receivedAt: performance.now() };
    this.#nextRead = (this.#nextRead + 1) % maxReads;
  }

  /** Returns whether the row had this ETag before a time of `performance.now()`, by a write or a read-back of this client. */
  hasSeen(address: EntityAddress, etag: string, before: number): boolean {
    const isIt = (seen: SeenETag) =>
      seen.etag === etag && seen.receivedAt <= before && isSameRow(seen.address, address);
    return this.#writes.some(isIt) || this.#reads.some(isIt);
  }

  /** ETag that replaced one of a row without a change of its content; undefined where this client did not renew it. */
  renewalOf(address: EntityAddress, etag: string): ETag | undefined {
    return this.#writes.find((write) => write.renewed === etag && isSameRow(write.address, address))?.etag;
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
