import type { KeyModel, KeyPart, KeyProperty } from "../model/key-model.js";
import { defaultCode, localName } from "./property-codec.js";
import type { RuntimeValue } from "./runtime-names.js";
import { stringLiteral } from "./string-literal.js";

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

/** The expression that joins the key's text from the properties of `variable`; constant text is joined here already. */
export function keyCode(key: KeyModel, separator: string, variable: string): string {
  const pieces: string[] = [];
  let text = "";
  for (const [index, part] of key.parts.entries()) {
    if (index > 0) text += separator;
    if (part.kind === "literal") {
      text += part.text;
      continue;
    }
    if (text !== "") pieces.push(stringLiteral(text));
    text = "";
    pieces.push(encodeCode(part, separator, variable));
  }
  if (text !== "" || pieces.length === 0) pieces.push(stringLiteral(text));
  return pieces.join(" + ");
}

function encodeCode(part: KeyProperty, separator: string, variable: string): string {
  const { property, width } = part;
  const filled = defaultCode(property);
  const value = `${variable}.${property.name}${filled === undefined ? "" : ` ?? ${filled}`}`;
  return `$.${keyForm(part).key}(${[value, ...textArguments(part, separator, width)].join(", ")})`;
}

function textArguments({ encoding }: KeyProperty, separator: string, width: number | undefined): string[] {
  if (encoding === "text" || encoding === "raw") return separator === "!" ? [] : [stringLiteral(separator)];
  return width === undefined ? [] : [String(width)];
}
