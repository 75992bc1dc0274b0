import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import type { EdmName } from "./edm-type.js";

/**
 * Creates the error of a value that cannot be written because its JavaScript type does not fit the Edm type. `takes` describes the values
 * that fit.
 */
export function wrongType(edm: EdmName, takes: string, value: unknown): TableError {
  const isObject = typeof value === "object" && value !== null;
  const [, , text] = (isObject && conversions.find(([what, member]) => what === takes && member in value)) || [];
  return wrongValue(`is ${formatValue(value)}; ${edm} takes ${takes}${text ? `, such as ${text}` : ""}`);
}

/** Code that converts values of Luxon, Day.js, Moment, `Temporal` or Decimal, by what is taken and a member of the value. */
const conversions: readonly (readonly [takes: string, member: string, text: string])[] = [
  ["a Date", "toJSDate", "its toJSDate()"],
  ["a Date", "toDate", "its toDate()"],
  ["a Date", "epochMilliseconds", "new Date(value.epochMilliseconds)"],
  ["an ISO 8601 string", "toISOString", "its toISOString()"],
  ["an ISO 8601 string", "toISO", "its toISO()"],
  ["an ISO 8601 string", "epochMilliseconds", "its toString()"],
  ["a number", "toNumber", "its toNumber()"],
];

export function outOfRange(value: unknown, range: string): TableError {
  return new TableError("value.out-of-range", `is ${formatValue(value)}; ${range}`);
}

/** Creates the error of a stored value that is absent, or of another Edm type than expected. */
export function mismatch(edm: EdmName, json: unknown, annotation: unknown, help = ""): TableError {
  if (json === null || json === undefined) return new TableError("decode.missing", `is absent; ${edm} is required`);
  if (annotation === edm) return malformed(edm, json, `JSON has it as a ${edm === "Edm.Double" ? "number" : "string"}`);
  const stored = `${storedType(edm, json, annotation)} ${formatValue(json)}`;
  return new TableError("decode.wrong-type", `is stored as ${stored}, not as ${edm}${help}`);
}

/** Creates the error of a stored value that has the right Edm type but cannot be read. */
export function malformed(edm: EdmName, json: unknown, reason: string): TableError {
  const problem = `is stored as ${formatValue(json)}, which is not a valid ${edm}: ${reason}`;
  return new TableError("decode.malformed", problem);
}

/** Types whose JSON is never a string of digits. Such a string without annotation may be an Edm.String or an Edm.Int64. */
const withoutText: ReadonlySet<EdmName> = new Set(["Edm.Boolean", "Edm.Int32", "Edm.Double"]);

function storedType(edm: EdmName, json: unknown, annotation: unknown): string {
  if (typeof annotation === "string") return annotation;
  if (typeof json === "string")
    return withoutText.has(edm) && /^-?\d+$/.test(json) ? "Edm.String or Edm.Int64" : "Edm.String";
  if (typeof json === "boolean") return "Edm.Boolean";
  if (typeof json === "number") return Number.isInteger(json) ? "Edm.Int32 or Edm.Double" : "Edm.Double";
  return "no Edm type:";
}

/** Checks that a value has at most `max` units; `unit` is their name in the message. @throws TableError `value.too-long` */
export function checkLength(units: number, max: number, unit: string): void {
  if (units > max) throw new TableError("value.too-long", `has ${units} ${unit}; the limit is ${max}`);
}

/** Checks a number. @throws TableError `value.out-of-range` if it is outside the definition's `min` and `max` */
export function checkRange(
  value: number | bigint,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): void {
  if (min !== undefined && value < min) throw outOfRange(value, `the definition's minimum is ${formatValue(min)}`);
  if (max !== undefined && value > max) throw outOfRange(value, `the definition's maximum is ${formatValue(max)}`);
}
