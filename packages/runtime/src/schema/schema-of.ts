import { formatValue } from "../errors/format-value.js";
import { wrongValue } from "../errors/table-error.js";
import type { Partition } from "./entity-types.js";

/**
 * Returns the schema of a generated class. @throws TableError `value.wrong-type` for anything else, which only plain JavaScript can pass
 */
export function schemaOf<S>(entity: { readonly $schema: S }): S {
  const schema = (entity as { readonly $schema?: S } | null | undefined)?.$schema;
  if (schema !== undefined) return schema;
  throw wrongValue(`Expected a generated class, such as Order of tables.gen, but got ${formatGiven(entity)}.`);
}

/** Returns the partition if a generated class created it. @throws TableError `value.wrong-type` for anything else */
export function checkPartition<Scope extends string>(partition: Partition<Scope>): Partition<Scope> {
  if (typeof partition?.partitionKey === "string" && typeof partition.values === "object") return partition;
  const problem = `Expected a partition of a generated class, such as Order.partition({ … }), but got ${formatGiven(partition)}.`;
  throw wrongValue(problem);
}

/**
 * Formats a value that is not a generated class, for an error message. A definition has the same name as its class, so it is easily passed
 * by mistake. Then the text says to import the generated class.
 */
function formatGiven(given: unknown): string {
  if (!isDefinition(given)) return formatValue(given);
  const help = "Import the class that `npx tablewright generate` writes";
  return `the definition of an entity in the table ${given.table}, from its .table.ts file. ${help}`;
}

/** Returns whether a value is a definition that `entity()` of the package tablewright returned. */
function isDefinition(given: unknown): given is { readonly table: string } {
  if (typeof given !== "object" || given === null || Object.keys(given).join() !== "table") return false;
  return typeof (given as { readonly table?: unknown }).table === "string";
}
