import type { Condition } from "./relation.js";

/** Returns the columns for which the conditions allow only one value. */
export function fixedColumns(conditions: readonly Condition[]): ReadonlySet<string> {
  const fixed = conditions.flatMap(({ comparison }) => {
    if (comparison?.operator !== "eq" && comparison?.operator !== "in") return [];
    return new Set(comparison.values).size === 1 ? comparison.column : [];
  });
  return new Set(fixed);
}
