import { isTableError, TableError } from "@tablewright/runtime";
import type { EdmName, EdmValue } from "@tablewright/runtime/edm";
import { parseTableRow } from "@tablewright/runtime/edm";
import { withStoredText } from "@tablewright/runtime/lines";

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
 * Parses the text of a stored property to a value of its Edm type.
 * @param exact text that a write of the value stores, if it is not the one that the client writes
 * @throws TableError `value.out-of-range` naming table and property
 */
export function parseStored(table: string, name: string, type: EdmName, text: string, exact?: string): EdmValue {
  try {
    if (exact !== undefined && (type === "Edm.DateTime" || type === "Edm.Guid")) {
      const stored = withStoredText(type, exact);
      // The text is another one if the user has changed it.
      if (valueText(stored.value) === text) return stored;
    }
    const json = jsonOf(type, text);
    // JSON.stringify writes -0 as 0.
    const written = Object.is(json, -0) ? "-0.0" : JSON.stringify(json);
    const row = parseTableRow(table, `{"value@odata.type":"${type}","value":${written}}`);
    const { value } = row.properties;
    if (value !== undefined) return value;
  } catch (error) {
    if (!isTableError(error)) throw error;
  }
  throw invalidText(`${table}.${name}`, type, text, { entity: table, property: name });
}

/**
 * Converts text to the JSON value that the service would send for the type. Text that is not a number or boolean stays a string, which
 * the type then rejects unless it is a valid value, such as `NaN`.
 */
export function jsonOf(type: EdmName, text: string): unknown {
  const pattern = unquoted[type];
  if (pattern === undefined || !pattern.test(text)) return text;
  return type === "Edm.Boolean" ? text === "true" : Number(text);
}

/** Returns the error for a text that is not a value of the type. @param place the entity or table, and the property: `Order.total` */
export function invalidText(
  place: string,
  type: EdmName,
  text: string,
  names: { readonly entity: string; readonly property: string },
): TableError {
  const shown = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
  return new TableError(
    "value.out-of-range",
    `${place} is ${JSON.stringify(shown)}; ${type} takes ${examples[type]}`,
    names,
  );
}
