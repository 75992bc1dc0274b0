import type { OnMismatch } from "../codec/mismatch.js";
import type { CallOptions } from "../rest/connection.js";
import type { AnySchema, EntityPayload, SchemaHooks } from "../schema/entity-schema.js";
import type { RowExpiry } from "../schema/hooks.js";
import type { Filter } from "./filter/filter.js";
import type { FilteredSchema } from "./filter/filter-where.js";

/** Reader of rows. It determines which properties a query requests, and how it decodes a row. */
export interface RowReader<R> {
  readonly reads: "entities" | "kinds" | "table rows" | "indexed entities";
  readonly table: string;
  /** Properties that conditions may name. */
  readonly filtered: FilteredSchema;
  /** Schema of the rows if all belong to one entity class. Conditions on its key properties can then determine a key to read. */
  readonly schema?: AnySchema;
  /** Stored names for `$select`; undefined to read all properties. */
  readonly select: readonly string[] | undefined;
  readonly metadata: "minimal" | "none";
  /** True if the parser must tell whole Doubles from Int32s, which look alike in JSON. */
  readonly isExact: boolean;
  /** True to also read hidden rows, which clients and `migrate` keep for themselves. */
  readonly hidden?: true;
  /** Handler of a row that the query did not ask for. If undefined, such a row is an error. */
  readonly onMismatch: OnMismatch | undefined;
  /** Decodes a row. Returns undefined for a row to skip. */
  readonly decode: (row: EntityPayload) => R | undefined;
  /**
   * Decodes a row that is still under the keys of a former definition; returns undefined for any other row. Absent if there are no such
   * rows.
   */
  readonly decodeFormer?: ((row: EntityPayload) => R | undefined) | undefined;
  /** Returns the schemas by which a row may be decoded. Absent if the rows have no definition. */
  schemasOf?(row: EntityPayload): readonly AnySchema[];
  /** Returns the name of a row's entity class, or of its table, for messages. */
  nameOf(row: EntityPayload): string;
  /** Returns a reader for counting the same rows: it requests only the properties that counting needs. */
  counted(): RowReader<unknown>;
  /**
   * Adds conditions to a filter, so that the service leaves out rows that the reader would skip. If the filter would get too long, returns
   * it as it is.
   */
  narrow?(filter: Filter, maxComparisons: number): Filter;
  /** Absent if no row expires. */
  readonly expiry?: RowExpiry<QueryHooks> | undefined;
  /** Read that follows each response. Absent if the query returns the rows of the responses themselves. */
  readonly second?: SecondRead;
}

/** Types of hooks that queries know. */
export interface QueryHooks extends SchemaHooks {
  readonly filter: Filter;
}

/** Second read of a query, such as one of an index: its rows lead to other rows, which the query returns in their place. */
interface SecondRead {
  /** Decodes a row of a response. Returns undefined for a row to skip. */
  readonly decode: (row: EntityPayload) => object | undefined;
  /** Reads the rows to which the decoded rows of a response lead. */
  readRows(found: readonly object[], call: CallOptions): Promise<readonly EntityPayload[]>;
}
