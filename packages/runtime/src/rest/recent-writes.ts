import { monotonicNow } from "../http/clock.js";
import { parseTime } from "../platform/time.js";
import type { ETag } from "../schema/entity-schema.js";
import type { EntityAddress } from "./request-url.js";

/** Interval that contains the time of the service, in milliseconds since 1970. */
export interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

/** ETag that the client has received for a row, and the time of the response. */
interface SeenETag {
  readonly address: EntityAddress;
  readonly etag: string;
  /** `monotonicNow()` after the response. */
  readonly receivedAt: number;
}

/** Write that the service has confirmed. */
interface ConfirmedWrite extends SeenETag {
  readonly etag: ETag;
  /** `monotonicNow()` before the request. */
  readonly sentAt: number;
  /** Previous ETag of the row, if this write changed nothing but the ETag. */
  readonly renewed: string | undefined;
}

/**
 * ETag that no row has. A write returns it if its response was lost and its real ETag cannot be known. The next write under it fails with
 * `entity.condition-not-met`, and so does not undo another client's change.
 */
export const noRowsETag: ETag = `W/"datetime'0001-01-01T00%3A00%3A00.0000000Z'"`;

/**
 * If a write took longer than this, in milliseconds, the time of the service is not derived from it. It may include retries, and its
 * Timestamp may be that of any attempt.
 */
const maxExchangeMs = 1_000;

const maxWrites = 256;

/** Maximum number of rows to remember that were read back after a lost response. */
const maxReads = 64;

/** Maximum drift between the clocks of client and service, in milliseconds per millisecond. */
const drift = 1 / 5000;

/** Maximum difference between the clocks of the service's own machines, in milliseconds. */
const machinesApartMs = 25;

/**
 * Last writes of a client, and the rows that it read back after lost responses. They show which ETags the rows had before a call. They also
 * show the time of the service: an ETag of Storage contains the Timestamp that the service assigned between request and response. A `Date`
 * header is no reliable source of it, because proxies rewrite it.
 */
export class RecentWrites {
  readonly #writes: ConfirmedWrite[] = [];
  /** Rows that were read back. Usually empty, because responses are seldom lost. */
  readonly #reads: SeenETag[] = [];
  #nextWrite = 0;
  #nextRead = 0;
  #last: ConfirmedWrite | undefined;
  /** Last write that was quick enough to show the time of the service. */
  #clock: ConfirmedWrite | undefined;

  /**
   * Remembers a write that the service has just confirmed.
   * @param sentAt the result of `monotonicNow()` before the write was sent
   * @param renewed the previous ETag of the row, if this write changed nothing but the ETag
   * @param receivedAt the result of `monotonicNow()` after the response; by default the current one
   */
  note(
    { table, partitionKey, rowKey }: EntityAddress,
    etag: ETag | undefined,
    sentAt: number,
    renewed?: string,
    receivedAt: number = monotonicNow(),
  ): void {
    // Copies only the address: a reference to the write would keep its body in memory.
    const address = { table, partitionKey, rowKey };
    // If the row was read back with this ETag, another client may have written it. Then the Timestamp in the ETag may not be that of this
    // write.
    if (
      etag === undefined ||
      etag === noRowsETag ||
      this.#reads.some((read) => read.etag === etag && isSameRow(read.address, address))
    )
      return;
    this.#last = { address, etag, sentAt, receivedAt, renewed };
    if (receivedAt - sentAt <= maxExchangeMs) this.#clock = this.#last;
    this.#writes[this.#nextWrite] = this.#last;
    this.#nextWrite = (this.#nextWrite + 1) % maxWrites;
  }

  /** Remembers the ETag of a row that was read back after a lost response. */
  see({ table, partitionKey, rowKey }: EntityAddress, etag: string): void {
    this.#reads[this.#nextRead] = { address: { table, partitionKey, rowKey }, etag, receivedAt: monotonicNow() };
    this.#nextRead = (this.#nextRead + 1) % maxReads;
  }

  /** Returns whether this client has seen that the row had this ETag before `before`, a time of `monotonicNow()`. */
  hasSeen(address: EntityAddress, etag: string, before: number): boolean {
    const isIt = (seen: SeenETag) => seen.etag === etag && seen.receivedAt < before && isSameRow(seen.address, address);
    return this.#writes.some(isIt) || this.#reads.some(isIt);
  }

  /**
   * If a recent write of this client replaced the given ETag without changing the row's content, returns the new one; otherwise undefined.
   */
  renewalOf(address: EntityAddress, etag: string): ETag | undefined {
    return this.#writes.find((write) => write.renewed === etag && isSameRow(write.address, address))?.etag;
  }

  /**
   * Timestamp of this client's last write, in milliseconds since 1970. The service's time is this or later. NaN if there is no such write,
   * or its ETag contains no Timestamp.
   */
  get latest(): number {
    return this.#last === undefined ? Number.NaN : parseTimestamp(this.#last.etag);
  }

  /** Converts a time of `monotonicNow()` to the service's time, as an interval; undefined if no recent write shows it. */
  timeAt(time: number): TimeRange | undefined {
    if (this.#clock === undefined) return undefined;
    const { etag, sentAt, receivedAt } = this.#clock;
    const shown = parseTimestamp(etag);
    if (Number.isNaN(shown)) return undefined;
    const slack = machinesApartMs + Math.abs(time - receivedAt) * drift;
    return { earliest: shown + time - receivedAt - slack, latest: shown + time - sentAt + slack };
  }
}

function isSameRow(a: EntityAddress, b: EntityAddress): boolean {
  return a.rowKey === b.rowKey && a.partitionKey === b.partitionKey && a.table === b.table;
}

/** Returns the Timestamp in an ETag of Storage, in milliseconds since 1970; NaN for any other ETag. */
export function parseTimestamp(etag: string): number {
  const timestamp = /datetime'([^']+)'/i.exec(etag)?.[1] ?? "";
  return parseTime(timestamp.replaceAll(/%3A/gi, ":"));
}
