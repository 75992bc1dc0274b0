import type { LockedEntity, LockedKey, LockedProperty } from "./lock.js";

type Keyed = Pick<
  LockedEntity,
  "table" | "kind" | "kindProperty" | "separator" | "partitionKey" | "rowKey" | "properties"
>;

/** Whether rows of an earlier definition are where those of the later one are, and told from others in the same way. */
export function sameKeys(before: Keyed, after: Keyed): boolean {
  return (
    before.table.toLowerCase() === after.table.toLowerCase() &&
    sameKind(before, after) &&
    before.separator === after.separator &&
    sameKey(before.partitionKey, after.partitionKey, after) &&
    sameKey(before.rowKey, after.rowKey, after)
  );
}

/** A kind that is no longer stored is no longer asked for either. */
export function sameKind(before: Keyed, after: Keyed): boolean {
  return after.kind === undefined || (before.kind === after.kind && before.kindProperty === after.kindProperty);
}

/** Whether a key is made of the same texts: properties may have been renamed, or have a wider type that is written alike. */
export function sameKey(before: LockedKey, after: LockedKey, { properties }: Keyed): boolean {
  return (
    before.length === after.length && before.every((part, index) => samePart(part, after[index] ?? "", properties))
  );
}

export function samePart(before: string, after: string, properties: Keyed["properties"]): boolean {
  if (before === after) return true;
  const [was, is] = [lockedPartOf(before), lockedPartOf(after)];
  const property = is && properties.get(is.name);
  if (was === undefined || is === undefined || property === undefined) return false;
  const isNamed =
    was.name === is.name || property.formerly?.includes(was.name) || (property.keyOnly && !properties.has(was.name));
  return (
    isNamed === true && was.format === is.format && (was.type === is.type || isWrittenAlike(was, is.type, property))
  );
}

/** A property's part of a key, such as `{no:Edm.Int32:pad:6}`. */
export interface KeyPartText {
  readonly name: string;
  readonly type: string;
  readonly format: string;
}

/** What a part of a locked key says of its property; undefined for a literal. */
export function lockedPartOf(text: string): KeyPartText | undefined {
  const [, inside] = /^\{([^{}]+)\}$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const [name = "", ...rest] = inside.split(":");
  const type = rest[0]?.startsWith("Edm.") ? rest[0] : "Edm.String";
  return { name, type, format: rest.filter((word) => word !== type).join(":") };
}

/** `pad` writes any integer alike, and a text that is a GUID is written as one. */
function isWrittenAlike({ type, format }: KeyPartText, now: string, { reads = [], keyOnly }: LockedProperty): boolean {
  const isPadded = format.startsWith("pad:") && type === "Edm.Int32" && now === "Edm.Int64";
  if (keyOnly) return isPadded;
  return reads.includes(type) && (isPadded || (format === "" && now === "Edm.Guid"));
}
