import type { FormerResult, GeneratedFile } from "@tablewright/generator";
import { type AnySchema, loadSchemas } from "./load-schema.js";
import type { Definitions } from "./read-definitions.js";

/** Schemas that may have written the rows of an entity. */
export interface EntitySchemas {
  readonly current: AnySchema;
  /** Schemas with the current properties under former keys and kinds, newest first. */
  readonly former: readonly AnySchema[];
  /** Schemas of all other entities and of index rows. A migration leaves their rows unchanged. */
  readonly others: readonly AnySchema[];
}

/** Loads the schemas of all entities, by name. */
export function loadEntitySchemas(
  files: readonly GeneratedFile[],
  former: FormerResult,
  compiler: Definitions["generator"],
): ReadonlyMap<string, EntitySchemas> {
  const schemas = loadSchemas(files, compiler);
  const formerSchemas = new Map(loadSchemas(former.files, compiler).map((schema) => [schema.name, schema]));
  const entries = new Set(schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry.name)));
  const entities = schemas.filter(({ name }) => !entries.has(name));
  return new Map(
    entities.map((current) => {
      const { name } = current;
      const own = former.classes.flatMap((each) => (each.entity === name ? (formerSchemas.get(each.name) ?? []) : []));
      const others = schemas.filter((schema) => schema !== current);
      return [name, { current, former: own.map((schema) => ({ ...schema, name })).reverse(), others }];
    }),
  );
}

/** Returns the tables that may contain rows of the entity, its current table first. */
export function findTables({ current, former }: EntitySchemas): string[] {
  const tables = new Map(former.map(({ table }) => [table.toLowerCase(), table]));
  tables.delete(current.table.toLowerCase());
  return [current.table, ...tables.values()];
}
