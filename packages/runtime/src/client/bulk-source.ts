import { noObject } from "../codec/no-object.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { BulkItem } from "./bulk.js";
import type { SourceItem } from "./bulk-run.js";
import type { Connection } from "./connection.js";
import { planDelete, planMerge, planReplace, planWrite } from "./plan-write.js";
import type { PlannedWrite } from "./planned-write.js";

/** The items of a bulk, each checked and encoded when it is read. */
export function bulkSource<T extends EntityTypes, Item extends BulkItem<T>>(
  connection: Connection,
  schema: EntitySchema<T>,
  items: AsyncIterable<Item> | Iterable<Item>,
): AsyncIterable<SourceItem<Item>> | Iterable<SourceItem<Item>> {
  const plan = (item: Item): SourceItem<Item> => {
    try {
      return { item, planned: planItem(connection, schema, item) };
    } catch (error) {
      if (isTableError(error)) return { item, error };
      throw error;
    }
  };
  return Symbol.asyncIterator in items ? mapAsync(items, plan) : mapSync(items, plan);
}

function planItem<T extends EntityTypes>(
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

async function* mapAsync<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To, void> {
  for await (const item of items) yield map(item);
}

function* mapSync<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To, void> {
  for (const item of items) yield map(item);
}
