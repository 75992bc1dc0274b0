import type { ChoiceOf, KindOf, ModelOption, propertyOptions } from "../options/property-options.js";
import type { BuilderName, JsonType } from "../read/entity/entity-draft.js";

/**
 * TypeScript representation of a property whose builder offers a choice.
 * int64: `bigint` (default), `number`, `string`. dateTime: `date` (default), `iso`, `ticks` (bigint, .NET ticks).
 */
export type PropertyAs = "bigint" | "number" | "string" | "date" | "iso" | "ticks";

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

/** Values of options in a model, by the kind of their literal. */
interface ModelValues {
  readonly flag: boolean;
  readonly number: number | undefined;
  readonly text: string | undefined;
  readonly values: readonly string[] | undefined;
  readonly list: readonly string[];
  readonly codes: readonly (readonly [name: string, code: string | number])[] | undefined;
  readonly parts: PartsModel | undefined;
}

/** Options of a property. Those that its builder lacks are `undefined`, false or empty. */
export type OptionsModel = {
  readonly [Name in keyof typeof propertyOptions as Name & ModelOption]: KindOf<Name> extends keyof ModelValues
    ? ModelValues[KindOf<Name>]
    : ChoiceOf<Name> | undefined;
};

/** Checked property of an entity. */
export interface PropertyModel extends OptionsModel {
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
  /**
   * Kind of write that sets a dateTime to the client's time: `insert` for inserts alone, which makes it `readOnly`, or `write` for every
   * write.
   */
  readonly stamp: "insert" | "write" | undefined;
  /** `partition` if the PartitionKey contains the value, `row` for any other key part. Undefined if no key contains the property. */
  readonly key: "partition" | "row" | undefined;
  /** True if keys contain only a text derived from the value, such as a hash. Reads then take the value from the stored property alone. */
  readonly irreversible: boolean;
  /** Type argument or schema of json; undefined for other types. */
  readonly json: JsonType | undefined;
  /** JSDoc text without comment marks, lines joined with `\n`, tags included; never empty. */
  readonly doc: string | undefined;
}
