import { findEdmName } from "../../model/edm-types.js";
import type { LoosePart } from "../../model/keys/build-key.js";
import { parseEncoding } from "../../model/keys/key-encoding.js";
import { optionsModel } from "../../model/options-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import type { BuilderName } from "../../read/entity/entity-draft.js";
import type { LockedKey } from "../lock.js";
import { lockedPieces, parseFormat, parseLiteral, parseLockedPart } from "../parse-locked-part.js";

/** Parses a key of the lock into parts; undefined if the current type of a property cannot be encoded in it. */
export function parseFormerParts(key: LockedKey, properties: readonly PropertyModel[]): LoosePart[] | undefined {
  const parts: LoosePart[] = [];
  const pieces = key.flatMap((text) => lockedPieces(text).map((piece, index) => [piece, index > 0] as const));
  for (const [text, isLater] of pieces) {
    const touches = isLater && { touches: true as const };
    const part = parseLockedPart(text);
    if (part === undefined) {
      parts.push({ kind: "literal", text: parseLiteral(text), ...touches });
      continue;
    }
    const { encoding: written, width, shards } = parseFormat(part.format);
    const property = properties.find((candidate) => isNamed(candidate, part.name)) ?? lostProperty(part);
    const encoding = parseEncoding(property.type, written.replace(/^\./, ""));
    if (encoding === undefined) return undefined;
    parts.push({ kind: "property", property, encoding, width, shards, ...touches });
  }
  return parts;
}

function isNamed({ name, storedName, keyOnly, formerly }: PropertyModel, stored: string): boolean {
  return (keyOnly ? name : storedName) === stored || formerly.includes(stored);
}

/** Returns a model for a property that a former key contains but the current definition no longer has. */
function lostProperty({ name, type: edm }: { readonly name: string; readonly type: string }): PropertyModel {
  const types: readonly BuilderName[] = ["boolean", "int32", "int64", "dateTime", "guid"];
  const type = types.find((candidate) => findEdmName(candidate) === edm) ?? "string";
  return {
    ...optionsModel(),
    name,
    storedName: name,
    type,
    as: type === "int64" ? "bigint" : type === "dateTime" ? "date" : undefined,
    optional: false,
    keyOnly: true,
    irreversible: false,
    default: undefined,
    makeDefault: undefined,
    stamp: undefined,
    key: undefined,
    json: undefined,
    doc: undefined,
  };
}
