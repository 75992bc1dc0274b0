import { partitionOf, rowKeyOf } from "../codec/entity-keys.js";
import { checkQueryOptions, type OptionKinds } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery, TableError } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { EntityReader } from "./entity-reader.js";
import { prefixRange, type TextRange } from "./filter/filter.js";
import type { KeyScope, RowKeyTest } from "./key-scope.js";
import type { ParallelQuery, PartitionQuery, Query } from "./query.js";
import { checkSelectsAny, QueryBuilder } from "./query-builder.js";
import type { ParallelScanOptions, PartitionRowsOptions, QueryOptions, ScanOptions } from "./query-options.js";
import {
  keyRangeKinds,
  parallelCheck,
  parallelScanOptionKinds,
  queryOptionKinds,
  scanOptionKinds,
} from "./query-options.js";
import { type QueryState, stateOfEntity, withRowKey, withWhere } from "./query-state.js";
import { rowKeyPrefix, rowKeyRange } from "./row-key-scope.js";

/** Query of the rows of one entity class: the shared verbs, `rowKey`, `select` and `metadata`. */
export class EntityQueryBuilder<R, Reader extends EntityReader<R> = EntityReader<R>> extends QueryBuilder<R, Reader> {
  get rowKey(): RowKeyVerbs<this> {
    return rowKeyVerbs(this.state, this.state.reader.schema, (state) => this.derive(state));
  }

  select(...names: readonly string[]): EntityQueryBuilder<never> {
    const { reader } = this.state;
    checkSelectsAny(names, reader.filtered.name);
    return new EntityQueryBuilder({ ...this.state, reader: reader.selecting(names) as EntityReader<never> });
  }

  metadata(level: "none"): EntityQueryBuilder<never> {
    if (level !== "none") throw invalidQuery(`metadata takes "none", not ${formatValue(level)}.`);
    return new EntityQueryBuilder({ ...this.state, reader: this.state.reader.withoutETags() as EntityReader<never> });
  }
}

/** Verbs that limit a query to some RowKeys. */
export interface RowKeyVerbs<Q> {
  eq(rowKey: object): Q;
  startsWith(prefix: object): Q;
  between(range: object): Q;
}

/** Returns the verbs that limit a query to some RowKeys. @param derive returns the same query with another state */
export function rowKeyVerbs<S extends QueryState<unknown>, Q>(
  state: S,
  schema: AnySchema,
  derive: (state: S) => Q,
): RowKeyVerbs<Q> {
  const scoped = (rowKey: KeyScope, matches?: RowKeyTest) => withRowKey(state, rowKey, matches);
  return {
    eq: (rowKey: object) => derive(scoped({ eq: rowKeyOf(schema, rowKey) })),
    startsWith: (prefix: object) => {
      const { rowKey, matches } = rowKeyPrefix(schema, prefix);
      return derive(scoped(rowKey, matches));
    },
    between: (range: object) => {
      const { rowKey, matches, where } = rowKeyRange(schema, range);
      const limited = scoped(rowKey, matches);
      return derive(where === undefined ? limited : withWhere(limited, where));
    },
  };
}

/**
 * Returns a query of the rows of one entity class in one partition. @throws TableError `value.*`, `key.*` for values that no key can
 * contain
 */
export function createQuery<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  partition: T["partition"],
  options: QueryOptions = {},
): PartitionQuery<T> {
  checkQueryOptions("query", options, queryOptionKinds);
  return new EntityQueryBuilder(partitionState(connection, schema, partition, options));
}

/**
 * Returns the initial state of a query of the rows of one entity class in one partition.
 * @throws TableError `value.*`, `key.*` for values that no key can contain
 */
export function partitionState<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  partition: T["partition"],
  options: QueryOptions,
): QueryState<T["entity"], EntityReader<T["entity"]>> {
  const { partitionKey } = partitionOf(schema, partition);
  checkKey(schema.name, "PartitionKey", partitionKey, connection.limits);
  return stateOfEntity(connection, schema, { eq: partitionKey }, options);
}

