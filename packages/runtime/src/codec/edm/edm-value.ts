import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { isBytes, isDate } from "../../platform/built-ins.js";
import { binary } from "./binary.js";
import { dateTime } from "./date-time.js";
import { buildJsonPrefix, type EdmName, type EdmType, type SizeLimits } from "./edm-type.js";
import { type Guid, guid } from "./guid.js";
import { boolean, double, int32, int64 } from "./numbers.js";
import { string } from "./string.js";
import { jsonValue } from "./to-json.js";
import { checkLength } from "./value-errors.js";

/** Value with its Edm type, as in a row without a definition. */
export type EdmValue =
  | { readonly type: "Edm.String"; readonly value: string }
  | { readonly type: "Edm.Boolean"; readonly value: boolean }
  | { readonly type: "Edm.Int32"; readonly value: number }
  | { readonly type: "Edm.Int64"; readonly value: bigint }
  | { readonly type: "Edm.Double"; readonly value: number }
  | { readonly type: "Edm.DateTime"; readonly value: Date }
  | { readonly type: "Edm.Guid"; readonly value: Guid }
  | { readonly type: "Edm.Binary"; readonly value: Uint8Array };

/** Readers and writers of the Edm types, by name, for values without a definition. */
const edmTypes: ReadonlyMap<unknown, EdmType> = new Map<EdmName, EdmType>([
  ["Edm.String", string],
  ["Edm.Boolean", boolean],
  ["Edm.Int32", int32],
  ["Edm.Int64", int64],
  ["Edm.Double", double],
  ["Edm.DateTime", dateTime],
  ["Edm.Guid", guid],
  ["Edm.Binary", binary],
]);

/** Returns the Edm type with this name, which may come from a payload; undefined if tables have no such type. */
export function parseEdmType(name: unknown): EdmType | undefined {
  return edmTypes.get(name);
}

/**
 * Returns a value as a literal of `$filter`, such as `5L`, for the condition `$odata` of a row without a definition.
 * @throws TableError `value.*` if the type does not allow the value
 */
export function edmLiteral({ type, value }: EdmValue): string {
  return (edmTypes.get(type) as EdmType<unknown>).toLiteral(value);
}

/** Value with its Edm type. `JSON.stringify` can write it, even a bigint or bytes. */
class TypedValue {
  readonly type: EdmName;
  readonly value: unknown;

  constructor(type: EdmName, value: unknown) {
    this.type = type;
    this.value = value;
  }

  toJSON(): object {
    return { type: this.type, value: jsonValue(this.value) };
  }
}

function edmValue(type: EdmName, value: unknown): EdmValue {
  return new TypedValue(type, value) as EdmValue;
}

/** Value that a row stores with another text than the one that is written for it, such as a time with zeros at its end. */
class StoredValue extends TypedValue {
  readonly #text: string;

  constructor(type: EdmName, value: unknown, text: string) {
    super(type, value);
    this.#text = text;
  }

  /** Returns the stored text; undefined for a value that has another one, also if its Date was changed since. */
  static textOf(value: EdmValue): string | undefined {
    if (!(value instanceof StoredValue)) return undefined;
    const type = edmTypes.get(value.type) as EdmType;
    const text = value.#text;
    return type.toJson(type.fromJson(text, value.type, true)) === type.toJson(value.value) ? text : undefined;
  }
}

/**
 * Returns the text that a row stores for a value that was read, if it is not the one that is written for the value: emulators and Cosmos DB
 * keep zeros at the end of a time, and the case of a GUID. A write of the value has this text again. Undefined for every other value.
 */
export function storedText(value: EdmValue): string | undefined {
  return StoredValue.textOf(value);
}

/**
 * Returns a value that is written with a text of {@link storedText}, so that a row gets its stored texts back.
 * @throws TableError `decode.*` if the text is none of the type
 */
export function withStoredText(type: "Edm.DateTime" | "Edm.Guid", text: string): EdmValue {
  return readStoredValue(text, type, true);
}

/** JavaScript value that only one Edm type fits. A string is an Edm.String, even if it has the form of a GUID. */
export type CertainValue = string | boolean | bigint | Date | Uint8Array;

/** Message that the compiler shows if `edm.of` gets a plain number. */
type PlainNumber = "✗ a number is an Edm.Int32 or an Edm.Double: write edm.int32(5) or edm.double(5)";

/**
 * Returns the only Edm type that fits a value.
 * @param what a description of the value, for the message
 * @throws TableError `value.wrong-type` if no type fits, or several do, as for a number
 */
