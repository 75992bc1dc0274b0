import { base64, binary, checkBinary } from "../../codec/edm/binary.js";
import { type Code, codedType, writeCode } from "../../codec/edm/coded-type.js";
import { absent, buildJsonPrefix, type EdmType, type PartLayout } from "../../codec/edm/edm-type.js";
import { storedJson as storedJsonType } from "../../codec/edm/stored-json.js";
import { checkString, json, string, writeString } from "../../codec/edm/string.js";
import { checkLength } from "../../codec/edm/value-errors.js";
import { bufferOver } from "../../platform/node.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { LargeRows } from "../../schema/hooks.js";
import { buildProperty, type Declare, type Property, type PropertyOptions, type Write } from "../../schema/property.js";
import { createLargeBody, readParts, writeParts } from "./parts.js";

/** Declares a string that is split over several stored properties: `$.stringParts("html", { parts: 4 })`. */
export const stringParts: Declare = (field, options = {}) =>
  declareParts(string as EdmType, { toContent: (value) => checkString(value as string) }, field, options);

/** Declares bytes that are split over several stored properties. */
export const binaryParts: Declare = (field, options = {}) =>
  declareParts(binary as EdmType, bytesInParts, field, options);

/** Declares JSON that is split over several stored properties, compressed, or checked by a schema. */
export const storedJson: Declare = (field, options = {}) => {
  const { toContent, fromBytes, ...type } = storedJsonType(options);
  if (options.parts !== undefined) return declareParts(type, { toContent, fromBytes }, field, options);
  const write: Write = (property, value, mode, limits) => {
    if (value === undefined) return absent(property, mode);
    const content = toContent(value);
    if (typeof content === "string") return writeString(property, content, mode, limits);
    checkLength(content.length, limits.binaryBytes, `bytes after ${options.compress}`);
    return `${property.stringPrefix}${base64(content)}"`;
  };
  return buildProperty(type, write, field, options, undefined, json);
};

const bytesInParts: PartContent = {
  toContent: (value) => checkBinary(value as Uint8Array),
  fromBytes: (bytes) => bytes,
};

const largeRows: LargeRows = { createBody: createLargeBody, parseRow: parseLargeRow, withoutEmptyParts };

type PartContent = Pick<PartLayout, "toContent" | "fromBytes">;

function declareParts(type: EdmType, content: PartContent, field: string, options: PropertyOptions) {
  const { parts = 1, name = field } = options;
  const { count, names = `${name}_{n}`, from = 0 } = typeof parts === "number" ? { count: parts } : parts;
  const nameOf = (index: number) => (index === 0 ? name : names.replace("{n}", String(from + index)));
  const stored = Array.from({ length: count }, (_, index) => nameOf(index));
  const layout: PartLayout = {
    names: stored,
    next: nameOf(count),
    isFull: typeof parts === "number",
    prefixes: stored.map((part) => buildJsonPrefix(part, type.edm)),
    ...content,
    rows: largeRows,
    read: (row, property, typed) => readParts(row as EntityPayload, property as Property, layout, typed),
  };
  return buildProperty(type, writeParts, field, options, layout, type.isJson ? json : type);
}

/**
 * Removes the JSON members of empty parts from a row that is written as a whole. A quote inside of a value has a backslash before it, so
 * the text of such a member cannot occur in a value.
 */
function withoutEmptyParts(properties: Readonly<Record<string, Property>>, members: string): string {
  const later = Object.values(properties).flatMap(({ parts }) => parts?.prefixes.slice(1) ?? []);
  return later.reduce((text, prefix) => text.replace(`${prefix}""`, ""), members);
}

/**
 * Text between the name and the value of a string member in the service's JSON. Inside of a string, a quote always has a backslash before
 * it.
 */
const beforeText = '":"';
const quote = 0x22;
const backslash = 0x5c;

/**
 * Parses a row without its large strings, and then adds them, decoded directly from the bytes. If a cut-out piece was not the value of a
 * string member, the rest cannot be parsed.
 * @param largeBytes minimum size of a large string, in bytes
 * @returns undefined if the row has no large string, or cannot be parsed this way
 */
export function parseLargeRow(
  body: Uint8Array,
  parse: (text: string) => unknown,
  largeBytes: number = 16 * 1024,
): object | undefined {
  const bytes = bufferOver(body);
  if (!isAscii(bytes)) return undefined;
  const texts = new Map<string, string>();
  let rest = "";
  let at = 0;
  for (let nameEnd = bytes.indexOf(beforeText); nameEnd >= 0; ) {
    const start = nameEnd + beforeText.length;
    const end = bytes.indexOf(quote, start);
    if (end < 0) return undefined;
    if (end - start >= largeBytes && !bytes.subarray(start, end).includes(backslash)) {
      const nameStart = bytes.lastIndexOf(quote, nameEnd - 1) + 1;
      const name = bytes.toString("latin1", nameStart, nameEnd);
      // If there is a backslash in the name or just before its first quote, that quote is escaped, and the name begins earlier.
      if (texts.has(name) || bytes.subarray(nameStart - 2, nameEnd).includes(backslash)) return undefined;
      texts.set(name, bytes.toString("latin1", start, end));
      rest += bytes.toString("latin1", at, start);
      at = end;
    }
    nameEnd = bytes.indexOf(beforeText, end);
  }
  return texts.size === 0 ? undefined : addTexts(parseRest(rest + bytes.toString("latin1", at), parse), texts);
}

function parseRest(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Adds the large strings to the row that was parsed without them. Returns undefined if a member is missing or not empty: then its string
 * was cut out of another place.
 */
function addTexts(row: unknown, texts: ReadonlyMap<string, string>): object | undefined {
  const members = (row ?? {}) as Record<string, unknown>;
  for (const [name, text] of texts) {
    if (!Object.hasOwn(members, name) || members[name] !== "") return undefined;
    members[name] = text;
  }
  return members;
}

type IsAscii = (bytes: Uint8Array) => boolean;

/** Returns whether all bytes are ASCII, which takes a third of the time to decode. False if the platform has no fast check. */
function isAscii(bytes: Uint8Array): boolean {
  const found = globalThis.process?.getBuiltinModule?.("node:buffer") as { readonly isAscii?: IsAscii } | undefined;
  return found?.isAscii?.(bytes) ?? false;
}

/**
 * Returns a property whose values are names, each stored as a code: `$.coded($.int32("status"), { open: 0, paid: 1 })`.
 * @param fallback the default, as one of the names
 */
export function coded(property: Property, codes: Readonly<Record<string, Code>>, fallback?: string): Property {
  const type = codedType(property.type, codes);
  return {
    ...property,
    type: type as EdmType,
    write: writeCode as Property["write"],
    default: fallback,
    defaultMember: fallback === undefined ? "" : property.jsonPrefix + type.toJson(fallback),
  };
}
