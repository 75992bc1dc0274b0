import { formatDateTime, isCanonicalDateTime } from "./date-time.js";

type EdmName =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/**
 * Value of a stored property. `json` is the value's text in a response. `value` is for comparisons: `<` orders it as the service does, with
 * a DateTime as ticks, a Guid as lower-case text, and a Binary as one character for each byte.
 */
export interface EdmValue {
  readonly type: EdmName;
  readonly json: string;
  readonly value: string | number | bigint | boolean;
  /** Bytes that count towards the entity's limit of 1 MiB. */
  readonly size: number;
}

/**
 * Returns whether a response annotates the value with its type at minimal and full metadata. A Double is annotated only if it is not
 * finite.
 */
export function isAnnotated(value: EdmValue): boolean {
  switch (value.type) {
    case "Edm.Int64":
    case "Edm.DateTime":
    case "Edm.Guid":
    case "Edm.Binary":
      return true;
    case "Edm.Double":
      return value.json.startsWith('"');
    default:
      return false;
  }
}

const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Writes a JSON string as the service does, with everything outside printable ASCII escaped. */
export function jsonString(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function stringValue(text: string): EdmValue {
  return { type: "Edm.String", json: jsonString(text), value: text, size: text.length * 2 + 4 };
}

export function booleanValue(value: boolean): EdmValue {
  return { type: "Edm.Boolean", json: String(value), value, size: 1 };
}

export function int32Value(value: number): EdmValue {
  return { type: "Edm.Int32", json: String(value), value, size: 4 };
}

export function int64Value(value: bigint): EdmValue {
  return { type: "Edm.Int64", json: `"${value}"`, value, size: 8 };
}

/** Returns an Edm.Double. The JSON of a finite one is never an integer: `5.0`, `-0.0`, `1e+21`. */
export function doubleValue(value: number): EdmValue {
  return { type: "Edm.Double", json: doubleText(value), value, size: 8 };
}

/**
 * Returns an Edm.DateTime.
 * @param text the date as the request contains it. If it has the service's own format, the JSON contains it unchanged
 */
export function dateTimeValue(ticks: bigint, text = ""): EdmValue {
  const canonical = isCanonicalDateTime(text) ? text : formatDateTime(ticks);
  return { type: "Edm.DateTime", json: `"${canonical}"`, value: ticks, size: 8 };
}

export function guidValue(text: string): EdmValue {
  const value = text.toLowerCase();
  return { type: "Edm.Guid", json: `"${value}"`, value, size: 16 };
}

export function binaryValue(bytes: Uint8Array): EdmValue {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    type: "Edm.Binary",
    json: `"${buffer.toString("base64")}"`,
    value: buffer.toString("latin1"),
    size: bytes.byteLength + 4,
  };
}

function doubleText(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
