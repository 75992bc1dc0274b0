import { formatValue } from "../errors/format-value.js";
import { TableError, wrongValue } from "../errors/table-error.js";
import type { Limits } from "../schema/limits.js";
import { buildJsonPrefix } from "../schema/property.js";
import { type EdmValue, edmValue, parseEdmType } from "./edm/edm-value.js";
import { checkLength } from "./edm/value-errors.js";

/**
 * Maximum number of names whose member prefixes are kept. Rows mostly have the same names. The limit is for tables whose names are data.
 */
const maxNames = 1000;
const prefixes = new Map<string, Map<string, string>>();

/** Writes a JSON member with its type annotation: `,"name@odata.type":"Edm.Int64","name":"5"`. */
export function memberText(name: string, edm: string, json: string): string {
  const known = prefixes.get(name)?.get(edm);
  if (known !== undefined) return known + json;
  const prefix = buildJsonPrefix(name, edm);
  const ofName = prefixes.get(name);
  if (ofName !== undefined) ofName.set(edm, prefix);
  else if (prefixes.size < maxNames) prefixes.set(name, new Map([[edm, prefix]]));
  return prefix + json;
}

/**
 * Writes a typed value as a JSON member, and checks its size.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
export function edmMember(name: string, value: EdmValue, limits: Limits): string {
  const type = parseEdmType(value?.type);
  if (type === undefined) throw wrongValue(untypedProblem(value));
  const json = type.toJson(value.value);
  if (value.type === "Edm.String") checkLength(value.value.length, limits.stringUnits, "UTF-16 units");
  if (value.type === "Edm.Binary") checkLength(value.value.byteLength, limits.binaryBytes, "bytes");
  return memberText(name, value.type, json);
}

/** Returns the message for a value that has no Edm type. For a number it suggests two types, because both fit. */
export function untypedProblem(value: unknown): string {
  const help = typeof value === "number" ? "edm.int32(5) or edm.double(5)" : 'edm.of("text")';
  return `is ${formatValue(value)}; wrap it in an Edm type, such as ${help}`;
}

/**
 * Returns the value of a member of a parsed payload, with its Edm type. A whole number without annotation counts as an Edm.Int32. So the
 * payload must come from `parseStoredPayload` or `parsePayload`, which annotate whole Doubles.
 */
export function readEdmValue(json: unknown, annotation: unknown, typed: boolean): EdmValue {
  const type = typeof annotation === "string" ? annotation : findJsonType(json);
  const edm = parseEdmType(type);
  if (edm === undefined)
    throw new TableError("decode.wrong-type", `is stored as ${type}, which is not an Edm type that tables support`);
  return edmValue(edm.edm, edm.fromJson(json, annotation, typed));
}

export function findJsonType(json: unknown): string {
  if (typeof json === "number") return (json | 0) === json ? "Edm.Int32" : "Edm.Double";
  return typeof json === "boolean" ? "Edm.Boolean" : "Edm.String";
}
