import type { BuilderName, JsonType } from "../read/entity/entity-draft.js";

/**
 * TypeScript representation of a property whose builder offers a choice.
 * int64: `bigint` (default), `number`, `string`. dateTime: `date` (default), `iso`, `ticks` (bigint, .NET ticks).
 */
export type PropertyAs = "bigint" | "number" | "string" | "date" | "iso" | "ticks";

/** Format of string identifiers that start with the time of their creation and sort by it. */
export type StringPattern = "ulid" | "ksuid";

/**
 * Option `parts`: the stored properties over which a value is split if it may be too large for one property. The first of them has the
 * stored name of the property.
 */
export interface PartsModel {
  /** Maximum number of parts. */
  readonly count: number;
  /** Pattern for the names of the parts after the first, with `{n}` for the number; undefined for `name_1`, `name_2` and so on. */
  readonly names: string | undefined;
  /** Number of the first part, from which the numbers of the others continue. */
  readonly from: number;
}

/** Checked property of an entity. Options that its builder lacks are `undefined`. */
export interface PropertyModel {
  /** TypeScript name: a JavaScript identifier that does not start with `$`. */
  readonly name: string;
  /** Name in requests and rows, valid for the service. Equal to `name` unless the option `name` gives another. */
  readonly storedName: string;
  readonly type: BuilderName;
  /** TypeScript representation, for int64 and dateTime only, with the default filled in. */
  readonly as: PropertyAs | undefined;
  /** True if `.optional()` was called. Never true together with a default or for a key part. */
  readonly optional: boolean;
  /**
   * Default as a value of the builder's type. Always a bigint for int64, whatever `as` is. May be NaN or ±Infinity for a double. JSON
   * text for json, ISO 8601 text for dateTime.
   */
  readonly default: string | number | bigint | boolean | undefined;
  /**
   * Default that is computed for each new entity: `now` is the current time of a dateTime, `random` a random guid. `default` is then
   * undefined.
   */
  readonly makeDefault: "now" | "random" | undefined;
  /** Inclusive bounds of an int32, as declared; for `codes`, the smallest and the largest code. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Maximum length of a string, in UTF-16 units. */
  readonly maxLength: number | undefined;
  /** Exact length that every value of a string has, in UTF-16 units. */
  readonly length: number | undefined;
  /** Format of identifier that every value of a string has; undefined if any text is allowed. */
  readonly pattern: StringPattern | undefined;
  /** Maximum size of a binary, in bytes. */
  readonly maxBytes: number | undefined;
  /** Allowed values of a string, in declared order: at least one, and no duplicates. */
  readonly oneOf: readonly string[] | undefined;
  /**
   * Option `codes` of a string or int32: the names that programs use, each with the value that is stored for it. At least one, no
   * duplicates. The property's default is then one of the names.
   */
  readonly codes: readonly (readonly [name: string, code: string | number])[] | undefined;
  /** Name of the nominal type to generate, for string, guid, int32 and int64. Properties with the same base type can share one name. */
  readonly brand: string | undefined;
  /** True if the value is stored only in the key, not as a property. Possible only for a key part. */
  readonly keyOnly: boolean;
  /** Former stored names, newest first; none is a current or former name of another property of the entity. */
  readonly formerly: readonly string[];
  /** True if writes also store the value under the former names, and reads prefer the values under those names. Requires former names. */
  readonly keepFormer: boolean;
  /** Other Edm types in which rows may store the value. Reads convert them to the property's own type without loss. */
  readonly reads: readonly string[];
  /** Stored properties over which a value is split if it may be too large for one; undefined for a value in one stored property. */
  readonly parts: PartsModel | undefined;
  /** Compression with which the text of json is stored; undefined for none. */
  readonly compress: "gzip" | "zstd" | undefined;
  /** True if only an insert writes the value, so that later writes cannot change it. */
  readonly readOnly: boolean;
  /**
   * Kind of write that sets a dateTime to the client's time: `insert` for inserts alone, which makes it `readOnly`, or `write` for every
   * write.
   */
  readonly stamp: "insert" | "write" | undefined;
  /** True if the value is omitted when an entity is converted to JSON. */
  readonly hidden: boolean;
  /** `partition` if the PartitionKey determines the value, `row` for any other key part; undefined if no key contains the property. */
  readonly key: "partition" | "row" | undefined;
  /** True if keys contain only a text derived from the value, such as a hash. Reads then take the value from the stored property alone. */
  readonly irreversible: boolean;
  /** Type argument or schema of json; undefined for other types. */
  readonly json: JsonType | undefined;
  /** JSDoc text without comment marks, lines joined with `\n`, tags included; never empty. */
  readonly doc: string | undefined;
}
