import type { EdmName, FieldText } from "./rows.js";

/** Query of the page for rows to show: those of one entity, or all rows of a table. */
export interface RowQuery {
  readonly table: string;
  /** Name of the entity; absent to read all rows of the table, whatever their entity. */
  readonly entity?: string;
  /**
   * Values for properties in the keys. Values for all properties of the PartitionKey select a partition, and values for the first
   * properties of the RowKey select RowKeys. Any other value becomes a condition.
   */
  readonly keys: readonly FieldText[];
  /** PartitionKey and RowKeys to read, for a query without an entity. */
  readonly stored?: StoredKeys;
  /** Conditions that every row must meet. */
  readonly where: readonly Condition[];
  /** Additional `$filter` that the user typed. */
  readonly filter?: string;
  /** True to read rows too that have expired by the definition. */
  readonly expired?: boolean;
}

/** PartitionKeys and RowKeys to read. All members are optional; those of RowKeys need a `partitionKey`. Keys may be empty. */
export interface StoredKeys {
  readonly partitionKey?: string;
  /** Prefix of the PartitionKeys to read; used only without `partitionKey`. */
  readonly partitionKeyPrefix?: string;
  readonly rowKey?: string;
  /** Lower bound of the RowKeys to read, inclusive; used only without `rowKey`. */
  readonly rowKeyFrom?: string;
  /** Upper bound of the RowKeys to read, exclusive; used only without `rowKey`. */
  readonly rowKeyBefore?: string;
}

export const operators = ["eq", "ne", "gt", "ge", "lt", "le", "startsWith"] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  /** Name of the property in the entity definition, or of the stored property in a query without an entity. */
  readonly property: string;
  /** Edm type of the stored property, in a query without an entity. Default: Edm.String. */
  readonly type?: EdmName;
  readonly operator: Operator;
  /** Value; of a time also a part, such as the day `2026-11-30`, which stands for all times in it. */
  readonly text: string;
  /** True until the user has typed the value. The page leaves such a condition out. */
  readonly isDraft?: boolean;
}

/** Requests that a query would send. */
export interface Plan {
  /** Way in which the service finds the rows, as `access` of the runtime's `explain()`. All but `point` read a whole range of keys. */
  readonly access: string;
  readonly table: string;
  readonly filters: readonly string[];
  readonly comparisons: number;
  /** True if the service has to read many rows to find those that match. */
  readonly isScan: boolean;
  /** Maximum number of requests to read the whole result; absent if the number of rows in the table is unknown. */
  readonly requests?: number;
  /** TypeScript code of the query, for the generated client; absent for a query without an entity. */
  readonly code?: string;
}

export interface SavedQuery {
  readonly name: string;
  readonly query: RowQuery;
}

/** Result of a SQL query, as far as the page shows it. */
export interface SqlRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Values as text, in the order of the columns; null for SQL's NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** True if the result has more rows than these. */
  readonly isCut: boolean;
  /** Sentences on what the query treated differently, such as dates as text. */
  readonly notes: readonly string[];
}
