import type { QueryBuilder } from "../../query/query-builder.js";
import type { ParallelPartitionsOptions, PartitionsOptions } from "../../query/query-options.js";
import type { Connection } from "../../rest/connection.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Feature } from "../../schema/feature.js";
import { createPartitionsQuery } from "./create-partitions-query.js";

/**
 * Feature that adds `queryPartitions`. Only definitions whose PartitionKey contains an interval of time or a shard use it, because only
 * their PartitionKeys can be listed from a range.
 */
export interface PartitionsFeature extends Feature {
  queryPartitions<T extends EntityTypes>(
    connection: Connection,
    schema: EntitySchema<T>,
    given: object,
    options?: PartitionsOptions | ParallelPartitionsOptions,
  ): QueryBuilder<T["entity"]>;
}

/** Feature for queries of many partitions. */
export const partitions: PartitionsFeature = { queryPartitions: createPartitionsQuery };
