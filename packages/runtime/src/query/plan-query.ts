import { TableError } from "../errors/table-error.js";
import { evaluatedComparisons } from "./filter/evaluated-comparisons.js";
import { and, conjuncts, countComparisons, type Filter, type FilterPart, filterText, oneOf } from "./filter/filter.js";
import { isOpen, type KeyScope, keyFilter, type PartitionScope } from "./key-scope.js";
import type { QueryPlan } from "./query-options.js";
import type { QueryState } from "./query-state.js";
import type { RowReader } from "./row-reader.js";

/** Returns the requests that a query will send. */
export function planQuery<R>(state: QueryState<R>): QueryPlan {
  const { reader, partitionKey, rowKey } = state;
  const maxComparisons = maxComparisonsOf(state);
  const scopes = "in" in partitionKey ? partitionKey.in.map((eq) => ({ eq })) : [partitionKey];
  const skipped = skippedExpiry(state);
  const unexpired = skipped !== undefined || state.options.expired ? true : (reader.expiry?.unexpired() ?? true);
  const filter = reader.narrow?.(state.filter, maxComparisons - countComparisons(unexpired)) ?? state.filter;
  const rest = [keyFilter("RowKey", rowKey), filter, unexpired];
  const filters = scopes.flatMap((scope) =>
    splitFilter(and([keyFilter("PartitionKey", scope), ...rest]), maxComparisons),
  );
  return {
    access: determineAccess(partitionKey, rowKey),
    table: reader.table,
    filters: filters.map((each) => (each === true ? "" : filterText(each))),
    select: skipped && reader.select ? [...new Set([...reader.select, ...skipped.names])] : reader.select,
    comparisons: filters.reduce((max, each) => Math.max(max, countComparisons(each)), 0),
  };
}

/**
 * Returns the expiry of the rows if the query has to skip expired rows itself. That is so on Cosmos DB if rows may lack an expiry time,
 * because `not` does not match them there. Undefined if the service leaves out expired rows, or if the query reads them too.
 */
export function skippedExpiry<R>({ connection, options, reader }: QueryState<R>): RowReader<R>["expiry"] {
  const { expiry } = reader;
  if (options.expired || expiry === undefined || evaluatedComparisons[connection.kind].notMatchesAbsent)
    return undefined;
  return expiry.isNegated ? expiry : undefined;
}

function maxComparisonsOf<R>({ connection, options }: QueryState<R>): number {
  return options.maxComparisons ?? connection.limits.comparisons;
}

/** As `planQuery`, but rejects a plan whose filters have too many comparisons. @throws TableError `query.too-many-comparisons` */
export function checkedPlan<R>(state: QueryState<R>): QueryPlan {
  const plan = planQuery(state);
  const maxComparisons = maxComparisonsOf(state);
  if (plan.comparisons <= maxComparisons) return plan;
  throw new TableError(
    "query.too-many-comparisons",
    `The $filter of a query of table ${plan.table} has ${plan.comparisons} comparisons; the limit is ${maxComparisons}: ` +
      `${plan.filters[0]}. Split the query, or raise maxComparisons.`,
  );
}

/** Describes the rows that a query asks for, for errors: `rows of table Shop with PartitionKey eq 'cust!C1'`. */
export function queryText(table: string, filters: readonly string[]): string {
  return `rows of table ${table} with ${filtersText(filters) || "any key"}`;
}

const maxShownFilters = 3;

/** Formats the first filters of a query for errors, and says how many more there are. There may be a thousand. */
export function filtersText(filters: readonly string[]): string {
  const hidden = filters.length - maxShownFilters;
  return [...filters.slice(0, maxShownFilters), ...(hidden > 0 ? [`${hidden} more`] : [])].join(" | ");
}

function determineAccess(partitionKey: PartitionScope, rowKey: KeyScope): QueryPlan["access"] {
  if ("in" in partitionKey) return "partitions";
  if (!("eq" in partitionKey)) return isOpen(partitionKey) ? "table scan" : "partition range";
  if ("eq" in rowKey) return "point";
  return isOpen(rowKey) ? "partition scan" : "row range";
}

/**
 * If a filter has too many comparisons, splits its longest list of alternative values (`in`) and returns several filters, each with a part
 * of the list. No row matches two of them, because a property has one value. If the filter cannot be split, returns it as it is.
 */
function splitFilter(filter: Filter, maxComparisons: number): (FilterPart | true)[] {
  if (filter === false) return [];
  const excess = countComparisons(filter) - maxComparisons;
  if (filter === true || excess <= 0) return [filter];
  const parts = conjuncts(filter);
  const longest = parts
    .filter((part) => part.type === "in")
    .reduce<FilterPart | undefined>(
      (max, part) => (max && countComparisons(max) >= part.literals.length ? max : part),
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
