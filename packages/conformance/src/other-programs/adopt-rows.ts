import type { EntityClass, EntityTypes, TableRow, TableServiceClient } from "@tablewright/runtime";
import { expect } from "vitest";

/** Properties of a row as another program wrote it, without its keys. */
export type Properties = TableRow["properties"];

/**
 * Writes rows as another program does, reads them with a definition, and writes the result back. Expects the rows to have the same
 * keys, names, Edm types and values as before.
 * @returns the entities that were read, in the order of the keys
 */
export async function adoptRows<T extends EntityTypes>(
  service: TableServiceClient,
  entity: EntityClass<T>,
  rows: readonly TableRow[],
): Promise<readonly T["entity"][]> {
  const { table: name } = entity.$schema;
  const table = service.table(name);
  if (!(await service.tables.exists(name))) await service.tables.create(name);
  for (const row of rows) await table.insert(row);
  const entities = service.entities(entity);
  const read: T["entity"][] = await entities.scan().toArray();
  expect(read).toHaveLength(rows.length);
  for (const row of read) await entities.replace(row as T["init"], { ifMatch: row.$etag });
  for (const { partitionKey, rowKey, properties } of rows) {
    const again = await table.getOrThrow({ partitionKey, rowKey });
    expect({ ...again.properties }).toEqual({ ...properties });
  }
  return read;
}
