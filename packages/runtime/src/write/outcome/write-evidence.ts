import type { AmbiguousAttempt } from "../../errors/call-errors.js";
import { monotonicNow, requestLifeMs } from "../../http/clock.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { Connection } from "../../rest/connection.js";
import { noRowsETag, type TimeRange } from "../../rest/recent-writes.js";
import type { EntityAddress } from "../../rest/request-url.js";
import type { Write, WriteName } from "../../rest/write.js";
import type { EntityPayload, ETag } from "../../schema/entity-schema.js";

/**
 * State of a row after a write. `whole`: it has exactly the values that were sent. `part`: it has these, and maybe others. `deleted`: it
 * does not exist.
 */
type Left = "whole" | "part" | "deleted";

const leftBy = {
  insert: "whole",
  insertOrReplace: "whole",
  insertOrMerge: "part",
  replace: "whole",
  merge: "part",
  delete: "deleted",
} as const satisfies Record<WriteName, Left>;

export function isDeletion(write: Write): boolean {
  return leftBy[write.name] === "deleted";
}

/** Evidence about a write to a row, from reading the row back. */
export type Evidence =
  /** The row looks like the result of this write: it has the contents that the write stores, and an attempt may have written it. */
  | "own"
  /** The row is missing, and the write was a deletion. */
  | "deleted"
  /** The row has the contents that this write stores, but was not written during any attempt. */
  | "matches"
  /** The row still has the ETag that was sent: no attempt was applied so far. */
  | "unchanged"
  /** The row was last written before the first attempt: no attempt was applied so far. */
  | "predates"
  /** The row is missing, differs, or exists despite a deletion: no attempt was applied, or another client has written since. */
  | "missing"
  | "different"
  | "present";

/** Compares a row that was read back with a write to it. @param own the only attempt to consider; by default all attempts of the call */
export function findEvidence(
  sent: Write,
  row: EntityPayload | undefined,
  clock: AttemptClock,
  own?: AmbiguousAttempt,
): Evidence {
  const left = leftBy[sent.name];
  if (row === undefined) return left === "deleted" ? "deleted" : "missing";
  if (isUnchanged(sent, row)) return "unchanged";
  if (clock.isLongBefore(row.Timestamp) || clock.hasSeen(sent, row["odata.etag"] ?? "")) return "predates";
  if (left === "deleted") return "present";
  if (!isLeftBy(sent, row)) return "different";
  return clock.isOutside(row.Timestamp, own) ? "matches" : "own";
}

/** Returns whether a row has the contents that a write stores, whoever wrote it. False for a missing row and for a deletion. */
export function isLeftBy(write: Write, row: EntityPayload | undefined): boolean {
  const left = leftBy[write.name];
  return row !== undefined && left !== "deleted" && payloadMatches(row, write.body, left === "whole");
}

/**
 * Returns the ETag of a row after a write that was applied but lost its response. If the row is not exactly as the write leaves it, another
 * client may have written it since. Then the result is an ETag that no row has. After a merge it always is, because a merge does not know
 * the row's other properties.
 */
export function etagAfter(sent: Write, row: EntityPayload | undefined): ETag {
  const isOwn = leftBy[sent.name] === "whole" && isLeftBy(sent, row);
  return isOwn ? (row?.["odata.etag"] as ETag) : noRowsETag;
}

/** Returns whether a row still has the ETag under which the write was sent. False for a write that was not sent under an ETag. */
export function isUnchanged(write: Write, row: EntityPayload | undefined): boolean {
  return isUnderETag(write) && row?.["odata.etag"] === write.ifMatch;
}

/**
 * Returns whether a row no longer has the ETag under which the write was sent. Then no attempt can be applied any more, because an ETag
 * never returns.
 */
export function hasLostETag(write: Write, row: EntityPayload | undefined): boolean {
  return isUnderETag(write) && !isUnchanged(write, row);
}

/** Returns whether a write is conditional on one version of its row: its `If-Match` is an ETag, not `*`. */
function isUnderETag(write: Write): write is Write & { readonly ifMatch: string } {
  return write.ifMatch !== undefined && write.ifMatch !== "*";
}

/** Evidence that the rows give about writes that are applied together or not at all. */
type CombinedEvidence =
  | "applied"
  /** Not applied so far: a row still has the ETag that was sent. But an attempt in flight may still be applied. */
  | "unchanged"
  /** Not applied: a row was last written before the first attempt, and no other row looks as if the call wrote it. */
  | "predates"
  | "unknown";

/**
 * Combines the evidence of all rows. Rows are read at different times. So if the call seems to have written one row, another row that
 * predates the call proves nothing.
 */
export function judge(evidence: readonly Evidence[]): CombinedEvidence {
  if (isApplied(evidence)) return "applied";
  if (evidence.includes("unchanged")) return "unchanged";
  const mayBeOurs = evidence.includes("own") || evidence.includes("matches");
  return evidence.includes("predates") && !mayBeOurs ? "predates" : "unknown";
}

/** Returns whether every row is as its write would leave it: with the contents that it stores, or deleted. */
export function isApplied(evidence: readonly Evidence[]): boolean {
  return evidence.every((one) => one === "own" || one === "deleted");
}

const contradictions = {
  missing: "the row does not exist",
  different: "the row differs from what was sent",
  present: "the row exists",
} as const satisfies Partial<Record<Evidence, string>>;

const descriptions: Readonly<Partial<Record<Evidence, string>>> = {
  ...contradictions,
  matches: "the row matches what was sent, but was written at another time",
  unchanged: "an earlier attempt may still be applied",
};

/** Describes the evidence that leaves the outcome unknown, for a message. Returns the sentence with the position of the row. */
export function explainUnknown(evidence: readonly Evidence[]): { readonly index: number; readonly seen: string } {
  const contradiction = evidence.findIndex((one) => one in contradictions);
  const index =
    contradiction >= 0
      ? contradiction
      : Math.max(
          evidence.findIndex((one) => one in descriptions),
          0,
        );
  return { index, seen: descriptions[evidence[index] ?? "own"] ?? "its rows disagree about when they were written" };
}

const annotation = "@odata.type";

/**
 * Returns whether a row has the values that a write sent.
 * @param body the JSON that was sent
 * @param whole true if the row must have no other values, as after an insert or a replace; false for a merge
 */
export function payloadMatches(row: EntityPayload, body: string, whole: boolean): boolean {
  const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const names = propertiesOf(sent);
  const isEqual = (name: string) =>
    normalized(sent[name], sent[name + annotation]) === normalized(row[name], row[name + annotation]);
  return names.every(isEqual) && (!whole || propertiesOf(row).every((name) => Object.hasOwn(sent, name)));
}

function propertiesOf(payload: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(payload).filter(
    (name) => name !== "Timestamp" && !name.includes("odata.") && payload[name] !== null,
  );
}

/** Normalizes a value for a comparison, because the service may change its text: dates lose trailing zeros, GUIDs their case. */
function normalized(value: unknown, type: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "Edm.DateTime")
    return value.replace(/\.(\d*?)0*Z$/, (_, digits) => (digits === "" ? "Z" : `.${digits}Z`));
  return type === "Edm.Guid" ? value.toLowerCase() : value;
}

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