/** Returns a query of the rows of one entity class in many partitions: the whole table unless the options limit it. */
export function createScan<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  options: ParallelScanOptions,
): ParallelQuery<T, T["entity"]>;
export function createScan<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  options?: ScanOptions,
): Query<T, T["entity"]>;
export function createScan<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  options: ScanOptions | ParallelScanOptions = {},
): EntityQueryBuilder<T["entity"]> {
  checkQueryOptions("scan", options, chooseForms(options));
  const range = scannedRange(options);
  const state = stateOfEntity(connection, schema, range, options);
  const { parallel } = options;
  if (parallel === undefined) return new EntityQueryBuilder(state);
  for (const text of options.splitAt ?? []) {
    if (typeof text === "string") continue;
    throw invalidQuery(`splitAt takes PartitionKeys as strings, not ${formatValue(text)}.`);
  }
  const split = {
    parallel,
    splitAt: options.splitAt,
    prefix: options.partitionKeyPrefix ?? findPartitionKeyPrefix(schema),
  };
  return new EntityQueryBuilder({
    ...state,
    async *readInParallel(request, planOf, scope) {
      const { readInParallel, readPlans } = await import("./read-in-parallel.js");
      if ("in" in scope)
        yield* readPlans(
          request,
          scope.in.map((eq) => planOf({ eq })),
          parallel,
        );
      else yield* readInParallel(request, planOf, { ...split, range: "eq" in scope ? {} : scope });
    },
  });
}

/** Returns the check of each option that a scan accepts. Only a parallel scan accepts `splitAt`, because other scans would ignore it. */
function chooseForms(options: ScanOptions | ParallelScanOptions | null): OptionKinds<ScanOptions> {
  return options?.parallel === undefined ? { ...scanOptionKinds, parallel: parallelCheck } : parallelScanOptionKinds;
}

/**
 * Returns the range of PartitionKeys that a scan reads; without ends if the options do not limit it.
 * @throws TableError `query.invalid-option`; `query.undefined-value` for an undefined end, which would widen the scan
 */
export function scannedRange(options: ScanOptions | ParallelScanOptions): TextRange {
  const { partitionKeyPrefix, partitionKeyRange } = options;
  checkRange("partitionKeyRange", partitionKeyRange);
  checkTexts("A scan's", {
    ...("partitionKeyPrefix" in options && { partitionKeyPrefix }),
    ...("partitionKeyRange" in options && (partitionKeyRange ?? { partitionKeyRange })),
  });
  if (partitionKeyPrefix === undefined) return partitionKeyRange ?? {};
  if (partitionKeyRange === undefined) return prefixRange(partitionKeyPrefix);
  throw invalidQuery("A scan takes partitionKeyPrefix or partitionKeyRange, not both.");
}

/**
 * Returns the range of RowKeys that a query of a partition reads; without ends if the options do not limit it.
 * @throws the errors of {@link scannedRange}
 */
export function readRowKeyRange(options: PartitionRowsOptions): TextRange {
  const { rowKeyRange } = options;
  checkRange("rowKeyRange", rowKeyRange);
  checkTexts("A query's", "rowKeyRange" in options ? (rowKeyRange ?? { rowKeyRange }) : {});
  return rowKeyRange ?? {};
}

/** Checks that the ends of a range are strings. Undefined ends and a null range are left to `checkTexts`, whose error names them. */
function checkRange(name: string, range: ScanOptions["partitionKeyRange"] | null): void {
  if (range !== null) checkQueryOptions(name, range, keyRangeKinds);
}

function checkTexts(whose: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(given)) {
    if (typeof text === "string") continue;
    const problem = `${whose} ${name} is ${formatValue(text)}. Pass a string, or leave it out.`;
    throw new TableError("query.undefined-value", problem);
  }
}

/** Returns the constant text with which every PartitionKey of an entity class starts; empty if there is none. */
export function findPartitionKeyPrefix({ partitionParts: [first] }: Pick<AnySchema, "partitionParts">): string {
  return typeof first === "string" ? first : "";
}
