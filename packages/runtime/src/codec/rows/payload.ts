import type { EntityPayload } from "../../schema/entity-schema.js";

/**
 * End of a member whose number has a point or an exponent, from the quote after its name. The character before that quote cannot precede a
 * string, so that the quote does not begin one. Inside a string every quote follows a backslash. The pattern skips the name itself, because
 * it would try every long text as a name.
 */
const doubleMember = /(?<=[^"\\\s:,[\]{}])"\s*:\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/**
 * Parses JSON, and annotates each Edm.Double. The service writes an Edm.Double with a point or an exponent (`5.0`) and an Edm.Int32
 * without, both without annotation; `JSON.parse` returns the same number for both. With the annotation a row can be written back with its
 * types, including properties that no definition declares. For `modify`, `$extra` and rows without a definition; other reads use
 * `JSON.parse`.
 */
export function parsePayload(text: string): unknown {
  return JSON.parse(text.replace(doubleMember, annotate));
}

/** @param at position of the quote after the name */
function annotate(member: string, at: number, text: string): string {
  const name = text.slice(text.lastIndexOf('"', at - 1) + 1, at);
  return `${member},"${name}@odata.type":"Edm.Double"`;
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
