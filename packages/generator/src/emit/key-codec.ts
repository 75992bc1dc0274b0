import type { EntityModel } from "../model/entity-model.js";
import type { KeyModel, KeyPart, KeyProperty } from "../model/key-model.js";
import { castCode, defaultCode, oneOfName } from "./property-codec.js";
import { formOf, formSuffix } from "./property-form.js";
import type { RuntimeValue } from "./runtime-names.js";
import { stringLiteral } from "./string-literal.js";

/** How an encoding is spelt: in the schema, and the functions to and from key text. */
interface KeyForm {
  readonly encoding: string;
  readonly key: RuntimeValue;
  readonly parse: RuntimeValue;
}

const plain = {
  text: { encoding: "text", key: "keyText", parse: "parseText" },
  raw: { encoding: "raw", key: "keyRaw", parse: "parseRaw" },
  guid: { encoding: "guid", key: "keyGuid", parse: "parseGuid" },
  boolean: { encoding: "boolean", key: "keyBoolean", parse: "parseBoolean" },
} as const satisfies Record<string, KeyForm>;

/** Writers take every form of a type; parsers must know which one to return. */
function keyForm({ encoding, property }: KeyProperty): KeyForm {
  const suffix = formSuffix(property);
  if (encoding === "pad") {
    const parse =
      suffix === "String" ? "parsePadString" : formOf(property).type === "bigint" ? "parsePadInt64" : "parsePad";
    return { encoding, key: "keyPad", parse };
  }
  if (encoding !== "asc" && encoding !== "desc") return plain[encoding];
  const direction = encoding === "asc" ? "Asc" : "Desc";
  if (property.type === "dateTime") {
    const parse = `parseTicks${direction}${suffix as "" | "Iso" | "Ticks"}` as const;
    return { encoding: `ticks${direction}`, key: `keyTicks${direction}`, parse };
  }
  if (property.type === "int32") {
    return { encoding: `int32${direction}`, key: `keyInt32${direction}`, parse: `parseInt32${direction}` };
  }
  const parse = `parseInt64${direction}${suffix as "" | "Number" | "String"}` as const;
  return { encoding: `int64${direction}`, key: `keyInt64${direction}`, parse };
}

export function keyProperties(key: KeyModel): readonly KeyProperty[] {
  return key.parts.filter((part) => part.kind === "property");
}

/** The parts as the schema holds them: `["order", ["placedAt", "ticksDesc"]]`. */
export function partsCode(key: KeyModel): string {
  return `[${key.parts.map(partCode).join(", ")}]`;
}

function partCode(part: KeyPart): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const width = part.width === undefined ? "" : `, ${part.width}`;
  return `[${stringLiteral(part.property.name)}, ${stringLiteral(keyForm(part).encoding)}${width}]`;
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
  if (encoding === "text" || encoding === "raw") return [stringLiteral(separator)];
  return width === undefined ? [] : [String(width)];
}

/** The body of `parseKey(id)`, by statements. */
export function parseKeyCode(entity: EntityModel): string[] {
  const sides = [
    { key: entity.partitionKey, field: "id.partitionKey", variable: "p" },
    { key: entity.rowKey, field: "id.rowKey", variable: "r" },
  ];
  const statements: string[] = [];
  const mismatches: string[] = [];
  const values: string[] = [];
  for (const { key, field, variable } of sides) {
    if (keyProperties(key).length === 0) {
      mismatches.push(`${field} !== ${keyCode(key, entity.separator, "")}`);
      continue;
    }
    const count = key.parts.length;
    statements.push(`const ${variable} = $.splitKey(${field}, ${stringLiteral(entity.separator)}, ${count});`);
    for (const [index, part] of key.parts.entries()) {
      const text = `${variable}[${index}]`;
      if (part.kind === "literal") mismatches.push(`${text} !== ${stringLiteral(part.text)}`);
      else values.push(`${part.property.name}: ${parsePartCode(part, entity.separator, text)}`);
    }
  }
  if (mismatches.length > 0) statements.push(`if (${mismatches.join(" || ")}) $.malformedKey(id);`);
  statements.push(values.length === 0 ? "return {};" : `return { ${values.join(", ")} };`);
  return statements;
}

function parsePartCode(part: KeyProperty, separator: string, text: string): string {
  const { property, width } = part;
  const rest = part.encoding === "raw" ? [] : textArguments(part, separator, width);
  const parsed = `$.${keyForm(part).parse}(${[text, ...rest].join(", ")})`;
  return castCode(property.oneOf === undefined ? parsed : `$.parseOneOf(${parsed}, ${oneOfName(property)})`, property);
}
