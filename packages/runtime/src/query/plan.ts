import { TableError } from "../errors/table-error.js";
import { and, comparison, conjuncts, countComparisons, type Filter, type FilterPart, oneOf } from "../odata/filter.js";
import { rangeFilter, stringLiteral, type TextRange } from "../odata/filter-prefix.js";
import { filterText } from "../odata/filter-text.js";
import type { QueryPlan } from "./query-options.js";

/** Which keys are read: one, or a range that is open where an end is absent. */
export type KeyScope = { readonly eq: string } | TextRange;

export interface PlanInput {
  readonly table: string;
  readonly partitionKey: KeyScope;
  readonly rowKey: KeyScope;
  /** What else must hold. */
  readonly filter: Filter;
  readonly select?: readonly string[] | undefined;
  readonly maxComparisons: number;
}

/** Writes the requests of a query down. More comparisons than allowed are left to {@link checkComparisons}. */
export function planQuery(input: PlanInput): QueryPlan {
  const keys = [keyFilter("PartitionKey", input.partitionKey), keyFilter("RowKey", input.rowKey)];
  const filters = splitFilter(and([...keys, input.filter]), input.maxComparisons);
  return {
    access: accessOf(input.partitionKey, input.rowKey),
    table: input.table,
    filters: filters.map((filter) => (filter === true ? "" : filterText(filter))),
    select: input.select,
    comparisons: Math.max(0, ...filters.map(countComparisons)),
  };
}

/** @throws TableError `query.too-many-comparisons` */
export function checkComparisons(plan: QueryPlan, maxComparisons: number): void {
  if (plan.comparisons <= maxComparisons) return;
  throw new TableError(
    "query.too-many-comparisons",
    `A $filter takes ${maxComparisons} comparisons, this one of table ${plan.table} has ${plan.comparisons}: ` +
      `${plan.filters[0]}. Split the query, or raise maxComparisons where the service takes more.`,
  );
}

function keyFilter(property: "PartitionKey" | "RowKey", scope: KeyScope): Filter {
  return "eq" in scope ? comparison(property, "eq", stringLiteral(scope.eq)) : rangeFilter(property, scope);
}

function accessOf(partitionKey: KeyScope, rowKey: KeyScope): QueryPlan["access"] {
  if (!("eq" in partitionKey)) return isOpen(partitionKey) ? "table scan" : "partition range";
  if ("eq" in rowKey) return "point";
  return isOpen(rowKey) ? "partition scan" : "row range";
}

function isOpen(range: TextRange): boolean {
  return range.ge === undefined && range.lt === undefined;
}

/**
 * Divides the longest `in` that must hold, so that each filter has few enough comparisons. The rows of two such filters
 * never overlap, since a property has one value.
 */
function splitFilter(filter: Filter, maxComparisons: number): (FilterPart | true)[] {
  if (filter === false) return [];
  const excess = countComparisons(filter) - maxComparisons;
  if (filter === true || excess <= 0) return [filter];
  const parts = conjuncts(filter);
  const longest = parts
    .filter((part) => part.type === "in")
    .reduce<FilterPart | undefined>(
      (most, part) => (most && countComparisons(most) >= part.literals.length ? most : part),
      undefined,
    );
  if (longest?.type !== "in") return [filter];
  const size = longest.literals.length - excess;
  if (size < 1) return [filter];
  const others = parts.filter((part) => part !== longest);
  const chunks = Array.from({ length: Math.ceil(longest.literals.length / size) }, (_, chunk) =>
    oneOf(longest.property, longest.literals.slice(chunk * size, (chunk + 1) * size)),
  );
  return chunks.map((chunk) => and([...others, chunk])).filter((part) => part !== false);
}
