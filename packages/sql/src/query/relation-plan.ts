import type { ReadEstimate, TransferEstimate } from "../estimate/estimate-read.js";
import type { RenamedColumns } from "../relations/relation.js";

/** Requests that a query sends for one relation, and the conditions that the service checks. */
export interface RelationPlan {
  /** Name of the entity in SQL, or `table('Shop')` for a table without a definition. */
  readonly relation: string;
  readonly table: string;
  /** Way in which the service finds the rows, as the runtime's `explain()` reports it, such as `partitions` or `table scan`. */
  readonly access: string;
  /** `$filter` of each range or partition to read; `""` if a range has no filter. */
  readonly filters: readonly string[];
  /** Stored property names for `$select`; undefined to read all properties. */
  readonly select: readonly string[] | undefined;
  /**
   * Number of rows that are enough for the query, after all conditions: no further ones are read. Undefined if all rows are needed, because
   * the keys do not give their order.
   */
  readonly limit: number | undefined;
  /** Conditions, as SQL text, that the service checks fully or in part. DuckDB checks them again. */
  readonly pushed: readonly string[];
  /** Conditions, as SQL text, that DuckDB must check, because the service cannot check them or only in part. */
  readonly left: readonly string[];
  /**
   * Columns that got another name because of a conflict, by their original name: `{ Timestamp: "_Timestamp" }`. Absent if there are none.
   */
  readonly renamed?: RenamedColumns;
  /** Estimate of what the service reads; undefined if no estimate was requested or the table does not exist. */
  readonly reads?: ReadEstimate;
  /** Estimate of what the service sends; undefined as `reads` is. */
  readonly transfers?: TransferEstimate;
}
