import type { BuilderName } from "../read/entity/entity-draft.js";
import type { PropertyModel } from "./property-model.js";

/** A constant part of a key: never holds the separator, `~` or a forbidden character, nor ends with the start of the separator. May be empty. */
interface KeyLiteral {
  readonly kind: "literal";
  readonly text: string;
}

/**
 * How a property's value becomes key text. Which ones a property offers follows from its type:
 * string: `text` (escaped with `~hh`), `raw` or `lower`; guid: `guid`; boolean: `boolean`; int32, int64: `pad`, `asc`, `desc`;
 * dateTime: `asc`, `desc`, `year`, `month`, `day`, `hour`.
 */
export type KeyEncoding = "text" | "raw" | "guid" | "boolean" | "pad" | "asc" | "desc" | DerivedEncoding;

/** Encodings that several values share, so that the key does not tell the value. */
type DerivedEncoding = "lower" | "year" | "month" | "day" | "hour";

const derivedEncodings: ReadonlySet<string> = new Set<DerivedEncoding>(["lower", "year", "month", "day", "hour"]);

/** Whether a part of such a format, or in shards, holds less than its value. */
export function isDerived(format: string | undefined, shards: unknown): boolean {
  return shards !== undefined || (format !== undefined && derivedEncodings.has(format));
}

/** The key formats of each type; `""` is the property alone. A type without any cannot be in a key. */
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

/** The encoding that a part's format names; `undefined` where it names none. */
export function encodingOf(type: BuilderName, format: string | undefined): KeyEncoding | undefined {
  const known = keyFormats[type];
  return Object.hasOwn(known, format ?? "") ? known[format ?? ""] : undefined;
}

/** A part of a key that is a property's value. */
export interface KeyProperty {
  readonly kind: "property";
  /** The very object of `EntityModel.properties`. */
  readonly property: PropertyModel;
  readonly encoding: KeyEncoding;
  /** Digits of `pad`, 1 to 20; `undefined` for every other encoding. */
  readonly width: number | undefined;
  /** Of `.shard(count)`, 2 to 1,000: the part is the number of the shard that its text falls in. */
  readonly shards: number | undefined;
}

export type KeyPart = KeyLiteral | KeyProperty;

/** A checked PartitionKey or RowKey: parts joined with the entity's separator. */
export interface KeyModel {
  /** At least one. */
  readonly parts: readonly KeyPart[];
  /**
   * The parts as one readable text, e.g. `order!{placedAt:desc}!{orderNo:10}`: for docs, and equal for two keys exactly when
   * their separators are equal and their parts alike by name, type and encoding. What the encoding does not tell of the type
   * is added: `{tenantId:guid}`, `{no:10:int64}`, `{at:desc:ticks}`, `{id:shard16:guid}`. A brace in a literal is doubled.
   */
  readonly template: string;
  /** The leading literal parts joined, followed by the separator where a property part follows: what every key of the kind starts with. May be empty. */
  readonly prefix: string;
  /** The longest possible key in UTF-16 units, escapes included; `undefined` where a string part has no bound. */
  readonly maxUnits: number | undefined;
}

/** Whether every row of the kind has the same key. */
export function isConstant({ parts }: KeyModel): boolean {
  return parts.every(({ kind }) => kind === "literal");
}
