import type { FormerResult, GeneratedFile } from "@tablewright/generator";
import { type AnySchema, loadSchemas } from "../key/load-schema.js";
import type { Definitions } from "../read-definitions.js";

/** What the rows of an entity may have been written by. */
export interface EntityHistory {
  readonly current: AnySchema;
  /** The present properties under earlier keys and kinds, newest first. */
  readonly former: readonly AnySchema[];
  /** All other entities, and the rows of indexes: theirs are left alone. */
  readonly others: readonly AnySchema[];
}

/** The histories of all definitions, by name. */
export function loadHistories(
  files: readonly GeneratedFile[],
  former: FormerResult,
  compiler: Definitions["generator"],
): ReadonlyMap<string, EntityHistory> {
  const schemas = loadSchemas(files, compiler);
  const earlier = new Map(loadSchemas(former.files, compiler).map((schema) => [schema.name, schema]));
  const entries = new Set(schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry.name)));
  const entities = schemas.filter(({ name }) => !entries.has(name));
  return new Map(
    entities.map((current) => {
      const { name } = current;
      const own = former.classes.flatMap((each) => (each.entity === name ? (earlier.get(each.name) ?? []) : []));
      const others = schemas.filter((schema) => schema !== current);
      return [name, { current, former: own.map((schema) => ({ ...schema, name })).reverse(), others }];
    }),
  );
}

/** Where rows of the entity may be, its present table first. */
export function tablesOf({ current, former }: EntityHistory): string[] {
  const tables = new Map(former.map(({ table }) => [table.toLowerCase(), table]));
  tables.delete(current.table.toLowerCase());
  return [current.table, ...tables.values()];
}
