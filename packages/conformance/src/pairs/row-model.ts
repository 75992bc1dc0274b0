import type { Values } from "../key-shapes/compile-entities.js";
import { type DrawnEntity, fixedNames } from "./drawn-entity.js";
import { type Stored, storedText } from "./options.js";

/** Property that the definition does not declare. */
export const undeclared = "zz";

/** Stands for the time of the write, which the model does not know. */
export const now: unique symbol = Symbol("now");

/** Entity, and what its row stores. */
export interface Held {
  readonly values: Values;
  readonly stored: Stored;
}

/** Operations of single rows. */
export type Operation = "insert" | "insertOrMerge" | "insertOrReplace" | "merge" | "replace" | "delete";

/**
 * Returns what an operation leaves of a row, by the rules of the data model. Expects that the service accepts the write.
 * @param unset the properties that the operation removes
 */
export function applied(
  drawn: DrawnEntity,
  before: Held | undefined,
  operation: Operation,
  given: Values,
  unset: readonly string[] = [],
): Held | undefined {
  if (operation === "delete") return undefined;
  const isMerge = operation === "merge" || (operation === "insertOrMerge" && before !== undefined);
  const written: Record<string, unknown> = {};
  // An entity with read-only properties is inserted as a whole if there is no row.
  const isInserted = before === undefined && fixedNames(drawn).length > 0;
  const takesDefaults = operation !== "merge" && (operation !== "insertOrMerge" || isInserted);
  for (const { defaults } of drawn.options) if (takesDefaults) Object.assign(written, defaults);
  for (const [name, value] of Object.entries(given)) if (value !== undefined) written[name] = value;
  for (const { stamps = {}, fixed = [] } of drawn.options) {
    for (const [name, when] of Object.entries(stamps))
      if (when === "write" || before === undefined) written[name] = now;
    if (before !== undefined) for (const name of fixed) written[name] = before.values[name];
  }
  const values = { ...(isMerge && before?.values), ...written };
  const stored = {
    ...(isMerge && before && asMerged(drawn, before)),
    ...storedRow(drawn, written, isMerge || operation === "insertOrMerge"),
  };
  for (const name of unset) {
    delete values[name];
    delete stored[name];
  }
  return { values, stored };
}

/**
 * Returns what a merge leaves of a row. If the row has a property under a former name, the merge may write it under the present name
 * instead.
 */
function asMerged(drawn: DrawnEntity, { values, stored }: Held): Stored {
  const merged: Record<string, string> = { ...stored };
  const present = storedRow(drawn, values);
  for (const { former, properties = {} } of drawn.options) {
    const names = Object.keys(former?.(values) ?? {});
    if (names.some((name) => stored[name] !== undefined) && Object.keys(properties).some((name) => !stored[name]))
      for (const name of [...names, ...Object.keys(properties)])
        merged[name] = `maybe ${stored[name] ?? present[name]}`;
  }
  return merged;
}

/** Returns what a write stores of these values, by property. */
function storedRow(drawn: DrawnEntity, values: Values, isMerge = false): Stored {
  const stored: Record<string, string> = drawn.kind === undefined ? {} : { kind: `String ${drawn.kind}` };
  const names = new Set(Object.keys(values));
  if (drawn.isKeyOnly) names.delete("id");
  for (const { store, properties = {} } of drawn.options) {
    if (store === undefined) continue;
    for (const name of Object.keys(properties)) names.delete(name);
    Object.assign(stored, store(values, isMerge));
  }
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) stored[name] = value === now ? "now" : storedText(value);
  }
  return stored;
}

/**
 * Returns the index rows of an entity, by their address: table, PartitionKey and RowKey. They contain the values that reads of the entity
 * return, including defaults.
 */
export function indexRows(drawn: DrawnEntity, held: Held, partitionKey: string): Map<string, Stored> {
  const rows = new Map<string, Stored>();
  const values: Values = Object.assign({}, ...drawn.options.map(({ defaults }) => defaults), held.values);
  const stored = storedRow(drawn, values);
  for (const [name, index] of drawn.indexes) {
    const { include = [], properties } = index;
    const rowKey = index.rowKey(values, String(values["id"]));
    if (rowKey === undefined) continue;
    const isLocal = index.partitionKey === undefined;
    const expiry = isLocal ? drawn.options.flatMap(({ expires }) => expires ?? []) : [];
    const copied = include === "all" ? Object.keys(stored) : [...properties, ...include, ...expiry];
    const row: Record<string, string> = { part: storedText(values["part"]) };
    if (!drawn.isKeyOnly || index.unique !== undefined) row["id"] = storedText(values["id"]);
    for (const each of copied) if (stored[each] !== undefined) row[each] = stored[each];
    if (drawn.indexKind !== undefined) row["kind"] = `String ${drawn.indexKind}.${name}`;
    rows.set(`${index.table ?? "Things"} ${index.partitionKey?.(values) ?? partitionKey} ${rowKey}`, row);
  }
  return rows;
}
