import { isDerivedEncoding, isRounded, type KeyEncoding } from "../../model/keys/key-encoding.js";
import { type KeyModel, type KeyPart, type KeyProperty, keyPieces } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { stringLiteral } from "../source-text.js";
import { localName, storedDefaultCode } from "./property-code.js";
import { chooseRepresentation } from "./property-representation.js";
import type { RuntimeValue } from "./runtime-names.js";

/**
 * Names that generated code uses for a key encoding: its name in the schema, and the runtime's function that encodes a value as key text.
 */
interface KeyForm {
  readonly encoding: string;
  readonly key: RuntimeValue;
}

const plain = {
  text: { encoding: "text", key: "keyText" },
  raw: { encoding: "raw", key: "keyRaw" },
  guid: { encoding: "guid", key: "keyGuid" },
  boolean: { encoding: "boolean", key: "keyBoolean" },
  pad: { encoding: "pad", key: "keyPad" },
  lower: { encoding: "lower", key: "keyLower" },
  year: { encoding: "year", key: "keyYear" },
  month: { encoding: "month", key: "keyMonth" },
  day: { encoding: "day", key: "keyDay" },
  hour: { encoding: "hour", key: "keyHour" },
} as const satisfies Record<string, KeyForm>;

export function encodingCode(part: KeyProperty): KeyForm {
  const { encoding, property } = part;
  const calls = findKeyPartEncoding(part);
  if (calls !== undefined) return { encoding: calls, key: "keyPart" };
  if (encoding !== "asc" && encoding !== "desc") return plain[encoding as keyof typeof plain];
  const direction = encoding === "asc" ? "Asc" : "Desc";
  if (property.type === "dateTime") return { encoding: `ticks${direction}`, key: `keyTicks${direction}` };
  if (property.type === "int32") return { encoding: `int32${direction}`, key: `keyInt32${direction}` };
  return { encoding: `int64${direction}`, key: `keyInt64${direction}` };
}

/**
 * Returns the name of an encoding, such as `.hex(8)`, that the runtime's general function `keyPart` writes as key text; undefined for an
 * encoding with a function of its own.
 */
export function findKeyPartEncoding(part: KeyProperty): KeyEncoding | `exact.${string}` | undefined {
  const { encoding, property } = part;
  const { type, length, pattern } = property;
  const isWhole = encoding === "text" || encoding === "raw";
  if (isWhole && pattern !== undefined) return `.${pattern}`;
  if (encoding === "raw" && length !== undefined && property.oneOf === undefined) return `.fixed(${length})`;
  if (!encoding.startsWith(".")) return undefined;
  if (type === "guid") return encoding === ".upper" ? ".guidUpper" : encoding.includes('"N"') ? ".guidN" : ".guidB";
  if (encoding === ".upper") return ".upperText";
  const calls = encoding as `.${string}`;
  return isRounded(encoding) && !isDerivedEncoding(encoding, property) ? `exact${calls}` : calls;
}

export function keyProperties(key: KeyModel): readonly KeyProperty[] {
  return key.parts.filter((part) => part.kind === "property");
}

/** Emits the parts of a key as passed to the schema: `["order", $region, [$placedAt, "ticksDesc"]]`. */
export function partsCode(key: KeyModel): string {
  return `[${key.parts.map((part) => partCode(part)).join(", ")}]`;
}

/**
 * Emits the parts of a key with their separators: `["w", [$name, "text", 0, undefined, "_"], "_"]`. The array of a property contains its
 * encoding, width, shards and the text that ends it, here `_`.
 */
export function piecesCode(key: KeyModel): string {
  const pieces = keyPieces(key).map((piece) =>
    typeof piece === "string" ? stringLiteral(piece) : partCode(piece, piece.end),
  );
  return `[${pieces.join(", ")}]`;
}

/** Emits one part of a key. @param end text that ends the value in the key; by default the separator of the key */
function partCode(part: KeyPart, end = ""): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const { encoding, width, shards } = part;
  const name = localName(part.property);
  const counts = shards === undefined ? (width === undefined ? [] : [width]) : [width ?? 0, shards];
  const form = encodingCode(part);
  if (end !== "" && isOpenText(part))
    return `[${[name, stringLiteral(form.encoding), width ?? 0, String(shards), stringLiteral(end)].join(", ")}]`;
  if (encoding === "text" && form.key === "keyText" && counts.length === 0) return name;
  return `[${[name, stringLiteral(form.encoding), ...counts].join(", ")}]`;
}

/**
 * Returns whether the encoding of a value must know the text that follows in the key, because it escapes or rejects that text in the value.
 */
function isOpenText(part: KeyProperty): boolean {
  const { encoding } = part;
  if (encoding === ".upper") return part.property.type === "string";
  return findKeyPartEncoding(part) === undefined && (encoding === "text" || encoding === "raw" || encoding === "lower");
}

/** Emits the expression that builds the key from the properties of `variable`. */
export function keyCode(key: KeyModel, variable: string): string {
  return keyPieces(key)
    .map((piece) => (typeof piece === "string" ? stringLiteral(piece) : encodeCode(piece, variable)))
    .join(" + ");
}

export function valueCode(property: PropertyModel, variable: string): string {
  const fallback = storedDefaultCode(property);
  const value = `${variable}.${property.name}${fallback === undefined ? "" : ` ?? ${fallback}`}`;
  if (property.codes === undefined) return value;
  return `$.codeOf<${chooseRepresentation(property).type}>(${localName(property)}, ${value})`;
}

/** Emits the expression that encodes a property of `variable` as text of a key. */
export function encodeCode(part: KeyProperty, variable: string): string {
  const { property, shards } = part;
  const { key, encoding } = encodingCode(part);
  const calls = key === "keyPart" ? [stringLiteral(encoding)] : [];
  const text = `$.${key}(${[...calls, valueCode(property, variable), ...textArguments(part)].join(", ")})`;
  return shards === undefined ? text : `$.keyShard(${text}, ${shards})`;
}

/**
 * Returns the last arguments of a call that encodes or parses a key part: the text that ends the value in the key, or the width. Empty if
 * the call needs neither.
 */
export function textArguments(part: KeyProperty): string[] {
  const { end, width } = part;
  if (isOpenText(part)) return end === defaultEndOf(part) ? [] : [stringLiteral(end)];
  return width === undefined ? [] : [String(width)];
}

function defaultEndOf(part: KeyProperty): string {
  return findKeyPartEncoding(part) === undefined ? "!" : "";
}
