import { areSameSeparators } from "../model/keys/separator.js";
import type { LockedEntity, LockedKey, LockedProperty } from "./lock.js";
import { type KeyPartText, lockedPieces, parseLockedPart } from "./parse-locked-part.js";

type Keyed = Pick<
  LockedEntity,
  "table" | "kind" | "kindProperty" | "separator" | "partitionKey" | "rowKey" | "properties"
>;

/**
 * Returns whether the former and the current definition of an entity give its rows the same table, keys and kind, so that the current one
 * finds all rows.
 */
export function sameKeys(before: Keyed, after: Keyed): boolean {
  return (
    before.table.toLowerCase() === after.table.toLowerCase() &&
    sameKind(before, after) &&
    areSameSeparators(before.separator, after.separator) &&
    sameKey(before.partitionKey, after.partitionKey, after) &&
    sameKey(before.rowKey, after.rowKey, after)
  );
}

/**
 * Returns whether the current definition recognizes former rows by their kind. If it has no kind, the result is true, because its queries
 * do not filter by one.
 */
export function sameKind(before: Keyed, after: Keyed): boolean {
  return after.kind === undefined || (before.kind === after.kind && before.kindProperty === after.kindProperty);
}

/**
 * Returns whether a key has the same text by the former and the current definition. Its properties may have other names now. They may also
 * have other types with the same key text, such as Int64 for Int32 with `.pad`.
 */
export function sameKey(before: LockedKey, after: LockedKey, { properties }: Keyed): boolean {
  return (
    before.length === after.length && before.every((part, index) => samePart(part, after[index] ?? "", properties))
  );
}

export function samePart(before: string, after: string, properties: Keyed["properties"]): boolean {
  if (before === after) return true;
  const [were, are] = [lockedPieces(before), lockedPieces(after)];
  return were.length === are.length && were.every((was, index) => samePiece(was, are[index] ?? "", properties));
}

function samePiece(before: string, after: string, properties: Keyed["properties"]): boolean {
  if (before === after) return true;
  const [was, is] = [parseLockedPart(before), parseLockedPart(after)];
  const property = is && properties.get(is.name);
  if (was === undefined || is === undefined || property === undefined) return false;
  const isNamed =
    was.name === is.name || property.formerly?.includes(was.name) || (property.keyOnly && !properties.has(was.name));
  return (
    isNamed === true && was.format === is.format && (was.type === is.type || isWrittenAlike(was, is.type, property))
  );
}

/**
 * Returns whether a change of type keeps the key text: `pad` writes Int32 and Int64 in the same way, and a string that contains a GUID has
 * the same text as the GUID.
 */
function isWrittenAlike({ type, format }: KeyPartText, now: string, { reads = [], keyOnly }: LockedProperty): boolean {
  const isPadded = format.startsWith("pad:") && type === "Edm.Int32" && now === "Edm.Int64";
  if (keyOnly) return isPadded;
  return reads.includes(type) && (isPadded || (format === "" && now === "Edm.Guid"));
}
