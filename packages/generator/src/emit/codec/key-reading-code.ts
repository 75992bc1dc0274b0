import type { EntityModel } from "../../model/entity-model.js";
import { isDerivedPart, type KeyModel, type KeyProperty, keyPieces } from "../../model/keys/key-model.js";
import { shapeOf } from "../../model/keys/key-shape.js";
import { findEscapedCharacter } from "../../model/keys/key-text.js";
import type { PropertyModel } from "../../model/property-model.js";
import { stringLiteral } from "../source-text.js";
import { findKeyPartEncoding, keyProperties, textArguments } from "./key-code.js";
import { localName } from "./property-code.js";
import { valueType } from "./property-representation.js";
import type { RuntimeValue } from "./runtime-names.js";

/** Generated code with which the function `decode` reads property values from the keys of a row `r`. */
interface KeyReading {
  /** Statements that find the parts of the keys, and reject keys that do not have the shape that the definition declares. */
  readonly before: readonly string[];
  /** For each property in the keys, the expression that reads its value. */
  readonly values: ReadonlyMap<PropertyModel, string>;
}

/**
 * Emits code that reads both keys part by part. Returns undefined if the keys contain no property, or if only the runtime can read them: if
 * a property is also stored outside the keys, is in two key parts, has codes, or is in the key only as a derived text such as a hash; if
 * the runtime has no key parser for a property's TypeScript type; or if generated code cannot find the end of a part.
 * @param prefix text with which the RowKey is known to start
 */
export function keyReading(entity: EntityModel, prefix: string): KeyReading | undefined {
  const { partitionKey, rowKey } = entity;
  const parts = [...keyProperties(partitionKey), ...keyProperties(rowKey)];
  if (parts.length === 0) return undefined;
  if (new Set(parts.map(({ property }) => property)).size < parts.length) return undefined;
  if (!parts.every((part) => part.property.keyOnly && canParse(part))) return undefined;
  const partition = buildReading(partitionKey, { stored: "r.PartitionKey", variable: "p", prefix: "" });
  const row = buildReading(rowKey, { stored: "r.RowKey", variable: "k", prefix });
  if (partition === undefined || row === undefined) return undefined;
  const readings = [partition, row];
  const mismatches = readings.flatMap((reading) => reading.mismatches);
  const reject = mismatches.length === 0 ? [] : [`if (${mismatches.join(" || ")}) $.malformedKey(r);`];
  return {
    before: [...readings.flatMap(({ constants }) => constants), ...reject],
    values: new Map(readings.flatMap(({ values }) => values)),
  };
}

interface StoredKey {
  /** Expression of the stored key, such as `r.RowKey`. Generated code assigns it to the constant `variable`. */
  readonly stored: string;
  readonly variable: string;
  readonly prefix: string;
}

interface Reading {
  readonly constants: string[];
  /** Expressions that are true if the key does not have the shape that the definition declares. */
  readonly mismatches: string[];
  readonly values: [PropertyModel, string][];
}

/** Builds the code that reads one key; undefined if only the runtime can find the end of a part. */
function buildReading(key: KeyModel, { stored, variable, prefix }: StoredKey): Reading | undefined {
  const pieces = keyPieces(key);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) {
    if (typeof only !== "string") return { constants: [], mismatches: [], values: [parsedValue(only, stored)] };
    return { constants: [], mismatches: [`${stored} !== ${stringLiteral(only)}`], values: [] };
  }
  const reading: Reading = { constants: [`const ${variable} = ${stored};`], mismatches: [], values: [] };
  const { constants, mismatches, values } = reading;
  /**
   * Generated code computes the start of the next piece of the key as `base + offset`, such as `k1 + 3`. `base` is the name of the constant
   * with the position of the text that was found last. Before the first such text it is empty, and the start is `offset` alone.
   */
  let base = "";
  let offset = 0;
  /** Text that generated code has found at position `base`, so that it need not be checked again. */
  let found = "";
  const position = () => (base === "" ? String(offset) : offset === 0 ? base : `${base} + ${offset}`);
  for (const [index, piece] of pieces.entries()) {
    const start = position();
    const isKnown = (text: string) => (index === 0 ? text === prefix : text === found && start === base);
    const isLast = index === pieces.length - 1;
    if (typeof piece === "string") {
      if (isLast) mismatches.push(`${variable}.slice(${start}) !== ${stringLiteral(piece)}`);
      else if (!isKnown(piece)) mismatches.push(otherThan(piece, variable, start));
      offset += piece.length;
      continue;
    }
    const width = widthOf(piece);
    if (isLast) {
      values.push(parsedValue(piece, `${variable}.slice(${start})`));
    } else if (width !== undefined) {
      offset += width;
      values.push(parsedValue(piece, `${variable}.slice(${start}, ${position()})`));
    } else {
      const end = findEnd(piece, pieces[index + 1]);
      if (end === undefined) return undefined;
      base = `${variable}${constants.length}`;
      offset = 0;
      found = end;
      constants.push(`const ${base} = ${variable}.indexOf(${stringLiteral(end)}${start === "0" ? "" : `, ${start}`});`);
      mismatches.push(`${base} < 0`);
      values.push(parsedValue(piece, `${variable}.slice(${start}, ${base})`));
    }
  }
  return reading;
}

