import type { PropertyType, RequiredProperty } from "./property.js";

/** Options of every property. */
export interface PropertyOptions {
  /** Name of the stored property, if it must differ from the TypeScript name. */
  readonly name?: string;
  /** If true, only the key contains the value. It is not stored as a property, so filters cannot use it. */
  readonly keyOnly?: boolean;
  /**
   * Former stored names, newest first. If a row lacks the current name, reads use these, and conditions query all of the names. Inserts,
   * replace and modify write only the current name. A merge cannot remove the property under a former name, so it stores the new value
   * there too.
   */
  readonly formerly?: readonly string[];
  /**
   * If true, writes also store the value under its former names, and reads prefer those names. Set it while programs with the former
   * definition still run. Before you remove it, rewrite the rows that those programs have changed.
   */
  readonly keepFormer?: boolean;
  /**
   * If true, an insert writes the value and no later write changes it. Merge and modify reject it. Replace reads the stored value first,
   * and keeps it.
   */
  readonly readOnly?: boolean;
  /** If true, `toJSON` omits the value, e.g. the hash of a password. */
  readonly hidden?: boolean;
}

/** Option of properties whose stored values may have another Edm type. `Source` is the union of the types that convert without loss. */
export interface ReadsOptions<Source extends string> {
  /**
   * Former Edm types. Rows that store one of them are read, and conditions find them. Writes use the builder's own type, such as Edm.Int64
   * for `edm.int64()`.
   */
  readonly reads?: readonly Source[];
}

/** Names of the stored properties over which another program splits a long value, such as `Data0`, `Data1`. */
export interface NamedParts {
  /** Stored names with `{n}` for the number of the part: `"Data{n}"`. The option `name` gives the first part another name. */
  readonly names: string;
  /** Number of the first part; 0 by default. */
  readonly from?: number;
  /** Maximum number of parts, 2 to 252; 15 by default. */
  readonly count?: number;
}

/** Option of types whose values may be larger than one stored property. `Parts` is the type of the option, `never` without it. */
export interface PartsOption<Parts extends number | NamedParts> {
  /**
   * Maximum number of stored properties over which the value is split, each up to 64 KiB: 2 to 15, or 2 to 31 in Cosmos DB. A value takes
   * only as many as it needs. They are named `name`, `name_1`, `name_2` and so on; `NamedParts` gives them other names. They are written
   * and read as one value, which conditions cannot use.
   */
  readonly parts?: Parts;
}

/** Options of types that can get their own TypeScript type, so that no other string or number is assignable to it. */
export interface BrandOptions extends PropertyOptions {
  /** Name of the generated type, e.g. `"CustomerId"`. No other string or number is assignable to it. */
  readonly brand?: string;
}

export interface StringOptions<Value extends string, Default extends string, Parts extends number | NamedParts = never>
  extends BrandOptions,
    PartsOption<Parts>,
    ReadsOptions<"Edm.Guid" | "Edm.DateTime"> {
  /**
   * Maximum length in UTF-16 units (`string.length`), checked before sending: 1 to 32,768, or with `parts` 1 to 32,768 times the number of
   * parts.
   */
  readonly maxLength?: number;
  /**
   * Length of every value, in UTF-16 units. With it, `.raw` in a key has a fixed width, so that queries can use ranges and prefixes of the
   * string.
   */
  readonly length?: number;
  /**
   * Kind of identifier: a [ULID](https://github.com/ulid/spec) or a [KSUID](https://github.com/segmentio/ksuid). If a key contains the
   * identifier, queries can ask for a range of the times that identifiers contain.
   */
  readonly pattern?: "ulid" | "ksuid";
  /** Allowed values; the TypeScript type is their union. */
  readonly oneOf?: readonly Value[];
  /** Stored text of each name: `{ euro: "978", dollar: "840" }`. The TypeScript type is the union of the names. */
  readonly codes?: { readonly [Name in Value]: string };
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: Default extends Value ? Default : `✗ the default "${Default}" is not in oneOf`;
}

export interface BooleanOptions extends PropertyOptions, ReadsOptions<"Edm.String"> {
  /** Value that insert and replace write, and reads return, if the property is absent. */
  readonly default?: boolean;
}

/** Options of `edm.int32()`. `Name` is the union of the names in `codes`, `never` without `codes`. */
export interface Int32Options<Name extends string = never> extends BrandOptions, ReadsOptions<"Edm.String"> {
  /** Minimum, inclusive; −2³¹ by default. */
  readonly min?: number;
  /** Maximum, inclusive; 2³¹ − 1 by default. */
  readonly max?: number;
  /**
   * Stored number of each name: `{ open: 0, paid: 1 }`. The TypeScript type is the union of the names; rows, keys, conditions and indexes
   * contain the numbers.
   */
  readonly codes?: { readonly [Each in Name]: number };
  /** Value that insert and replace write, and reads return, if the property is absent. With `codes`, the value is one of the names. */
  readonly default?: [Name] extends [never] ? number : NoInfer<Name>;
}

