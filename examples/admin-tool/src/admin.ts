import type { EntityId, StoredTableRow, TableClient } from "@tablewright/runtime";
import { type TableWhere, tableRowJson } from "@tablewright/runtime/edm";

/** Maximum number of rows that a command may change, so that a condition that is too wide does no harm. */
const max = 1_000;

/** Returns the names of all properties, with the Edm types that the first rows store under each. */
export async function listColumns(table: TableClient): Promise<Map<string, Set<string>>> {
  const columns = new Map<string, Set<string>>();
  for await (const { properties } of table.scan().take(max)) {
    for (const [name, { type }] of Object.entries(properties)) {
      columns.set(name, (columns.get(name) ?? new Set()).add(type));
    }
  }
  return columns;
}

/** Returns the rows that meet the conditions as lines of JSON, with the Edm type of each property. */
export async function* findRows(table: TableClient, where: TableWhere): AsyncGenerator<string> {
  for await (const row of table.scan().where(where)) yield tableRowJson(table.name, row);
}

/** Sets the same properties in all rows that meet the conditions. Returns how many it changed. */
export async function setProperties(
  table: TableClient,
  where: TableWhere,
  values: StoredTableRow["properties"],
): Promise<number> {
  const { updated } = await table.updateWhere(table.scan().where(where), values, { max });
  return updated;
}

/** Gives a property another name in all rows that store it. Values keep their Edm types. Returns how many rows it changed. */
export async function renameProperty(table: TableClient, from: string, to: string): Promise<number> {
  const rename = ({ properties }: StoredTableRow) => {
    const value = properties[from];
    return value === undefined ? undefined : { set: { [to]: value }, unset: [from] };
  };
  const { updated } = await table.updateWhere(table.scan(), rename, { max });
  return updated;
}

/** Deletes the rows that meet the conditions. Returns how many. */
export async function deleteRows(table: TableClient, where: TableWhere): Promise<number> {
  const { deleted } = await table.deleteWhere(table.scan().where(where), { max });
  return deleted;
}

/**
 * Moves a row to another RowKey of its partition, in one transaction: nobody sees the row twice, or not at all. Fails if the row has
 * changed since it was read, or if a row has the new key.
 */
export async function moveRow(table: TableClient, { partitionKey, rowKey }: EntityId, to: string): Promise<void> {
  const row = await table.getOrThrow({ partitionKey, rowKey });
  await table.transaction(partitionKey, (tx) => {
    tx.insert({ rowKey: to, properties: row.properties });
    tx.delete(rowKey, { ifMatch: row.$etag });
  });
}
