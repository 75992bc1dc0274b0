import { isObject } from "../../codec/entity-errors.js";
import { encodeKeyToWrite } from "../../codec/entity-keys.js";
import { checkOptions } from "../../errors/check-options.js";
import { formatValue } from "../../errors/format-value.js";
import { invalidOption, TableError, wrongValue } from "../../errors/table-error.js";
import type { Connection } from "../../rest/connection.js";
import type { Write } from "../../rest/write.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { rowReadAs } from "../rows-read.js";

interface FromCondition {
  readonly from: unknown;
}

/**
 * Returns the stored row of an entity that was read, and that the caller of a transaction passes as `{ from: entity }`. Undefined for an
 * upsert with `{ from: undefined }`, which says that there was no row.
 * @param condition options of the operation. `from`: the entity as a read returned it
 * @throws TableError `value.wrong-type`, `key.changed`; `config.invalid-option` for `ifMatch`, which is only for entities without indexes
 */
export function rowReadFrom(
  { limits }: Connection,
  schema: EntitySchema<EntityTypes>,
  planned: Write,
  condition: unknown,
): EntityPayload | undefined {
  if (isObject(condition) && "ifMatch" in condition) throw takesFrom(schema.name, planned.name);
  checkOptions(planned.name, condition as FromCondition | undefined, { from: "object" });
  const { name: entity } = schema;
  const isUpsert = planned.name.startsWith("insertOr");
  const from = (condition as FromCondition | undefined)?.from;
  if (from === undefined && isUpsert && isObject(condition) && "from" in condition) return undefined;
  const row = isObject(from) ? rowReadAs(from) : undefined;
  if (row === undefined) {
    const given = from === undefined ? "nothing" : isObject(from) ? "a copy" : formatValue(from);
    const help = isUpsert
      ? "pass { from: entity } as a read returned it, or { from: undefined } where there is no row"
      : "pass { from: entity } as a read returned it";
    const problem = `${planned.name} of ${entity} in a transaction needs the entity as it was read, but got ${given}; ${help}.`;
    throw wrongValue(problem, { entity });
  }
  encodeKeyToWrite(schema, from as object, limits);
  if (row.PartitionKey !== planned.partitionKey || row.RowKey !== planned.rowKey) {
    const problem = `${planned.name} of ${entity} writes the row ${formatValue(planned.rowKey)}, but from is the row ${formatValue(row.RowKey)}.`;
    throw new TableError("key.changed", problem, { entity });
  }
  return row;
}

function takesFrom(entity: string, operation: string): TableError {
  const why = `${entity} has indexes, whose rows follow from the values that were read`;
  const end = operation.startsWith("insertOr")
    ? ", or { from: undefined } where there is no row"
    : "; its ETag is the condition";
  const problem = `${operation} of ${entity} in a transaction takes { from: entity } or the ETag that was read, not { ifMatch: "*" }: ${why}. Read the entity, then pass { from: entity }${end}.`;
  return invalidOption(problem, { entity });
}
