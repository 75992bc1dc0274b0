import { isTableError, TableError } from "@tablewright/runtime";
import type { EdmName, EdmValue } from "@tablewright/runtime/edm";
import { asCoded, parseTableRow } from "@tablewright/runtime/edm";
import type { AnySchema } from "../project/studio-project.js";

/** Converts a value to text without loss: all digits of an Int64, dates to 100 ns, bytes as base64, and `-0`. */
export function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Object.is(value, -0)) return "-0";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Texts that become numbers or booleans in JSON, by Edm type. Other texts, such as `NaN`, stay strings. */
const unquoted: Readonly<Partial<Record<EdmName, RegExp>>> = {
  "Edm.Boolean": /^(?:true|false)$/,
  "Edm.Int32": /^-?\d{1,10}$/,
  "Edm.Double": /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
};

const examples: Readonly<Record<EdmName, string>> = {
  "Edm.String": "text",
  "Edm.Boolean": "true or false",
  "Edm.Int32": "a whole number such as -7",
  "Edm.Int64": "a whole number such as -7",
  "Edm.Double": "a number such as 1.5, NaN, Infinity or -Infinity",
  "Edm.DateTime": "a UTC time such as 2026-11-23T09:30:00Z, with up to seven digits of a second",
  "Edm.Guid": "a GUID such as 8f14e45f-ceea-467f-a8f1-0123456789ab",
  "Edm.Binary": "base64",
};

/**
 * Parses the text of a value to the type of the entity's property.
 * @throws TableError `value.out-of-range` naming entity and property, `value.unknown-property`
 */
export function parseField(schema: AnySchema, field: string, text: string): unknown {
  const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (property === undefined) {
    const names = Object.keys(schema.properties).join(", ");
    const problem = `${schema.name} has no property ${JSON.stringify(field)}. It has ${names}.`;
    throw new TableError("value.unknown-property", problem, { entity: schema.name, property: field });
  }
  const { type } = property;
  try {
    const codes = asCoded(type);
    if (codes !== undefined)
      return codes.names[codes.names.indexOf(text)] ?? codes.fromJson(undefined, undefined, true);
    return type.isJson ? JSON.parse(text) : type.fromJson(jsonOf(type.edm, text), type.edm, true);
  } catch (error) {
    if (!isTableError(error) && !(error instanceof SyntaxError)) throw error;
    throw invalid(`${schema.name}.${field}`, type.edm, text, { entity: schema.name, property: field });
  }
}

/**
 * Parses the text of a stored property to a value of its Edm type.
 * @throws TableError `value.out-of-range` naming table and property
 */
export function parseStored(table: string, name: string, type: EdmName, text: string): EdmValue {
  try {
    const row = parseTableRow(table, JSON.stringify({ "value@odata.type": type, value: jsonOf(type, text) }));
    const { value } = row.properties;
    if (value !== undefined) return value;
  } catch (error) {
    if (!isTableError(error)) throw error;
  }
  throw invalid(`${table}.${name}`, type, text, { entity: table, property: name });
}

/**
 * Converts text to the JSON value that the service would send for the type. Text that is not a number or boolean stays a string, which
 * the type then rejects unless it is a valid value, such as `NaN`.
 */
function jsonOf(type: EdmName, text: string): unknown {
  const pattern = unquoted[type];
  if (pattern === undefined || !pattern.test(text)) return text;
  return type === "Edm.Boolean" ? text === "true" : Number(text);
}

function invalid(place: string, type: EdmName, text: string, names: { entity: string; property: string }): TableError {
  const shown = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
  return new TableError(
    "value.out-of-range",
    `${place} is ${JSON.stringify(shown)}; ${type} takes ${examples[type]}`,
    names,
  );
}
