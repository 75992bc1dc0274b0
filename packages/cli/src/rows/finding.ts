import { type ErrorCode, errorCodes, type Mismatch } from "@tablewright/runtime";
import { asCoded } from "@tablewright/runtime/edm";
import type { AnySchema } from "../definitions/load-schema.js";

/** Code of a finding: the code of a client error about the row, or one of the codes for problems that no read of the row reports. */
export type FindingCode =
  | ErrorCode
  | "property.undeclared"
  | "migrate.rows-left"
  | "index.entry-missing"
  | "index.entry-differs"
  | "index.entry-stale";

/**
 * Problem found in a row. The message is the same for all rows with the same problem, and contains no values of the rows. Of a row's
 * values, a report shows only the keys and, in `text`, a value that must be corrected.
 */
export interface Finding {
  readonly code: FindingCode;
  /** Name of the entity definition; undefined if no definition reads the row. */
  readonly entity: string | undefined;
  /** Name of the index that the finding is about; undefined for other findings. */
  readonly index?: string;
  /**
   * Name of the property in the definition, or its stored name if the definition does not declare it; undefined if no property is
   * concerned.
   */
  readonly property: string | undefined;
  /** Edm type under which the property is stored; undefined if it is not stored. */
  readonly storedType: string | undefined;
  readonly message: string;
  /** Stored value that the property cannot read because it has another type, shortened; undefined for other findings. */
  readonly text?: string;
}

/** Returns the finding for a mismatch between a row and its definition. */
export function buildFinding(schema: AnySchema, { error, property, annotation, stored }: Mismatch): Finding {
  const { code } = error;
  const found = { code, entity: schema.name, property, storedType: annotation };
  const [, type, reason] = (code === "decode.malformed" && unread.exec(error.message)) || [];
  if (reason === undefined) return { ...found, message: formatMessage(schema, code, property, annotation) };
  const message = `${schema.name}.${property} is stored as ${type}, ${reason}`;
  return { ...found, message, text: JSON.stringify(String(stored).slice(0, maxTextUnits)) };
}

/** Matches the client's message about a value of another type; captures that type and the reason why the property cannot read the value. */
const unread = /is stored as (Edm\.\w+) .*(which (?:is no text of|does not convert to) .*?)\.?$/s;

/** Maximum length of a stored value that is shown, in UTF-16 units. */
const maxTextUnits = 40;

function formatMessage(
  schema: AnySchema,
  code: ErrorCode,
  property: string | undefined,
  storedType: string | undefined,
): string {
  const { name: entity, properties } = schema;
  const declared = property === undefined ? undefined : properties[property];
  if (code === "key.malformed") return `The keys do not have the shape ${formatForm(schema)} of ${entity}`;
  if (code === "decode.key-mismatch")
    return `${property ? `${entity}.${property} gives` : `The properties of ${entity} give`} a key other than the stored one`;
  if (declared === undefined) return `${entity}: ${errorCodes[code].replace(/\.$/, "")}`;
  const { type, min, max, maxLength } = declared;
  const oneOf = declared.oneOf ?? asCoded(type)?.names ?? [];
  const name = `${entity}.${property}`;
  if (code === "decode.wrong-type") return `${name} is stored as ${storedType}, not as ${type.edm}`;
  if (code === "decode.missing") return `${name} is absent, and the definition requires it`;
  if (code === "decode.not-allowed") return `${name} is not one of ${formatList(oneOf)}`;
  if (code === "decode.malformed") return `${name} is not ${malformed[type.edm] ?? `a valid ${type.edm}`}`;
  if (code === "value.too-long")
    return `${name} has more than ${maxLength} ${type.edm === "Edm.Binary" ? "bytes" : "UTF-16 units"}`;
  if (code === "value.out-of-range" && min !== undefined)
    return `${name} is ${max === undefined ? `less than ${min}` : `not between ${min} and ${max}`}`;
  if (code === "value.out-of-range" && max !== undefined) return `${name} is more than ${max}`;
  return `${name}: ${errorCodes[code].replace(/\.$/, "")}`;
}

/** End of the message `Order.placedAt is not …` for a stored value that its property cannot read, by Edm type. */
const malformed: Readonly<Record<string, string>> = {
  "Edm.String": "JSON",
  "Edm.Int64": "an integer that a number can represent exactly",
  "Edm.DateTime": "a time in UTC, such as 2026-11-22T10:00:00Z, between the years 1601 and 9999",
};

/** Lists up to eight values as text. */
function formatList(values: readonly string[]): string {
  const shown = values.slice(0, 8).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > shown.length ? ["…"] : [])].join(", ");
}

/**
 * Returns the key templates of a definition for a message, e.g. `(cust!{customerId}!{at.day}, order!{placedAt})`. A suffix such as `.day`
 * shows that this part of the key contains only a portion of the value.
 */
function formatForm({ partitionParts, rowParts }: AnySchema): string {
  const form = (parts: AnySchema["rowParts"]) => parts.map(formOfPart).join("");
  return `(${form(partitionParts)}, ${form(rowParts)})`;
}

function formOfPart(part: AnySchema["rowParts"][number]): string {
  if (typeof part === "string") return part;
  return `{${part.field}${part.isDerived ? `.${part.form}` : ""}}`;
}
