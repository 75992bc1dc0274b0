import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Feature } from "../../schema/feature.js";
import { type Enumerated, enumeratePartitions } from "./enumerate-partitions.js";

/** Feature of PartitionKeys with intervals of time or shards. */
export interface PartitionsFeature extends Feature {
  enumeratePartitions(
    schema: Pick<EntitySchema<EntityTypes>, "name" | "partitionParts">,
    given: object,
    max: number,
    reverse: boolean,
  ): Enumerated;
}

/** Queries of many partitions. */
export const partitions: PartitionsFeature = { enumeratePartitions };
