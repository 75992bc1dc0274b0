import type { KeyModel, KeyPart, KeyProperty } from "../../model/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { stringLiteral } from "../source-text.js";
import { defaultCode, localName } from "./property-code.js";
import type { RuntimeValue } from "./runtime-names.js";

/** How an encoding is spelt: in the schema, and the function that makes key text. */
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

/** The parts as the schema is given them: `["order", $region, [$placedAt, "ticksDesc"]]`. */
export function partsCode(key: KeyModel): string {
  return `[${key.parts.map(partCode).join(", ")}]`;
}

function partCode(part: KeyPart): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const width = part.width === undefined ? "" : `, ${part.width}`;
  const name = localName(part.property);
  return part.encoding === "text" ? name : `[${name}, ${stringLiteral(keyForm(part).encoding)}${width}]`;
}

/** The expression that joins the key's text from the properties of `variable`. */
export function keyCode(key: KeyModel, separator: string, variable: string): string {
  return pieces(key, separator)
    .map((piece) => (typeof piece === "string" ? stringLiteral(piece) : encodeCode(piece, separator, variable)))
    .join(" + ");
}

/** The expression that tells whether the properties of `variable` make `key`, part after part. */
export function makesCode(model: KeyModel, separator: string, variable: string): string {
  const [first, ...others] = pieces(model, separator);
  if (typeof first === "string" && others.length === 0) return `key === ${stringLiteral(first)}`;
  const end = pieces(model, separator).reduce<string>((at, piece) => afterCode(piece, at, separator, variable), "0");
  return `${end} === key.length`;
}

/** Properties, and the constant text between them. */
function pieces(key: KeyModel, separator: string): readonly (string | KeyProperty)[] {
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

/** Where a piece ends that begins at `at`. Numbers and Dates are compared without making their text. */
function afterCode(piece: string | KeyProperty, at: string, separator: string, variable: string): string {
  if (typeof piece === "string") return `$.after(key, ${at}, ${stringLiteral(piece)})`;
  const { property, encoding, width } = piece;
  const { type, as } = property;
  const value = valueCode(property, variable);
  const operand = value.includes(" ") ? `(${value})` : value;
  const isNumber = type === "int32" || as === "number";
  if (encoding === "pad" && isNumber) return `$.afterNumber(key, ${at}, ${width}, ${value})`;
  if (encoding === "asc" && type === "int32") return `$.afterNumber(key, ${at}, 10, ${operand} + 2147483648)`;
  if (encoding === "desc" && type === "int32") return `$.afterNumber(key, ${at}, 10, 2147483647 - ${operand})`;
  if (encoding === "asc" && as === "date") return `$.afterTicksAsc(key, ${at}, ${value})`;
  if (encoding === "desc" && as === "date") return `$.afterTicksDesc(key, ${at}, ${value})`;
  return `$.after(key, ${at}, ${encodeCode(piece, separator, variable)})`;
}

function valueCode(property: PropertyModel, variable: string): string {
  const filled = defaultCode(property);
  return `${variable}.${property.name}${filled === undefined ? "" : ` ?? ${filled}`}`;
}

function encodeCode(part: KeyProperty, separator: string, variable: string): string {
  const { property, width } = part;
  const given = [valueCode(property, variable), ...textArguments(part, separator, width)];
  return `$.${keyForm(part).key}(${given.join(", ")})`;
}

function textArguments({ encoding }: KeyProperty, separator: string, width: number | undefined): string[] {
  if (encoding === "text" || encoding === "raw") return separator === "!" ? [] : [stringLiteral(separator)];
  return width === undefined ? [] : [String(width)];
}
