import type { EntityPayload } from "../schema/entity-schema.js";

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
