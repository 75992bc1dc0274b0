import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";
import type { Partition } from "../schema/partition.js";

/** @throws TableError for what is no partition, e.g. its values alone, which types keep from happening */
export function checkPartition<Scope extends string>(partition: Partition<Scope>): Partition<Scope> {
  if (typeof partition?.partitionKey === "string" && typeof partition.values === "object") return partition;
  const problem = `${show(partition)} is no partition; a generated class makes one, such as Order.partition({ … }).`;
  throw new TableError("value.wrong-type", problem);
}
