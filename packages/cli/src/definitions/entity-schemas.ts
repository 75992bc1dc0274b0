import type { FormerResult, GeneratedFile } from "@tablewright/generator";
import { type AnySchema, type Compiler, loadSchemas, withoutIndexRows } from "./load-schema.js";

/** The current and former schemas of an entity: its stored rows may have been written by any of them. */
export interface EntitySchemas {
  readonly current: AnySchema;
  /** Former schemas, newest first: they have the current properties, but former keys, kinds and tables. */
  readonly former: readonly AnySchema[];
  /** Schemas of all other entities and of all index rows. A migration of this entity does not change their rows. */
  readonly others: readonly AnySchema[];
}

/** Loads the current and former schemas of all entities, keyed by the entity's name. */
export function loadEntitySchemas(
  files: readonly GeneratedFile[],
  former: FormerResult,
  compiler: Compiler,
): ReadonlyMap<string, EntitySchemas> {
  const schemas = loadSchemas(files, compiler);
  const formerSchemas = new Map(loadSchemas(former.files, compiler).map((schema) => [schema.name, schema]));
  return new Map(
    withoutIndexRows(schemas).map((current) => {
      const { name } = current;
      const own = former.classes.flatMap((each) => (each.entity === name ? (formerSchemas.get(each.name) ?? []) : []));
      const others = schemas.filter((schema) => schema !== current);
      return [name, { current, former: own.map((schema) => ({ ...schema, name })).reverse(), others }];
    }),
  );
}

/** Returns the names of the tables that may contain rows of the entity, the current table first. */
export function findTables({ current, former }: EntitySchemas): string[] {
  const tables = new Map(former.map(({ table }) => [table.toLowerCase(), table]));
  tables.delete(current.table.toLowerCase());
  return [current.table, ...tables.values()];
}
