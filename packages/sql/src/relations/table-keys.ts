import { fixedColumns } from "./fixed-columns.js";
import type { Condition } from "./relation.js";

/** Keys of a table that conditions select. */
export interface TableKeys {
  readonly partitions: readonly string[] | undefined;
  readonly partitionRange: { readonly ge?: string; readonly lt?: string } | undefined;
  readonly rowRange: { readonly ge?: string; readonly lt?: string } | undefined;
  /** Columns for which the conditions allow only one value. */
  readonly fixed: ReadonlySet<string>;
  readonly pushed: ReadonlyMap<Condition, boolean>;
}

/** Converts conditions on PartitionKey and RowKey to the partitions and key ranges to read. */
export function tableKeysOf(conditions: readonly Condition[]): TableKeys {
  const pushed = new Map<Condition, boolean>();
  const valuesOf = (column: string, operators: readonly string[]) => {
    const found = conditions.find(
      ({ comparison }) => comparison?.column === column && operators.includes(comparison.operator),
    );
    if (found !== undefined) pushed.set(found, true);
    return found?.comparison && { ...found.comparison, values: found.comparison.values.map(String) };
  };
  const rangeOf = (column: string) => {
    const equal = valuesOf(column, ["eq"]);
    // Keys cannot contain control characters, so the next key after this one is the key followed by a space.
    const [key] = equal?.values ?? [];
    if (key !== undefined) return { ge: key, lt: `${key} ` };
    const lower = valuesOf(column, ["ge", "gt"]);
    const upper = valuesOf(column, ["lt", "le"]);
    const ge = lower && (lower.operator === "gt" ? `${lower.values[0]} ` : lower.values[0]);
    const lt = upper && (upper.operator === "le" ? `${upper.values[0]} ` : upper.values[0]);
    return ge === undefined && lt === undefined
      ? undefined
      : { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
  };
  const partitions = valuesOf("PartitionKey", ["eq", "in"])?.values;
  const partitionRange = partitions === undefined ? rangeOf("PartitionKey") : undefined;
  const rowRange = partitions === undefined ? undefined : rangeOf("RowKey");
  const sorted = partitions && [...new Set(partitions)].sort();
  return { partitions: sorted, partitionRange, rowRange, fixed: fixedColumns(conditions), pushed };
}
