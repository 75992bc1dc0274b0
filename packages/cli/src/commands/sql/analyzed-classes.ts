import type { AnalyzedClass } from "@tablewright/sql";
import type { AnySchema } from "../../definitions/load-schema.js";

/** Returns the entity classes that SQL can name. Rows of indexes have none: SQL reads them as rows of their table. */
export function analyzedClasses(schemas: readonly AnySchema[]): Record<string, AnalyzedClass> {
  const entries = new Set(schemas.flatMap(({ indexes = [] }) => indexes.map(({ entry }) => entry.name)));
  const entities = schemas.filter(({ name }) => !entries.has(name));
  return Object.fromEntries(entities.map((schema) => [schema.name, { $schema: schema }]));
}
