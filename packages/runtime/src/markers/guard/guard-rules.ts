import type { CallOptions, Connection, NotApplied } from "../../connection/connection.js";
import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { ServiceError } from "../../errors/service-error.js";
import type { TableError } from "../../errors/table-error.js";
import type { RecoverOptions } from "../../http/http-message.js";
import type { EntityAddress } from "../../odata/entity-address.js";
import type { MarkerSchema } from "../../schema/entity-schema.js";
import type { ETag } from "../../schema/entity-types.js";
import { isUnknown } from "../../write/evidence/ambiguous-error.js";
import type { OutcomeRules, WrittenETags } from "../../write/evidence/outcome-rules.js";
import { type readBack, readBackOnce, readBackPersistently } from "../../write/evidence/read-back.js";
import type { EncodedWrite, PlannedWrite } from "../../write/planned-write.js";
import { writeRow } from "../../write/write-row.js";
import { absent, type Base, baseOf, holdsBase, holdsMarker, type Marker, newMarker, readFacts } from "../facts.js";
import { markerRules } from "../marker-rules.js";
import { definiteError, unknownError } from "../outcome-errors.js";

/**
 * Schema of the one fact that a guard row stores: the record of the last request that wrote it. A guard row is a client's private row in a
 * partition.
 */
export const guardSchema: MarkerSchema = { property: "w", facts: 1 };

/** Guard row (private row of a client in a partition), with the members that `GuardRules` needs. */
export interface GuardRow {
  readonly address: EntityAddress;
  /** ETag of the guard row as this client last wrote or read that row; undefined if it did not exist then. */
  etag: string | undefined;
  /** Plans the write that records a request in the guard row, under the row's last known ETag. @param marker marker of the request */
  writeOf(marker: Marker): PlannedWrite;
}

/**
 * Outcome of one request as its guard row (private row of the client) shows it. `open`: not applied so far, but an attempt still can be.
 * `fenced`: never applied, because this client replaced the row's version. `taken`: never applied, because another request replaced it.
 * `gone`: unknown, because the version was replaced and nothing shows by whom.
 */
type GuardEvidence = "applied" | "open" | "fenced" | "taken" | "gone";

/** Rules that determine the outcome of one request that also writes a guard row (private row of the client in the partition). */
export class GuardRules implements OutcomeRules {
  readonly #guard: GuardRow;
  readonly #marker: Marker;
  /** Number of writes in the request, not counting that of the guard row (private row of the client), which comes last. */
  readonly #count: number;
  /** ETag of the guard row (private row of the client) under which the request is sent; undefined if the request inserts that row. */
  readonly #etag: string | undefined;
  readonly #base: Base;
  readonly #fence: Marker = newMarker();
  /** Error of the last attempt. If `resolve` cannot determine the outcome and is called again, it starts from this error again. */
  #error: TableError | undefined;
  /**
   * True once a read has shown that someone else replaced the guard row (private row of the client). No further attempt of the request can
   * then be applied, but an earlier one may have been.
   */
  isOver = false;

  constructor(guard: GuardRow, marker: Marker, count: number) {
    this.#guard = guard;
    this.#marker = marker;
    this.#count = count;
    this.#etag = guard.etag;
    this.#base = guard.etag === undefined ? absent : baseOf(guard.etag);
  }

  async recover(
    connection: Connection,
    _sent: readonly EncodedWrite[],
    _lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<WrittenETags | NotApplied> {
    if (options.isLast) return "unknown";
    const state = await this.#read(connection, readBackOnce, options);
    if (state === "applied") return this.#etags();
    if (state === "taken") throw this.#takenError();
    return "ruled-out";
  }

  isOpen(error: unknown): boolean {
    return markerRules.isOpen(error);
  }

  async resolve(
    connection: Connection,
    _sent: readonly EncodedWrite[],
    given: TableError,
    options: CallOptions | undefined,
  ): Promise<WrittenETags> {
    this.#error ??= given;
    const error = this.#error;
    for (let isFenced = false; ; isFenced = true) {
      const state = await this.#read(connection, readBackPersistently, options).catch((cause) => {
        throw unknownError(error, "the guard row could not be read", cause);
      });
      if (state === "applied") return this.#etags();
      if (state === "fenced") throw definiteError(error, "marker");
      if (state === "taken") throw this.#takenError();
      if (state === "gone")
        throw isUnknown(error) ? unknownError(error, "another program changed the guard row") : error;
      if (isFenced) throw unknownError(error, "an earlier attempt may still be applied");
      this.#guard.etag = this.#etag;
      try {
        this.#guard.etag = (await writeRow(connection, this.#guard.writeOf(this.#fence), options)) as ETag;
      } catch {
        // Ignored: the next read of the guard row shows whether this write, which stops attempts in flight, was applied.
        continue;
      }
      throw definiteError(error, "etag");
    }
  }

  async #read(connection: Connection, read: typeof readBack, options: CallOptions | undefined): Promise<GuardEvidence> {
    const { row } = await read(connection, this.#guard.address, options);
    const etag = row?.["odata.etag"];
    const facts = readFacts(row?.[guardSchema.property]);
    const isOwn = holdsMarker(facts, this.#marker);
    const isFenced = holdsMarker(facts, this.#fence);
    if (isOwn || isFenced) {
      this.#guard.etag = etag;
      return isOwn ? "applied" : "fenced";
    }
    if (etag === this.#etag) return "open";
    this.isOver = true;
    this.#guard.etag = etag;
    return holdsBase(facts, this.#base) ? "taken" : "gone";
  }

  #etags(): WrittenETags {
    return [...Array.from({ length: this.#count }, () => undefined), this.#guard.etag as ETag];
  }

  /**
   * Creates the error of a request that was rejected because another request wrote the guard row (private row of the client) first. The
   * caller then sends the rejected request again.
   */
  #takenError(): ServiceError {
    const { table } = this.#guard.address;
    const details = { status: 412, table, operationIndex: this.#count, evidence: "marker" } as const;
    return new ServiceError("entity.condition-not-met", "The guard row has changed. Nothing was written.", details);
  }
}
