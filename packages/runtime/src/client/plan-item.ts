import { noObject } from "../codec/no-object.js";
import { TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { BulkItem } from "./bulk.js";
import type { Connection } from "./connection.js";
import { planDelete, planMerge, planReplace, planWrite } from "./plan-write.js";
import type { PlannedWrite } from "./planned-write.js";

/** Checks and encodes what an item of a bulk asks for. @throws TableError naming entity and property */
export function planItem<T extends EntityTypes>(
  connection: Connection,
  schema: EntitySchema<T>,
  item: BulkItem<T>,
): PlannedWrite {
  const nothing = noObject(schema.name, `An item of a bulk of ${schema.name}`, item);
  if (nothing !== undefined) throw nothing;
  if ("insert" in item) return planWrite(connection, schema, "insert", item.insert);
  if ("insertOrMerge" in item) return planWrite(connection, schema, "insertOrMerge", item.insertOrMerge);
  if ("insertOrReplace" in item) return planWrite(connection, schema, "insertOrReplace", item.insertOrReplace);
  if ("replace" in item) return planReplace(connection, schema, item.replace, item.ifMatch);
  if ("merge" in item) return planMerge(connection, schema, item.merge, item.changes, item.ifMatch);
  if ("delete" in item) return planDelete(connection, schema, item.delete, item.ifMatch);
  throw new TableError(
    "value.wrong-type",
    `An item of a bulk of ${schema.name} names none of insert, insertOrMerge, insertOrReplace, replace, merge, delete.`,
    { entity: schema.name },
  );
}
