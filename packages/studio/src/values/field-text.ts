import { isTableError, TableError } from "@tablewright/runtime";
import { asCoded, ExactDate } from "@tablewright/runtime/edm";
import type { AnySchema } from "../project/studio-project.js";
import { invalidText, jsonOf, valueText } from "./value-text.js";

export type Property = AnySchema["properties"][string];

/** Converts the value of an entity's property to text without loss. JSON documents are JSON, and times ISO 8601 whatever their form. */
export function fieldText({ type }: Property, value: unknown): string {
  if (type.isJson) return JSON.stringify(value);
  if (type.edm === "Edm.DateTime" && typeof value === "bigint") return ExactDate.fromTicks(value).toISOString();
  return valueText(value);
}

/**
 * Parses the text of a value to the type of the entity's property.
 * @throws TableError `value.*` naming entity and property
 */
export function parseField(schema: AnySchema, field: string, text: string): unknown {
  const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (property === undefined) {
    const names = Object.keys(schema.properties).join(", ");
    const problem = `${schema.name} has no property ${JSON.stringify(field)}. It has ${names}.`;
    throw new TableError("value.unknown-property", problem, { entity: schema.name, property: field });
  }
  const { type } = property;
  const place = { entity: schema.name, property: field };
  const codes = asCoded(type);
  if (codes !== undefined) {
    if (codes.names.includes(text)) return text;
    const choices = codes.names.map((name) => JSON.stringify(name)).join(", ");
    const problem = `${schema.name}.${field} is ${JSON.stringify(text)}; the definition allows ${choices}`;
    throw new TableError("value.not-allowed", problem, place);
  }
  if (type.isJson) return parseJson(`${schema.name}.${field}`, text, place);
  try {
    return type.fromJson(jsonOf(type.edm, text), type.edm, true);
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw invalidText(`${schema.name}.${field}`, type.edm, text, place);
  }
}

/** Matches whole numbers in JSON, and also its strings, so that digits inside of a string are not taken for a number. */
const stringOrInteger = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d+(?![\d.eE])/g;

/** Parses a JSON document. Refuses whole numbers that JavaScript cannot hold, because they would be stored with other digits. */
function parseJson(
  place: string,
  text: string,
  names: { readonly entity: string; readonly property: string },
): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TableError("value.out-of-range", `${place} is not JSON: ${(error as SyntaxError).message}`, names);
  }
  for (const [token] of text.matchAll(stringOrInteger)) {
    if (token.startsWith('"') || Number.isSafeInteger(Number(token)) || BigInt(token) === BigInt(Number(token)))
      continue;
    const problem = `${place} holds ${token}, which JavaScript rounds to ${BigInt(Number(token))}. Write it as a string`;
    throw new TableError("value.out-of-range", problem, names);
  }
  return value;
}
