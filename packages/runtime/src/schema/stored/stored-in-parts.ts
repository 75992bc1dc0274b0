import { base64, base64Bytes, binary, checkBinary } from "../../edm/binary.js";
import type { EdmType } from "../../edm/edm-type.js";
import { storedJson as storedJsonType } from "../../edm/stored/stored-json.js";
import { writeParts } from "../../edm/stored/write-parts.js";
import { checkString, json, string, writeString } from "../../edm/string.js";
import { checkLength } from "../../edm/value-errors.js";
import { absent, type PartLayout } from "../../edm/writable-property.js";
import type { EntityPayload } from "../entity-schema.js";
import {
  buildJsonPrefix,
  buildProperty,
  type Declare,
  type Property,
  type PropertyOptions,
  type Write,
} from "../property.js";
import { readParts } from "./read-parts.js";

/** Declares a string in several parts: `$.stringParts("html", { parts: 4 })`. */
export const stringParts: Declare = (field, options = {}) =>
  declareParts(string as EdmType, { toText: (value) => checkString(value as string) }, field, options);

/** Declares bytes in several parts. */
export const binaryParts: Declare = (field, options = {}) =>
  declareParts(binary as EdmType, bytesInParts, field, options);

/** Declares JSON in several parts, compressed, or with a schema. */
export const storedJson: Declare = (field, options = {}) => {
  const { toText, fromBytes, ...type } = storedJsonType(options);
  if (options.parts !== undefined) return declareParts(type, { toText, fromBytes }, field, options);
  const write: Write = (property, value, mode, limits) => {
    if (value === undefined || value === null) return absent(property, mode);
    const text = toText(value);
    if (options.compress === undefined) return writeString(property, text, mode, limits);
    checkLength(base64Bytes(text), limits.binaryBytes, `bytes after ${options.compress}`);
    return `${property.stringPrefix}${text}"`;
  };
  return buildProperty(type, write, field, options, undefined, json);
};

const bytesInParts: PartContent = {
  toText: (value) => base64(checkBinary(value as Uint8Array)),
  fromBytes: (bytes) => bytes,
};

type PartContent = Pick<PartLayout, "toText" | "fromBytes">;

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
    read: (row, property, typed) => readParts(row as EntityPayload, property as Property, layout, typed),
  };
  return buildProperty(type, writeParts, field, options, layout, type.isJson ? json : type);
}
