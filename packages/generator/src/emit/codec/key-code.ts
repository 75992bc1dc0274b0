import { isDerivedEncoding, isRounded } from "../../model/keys/key-encoding.js";
import { type KeyModel, type KeyPart, type KeyProperty, keyPieces } from "../../model/keys/key-model.js";
import { stringLiteral } from "../source-text.js";
import { localName } from "./property-code.js";
import type { RuntimeValue } from "./runtime-names.js";

export function keyProperties(key: KeyModel): readonly KeyProperty[] {
  return key.parts.filter((part) => part.kind === "property");
}

/**
 * Emits the parts of a key, which the schema joins with the separator: `["order", $region, [$placedAt, $.ticksDesc]]`. A string property
 * without a codec is written with escapes, and ends before the separator.
 */
export function partsCode({ parts, separator }: KeyModel): string {
  return `[${parts.map((part) => partCode(part, separator)).join(", ")}]`;
}

/** Emits the parts of a key that is not joined with one separator, including constant texts: `["w", [$name, $.text("_")], "_"]`. */
export function piecesCode(key: KeyModel): string {
  const pieces = keyPieces(key).map((piece) =>
    typeof piece === "string" ? stringLiteral(piece) : partCode(piece, ""),
  );
  return `[${pieces.join(", ")}]`;
}

/** Emits one part of a key. @param separator the text that ends the value of a property without a codec */
function partCode(part: KeyPart, separator: string): string {
  if (part.kind === "literal") return stringLiteral(part.text);
  const name = localName(part.property);
  const { encoding, end, shards, property } = part;
  const isPlain = encoding === "text" && end === separator && shards === undefined && property.pattern === undefined;
  return isPlain ? name : `[${name}, ${codecCode(part)}]`;
}

/** Emits the codec of a property in a key: `$.ticksDesc`, `$.seconds($.pad(10))`, `$.shard($.text(), 16)`. */
function codecCode(part: KeyProperty): string {
  const { encoding, property, shards } = part;
  const codec = valueCodecCode(part);
  const isExact = isRounded(encoding) && !isDerivedEncoding(encoding, property);
  const whole = isExact ? call("exact", codec) : codec;
  return shards === undefined ? whole : call("shard", whole, `${shards}`);
}

function valueCodecCode(part: KeyProperty): string {
  const { encoding, property, width, end } = part;
  const { type, length, pattern, oneOf } = property;
  if (pattern !== undefined && (encoding === "text" || encoding === "raw")) return constant(pattern);
  if (encoding === "raw" && length !== undefined && oneOf === undefined) return call("fixed", `${length}`);
  switch (encoding) {
    case "text":
    case "lower":
      return end === "!" ? call(encoding) : call(encoding, stringLiteral(end));
    case "raw":
      return end === "" ? call("raw") : call("raw", stringLiteral(end));
    case "boolean":
      return constant("bit");
    case "guid":
      return constant("guidD");
    case "pad":
      return call("pad", `${width}`);
    case "asc":
      return constant(type === "dateTime" ? "ticksAsc" : type === "int32" ? "int32Asc" : "int64Asc");
    case "desc":
      return constant(type === "dateTime" ? "ticksDesc" : type === "int32" ? "int32Desc" : "int64Desc");
    case "year":
    case "month":
    case "day":
    case "hour":
      return constant(encoding);
    default:
      break;
  }
  if (type === "guid")
    return constant(encoding === ".upper" ? "guidUpper" : encoding.includes('"N"') ? "guidN" : "guidB");
  if (encoding === ".upper") return end === "!" ? call("upper") : call("upper", stringLiteral(end));
  return callsCode(encoding);
}

/** Codecs by the name of the call that selects them in a definition. */
const codecs = {
  text: "decimal",
  desc: "desc",
  hex: "hex",
  pad: "pad",
  iso: "iso",
  iso7: "iso7",
  format: "format",
  milliseconds: "milliseconds",
  seconds: "seconds",
  minutes: "minutes",
  days: "days",
  md5: "md5",
  sha256: "sha256",
} as const satisfies Record<string, RuntimeValue>;

/** Codecs that are constants, not functions. */
const constants: ReadonlySet<string> = new Set(["decimal", "iso", "iso7", "md5"]);

/** Emits the codec for the calls of a definition: `$.seconds($.pad(10))` for `.seconds.pad(10)`, `$.upperHex(8)` for `.upper.hex(8)`. */
function callsCode(encoding: string): string {
  const [, first = "", argument, rest = ""] = /^\.(\w+)(?:\(("(?:[^"\\]|\\.)*"|\d+)\))?(.*)$/.exec(encoding) ?? [];
  if (first === "upper") return callsCode(rest).replace("$.hex", "$.upperHex");
  const codec = codecs[first as keyof typeof codecs];
  if (constants.has(codec)) return constant(codec);
  if (rest !== "") return call(codec, callsCode(rest));
  if (argument === undefined) return call(codec);
  return call(codec, Number(argument) > Number.MAX_SAFE_INTEGER ? `${argument}n` : argument);
}

function constant(codec: RuntimeValue): string {
  return `$.${codec}`;
}

function call(codec: RuntimeValue, ...given: readonly string[]): string {
  return `$.${codec}(${given.join(", ")})`;
}
