import type { EntityPayload } from "../../schema/entity-schema.js";

/** End of a member whose number has a point or an exponent, from the quote after its name. */
const doubleMember = /"\s*:\s*-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/**
 * Characters before a quote that does not end a name: such a quote begins a string, or is part of one, where every quote follows a
 * backslash. Testing them in the pattern above would take most of its time.
 */
const beforeOtherQuote = /[\s:,[\]{}"\\]/;

/**
 * Parses JSON, and annotates each Edm.Double. The service writes an Edm.Double with a point or an exponent (`5.0`) and an Edm.Int32
 * without, both without annotation; `JSON.parse` returns the same number for both. With the annotation a row can be written back with its
 * types, including properties that no definition declares. For `modify`, `$extra` and rows without a definition; other reads use
 * `JSON.parse`.
 */
export function parsePayload(text: string): unknown {
  return JSON.parse(text.replace(doubleMember, annotate));
}

/** @param at position of the quote */
function annotate(member: string, at: number, text: string): string {
  if (beforeOtherQuote.test(text.charAt(at - 1))) return member;
  const name = text.slice(text.lastIndexOf('"', at - 1) + 1, at);
  return `${member},"${name}@odata.type":"Edm.Double"`;
}

const system: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** Maximum number of names to keep. Rows mostly share their property names; the limit is for tables whose names are data. */
const maxNames = 1000;
const annotationNames = new Map<string, string | null>();

/** Returns the names of a row's own properties, without keys, Timestamp, annotations and null values. */
export function propertyNames(row: EntityPayload): string[] {
  return Object.keys(row).filter((name) => annotationName(name) !== null && row[name] !== null);
}

export function annotationOf(row: EntityPayload, name: string): unknown {
  const annotation = annotationName(name);
  return annotation === null ? undefined : row[annotation];
}

/** Returns the name of the annotation of a property; null for a member that is not a property. */
function annotationName(name: string): string | null {
  const known = annotationNames.get(name);
  if (known !== undefined) return known;
  const annotation = isProperty(name) ? `${name}@odata.type` : null;
  if (annotationNames.size < maxNames) annotationNames.set(name, annotation);
  return annotation;
}

/** Returns whether a member is a property. No property name contains `.` or `@`. */
function isProperty(name: string): boolean {
  return !system.has(name) && !name.includes("@") && !name.startsWith("odata.");
}