export function certainType(what: string, value: unknown): EdmName {
  if (typeof value === "string") return "Edm.String";
  if (typeof value === "boolean") return "Edm.Boolean";
  if (typeof value === "bigint") return "Edm.Int64";
  if (isDate(value)) return "Edm.DateTime";
  if (isBytes(value)) return "Edm.Binary";
  const help =
    typeof value === "number"
      ? `Write edm.int32(${value}) or edm.double(${value}).`
      : "Pass a string, boolean, bigint, Date or Uint8Array.";
  throw wrongValue(`${what} is ${formatValue(value)}. ${help}`);
}

/**
 * Functions that give a value its Edm type: `edm.int64(5n)`, `edm.double(5)`. Values are checked when they are sent. In JSON they are
 * `{ "type": "Edm.Int64", "value": "5" }`.
 */
export const edm = {
  /**
   * Gives a value the only Edm type that fits it: a string, boolean, bigint, Date or Uint8Array.
   * @throws TableError `value.wrong-type` for a number: write `edm.int32(5)` or `edm.double(5)`
   */
  of: <T extends CertainValue | number>(value: T extends number ? PlainNumber : T): EdmValue =>
    edmValue(certainType("The value of edm.of", value), value),
  /** Makes an Edm.String: at most 32,768 UTF-16 units. */
  string: (value: string): EdmValue => edmValue("Edm.String", value),
  /** Makes an Edm.Boolean. */
  boolean: (value: boolean): EdmValue => edmValue("Edm.Boolean", value),
  /** Makes an Edm.Int32: −2³¹ to 2³¹ − 1. */
  int32: (value: number): EdmValue => edmValue("Edm.Int32", value),
  /** Makes an Edm.Int64: −2⁶³ to 2⁶³ − 1. */
  int64: (value: bigint): EdmValue => edmValue("Edm.Int64", value),
  /** Makes an Edm.Double: also NaN and ±Infinity. */
  double: (value: number): EdmValue => edmValue("Edm.Double", value),
  /** Makes an Edm.DateTime: UTC, in steps of 100 ns. */
  dateTime: (value: Date): EdmValue => edmValue("Edm.DateTime", value),
  /** Makes an Edm.Guid: stored in lower case. */
  guid: (value: Guid): EdmValue => edmValue("Edm.Guid", value),
  /** Makes an Edm.Binary: at most 65,536 bytes. */
  binary: (value: Uint8Array): EdmValue => edmValue("Edm.Binary", value),
} as const;

/**
 * Maximum number of names whose member prefixes are kept. Rows mostly have the same names. The limit is for tables whose names are data.
 */
const maxNames = 1000;
const prefixes = new Map<string, Map<string, string>>();

/** Writes a JSON member with its type annotation: `,"name@odata.type":"Edm.Int64","name":"5"`. */
export function memberText(name: string, edmName: string, json: string): string {
  const known = prefixes.get(name)?.get(edmName);
  if (known !== undefined) return known + json;
  const prefix = buildJsonPrefix(name, edmName);
  const ofName = prefixes.get(name);
  if (ofName !== undefined) ofName.set(edmName, prefix);
  else if (prefixes.size < maxNames) prefixes.set(name, new Map([[edmName, prefix]]));
  return prefix + json;
}

/**
 * Writes a typed value as a JSON member, and checks its size.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
export function edmMember(name: string, value: EdmValue, limits: SizeLimits): string {
  const type = parseEdmType(value?.type);
  if (type === undefined) throw wrongValue(untypedProblem(value));
  const text = StoredValue.textOf(value);
  const json = text === undefined ? type.toJson(value.value) : `"${text}"`;
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

/** Returns the value of a member of a row that the service returned, as {@link readEdmValue} does. A write of the value keeps its stored text. */
export function readStoredValue(json: unknown, annotation: unknown, typed: boolean): EdmValue {
  const read = readEdmValue(json, annotation, typed);
  return typeof json !== "string" || isWrittenText(read, json)
    ? read
    : (new StoredValue(read.type, read.value, json) as EdmValue);
}

/** Returns whether a value is written with the text. Only a time and a GUID can have other ones. */
function isWrittenText({ type, value }: EdmValue, text: string): boolean {
  if (type === "Edm.Guid") return text === value;
  if (type !== "Edm.DateTime") return true;
  // Of the texts of a time, only a fraction that ends with a zero is written differently.
  return text.length <= wholeSecond.length || text.charAt(text.length - 2) !== "0";
}

const wholeSecond = "2026-01-01T00:00:00Z";

export function findJsonType(json: unknown): string {
  if (typeof json === "number") return (json | 0) === json ? "Edm.Int32" : "Edm.Double";
  return typeof json === "boolean" ? "Edm.Boolean" : "Edm.String";
}