/** Options of `edm.int64()`. `As` is the type of the option `as`, `never` without it. */
export interface Int64Options<As extends "number" | "string">
  extends BrandOptions,
    ReadsOptions<"Edm.Int32" | "Edm.String"> {
  /**
   * TypeScript type; `bigint` by default. With `"number"`, a value outside ±(2⁵³ − 1) is an error, even when it is read. With `"string"`,
   * the value is text of decimal digits.
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
   * Value that insert and replace write if the property is absent. If it is a UTC time such as `"2020-01-01T00:00:00Z"`, reads return it
   * too. `"now"` is the client's time when the entity is created. A stored row without the property is then an error.
   */
  readonly default?: "now" | `${number}-${number}-${number}T${string}Z`;
  /**
   * `"now"` sets the client's time when the row is inserted, unless the insert passes one. It makes the property `readOnly`. Upserts keep
   * the value of a row that exists.
   */
  readonly onInsert?: "now";
  /**
   * `"now"` stores the client's time in every write by a client with this definition: inserts, merges, replaces, upserts, `modify`,
   * transactions and bulks.
   */
  readonly onWrite?: "now";
}

export interface GuidOptions extends BrandOptions, ReadsOptions<"Edm.String"> {
  /**
   * Value that insert and replace write if the property is absent: a random GUID. To know the GUID, create the entity with `new` and insert
   * that. A stored row without the property is an error.
   */
  readonly default?: "random";
}

export interface JsonOptions<T> extends PropertyOptions, PartsOption<number | NamedParts> {
  /**
   * Compression of the stored JSON. The property is then an Edm.Binary, and has no default. `"zstd"` needs Node.js 22.15. If the platform
   * lacks a compression, reads and writes throw `compression.not-available`.
   */
  readonly compress?: "gzip" | "zstd";
  /** Value that insert and replace write, and reads return, if the property is absent. Each entity gets its own copy. */
  readonly default?: NoInfer<T>;
}

export interface BinaryOptions extends PropertyOptions, PartsOption<number | NamedParts> {
  /** Maximum size in bytes, checked before sending: 1 to 65,536, or with `parts` 1 to 65,535 times the number of parts. */
  readonly maxBytes?: number;
}

/**
 * Standard Schema (Zod, Valibot, ArkType). Only the types of its values are used.
 * @see https://standardschema.dev
 */
export interface SchemaOfValues {
  readonly "~standard": {
    readonly version: 1;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

type TypesOf<Schema extends SchemaOfValues> = NonNullable<Schema["~standard"]["types"]>;

/** Type of the values that a schema returns. */
export type SchemaOutput<Schema extends SchemaOfValues> = TypesOf<Schema>["output"];

/**
 * Resolves to `Schema` if it accepts the values that it returns, otherwise to a sentence with the reason. If it rejected a value that it
 * has returned, an entity that was read could not be written again.
 */
export type CheckSchema<Schema extends SchemaOfValues> =
  SchemaOutput<Schema> extends TypesOf<Schema>["input"]
    ? Schema
    : "✗ the schema returns values that it does not accept; use one without a transformation to another type";

/** Type of `edm`: one function per Edm type, and `json`. */
export interface EdmBuilders {
  /** Edm.String, at most 32,768 UTF-16 units without `parts`: `string`, or a union of literals with `oneOf` or `codes`. */
  string<const Value extends string, const Default extends string, Parts extends number | NamedParts = never>(
    options?: StringOptions<Value, Default, Parts>,
  ): RequiredProperty<[Parts] extends [never] ? "string" : "parts">;
  /**
   * JSON that a Standard Schema (Zod, Valibot, ArkType) checks on every write and read. Import the schema from another file.
   * @param schema Standard Schema of the values
   */
  json<Schema extends SchemaOfValues>(
    schema: CheckSchema<Schema>,
    options?: JsonOptions<SchemaOutput<Schema>>,
  ): JsonProperty<SchemaOutput<Schema>>;
  /** A value of type `T` as JSON text in an Edm.String: `edm.json<Address>()`. */
  json<T>(options?: JsonOptions<T>): JsonProperty<T>;
  /** Edm.Boolean: `boolean`. */
  boolean(options?: BooleanOptions): RequiredProperty<"boolean">;
  /** Edm.Int32, −2³¹ to 2³¹ − 1: `number`, or a union of names with `codes`. */
  int32<const Name extends string = never>(options?: Int32Options<Name>): RequiredProperty<"int32">;
  /** Edm.Int64, −2⁶³ to 2⁶³ − 1: `bigint`, or the type that `as` names. */
  int64<As extends "number" | "string" = never>(options?: Int64Options<As>): RequiredProperty<"int64">;
  /** Edm.Double: `number`, including NaN and ±Infinity. */
  double(options?: DoubleOptions): RequiredProperty<"double">;
  /** Edm.DateTime, UTC, 1601-01-01 to 9999-12-31 in steps of 100 ns: `Date`, or the type that `as` names. */
  dateTime(options?: DateTimeOptions): RequiredProperty<"dateTime">;
  /** Edm.Guid: text in the format of `crypto.randomUUID()`; stored in lower case. */
  guid(options?: GuidOptions): RequiredProperty<"guid">;
  /** Edm.Binary, at most 65,536 bytes without `parts`: `Uint8Array`. */
  binary(options?: BinaryOptions): RequiredProperty<"binary">;
}

declare const json: unique symbol;

/** A property that stores a `T` as JSON. */
export interface JsonProperty<T> extends RequiredProperty<"json"> {
  readonly [json]?: T;
}

/** Functions that declare the properties of an entity, named after the Edm types: `edm.string()`, `edm.int32()` and so on. */
export const edm: EdmBuilders = {
  string: <Type extends "string" | "parts">() => property("string" as Type),
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
  return { type, optional: () => ({ type: "optional", of: type }) };
}