/** Returns the text whose first occurrence ends the value of a part; undefined if no text does so reliably. */
function findEnd(part: KeyProperty, next: string | KeyProperty | undefined): string | undefined {
  if (typeof next !== "string") return undefined;
  const { encoding, end } = part;
  if (encoding === "raw" || encoding === "text")
    return end !== "" && (encoding === "raw" || findEscapedCharacter(end) !== undefined) ? end : undefined;
  // A number consists of digits, possibly after a sign, so a text that starts with another character ends it.
  return shapeOf(part).kind === "number" && !/^[0-9-]/.test(next) ? next : undefined;
}

function otherThan(text: string, variable: string, at: string): string {
  if (text.length === 1) return `${variable}[${at}] !== ${stringLiteral(text)}`;
  return `!${variable}.startsWith(${stringLiteral(text)}${at === "0" ? "" : `, ${at}`})`;
}

function parsedValue(part: KeyProperty, text: string): [PropertyModel, string] {
  const { property } = part;
  const calls = findKeyPartEncoding(part);
  const parsed =
    calls === undefined
      ? `$.${chooseParser(part)}(${[text, ...textArguments(part)].join(", ")})`
      : `$.parsePart(${text}, ${stringLiteral(calls)}, ${localName(property)})${property.oneOf ? " as string" : ""}`;
  const value = property.oneOf === undefined ? parsed : `$.parseOneOf(${parsed}, ${localName(property)})`;
  const isPlain = property.brand === undefined && property.oneOf === undefined && calls === undefined;
  return [property, isPlain ? value : `${value} as ${valueType(property)}`];
}

/** Returns the number of characters of a key part; undefined if it varies. */
function widthOf(part: KeyProperty): number | undefined {
  const shape = shapeOf(part);
  return shape.kind === "fixed" ? shape.units.length : undefined;
}

/** Returns whether generated code can read the value of a key part from the part's text alone. */
function canParse(part: KeyProperty): boolean {
  if (part.property.codes !== undefined) return false;
  return findKeyPartEncoding(part) === undefined ? chooseParser(part) !== undefined : !isDerivedPart(part);
}

/**
 * Returns the name of the runtime's function that reads a key part as the TypeScript type that its property declares; undefined if there is
 * none.
 */
function chooseParser(part: KeyProperty): RuntimeValue | undefined {
  const { encoding, shards, property } = part;
  const { type, as } = property;
  if (shards !== undefined || (as !== undefined && as !== "bigint" && as !== "date")) return undefined;
  if (encoding === "pad") return type === "int32" ? "parsePad" : "parsePadInt64";
  if (encoding === "asc" || encoding === "desc") {
    const direction = encoding === "asc" ? "Asc" : "Desc";
    return type === "dateTime" ? `parseTicks${direction}` : `parse${type === "int32" ? "Int32" : "Int64"}${direction}`;
  }
  const parsers = { text: "parseText", raw: "parseRaw", guid: "parseGuid", boolean: "parseBoolean" } as const;
  return encoding in parsers ? parsers[encoding as keyof typeof parsers] : undefined;
}
