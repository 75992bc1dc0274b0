import type { EntityKeys } from "../rules/check-names.js";
import type { EntityPosition } from "../storage/table.js";
import type { Filter } from "./filter.js";

/** Range of keys to scan: contains every entity that a filter can match. May also contain entities that the filter does not match. */
export interface ScannedRange {
  readonly from: EntityPosition;
  /** Returns whether an entity is after the range. Every later entity of the table is then after it, too. */
  isPast(keys: EntityKeys): boolean;
}

interface Bounds {
  readonly low: string;
  readonly high: string | undefined;
  /** Returns whether a key is greater than all keys within the bounds. */
  isPast(key: string): boolean;
}

export function scannedRange(filter: Filter | undefined): ScannedRange {
  const conditions = filter === undefined ? [] : conjuncts(filter);
  const partitions = bounds(conditions, "PartitionKey");
  if (partitions.low !== partitions.high) {
    return {
      from: { partitionKey: partitions.low, rowKey: "" },
      isPast: ({ partitionKey }) => partitions.isPast(partitionKey),
    };
  }
  const rows = bounds(conditions, "RowKey");
  return {
    from: { partitionKey: partitions.low, rowKey: rows.low },
    isPast: ({ partitionKey, rowKey }) => partitions.isPast(partitionKey) || rows.isPast(rowKey),
  };
}

function conjuncts(filter: Filter): Filter[] {
  return filter.kind === "and" ? [...conjuncts(filter.left), ...conjuncts(filter.right)] : [filter];
}

function bounds(conditions: readonly Filter[], property: "PartitionKey" | "RowKey"): Bounds {
  let low = "";
  let high: string | undefined;
  let end: string | undefined;
  for (const condition of conditions) {
    if (condition.kind !== "compare" || condition.property !== property) continue;
    const { operator, literal } = condition;
    if (literal.type !== "Edm.String") continue;
    const text = literal.value as string;
    if ((operator === "eq" || operator === "ge" || operator === "gt") && text > low) low = text;
    if ((operator === "eq" || operator === "le") && (high === undefined || text < high)) high = text;
    if (operator === "lt" && (end === undefined || text < end)) end = text;
  }
  return { low, high, isPast: (key) => (high !== undefined && key > high) || (end !== undefined && key >= end) };
}
