import type { BuilderName, JsonType } from "../read/entity/entity-draft.js";

/**
 * The TypeScript side of a property whose builder offers a choice.
 * int64: `bigint` (default), `number`, `string`. dateTime: `date` (default), `iso`, `ticks` (bigint, .NET ticks).
 */
export type PropertyAs = "bigint" | "number" | "string" | "date" | "iso" | "ticks";

/** A checked property of an entity. Fields that a builder does not offer are `undefined`. */
export interface PropertyModel {
  /** The TypeScript name: a JavaScript identifier that does not start with `$`. */
  readonly name: string;
  /** The name on the wire, a legal property name of the service; equal to `name` unless the option `name` says otherwise. */
  readonly storedName: string;
  readonly type: BuilderName;
  /** The TypeScript side, for int64 and dateTime only; the default is filled in. */
  readonly as: PropertyAs | undefined;
  /** `.optional()` was called. Never true together with a default or for a key part. */
  readonly optional: boolean;
  /**
   * A value of the builder's type; for int64 always a bigint, whatever `as` says. A double may be NaN or ±Infinity. Of json it is
   * the text, of dateTime ISO 8601 text.
   */
  readonly default: string | number | bigint | boolean | undefined;
  /** A default that is made anew for each entity: the time of a dateTime, a random guid. There is then no `default`. */
  readonly makeDefault: "now" | "random" | undefined;
  /** int32: inclusive bounds, as declared. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** string: at most this many UTF-16 units. */
  readonly maxLength: number | undefined;
  /** binary: at most this many bytes. */
  readonly maxBytes: number | undefined;
  /** string: the only values, in declared order, distinct and not empty. */
  readonly oneOf: readonly string[] | undefined;
  /** string, guid, int32, int64: the name of the nominal type to generate. One name may serve several properties of one base type. */
  readonly brand: string | undefined;
  /** Kept in the key alone, not stored as a property. True only for a key part. */
  readonly keyOnly: boolean;
  /** Stored names of earlier definitions, newest first; distinct from all others of the entity. */
  readonly formerly: readonly string[];
  /** Former names are written too, and read first. True only where there are some. */
  readonly keepFormer: boolean;
  /** Other Edm types that rows may hold, which convert to the property's own without loss. */
  readonly reads: readonly string[];
  /** `partition` where the PartitionKey gives the value, `row` of any other part of a key. */
  readonly key: "partition" | "row" | undefined;
  /** Parts of keys hold only what is derived from the property, so that its value is read from the property alone. */
  readonly irreversible: boolean;
  /** json only. */
  readonly json: JsonType | undefined;
  /** The JSDoc text without comment marks, lines joined with `\n`, tags kept; never empty. */
  readonly doc: string | undefined;
}
