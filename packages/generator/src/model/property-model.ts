/** The builder of `edm` that declared a property. `json` is stored as Edm.String; every other one as the Edm type of its name. */
export type PropertyType =
  | "string"
  | "json"
  | "boolean"
  | "int32"
  | "int64"
  | "double"
  | "dateTime"
  | "guid"
  | "binary";

/** The Edm type on the wire. */
export type EdmType =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/** The Edm type that each builder stores. */
export const edmTypes: Readonly<Record<PropertyType, EdmType>> = {
  string: "Edm.String",
  json: "Edm.String",
  boolean: "Edm.Boolean",
  int32: "Edm.Int32",
  int64: "Edm.Int64",
  double: "Edm.Double",
  dateTime: "Edm.DateTime",
  guid: "Edm.Guid",
  binary: "Edm.Binary",
};

/**
 * The TypeScript side of a property whose builder offers a choice.
 * int64: `bigint` (default), `number`, `string`. dateTime: `date` (default), `iso`, `ticks` (bigint, .NET ticks).
 */
export type PropertyAs = "bigint" | "number" | "string" | "date" | "iso" | "ticks";

/** One import that the text of a type argument needs. */
export interface TypeImport {
  /** The exported name, `"default"`, or `"*"` for a namespace. */
  readonly imported: string;
  /** The name the type text uses. */
  readonly local: string;
  /**
   * Where it comes from: `file` is the resolved path of a source file of the project (relative import, or a type declared in
   * the definition file itself), to be written relative to the generated file; `module` is a specifier to be written as it is.
   */
  readonly from: { readonly file: string } | { readonly module: string };
}

/** The type argument of `edm.json<T>()`. */
export interface JsonTypeModel {
  /** The text of `T` as it was written; `unknown` where none was given. */
  readonly text: string;
  /** What the text needs imported (type-only), ordered by local name. Global names need nothing. */
  readonly imports: readonly TypeImport[];
}

/** A checked property of an entity. Fields that a builder does not offer are `undefined`. */
export interface PropertyModel {
  /** The TypeScript name: a JavaScript identifier that does not start with `$`. */
  readonly name: string;
  /** The name on the wire, a legal property name of the service; equal to `name` unless the option `name` says otherwise. */
  readonly storedName: string;
  readonly type: PropertyType;
  /** `edmTypes[type]`. */
  readonly edm: EdmType;
  /** The TypeScript side, for int64 and dateTime only; the default is filled in. */
  readonly as: PropertyAs | undefined;
  /** `.optional()` was called. Never true together with a default or for a key part. */
  readonly optional: boolean;
  /** A value of the builder's type; for int64 always a bigint, whatever `as` says. A double may be NaN or ±Infinity. */
  readonly default: string | number | bigint | boolean | undefined;
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
  /** The key that holds the property; a property is a part of at most one. */
  readonly key: "partition" | "row" | undefined;
  /** json only. */
  readonly json: JsonTypeModel | undefined;
  /** The JSDoc text without comment marks, lines joined with `\n`, tags kept; never empty. */
  readonly doc: string | undefined;
}
