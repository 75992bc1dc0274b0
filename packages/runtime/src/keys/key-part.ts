import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** Encoding of a property as key text that can be read back. `pad` needs a width. */
export type ReversibleEncoding =
  | "text"
  | "raw"
  | "guid"
  | "boolean"
  | "pad"
  | "int32Asc"
  | "int32Desc"
  | "int64Asc"
  | "int64Desc"
  | "ticksAsc"
  | "ticksDesc";

/** Encoding of a property as key text that several values share. Only the property itself determines the value. */
export type DerivedEncoding = "lower" | BucketUnit;

/** Length of the time intervals that share a key, in UTC. */
export type BucketUnit = "year" | "month" | "day" | "hour";

export type KeyEncoding = ReversibleEncoding | DerivedEncoding;

/** Property with its encoding: `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`; `["id", "guid", 0, 16]` in 16 shards. */
export type PropertyPart = readonly [property: string, encoding: KeyEncoding, width?: number, shards?: number];

/** Part of a key: a literal such as `"order"`, or a property with its encoding. */
export type KeyPart = string | PropertyPart;

/** Part whose value can be read back from its text. */
export type ReversiblePart = readonly [property: string, encoding: ReversibleEncoding, width?: number];

const derived: ReadonlySet<KeyEncoding> = new Set<DerivedEncoding>(["lower", "year", "month", "day", "hour"]);

/** Returns whether the text of a part determines its value. */
export function isReversible(part: KeyPart): part is ReversiblePart {
  return typeof part !== "string" && part[3] === undefined && !derived.has(part[1]);
}

const ordered: ReadonlySet<KeyEncoding> = new Set<ReversibleEncoding>([
  "pad",
  "int32Asc",
  "int32Desc",
  "int64Asc",
  "int64Desc",
  "ticksAsc",
  "ticksDesc",
]);

/** Returns whether the texts of a part sort like its values, or in reverse. Only such a part has ranges. */
export function isOrdered(part: PropertyPart): boolean {
  return part[3] === undefined && ordered.has(part[1]);
}

/** Creates the error of key text that no value of the part has. Another definition wrote it. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** Creates the error of a key part without a value. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}
