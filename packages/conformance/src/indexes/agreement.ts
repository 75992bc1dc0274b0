import type { EntityClass, EntityTypes, TableServiceClient } from "@tablewright/runtime";

/** Result of comparing entities with their index rows. */
export interface Agreement {
  readonly entities: number;
  readonly entries: number;
  /** Index rows that are missing, have no entity, or contain other values. */
  readonly wrong: readonly string[];
}

/** Compares all entities of a partition with their index rows in any partition. Skips the index rows of other partitions' entities. */
export async function agreement<T extends EntityTypes>(
  service: TableServiceClient,
  entity: EntityClass<T>,
  partition: object,
): Promise<Agreement> {
  const wrong: string[] = [];
  let entries = 0;
  const entities = await service
    .entities(entity)
    .query(partition as T["partition"])
    .toArray();
  for (const index of entity.$schema.indexes ?? []) {
    const client = service.entities({ $schema: index.entry });
    const isOwn = (row: object) =>
      Object.entries(partition).every(([name, value]) => (row as Record<string, unknown>)[name] === value);
    const rows = (await client.scan().toArray()).filter(isOwn);
    const key = (values: object) => JSON.stringify([index.entry.partitionKey(values), index.entry.rowKey(values)]);
    const found = new Map(rows.map((row) => [key(row), row as unknown as Record<string, unknown>]));
    entries += rows.length;
    for (const made of entities) {
      // An entity that lacks an optional property of the index's keys has no index row.
      if (index.sparse?.some((name) => (made as unknown as Record<string, unknown>)[name] === undefined)) continue;
      const row = found.get(key(made));
      found.delete(key(made));
      if (row === undefined) wrong.push(`${index.name} lacks ${key(made)}`);
      for (const name of Object.keys(index.entry.properties)) {
        const value = (made as unknown as Record<string, unknown>)[name];
        if (row !== undefined && JSON.stringify(row[name]) !== JSON.stringify(value))
          wrong.push(`${index.name} ${key(made)}: ${name} is ${row[name]}, not ${value}`);
      }
    }
    for (const stale of found.keys()) wrong.push(`${index.name} has ${stale}`);
  }
  return { entities: entities.length, entries, wrong };
}
