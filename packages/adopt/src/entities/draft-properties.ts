import type { PropertySource } from "@tablewright/generator";
import type { EdmName } from "../report.js";
import type { ShapeProperty } from "../trace/shape.js";
import type { EntityGroup } from "./group-entities.js";
import type { EntityKind } from "./name-entities.js";

const builders: Readonly<Record<EdmName, PropertySource["type"]>> = {
  String: "string",
  Boolean: "boolean",
  Int32: "int32",
  Int64: "int64",
  Double: "double",
  DateTime: "dateTime",
  Guid: "guid",
  Binary: "binary",
};

/** A string that is the JSON of a value of any type. */
const anyJson = { type: "json", json: { text: "unknown", imports: [] }, default: undefined } as const;

/** Drafts the properties that a program stores, by their names in the definition. */
export function draftProperties(group: EntityGroup, kind: EntityKind | undefined): Map<string, PropertySource> {
  const properties = new Map<string, PropertySource>();
  for (const [storedName, property] of group.properties) {
    if (kind?.property === storedName) continue;
    const { type, optional, certainty } = property;
    const name = buildPropertyName(storedName);
    const notes = listNotes(property);
    properties.set(name, {
      name,
      storedName,
      type: type === undefined ? "string" : builders[type],
      optional,
      default: optional ? undefined : findDefault(property),
      ...(property.isJson === true && anyJson),
      // `@azure/data-tables` stores whole numbers as Edm.Int32, and other numbers as Edm.Double. With `reads`, conditions on this
      // Edm.Double property also find the whole numbers.
      ...(type === "Double" && certainty !== "proved" && { reads: ["Edm.Int32"] }),
      notes,
    });
  }
  return properties;
}

/**
 * Returns the constant that the program stores if there is no value; undefined if a property of this type cannot have it as its default.
 */
function findDefault({ type, default: value }: ShapeProperty): ShapeProperty["default"] {
  const types = { string: ["String"], number: ["Int32", "Double"], boolean: ["Boolean"] } as const;
  const name = typeof value as keyof typeof types;
  return value !== undefined && (types[name] as readonly unknown[]).includes(type) ? value : undefined;
}

function listNotes({ type, certainty, notes }: ShapeProperty): readonly string[] {
  if (certainty === "proved") return notes;
  const reason = type === undefined ? "its type is not known" : "only its TypeScript type says so";
  return [`uncertain: ${notes.length === 0 ? reason : notes.join(": ")}`];
}

/**
 * Returns the name of a stored property in the definition. This is the stored name, unless it is not an identifier or is reserved, such as
 * `constructor` or `then`.
 */
export function buildPropertyName(stored: string): string {
  const name = stored.replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^(constructor|toJSON|then|__proto__|\d.*)$/.test(name) ? `${name}Value` : name;
}
