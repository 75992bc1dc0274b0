import { base64, joinBytes } from "../../codec/edm/binary.js";
import type {
  EdmName,
  EdmType,
  PartLayout,
  SizeLimits,
  WritableProperty,
  WriteMode,
} from "../../codec/edm/edm-type.js";
import { absent, isAbsent, withDefaults } from "../../codec/edm/edm-type.js";
import { quote } from "../../codec/edm/string.js";
import { checkLength, mismatch } from "../../codec/edm/value-errors.js";
import { own } from "../../codec/payload.js";
import { TableError } from "../../errors/table-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { LargeBody } from "../../schema/hooks.js";
import type { Property } from "../../schema/property.js";

/** Property whose value may be too large for one stored property, and is split over several, its parts. */
interface PartsProperty extends WritableProperty {
  readonly type: Pick<EdmType, "edm" | "isJson">;
  readonly parts?: PartLayout | undefined;
}

/** Length of a full part: for an Edm.String in UTF-16 units, for an Edm.Binary in characters of base64. */
const partUnits = { string: 32_768, base64: 87_380 } as const;

/**
 * Size of a full part of an Edm.Binary, in bytes. It is the largest multiple of 3 that the service accepts, so that only the last part has
 * padding in base64.
 */
const partBytes = 65_535;

/**
 * Minimum length of a large value, in UTF-16 units or bytes. Its JSON members go to the list `limits.large`. So they become separate pieces
 * of the request body, and are not copied into one text with the other members of the row.
 */
const largeContent = 16 * 1024;

/**
 * Writes a value that is split over several stored properties as one JSON member for each. An insert or replacement leaves out the parts
 * that the value does not need. A merge cannot remove properties, so it empties those parts, in the same request: no reader ever sees parts
 * of two values.
 * @returns the members. Empty if the value has at least 16 KiB and `limits` has the list `large`: then they were added to that list
 * @throws TableError `value.too-long` if the value does not fit into the parts
 */
export function writeParts(property: PartsProperty, value: unknown, mode: WriteMode, limits: SizeLimits): string {
  const { parts } = property;
  if (parts === undefined || isAbsent(value, property)) return absent(property, mode);
  const content = parts.toContent(value);
  checkSize(property, content, parts.names.length);
  const large = content.length < largeContent ? undefined : limits.large;
  let members = "";
  let at = 0;
  for (const [index, prefix] of parts.prefixes.entries()) {
    if (index > 0 && at === content.length && mode === withDefaults) break;
    const start = at;
    at = endOfPart(content, start);
    const isText = typeof content === "string";
    const json = isText ? quote(content.slice(start, at)) : `"${base64(content, start, at)}"`;
    if (large === undefined) members += prefix + json;
    else large.add(prefix, json, (at - start) * (isText ? 2 : 1), !isText);
  }
  if (at < content.length) {
    const { message } = tooLong(content, parts.names.length);
    throw new TableError("value.too-long", `${message}, one less where a part would end within a character`);
  }
  return members;
}

/**
 * Returns the end of the part that begins at `start`, in UTF-16 units of a text or in bytes. It is never between the two halves of a
 * surrogate pair.
 */
