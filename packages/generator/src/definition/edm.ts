import type { PropertyType, RequiredProperty } from "./property.js";

/** Options of every property. */
export interface PropertyOptions {
  /** The stored property's name, where the TypeScript name must differ. */
  readonly name?: string;
  /** Kept in the key, not stored again as a property; it can then be in no filter. */
  readonly keyOnly?: boolean;
  /**
   * Stored names of earlier definitions, newest first: rows that lack the property are read from them, and conditions ask for both.
   * Inserts, replace and modify write the present name alone; a merge, which cannot remove the former one, gives it the same value.
   */
  readonly formerly?: readonly string[];
  /**
   * Writes the value under its former names too, and reads those first, while programs of the earlier definition still run. Before you
   * remove it, rewrite the rows that such programs changed.
   */
  readonly keepFormer?: boolean;
}

/** The option of types that rows may hold in another form. `Source` are the types that convert without loss. */
export interface ReadsOptions<Source extends string> {
  /** The Edm types of earlier definitions: rows that hold one are read, and conditions find them. Written is the builder's own. */
  readonly reads?: readonly Source[];
}

/** Options of types that can be nominal. */
export interface BrandOptions extends PropertyOptions {
  /** Name of a nominal type that is generated, e.g. `"CustomerId"`: no other string or number is assignable to it. */
  readonly brand?: string;
}

export interface StringOptions<Value extends string, Default extends string>
  extends BrandOptions,
    ReadsOptions<"Edm.Guid" | "Edm.DateTime"> {
  /** Maximum length in UTF-16 units (`string.length`), 1 to 32,768; checked before sending. */
  readonly maxLength?: number;
  /** The values allowed; the TypeScript type is their union. */
  readonly oneOf?: readonly Value[];
  /** Filled in by insert and replace, and on read, where the property is absent. */
  readonly default?: Default extends Value ? Default : `✗ the default "${Default}" is not in oneOf`;
}

export interface BooleanOptions extends PropertyOptions, ReadsOptions<"Edm.String"> {
  /** Filled in by insert and replace, and on read, where the property is absent. */
  readonly default?: boolean;
}

export interface Int32Options extends BrandOptions, ReadsOptions<"Edm.String"> {
  /** Minimum, inclusive; −2³¹ by default. */
  readonly min?: number;
  /** Maximum, inclusive; 2³¹ − 1 by default. */
  readonly max?: number;
  /** Filled in by insert and replace, and on read, where the property is absent. */
  readonly default?: number;
}

/** `As` is `never` where `as` is not given. */
export interface Int64Options<As extends "number" | "string">
  extends BrandOptions,
    ReadsOptions<"Edm.Int32" | "Edm.String"> {
  /**
   * The TypeScript type; `bigint` by default. `"number"` makes a value outside of ±(2⁵³ − 1) an error, on reading too;
   * `"string"` is decimal digits.
   */
  readonly as?: As;
  /** Filled in by insert and replace, and on read, where the property is absent. */
  readonly default?: [As] extends [never] ? bigint : As extends "number" ? number : `${bigint}`;
}

export interface DoubleOptions extends PropertyOptions, ReadsOptions<"Edm.Int32" | "Edm.Int64" | "Edm.String"> {
  /** Filled in by insert and replace, and on read, where the property is absent. */
  readonly default?: number;
}

export interface DateTimeOptions extends PropertyOptions, ReadsOptions<"Edm.String"> {
  /** The TypeScript type: `"iso"` is ISO 8601 text, `"ticks"` a bigint of .NET ticks (100 ns); `Date` by default. */
  readonly as?: "iso" | "ticks";
  /**
   * Filled in by insert and replace where the property is absent: a UTC time such as `"2020-01-01T00:00:00Z"`, on read too, or
   * `"now"`, the client's time when the entity is made. A stored row without a `"now"` property is an error.
   */
  readonly default?: "now" | `${number}-${number}-${number}T${string}Z`;
}

export interface GuidOptions extends BrandOptions, ReadsOptions<"Edm.String"> {
  /**
   * Filled in by insert and replace where the property is absent: a random GUID. To know it, make the entity with `new` and insert
   * that. A stored row without the property is an error.
   */
  readonly default?: "random";
}

export interface JsonOptions<T> extends PropertyOptions {
  /** Filled in by insert and replace, and on read, where the property is absent; each entity gets a copy of its own. */
  readonly default?: NoInfer<T>;
}

export interface BinaryOptions extends PropertyOptions {
  /** Maximum size in bytes, 1 to 65,536; checked before sending. */
  readonly maxBytes?: number;
}

/** The type of `edm`: one function per Edm type, and `json`. */
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
  /** Edm.Int64, −2⁶³ to 2⁶³ − 1: `bigint`, or as `as` says. */
  int64<As extends "number" | "string" = never>(options?: Int64Options<As>): RequiredProperty<"int64">;
  /** Edm.Double: `number`, including NaN and ±Infinity. */
  double(options?: DoubleOptions): RequiredProperty<"double">;
  /** Edm.DateTime, UTC, 1601-01-01 to 9999-12-31 in steps of 100 ns: `Date`, or as `as` says. */
  dateTime(options?: DateTimeOptions): RequiredProperty<"dateTime">;
  /** Edm.Guid: text of the shape that `crypto.randomUUID()` returns; stored in lower case. */
  guid(options?: GuidOptions): RequiredProperty<"guid">;
  /** Edm.Binary, at most 65,536 bytes: `Uint8Array`. */
  binary(options?: BinaryOptions): RequiredProperty<"binary">;
}

declare const json: unique symbol;

/** A property that holds a `T` as JSON. */
export interface JsonProperty<T> extends RequiredProperty<"json"> {
  readonly [json]?: T;
}

/** The types of properties, by their Edm names. */
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
