import type { KeyModel, KeyPart, KeyProperty } from "../../model/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { stringLiteral } from "../source-text.js";
import { localName, storedDefaultCode } from "./property-code.js";
import type { RuntimeValue } from "./runtime-names.js";

/** Generated code for an encoding: its form in the schema, and the function that makes key text. */
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

function keyForm({ encoding, property }: KeyProperty): KeyForm {
  if (encoding !== "asc" && encoding !== "desc") return plain[encoding];
  const direction = encoding === "asc" ? "Asc" : "Desc";
  if (property.type === "dateTime") return { encoding: `ticks${direction}`, key: `keyTicks${direction}` };
  if (property.type === "int32") return { encoding: `int32${direction}`, key: `keyInt32${direction}` };
  return { encoding: `int64${direction}`, key: `keyInt64${direction}` };
}

export function keyProperties(key: KeyModel): readonly KeyProperty[] {
  return key.parts.filter((part) => part.kind === "property");
}

/** Emits the parts as passed to the schema: `["order", $region, [$placedAt, "ticksDesc"]]`. */
export function partsCode(key: KeyModel): string {
  return `[${key.parts.map(partCode).join(", ")}]`;
}

function partCode(part: KeyPart): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const { encoding, width, shards } = part;
  const name = localName(part.property);
  const counts = shards === undefined ? (width === undefined ? [] : [width]) : [width ?? 0, shards];
  if (encoding === "text" && counts.length === 0) return name;
  return `[${[name, stringLiteral(keyForm(part).encoding), ...counts].join(", ")}]`;
}

/** Emits the expression that joins the key's text from the properties of `variable`. */
export function keyCode(key: KeyModel, separator: string, variable: string): string {
  return keyPieces(key, separator)
    .map((piece) => (typeof piece === "string" ? stringLiteral(piece) : encodeCode(piece, separator, variable)))
    .join(" + ");
}

/**
 * Emits the expression for the position in `key` where the properties of `variable` end, part after part from the first property at
 * `at`. Undefined if making the key and comparing it is as fast, because it has no number and no Date.
 */
export function keyEndCode(model: KeyModel, separator: string, variable: string): string | undefined {
  const found = keyPieces(model, separator);
  if (!found.some((piece) => typeof piece !== "string" && numberCode(piece, "", "") !== undefined)) return undefined;
  const first = found.findIndex((piece) => typeof piece !== "string");
  return found.slice(first).reduce<string>((at, piece) => afterCode(piece, at, separator, variable), "at");
}

/** Returns the properties and the constant text between them. */
export function keyPieces(key: KeyModel, separator: string): readonly (string | KeyProperty)[] {
  const found: (string | KeyProperty)[] = [];
  let text = "";
  for (const [index, part] of key.parts.entries()) {
    if (index > 0) text += separator;
    if (part.kind === "literal") {
      text += part.text;
      continue;
    }
    if (text !== "") found.push(text);
    text = "";
    found.push(part);
  }
  if (text !== "" || found.length === 0) found.push(text);
  return found;
}

/** Emits the end position of a piece that begins at `at`. */
function afterCode(piece: string | KeyProperty, at: string, separator: string, variable: string): string {
  if (typeof piece === "string") return `$.after(key, ${at}, ${stringLiteral(piece)})`;
  const text = () => `$.after(key, ${at}, ${encodeCode(piece, separator, variable)})`;
  return numberCode(piece, at, valueCode(piece.property, variable)) ?? text();
}

/** Emits a comparison of numbers and Dates that does not make their text. */
function numberCode({ property, encoding, width, shards }: KeyProperty, at: string, value: string): string | undefined {
  if (shards !== undefined) return undefined;
  const { type, as } = property;
  const operand = value.includes(" ") ? `(${value})` : value;
  if (encoding === "pad" && (type === "int32" || as === "number"))
    return `$.afterNumber(key, ${at}, ${width}, ${value})`;
  if (encoding === "asc" && type === "int32") return `$.afterNumber(key, ${at}, 10, ${operand} + 2147483648)`;
  if (encoding === "desc" && type === "int32") return `$.afterNumber(key, ${at}, 10, 2147483647 - ${operand})`;
  if (encoding === "asc" && as === "date") return `$.afterTicksAsc(key, ${at}, ${value})`;
  if (encoding === "desc" && as === "date") return `$.afterTicksDesc(key, ${at}, ${value})`;
  return undefined;
}

function valueCode(property: PropertyModel, variable: string): string {
  const fallback = storedDefaultCode(property);
  return `${variable}.${property.name}${fallback === undefined ? "" : ` ?? ${fallback}`}`;
}

function encodeCode(part: KeyProperty, separator: string, variable: string): string {
  const { property, width } = part;
  const given = [valueCode(property, variable), ...textArguments(part, separator, width)];
  const text = `$.${keyForm(part).key}(${given.join(", ")})`;
  return part.shards === undefined ? text : `$.keyShard(${text}, ${part.shards})`;
}

export function textArguments({ encoding }: KeyProperty, separator: string, width: number | undefined): string[] {
  if (encoding === "text" || encoding === "raw" || encoding === "lower")
    return separator === "!" ? [] : [stringLiteral(separator)];
  return width === undefined ? [] : [String(width)];
}