function endOfPart(content: string | Uint8Array, start: number): number {
  if (typeof content !== "string") return Math.min(start + partBytes, content.length);
  const end = start + partUnits.string;
  if (end >= content.length) return content.length;
  return (content.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

function checkSize({ maxLength }: WritableProperty, content: string | Uint8Array, count: number): void {
  const [unit, size] = unitOf(content);
  if (maxLength !== undefined) checkLength(content.length, maxLength, unit);
  if (content.length > count * size) throw tooLong(content, count);
}

function tooLong(content: string | Uint8Array, count: number): TableError {
  const [unit, size] = unitOf(content);
  const problem = `has ${content.length} ${unit}; its ${count} parts hold ${count * size}, ${size} each`;
  return new TableError("value.too-long", problem);
}

function unitOf(content: string | Uint8Array): readonly [unit: string, partSize: number] {
  return typeof content === "string" ? ["UTF-16 units", partUnits.string] : ["bytes", partBytes];
}

/** Length, in UTF-16 units, from which V8 maps new memory for a string. That takes longer than writing the string. */
const largeText = 128 * 1024;

export function createLargeBody(): LargeBody {
  return new PartTexts();
}

class PartTexts implements LargeBody {
  readonly #texts: string[] = [];
  #length = 0;
  #bytes = 0;
  #valueBytes = 0;

  add(prefix: string, json: string, valueBytes: number, isAscii: boolean): void {
    this.#texts.push(prefix, json);
    this.#length += json.length;
    this.#bytes += Buffer.byteLength(prefix) + (isAscii ? json.length : Buffer.byteLength(json));
    this.#valueBytes += valueBytes;
  }

  readonly complete: LargeBody["complete"] = (build, entity, id, members, limits) => {
    // This costs little: V8 joins the texts only when somebody reads the result, for example to write a transaction.
    const large = this.#texts.reduce((joined, text) => joined + text, "");
    if (this.#length < largeText || limits.reservedNames.length > 0) return build(entity, id, members + large, limits);
    const row = build(entity, id, members, limits);
    const start = row.body.slice(0, -1);
    // The sum is an upper bound of the row's size. Only if it exceeds the limit, `build` counts the whole row exactly.
    if (start.length * 2 + this.#valueBytes > limits.entityBytes) return build(entity, id, members + large, limits);
    return { ...row, body: `${start}${large}}`, toBytes: () => this.#toBytes(start) };
  };

  #toBytes(start: string): Uint8Array {
    const body = Buffer.allocUnsafe(Buffer.byteLength(start) + this.#bytes + 1);
    let at = body.write(start);
    for (const text of this.#texts) at += body.write(text, at);
    body.write("}", at);
    return body;
  }
}

/**
 * Reads a value that is split over several stored properties.
 * @returns undefined if the row has none of them and the property is optional or has a default
 * @throws TableError `decode.*`, also for parts that do not belong to one value; the caller adds the names of entity and property
 */
export function readParts(row: EntityPayload, property: Property, parts: PartLayout, typed: boolean): unknown {
  const { type, optional } = property;
  const texts = findTexts(row, parts, type.edm);
  if (texts.length === 0) {
    if (optional || property.default !== undefined) return undefined;
    throw mismatch(type.edm, undefined, undefined);
  }
  if (parts.isFull) checkFull(texts, parts.names, type.edm);
  const annotation = own(row, `${parts.names[0]}@odata.type`);
  if (parts.fromBytes === undefined) return type.fromJson(texts.join(""), annotation, typed);
  if (annotation !== type.edm && (annotation !== undefined || typed)) throw mismatch(type.edm, texts[0], annotation);
  return parts.fromBytes(joinBytes(texts));
}

/** Returns the text of each part that the row has, up to the first empty one. A merge of a shorter value leaves empty parts behind. */
function findTexts(row: EntityPayload, { names, next }: PartLayout, edm: EdmName): string[] {
  const texts: string[] = [];
  let end: string | undefined;
  for (const name of [...names, next]) {
    const json = own(row, name) ?? undefined;
    if (json === undefined || (json === "" && name !== names[0])) {
      end ??= name;
      continue;
    }
    const annotation = own(row, `${name}@odata.type`);
    if (typeof json !== "string" || annotation !== own(row, `${names[0]}@odata.type`))
      throw mismatch(edm, json, annotation);
    if (end !== undefined) throw torn(`${quoted(name)} is stored, but ${quoted(end)} is not`);
    if (name === next)
      throw torn(`${quoted(name)} is stored too: a definition with more than ${names.length} parts wrote it`);
    texts.push(json);
    if (json === "") end = name;
  }
  return texts;
}

/** Checks that each part but the last is full. If not, a program that knows fewer parts has replaced the first ones. */
function checkFull(texts: readonly string[], names: readonly string[], edm: EdmName): void {
  // If a full part of a string would end inside of a surrogate pair, it is one unit shorter.
  const least = edm === "Edm.Binary" ? partUnits.base64 : partUnits.string - 1;
  const short = texts.findIndex((text, index) => text.length < least && index < texts.length - 1);
  if (short < 0) return;
  throw torn(`${quoted(names[short])} is not full, but ${quoted(names[short + 1])} follows`);
}

function torn(reason: string): TableError {
  return new TableError("decode.malformed", `is stored in parts that do not match: ${reason}`);
}

function quoted(name: string | undefined): string {
  return JSON.stringify(name);
}
