import type { Hooks } from "../../schema/hooks.js";
import type { WriterHooks } from "../../write/writer.js";
import { createPartitionsQuery } from "./create-partitions-query.js";

/**
 * Queries many partitions. Only definitions whose PartitionKey contains an interval of time or a shard use it, because only their
 * PartitionKeys can be listed from a range.
 */
export const partitions: Hooks<WriterHooks> = { queryPartitions: createPartitionsQuery };
