import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** How a property becomes key text that can be read back; `pad` has its width beside it. */
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

/** How a property becomes key text that several values share, so that only the property itself tells the value. */
export type DerivedEncoding = "lower" | BucketUnit;

/** How long the stretches of time are that share a key, in UTC. */
export type BucketUnit = "year" | "month" | "day" | "hour";

export type KeyEncoding = ReversibleEncoding | DerivedEncoding;

/** A property with its encoding: `["placedAt", "ticksDesc"]`, `["orderNo", "pad", 10]`; `["id", "guid", 0, 16]` in 16 shards. */
export type PropertyPart = readonly [property: string, encoding: KeyEncoding, width?: number, shards?: number];

/** A literal such as `"order"`, or a property with its encoding. */
export type KeyPart = string | PropertyPart;

/** A part that its text can be read back from. */
export type ReversiblePart = readonly [property: string, encoding: ReversibleEncoding, width?: number];

const derived: ReadonlySet<KeyEncoding> = new Set<DerivedEncoding>(["lower", "year", "month", "day", "hour"]);

/** Whether the text of a part tells its value. */
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

/** Whether the texts of a part sort as its values do, or the other way round: only such a part has ranges. */
export function isOrdered(part: PropertyPart): boolean {
  return part[3] === undefined && ordered.has(part[1]);
}

/** Key text that no value of the part has: it was written by another definition. */
export function malformedPart(text: string | undefined, shape: string): TableError {
  return new TableError("key.malformed", `has key text ${formatValue(text)}, which is not ${shape}`);
}

/** A key part has no value. */
export function missingPart(): TableError {
  return new TableError("value.missing", "is missing; it is part of the key");
}
