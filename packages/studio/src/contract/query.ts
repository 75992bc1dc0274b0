import type { FieldText } from "./rows.js";

/** Rows to show: those of an entity, or all rows of a table. */
export interface RowQuery {
  readonly table: string;
  /** Name of a definition; absent for rows of any kind. */
  readonly entity?: string;
  /** Values of key parts. The leading ones of a key narrow the keys; others are conditions. */
  readonly keys: readonly FieldText[];
  /** Stored keys of a query without an entity. */
  readonly stored?: StoredKeys;
  /** Conditions that all must hold. */
  readonly where: readonly Condition[];
  /** Additional `$filter`, as text. */
  readonly filter?: string;
}

/** Stored keys of the rows to show. All are optional; RowKeys need a PartitionKey. */
export interface StoredKeys {
  readonly partitionKey?: string;
  /** Prefix of the PartitionKeys, without `partitionKey`. */
  readonly partitionKeyPrefix?: string;
  /** First RowKey. */
  readonly rowKeyFrom?: string;
  /** RowKey that ends the range and is outside of it. */
  readonly rowKeyBefore?: string;
}

export const operators = ["eq", "ne", "gt", "ge", "lt", "le", "startsWith"] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  /** Property of the entity. */
  readonly property: string;
  readonly operator: Operator;
  readonly text: string;
}

/** Requests of a query, before it is sent. */
export interface Plan {
  /** Access path of the service. All but `point` read the whole range. */
  readonly access: string;
  readonly table: string;
  readonly filters: readonly string[];
  readonly comparisons: number;
  /** True if the service reads many rows to find those that match. */
  readonly isScan: boolean;
  /** Estimated number of requests for the whole query; absent if the rows were never counted. */
  readonly requests?: number;
  /** The query in TypeScript, for the generated client; absent without an entity. */
  readonly code?: string;
}

export interface SavedQuery {
  readonly name: string;
  readonly query: RowQuery;
}
