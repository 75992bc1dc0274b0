import type { KeyPart } from "../../codec/keys/key-part.js";
import { checkQueryOptions } from "../../errors/check-options.js";
import { EntityQueryBuilder } from "../../query/entity-query-builder.js";
import { and } from "../../query/filter/filter.js";
import { translateWhere } from "../../query/filter/filter-where.js";
import {
  type ParallelPartitionsOptions,
  type PartitionsOptions,
  partitionsOptionKinds,
} from "../../query/query-options.js";
import { type QueryState, stateOfEntity } from "../../query/query-state.js";
import { rowKeyRange } from "../../query/row-key-scope.js";
import type { Connection } from "../../rest/connection.js";
import { checkKey } from "../../schema/check-key.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Hooks } from "../../schema/hooks.js";
import type { WriterHooks } from "../../write/writer.js";
import { enumeratePartitions } from "./enumerate-partitions.js";

const defaultMaxPartitions = 1000;

/**
 * Returns a query of the rows of one entity class in all partitions that the given values name. It sends one request for each partition, or
 * several if the partition has many rows.
 */
export function createPartitionsQuery<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  given: object,
  options: PartitionsOptions | ParallelPartitionsOptions = {},
): EntityQueryBuilder<T["entity"]> {
  checkQueryOptions("queryPartitions", options, partitionsOptionKinds);
  const { parallel, maxPartitions = defaultMaxPartitions, reverse = false } = options;
  const { keys, ranges } = enumeratePartitions(schema, given, maxPartitions, reverse);
  for (const key of keys) checkKey(schema.name, "PartitionKey", key, connection.limits);
  const all = stateOfEntity(connection, schema, { in: keys }, options);
  const state = Object.entries(ranges).reduce((narrowed, range) => within(schema, narrowed, range), all);
  if (parallel === undefined) return new EntityQueryBuilder(state);
  return new EntityQueryBuilder({
    ...state,
    async *readInParallel(request, planOf) {
      const { readPlans } = await import("../../query/read-in-parallel.js");
      const plans = keys.map((eq) => planOf({ eq }));
      yield* readPlans(request, plans, parallel);
    },
  });
}

/** Limits a query to a range of one property: by a range of RowKeys if they begin with the property, otherwise by a filter. */
function within<T extends EntityTypes, S extends QueryState<unknown>>(
  schema: EntitySchema<T>,
  state: S,
  [property, range]: [string, unknown],
): S {
  const condition = { [property]: range };
  if (leadsRowKey(schema.rowParts, property))
    return { ...state, rowKey: rowKeyRange(schema, condition).rowKey, isRowKeyChosen: true };
  return { ...state, filter: and([state.filter, translateWhere(schema, condition)]) };
}

/** Returns whether RowKeys begin with a property, and a range of its values is a range of RowKeys. */
function leadsRowKey(parts: readonly KeyPart[], property: string): boolean {
  const first = parts.find((part) => typeof part !== "string");
  return first !== undefined && first.field === property && !first.isDerived && first.order !== undefined;
}

/**
 * Feature that queries many partitions. A definition needs it if its PartitionKey has an interval of time or a shard, because only then can
 * the PartitionKeys of a range be listed.
 */
export const partitions: Hooks<WriterHooks> = { queryPartitions: createPartitionsQuery };
