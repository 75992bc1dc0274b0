import type { PropertyType, RequiredProperty } from "./property.js";

/** Options of every property. */
export interface PropertyOptions {
  /** Name of the stored property, if it must differ from the TypeScript name. */
  readonly name?: string;
  /** If true, only the key contains the value. It is not stored as a property, so filters cannot use it. */
  readonly keyOnly?: boolean;
  /**
   * Former stored names, newest first. Reads use them for rows that lack the property, and conditions query both names. Inserts, replace
   * and modify write only the current name. A merge, which cannot remove a former name, gives it the same value.
   */
  readonly formerly?: readonly string[];
  /**
   * If true, writes also store the value under its former names, and reads prefer those. Set it while programs with the former definition
   * still run. Before you remove the option, rewrite the rows that those programs changed.
   */
  readonly keepFormer?: boolean;
}

/** Option of types that rows may store as another type. `Source` is the union of the types that convert without loss. */
export interface ReadsOptions<Source extends string> {
  /** Former Edm types. Rows that store one of them are read, and conditions find them. Writes use the builder's own type. */
  readonly reads?: readonly Source[];
}

/** Options of types that can be nominal. */
export interface BrandOptions extends PropertyOptions {
  /** Name of a generated nominal type, e.g. `"CustomerId"`. No other string or number is assignable to it. */
  readonly brand?: string;
}

export interface StringOptions<Value extends string, Default extends string>
  extends BrandOptions,
    ReadsOptions<"Edm.Guid" | "Edm.DateTime"> {
  /** Maximum length in UTF-16 units (`string.length`), 1 to 32,768; checked before sending. */
  readonly maxLength?: number;
  /** Length of every value, in UTF-16 units. Gives `.raw` in a key a fixed width, so that queries can use its ranges and prefixes. */
  readonly length?: number;
  /**
   * Kind of identifier: a [ULID](https://github.com/ulid/spec) or a [KSUID](https://github.com/segmentio/ksuid). In a key, queries can use
   * ranges of the time that it contains.
   */
  readonly pattern?: "ulid" | "ksuid";
  /** Allowed values; the TypeScript type is their union. */
  readonly oneOf?: readonly Value[];
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: Default extends Value ? Default : `✗ the default "${Default}" is not in oneOf`;
}

export interface BooleanOptions extends PropertyOptions, ReadsOptions<"Edm.String"> {
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: boolean;
}

export interface Int32Options extends BrandOptions, ReadsOptions<"Edm.String"> {
  /** Minimum, inclusive; −2³¹ by default. */
  readonly min?: number;
  /** Maximum, inclusive; 2³¹ − 1 by default. */
  readonly max?: number;
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: number;
}

/** Options of Int64. `As` is `never` if `as` is omitted. */
export interface Int64Options<As extends "number" | "string">
  extends BrandOptions,
    ReadsOptions<"Edm.Int32" | "Edm.String"> {
  /**
   * TypeScript type; `bigint` by default. `"number"` makes a value outside ±(2⁵³ − 1) an error, also on reads. `"string"` is decimal
   * digits.
   */
  readonly as?: As;
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: [As] extends [never] ? bigint : As extends "number" ? number : `${bigint}`;
}

export interface DoubleOptions extends PropertyOptions, ReadsOptions<"Edm.Int32" | "Edm.Int64" | "Edm.String"> {
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: number;
}

export interface DateTimeOptions extends PropertyOptions, ReadsOptions<"Edm.String"> {
  /** TypeScript type: `"iso"` is ISO 8601 text, `"ticks"` a bigint of .NET ticks (100 ns); `Date` by default. */
  readonly as?: "iso" | "ticks";
  /**
   * Value that insert and replace write if the property is absent. A UTC time such as `"2020-01-01T00:00:00Z"` is also returned by
   * reads.
   * `"now"` is the client's time when the entity is created; a stored row without the property is then an error.
   */
  readonly default?: "now" | `${number}-${number}-${number}T${string}Z`;
}

export interface GuidOptions extends BrandOptions, ReadsOptions<"Edm.String"> {
  /**
   * Value that insert and replace write if the property is absent: a random GUID. To know it, create the entity with `new` and insert
   * that. A stored row without the property is an error.
   */
  readonly default?: "random";
}

export interface JsonOptions<T> extends PropertyOptions {
  /** Value that insert and replace write, and reads return, if the property is absent. Each entity gets its own copy. */
  readonly default?: NoInfer<T>;
}

export interface BinaryOptions extends PropertyOptions {
  /** Maximum size in bytes, 1 to 65,536; checked before sending. */
  readonly maxBytes?: number;
}

/** Type of `edm`: one function per Edm type, and `json`. */
export interface EdmBuilders {
  /** Edm.String, at most 32,768 UTF-16 units: `string`, or a union of literals with `oneOf`. */
  string<const Value extends string, const Default extends string>(
    options?: StringOptions<Value, Default>,
  ): RequiredProperty<"string">;
  /** A value of type `T` as JSON text in an Edm.String: `edm.json<Address>()`. */
  json<T>(options?: JsonOptions<T>): JsonProperty<T>;
  /** Edm.Boolean: `boolean`. */
  boolean(options?: BooleanOptions): RequiredProperty<"boolean">;
  /** Edm.Int32, −2³¹ to 2³¹ − 1: `number`. */
  int32(options?: Int32Options): RequiredProperty<"int32">;
  /** Edm.Int64, −2⁶³ to 2⁶³ − 1: `bigint`, or the type that `as` names. */
  int64<As extends "number" | "string" = never>(options?: Int64Options<As>): RequiredProperty<"int64">;
  /** Edm.Double: `number`, including NaN and ±Infinity. */
  double(options?: DoubleOptions): RequiredProperty<"double">;
  /** Edm.DateTime, UTC, 1601-01-01 to 9999-12-31 in steps of 100 ns: `Date`, or the type that `as` names. */
  dateTime(options?: DateTimeOptions): RequiredProperty<"dateTime">;
  /** Edm.Guid: text in the format of `crypto.randomUUID()`; stored in lower case. */
  guid(options?: GuidOptions): RequiredProperty<"guid">;
  /** Edm.Binary, at most 65,536 bytes: `Uint8Array`. */
  binary(options?: BinaryOptions): RequiredProperty<"binary">;
}

declare const json: unique symbol;

/** A property that stores a `T` as JSON. */
export interface JsonProperty<T> extends RequiredProperty<"json"> {
  readonly [json]?: T;
}

/** Builders of properties, by their Edm names. */
export const edm: EdmBuilders = {
  string: () => property("string"),
  json: () => property("json"),
  boolean: () => property("boolean"),
  int32: () => property("int32"),
  int64: () => property("int64"),
  double: () => property("double"),
  dateTime: () => property("dateTime"),
  guid: () => property("guid"),
  binary: () => property("binary"),
};

function property<Type extends PropertyType>(type: Type): RequiredProperty<Type> {
  return { type, optional: () => ({ type: "optional" }) };
}
