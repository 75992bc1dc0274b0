import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * A member whose number has a point or an exponent. The name holds no character that can stand before or after a string, so
 * that no two quotes of different strings enclose it, and inside a string every quote follows a backslash.
 */
const doubleMember = /"((?:[^"\\\s:,[\]{}]|\\u[\da-fA-F]{4})+)"(\s*:\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))/g;

/**
 * `JSON.parse` that keeps apart what JSON text keeps apart: the service writes an Edm.Double with a point or an exponent
 * (`5.0`) and an Edm.Int32 without, both without annotation, and `JSON.parse` makes them the same number. Here each such
 * Double is annotated, so that a row can be written back with its types, also those of properties that no definition
 * declares. For `modify`, `$extra` and rows without a definition; other reads need no more than `JSON.parse`.
 */
export function parsePayload(text: string): unknown {
  return JSON.parse(text.replace(doubleMember, '"$1@odata.type":"Edm.Double","$1"$2'));
}

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** The names of a row's own properties: neither keys nor Timestamp, no annotation, and nothing that is null. */
export function propertyNames(row: EntityPayload): string[] {
  return Object.keys(row).filter((name) => isProperty(name) && row[name] !== null);
}

/** No property name can hold `.` or `@`. */
function isProperty(name: string): boolean {
  return !system.has(name) && !name.includes("@") && !name.startsWith("odata.");
}

export function annotationOf(row: EntityPayload, name: string): unknown {
  return row[`${name}@odata.type`];
}
