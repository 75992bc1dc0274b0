import type { EntityKeys } from "../rules/check-names.js";
import type { EntityPosition } from "../storage/table.js";
import type { Filter } from "./filter.js";

/** Range of keys of the entities that a filter can match. It may contain others, too. */
export interface KeyRange {
  readonly from: EntityPosition;
  /** Returns whether an entity is after the range. Every later entity of the table is then after it, too. */
  isPast(keys: EntityKeys): boolean;
}

interface Bounds {
  readonly low: string;
  readonly high: string | undefined;
}

export function keyRange(filter: Filter | undefined): KeyRange {
  const conditions = filter === undefined ? [] : conjuncts(filter);
  const partitions = bounds(conditions, "PartitionKey");
  if (partitions.low !== partitions.high) {
    return {
      from: { partitionKey: partitions.low, rowKey: "" },
      isPast: (keys) => partitions.high !== undefined && keys.partitionKey > partitions.high,
    };
  }
  const rows = bounds(conditions, "RowKey");
  return {
    from: { partitionKey: partitions.low, rowKey: rows.low },
    isPast: (keys) => keys.partitionKey > partitions.low || (rows.high !== undefined && keys.rowKey > rows.high),
  };
}

function conjuncts(filter: Filter): Filter[] {
  return filter.kind === "and" ? [...conjuncts(filter.left), ...conjuncts(filter.right)] : [filter];
}

function bounds(conditions: readonly Filter[], property: "PartitionKey" | "RowKey"): Bounds {
  let low = "";
  let high: string | undefined;
  for (const condition of conditions) {
    if (condition.kind !== "compare" || condition.property !== property) continue;
    const { operator, literal } = condition;
    if (literal.type !== "Edm.String") continue;
    const text = literal.value as string;
    if ((operator === "eq" || operator === "ge" || operator === "gt") && text > low) low = text;
    if ((operator === "eq" || operator === "le" || operator === "lt") && (high === undefined || text < high))
      high = text;
  }
  return { low, high };
}
