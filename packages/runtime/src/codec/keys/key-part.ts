import { asCoded, type Code, type CodedType } from "../edm/coded-type.js";
import type { EdmType } from "../edm/edm-type.js";
import { isoOf, ticksOf } from "../edm/exact-date.js";
import { afterText, type KeyCodec, malformedPart, type PartRules } from "./key-codec.js";
import { escapePattern, parseOneOf } from "./text.js";

/** Values of properties, by their names in the class. */
export type Values = Readonly<Record<string, unknown>>;

/** Part of a key: constant text such as `"order!"`, or a property. A key is its parts, one after the other. */
export type KeyPart = string | PropertyPart;

/**
 * Part of a key with the value of a property. Its functions are those of the property's codec, but for values as the property declares
 * them, such as the name of a code or an integer as a string.
 */
export interface PropertyPart extends Omit<KeyCodec, "encode" | "parse" | "pattern" | "after"> {
  /** Name of the property in the class. */
  readonly field: string;
  /** Value of the property if an entity lacks it. */
  readonly default?: unknown;
  /** Writes a value as key text. @throws TableError `value.*`, `key.*` without the names of entity and property */
  encode(value: unknown): string;
  /** Reads the value from its key text. @throws TableError `key.malformed` without the names of entity and property */
  parse(text: string | undefined): unknown;
  /**
   * If a stored key contains the text of a value at `at`, returns the position after it, as {@link KeyCodec.after}. Absent if the text must
   * be built for that.
   */
  after?: ((key: string, at: number, value: unknown) => number) | undefined;
  /** Returns the source of a regular expression that matches the key texts of the property's values. */
  pattern(): string;
}

/** Members of a property's schema that determine its part of a key. */
interface KeyProperty extends PartRules {
  readonly field: string;
  readonly type: EdmType;
  readonly oneOf?: readonly string[] | undefined;
  readonly default?: unknown;
}

/**
 * Returns the part of a key in which a codec writes the values of a property. All these objects have the same fields in the same order,
 * which makes V8 access them quickly.
 */
export function propertyPart(property: KeyProperty, codec: KeyCodec): PropertyPart {
  const { field, type, oneOf } = property;
  const codes = asCoded(type);
  const encode = (codes === undefined ? codec.encode : encodeCode(codes, codec)) as PropertyPart["encode"];
  const values = codec.shards === undefined ? (oneOf ?? codes?.names) : undefined;
  return {
    field,
    form: codec.form,
    default: property.default,
    encode,
    parse: parserOf(property, codec),
    after: codes === undefined ? (codec.after as PropertyPart["after"]) : undefined,
    pattern: () => values?.map((value) => escapePattern(encode(value))).join("|") ?? codec.pattern(property),
    endsBefore: codec.endsBefore,
    length: codec.length,
    isDerived: codec.isDerived,
    isExact: codec.isExact,
    shards: codec.shards,
    intervals: codec.intervals,
    order: codes === undefined ? codec.order : undefined,
    keeps: codec.keeps,
    floor: codec.floor,
    isWholeText: codec.isWholeText,
    timeBound: codec.timeBound,
  };
}

/** Returns the function that reads a value from key text, in the form that the property declares, such as a string for an Int64. */
function parserOf(property: KeyProperty, { parse }: KeyCodec): PropertyPart["parse"] {
  const { type, oneOf } = property;
  const codes = asCoded(type);
  if (oneOf !== undefined) return (text) => parseOneOf(parse(text, type) as string, property);
  if (codes !== undefined) return (text) => nameOf(codes, parse(text, type) as Code, text);
  switch (type.as) {
    case "number":
      return (text) => safeNumber(parse(text, type) as bigint, text);
    case "string":
      return (text) => String(parse(text, type));
    case "iso":
      return (text) => isoOf(parse(text, type) as Date);
    case "ticks":
      return (text) => ticksOf(parse(text, type) as Date);
    default:
      return (text) => parse(text, type);
  }
}

function encodeCode(codes: CodedType, { encode }: KeyCodec): (name: string) => string {
  return (name) => encode((name === undefined || name === null ? name : codes.codeOf(name)) as never);
}

function nameOf(codes: CodedType, code: Code, text: string | undefined): string {
  const name = codes.nameOf(code);
  if (name === undefined) throw malformedPart(text, `a code of ${codes.names.join(", ")}`);
  return name;
}

function safeNumber(value: bigint, text: string | undefined): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw malformedPart(text, "a number that JavaScript can represent exactly");
  return number;
}

/**
 * Returns whether this part of a key gives the value of a property. Constant text does not, nor does a part in which several values have
 * the same text.
 */
export function isReversible(part: KeyPart): part is PropertyPart {
  return typeof part !== "string" && !part.isDerived;
}

/** Returns the names of the properties in the parts of a key, in their order. */
export function fieldsOf(parts: readonly KeyPart[]): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : part.field));
}

/** Writes a key from the values of its properties. @throws TableError `value.*`, `key.*` without the names of entity and property */
export function writeKey(parts: readonly KeyPart[], values: Values): string {
  let key = "";
  for (const part of parts) key += typeof part === "string" ? part : part.encode(values[part.field] ?? part.default);
  return key;
}

/**
 * Returns whether {@link writeKey} would write this stored key from these values. It is called for every row that is read, so it builds no
 * text of a number or a time. Can throw the errors of `writeKey`.
 */
export function isKeyOf(parts: readonly KeyPart[], values: Values, key: string): boolean {
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") at = afterText(key, at, part);
    else {
      const value = values[part.field] ?? part.default;
      at = part.after === undefined ? afterText(key, at, part.encode(value)) : part.after(key, at, value);
    }
    if (at < 0) return false;
  }
  return at === key.length;
}

/** Returns the parts of PartitionKey and RowKey that have a property; the others are constant text. */
export function propertyParts({
  partitionParts,
  rowParts,
}: {
  readonly partitionParts: readonly KeyPart[];
  readonly rowParts: readonly KeyPart[];
}): PropertyPart[] {
  return [...partitionParts, ...rowParts].filter((part) => typeof part !== "string");
}
