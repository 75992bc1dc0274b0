import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { Partition } from "../schema/entity-types.js";

/** The schema of a generated class. @throws TableError `value.wrong-type` for anything else, in plain JavaScript */
export function schemaOf<S>(entity: { readonly $schema: S }): S {
  const schema = (entity as { readonly $schema?: S } | null | undefined)?.$schema;
  if (schema !== undefined) return schema;
  throw new TableError(
    "value.wrong-type",
    `Expected a generated class, such as Order of tables.gen, but got ${formatValue(entity)}.`,
  );
}

/** A partition that a generated class made. @throws TableError `value.wrong-type` for anything else, in plain JavaScript */
export function checkPartition<Scope extends string>(partition: Partition<Scope>): Partition<Scope> {
  if (typeof partition?.partitionKey === "string" && typeof partition.values === "object") return partition;
  const problem = `Expected a partition of a generated class, such as Order.partition({ … }), but got ${formatValue(partition)}.`;
  throw new TableError("value.wrong-type", problem);
}
