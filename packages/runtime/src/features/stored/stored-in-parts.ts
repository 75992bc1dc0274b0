import { base64, binary, checkBinary } from "../../codec/edm/binary.js";
import type { EdmType } from "../../codec/edm/edm-type.js";
import { storedJson as storedJsonType } from "../../codec/edm/stored-json.js";
import { checkString, json, string, writeString } from "../../codec/edm/string.js";
import { checkLength } from "../../codec/edm/value-errors.js";
import { absent, type PartLayout } from "../../codec/edm/writable-property.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { LargeRows } from "../../schema/hooks.js";
import {
  buildJsonPrefix,
  buildProperty,
  type Declare,
  type Property,
  type PropertyOptions,
  type Write,
} from "../../schema/property.js";
import { parseLargeRow } from "./parse-large-row.js";
import { readParts } from "./read-parts.js";
import { createLargeBody, writeParts } from "./write-parts.js";

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
