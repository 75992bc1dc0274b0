import type { Query } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { queriesByKeys } from "@tablewright/runtime/lines";
import { readConstant } from "./entity-conditions.js";
import type { Comparison, Condition } from "./relation.js";

type Schema = EntitySchema<EntityTypes>;
type AnyQuery = Query<EntityTypes, unknown>;

/** Queries of the keys to read, and the SQL conditions that these keys replace. */
export interface KeyPlan {
  /** One query for each partition, or range of PartitionKeys. */
  readonly queries: readonly AnyQuery[];
  readonly covered: ReadonlySet<Condition>;
}

/**
 * Plans to read only the keys that the conditions select: partitions, ranges of PartitionKeys, and ranges of RowKeys within partitions.
 * Returns undefined if the conditions select no PartitionKeys, or if a key cannot contain one of the values.
 * @param fieldOf returns the property name of a SQL column
 */
export function planKeys(
  schema: Schema,
  scan: AnyQuery,
  conditions: readonly Condition[],
  fieldOf: (column: string) => string,
): KeyPlan | undefined {
  const chosen = chooseComparisons(conditions, fieldOf);
  const where: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, values } of chosen) {
    const type = schema.properties[field]?.type;
    if (type === undefined) continue;
    const read = values.map((json) => readConstant(type, json));
    where[field] = { ...where[field], [operator]: operator === "in" ? read : read[0] };
  }
  const found = queriesByKeys(scan, where);
  if (found === undefined) return undefined;
  const covered = chosen.filter(({ field }) => found.covered.has(field)).map(({ condition }) => condition);
  return { queries: found.queries, covered: new Set(covered) };
}

interface Chosen extends Comparison {
  readonly condition: Condition;
  readonly field: string;
}

/**
 * Chooses the comparisons of each property that may limit its part of a key: one that lists its values, or else the first lower and the
 * first upper bound. DuckDB checks the others.
 */
function chooseComparisons(conditions: readonly Condition[], fieldOf: (column: string) => string): Chosen[] {
  const all = conditions.flatMap((condition): Chosen[] => {
    const { comparison } = condition;
    return comparison === undefined ? [] : [{ ...comparison, condition, field: fieldOf(comparison.column) }];
  });
  return [...new Set(all.map(({ field }) => field))].flatMap((field) => {
    const find = (...operators: readonly string[]) =>
      all.find((each) => each.field === field && operators.includes(each.operator));
    const listed = find("eq") ?? find("in");
    if (listed !== undefined) return [listed];
    return [find("ge", "gt"), find("le", "lt")].filter((each) => each !== undefined);
  });
}
