import type { BuilderName, JsonType } from "../read/entity/entity-draft.js";

/**
 * TypeScript representation of a property whose builder offers a choice.
 * int64: `bigint` (default), `number`, `string`. dateTime: `date` (default), `iso`, `ticks` (bigint, .NET ticks).
 */
export type PropertyAs = "bigint" | "number" | "string" | "date" | "iso" | "ticks";

/** Kinds of identifiers that start with their time and sort by it. */
export type StringPattern = "ulid" | "ksuid";

/** Stored properties of a value in parts. The first one has the stored name of the property. */
export interface PartsModel {
  /** Maximum number of parts. */
  readonly count: number;
  /** Names of the parts after the first, with `{n}` for the number; undefined for `name_1`, `name_2` and so on. */
  readonly names: string | undefined;
  /** Number of the first part. */
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
  /** Default that is created for each entity: the current time for a dateTime, a random value for a guid. `default` is then undefined. */
  readonly makeDefault: "now" | "random" | undefined;
  /** Inclusive bounds of an int32, as declared. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Maximum length of a string, in UTF-16 units. */
  readonly maxLength: number | undefined;
  /** Length of every value of a string, in UTF-16 units. */
  readonly length: number | undefined;
  /** Kind of identifier that a string is. */
  readonly pattern: StringPattern | undefined;
  /** Maximum size of a binary, in bytes. */
  readonly maxBytes: number | undefined;
  /** Allowed values of a string, in declared order: at least one, and no duplicates. */
  readonly oneOf: readonly string[] | undefined;
  /** Names of a string or int32, each with the value that is stored for it: at least one, no duplicates. A default is a name then. */
  readonly codes: readonly (readonly [name: string, code: string | number])[] | undefined;
  /** Name of the nominal type to generate, for string, guid, int32 and int64. Properties with the same base type can share one name. */
  readonly brand: string | undefined;
  /** True if only the key contains the value. Possible only for a key part. */
  readonly keyOnly: boolean;
  /** Former stored names, newest first; distinct from all others of the entity. */
  readonly formerly: readonly string[];
  /** True if writes also store the value under the former names, and reads prefer those. Requires former names. */
  readonly keepFormer: boolean;
  /** Other Edm types that rows may store, which convert to the property's own without loss. */
  readonly reads: readonly string[];
  /** Stored properties of a value that may be larger than one. */
  readonly parts: PartsModel | undefined;
  /** Compression of json. */
  readonly compress: "gzip" | "zstd" | undefined;
  /** True if only an insert writes the value. */
  readonly readOnly: boolean;
  /** Write that sets the time of a dateTime: the insert, which makes it `readOnly`, or every write. */
  readonly stamp: "insert" | "write" | undefined;
  /** True if the JSON of an entity omits the value. */
  readonly hidden: boolean;
  /** `partition` if the PartitionKey determines the value, `row` for any other key part. */
  readonly key: "partition" | "row" | undefined;
  /** True if key parts contain only text derived from the property. Its value is then read only from the property itself. */
  readonly irreversible: boolean;
  /** Type argument of json; undefined for other types. */
  readonly json: JsonType | undefined;
  /** JSDoc text without comment marks, lines joined with `\n`, tags included; never empty. */
  readonly doc: string | undefined;
}
