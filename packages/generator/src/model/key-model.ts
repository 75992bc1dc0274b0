import type { BuilderName } from "../read/entity/entity-draft.js";
import type { PropertyModel } from "./property-model.js";

/**
 * Constant part of a key. Never contains the separator, `~` or a forbidden character, and never ends with the start of the separator.
 * May be empty.
 */
interface KeyLiteral {
  readonly kind: "literal";
  readonly text: string;
}

/**
 * Encoding of a property's value as key text. The type of the property determines the available ones.
 * string: `text` (escaped with `~hh`), `raw` or `lower`; guid: `guid`; boolean: `boolean`; int32, int64: `pad`, `asc`, `desc`;
 * dateTime: `asc`, `desc`, `year`, `month`, `day`, `hour`.
 */
export type KeyEncoding = "text" | "raw" | "guid" | "boolean" | "pad" | "asc" | "desc" | DerivedEncoding;

/** Encodings that give several values the same text, so that the key does not determine the value. */
type DerivedEncoding = "lower" | "year" | "month" | "day" | "hour";

const derivedEncodings: ReadonlySet<string> = new Set<DerivedEncoding>(["lower", "year", "month", "day", "hour"]);

/** Returns whether a part in this format, or in shards, contains less than its value. */
export function isDerived(format: string | undefined, shards: unknown): boolean {
  return shards !== undefined || (format !== undefined && derivedEncodings.has(format));
}

/** Key formats of each type; `""` is the property alone. A type without formats cannot be in a key. */
export const keyFormats: Readonly<Record<BuilderName, Readonly<Record<string, KeyEncoding>>>> = {
  string: { "": "text", raw: "raw", lower: "lower" },
  guid: { "": "guid" },
  boolean: { "": "boolean" },
  int32: { pad: "pad", asc: "asc", desc: "desc" },
  int64: { pad: "pad", asc: "asc", desc: "desc" },
  dateTime: { asc: "asc", desc: "desc", year: "year", month: "month", day: "day", hour: "hour" },
  double: {},
  binary: {},
  json: {},
};

/** Returns the encoding that a part's format names; `undefined` if it names none. */
export function encodingOf(type: BuilderName, format: string | undefined): KeyEncoding | undefined {
  const known = keyFormats[type];
  return Object.hasOwn(known, format ?? "") ? known[format ?? ""] : undefined;
}

/** Key part that is a property's value. */
export interface KeyProperty {
  readonly kind: "property";
  /** The same object as in `EntityModel.properties`. */
  readonly property: PropertyModel;
  readonly encoding: KeyEncoding;
  /** Number of digits of `pad`, 1 to 20; `undefined` for every other encoding. */
  readonly width: number | undefined;
  /** Number of shards of `.shard(count)`, 2 to 1,000. The part is then the number of the shard of its text. */
  readonly shards: number | undefined;
}

export type KeyPart = KeyLiteral | KeyProperty;

/** Checked PartitionKey or RowKey: parts joined with the entity's separator. */
export interface KeyModel {
  /** Parts, at least one. */
  readonly parts: readonly KeyPart[];
  /**
   * Parts as one readable text for docs, e.g. `order!{placedAt:desc}!{orderNo:10}`. Equal for two keys exactly if their separators are
   * equal and their parts have the same names, types and encodings. Includes the part of the type that the encoding does not determine:
   * `{tenantId:guid}`, `{no:10:int64}`, `{at:desc:ticks}`, `{id:shard16:guid}`. Doubles a brace in a literal.
   */
  readonly template: string;
  /** Common start of every key of the kind: the leading literal parts, and the separator if a property part follows. May be empty. */
  readonly prefix: string;
  /** Maximum length of a key in UTF-16 units, including escapes; `undefined` if a string part has no maximum. */
  readonly maxUnits: number | undefined;
}

/** Returns whether every row of the kind has the same key. */
export function isConstant({ parts }: KeyModel): boolean {
  return parts.every(({ kind }) => kind === "literal");
}
