import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * Member whose number has a point or an exponent. The pattern excludes from the name each character that can precede or follow a string, so
 * that it cannot match the text between two strings. Inside a string every quote follows a backslash.
 */
const doubleMember = /"((?:[^"\\\s:,[\]{}]|\\u[\da-fA-F]{4})+)"(\s*:\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))/g;

/**
 * Parses JSON, and annotates each Edm.Double. The service writes an Edm.Double with a point or an exponent (`5.0`) and an Edm.Int32
 * without, both without annotation; `JSON.parse` returns the same number for both. With the annotation a row can be written back with its
 * types, including properties that no definition declares. For `modify`, `$extra` and rows without a definition; other reads use
 * `JSON.parse`.
 */
export function parsePayload(text: string): unknown {
  return JSON.parse(text.replace(doubleMember, '"$1@odata.type":"Edm.Double","$1"$2'));
}

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** Returns the names of a row's own properties, without keys, Timestamp, annotations and null values. */
export function propertyNames(row: EntityPayload): string[] {
  return Object.keys(row).filter((name) => isProperty(name) && row[name] !== null);
}

/** Returns whether a member is a property. No property name contains `.` or `@`. */
function isProperty(name: string): boolean {
  return !system.has(name) && !name.includes("@") && !name.startsWith("odata.");
}

export function annotationOf(row: EntityPayload, name: string): unknown {
  return row[`${name}@odata.type`];
}
