import { joinBytes } from "../../codec/edm/binary.js";
import type { EdmName } from "../../codec/edm/edm-type.js";
import { mismatch } from "../../codec/edm/value-errors.js";
import type { PartLayout } from "../../codec/edm/writable-property.js";
import { TableError } from "../../errors/table-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { Property } from "../../schema/property.js";
import { partUnits } from "./write-parts.js";

function own(row: EntityPayload, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
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
