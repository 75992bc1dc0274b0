import { TableError } from "../../errors/table-error.js";

/** Property types of the Table service. */
export type EdmName =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/** Returns whether a property gets no value: it is undefined or null. For JSON documents, null is a value. */
export function isAbsent(
  value: unknown,
  { type }: { readonly type: Pick<EdmType, "isJson"> },
): value is null | undefined {
  return value === undefined || (value === null && type.isJson === undefined);
}

/**
 * Representation of an Edm type in TypeScript, with the functions that write and read its values. `Edm.Int64` has three of them: bigint,
 * number and string. `to*` functions throw a TableError `value.*`, and `from*` functions a TableError `decode.*`. The caller adds
 * the names of entity and property.
 */
export interface EdmType<Value = unknown> {
  readonly edm: EdmName;
  /** Representation that the definition's option `as` chose; absent for the usual one. */
  readonly as?: "number" | "string" | "iso" | "ticks";
  /** True if the values are JSON documents, stored as text or as compressed bytes. */
  readonly isJson?: true;
  /**
   * Validates a JSON document by its schema and returns the schema's output. Absent if the property has no schema.
   * @throws TableError `value.not-valid`
   */
  check?(value: unknown): unknown;
  /**
   * Writes the value as JSON text, without its `odata.type` annotation. Checks the range of the type, but not the size limits of the
   * service.
   */
  toJson(value: Value): string;
  /** Writes the value as a literal of `$filter`, not percent-encoded. */
  toLiteral(value: Value): string;
  /**
   * Reads a property's value from the JSON of a response.
   * @param annotation the property's `name@odata.type` in that JSON; undefined if it has none
   * @param typed whether that JSON has such annotations at all
   * @throws TableError `decode.*`
   */
  fromJson(json: unknown, annotation: unknown, typed: boolean): Value;
}

/**
 * Returns the name of a type's representation, such as `Edm.Int64 as number`. Two copies of this package have different objects for it, but
 * the same name. Undefined for JSON, and for values that are stored as codes.
 */
export function representationOf(type: EdmType): string | undefined {
  if (type.isJson || "codeOf" in type) return undefined;
  return type.as === undefined ? type.edm : `${type.edm} as ${type.as}`;
}

/** Write mode for a whole entity, which gets defaults for absent properties: insert, insertOrReplace, replace. */
export const withDefaults = 0;
/** Write mode for a whole entity without defaults, because they would overwrite stored values: insertOrMerge. */
export const withoutDefaults = 1;
/** Write mode for some properties of an entity, none of which is required: merge. */
export const changesOnly = 2;

/** Write mode: determines whether properties are required, and whether absent ones get their defaults. */
export type WriteMode = typeof withDefaults | typeof withoutDefaults | typeof changesOnly;

/** Limits of the service on the size of one value. */
export interface SizeLimits {
  /** Maximum length of an Edm.String, in UTF-16 units. */
  readonly stringUnits: number;
  /** Maximum size of an Edm.Binary, in bytes. */
  readonly binaryBytes: number;
  /**
   * List for the JSON members of large values that are split over several properties. If it is undefined, the writer returns these members
   * like all others.
   */
  readonly large?: LargeMembers | undefined;
}

/** List of JSON members of a row that are too large to be joined into one text with the others. */
export interface LargeMembers {
  /**
   * Adds a JSON member.
   * @param prefix the beginning of the member, up to its value
   * @param json the member's value
   * @param valueBytes the size of the value, as the service counts it
   * @param isAscii true if the JSON is known to be ASCII
   */
  add(prefix: string, json: string, valueBytes: number, isAscii: boolean): void;
}

/** Kind of identifier that starts with the time of its creation, and so sorts by that time. */
export type StringPattern = "ulid" | "ksuid";

/** Rules that an entity definition sets for the values of a property. */
export interface ValueRules {
  readonly optional?: true | undefined;
  readonly default?: unknown;
  /**
   * Computes the default, such as the current time, when an entity without the property is written as a whole. It is not called when a row
   * without the property is read.
   */
  readonly makeDefault?: ((time?: number) => unknown) | undefined;
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  /** Maximum length of a string, in UTF-16 units, or of a binary, in bytes. */
  readonly maxLength?: number | undefined;
  /** Length that every string must have, in UTF-16 units. */
  readonly length?: number | undefined;
  /** Kind of identifier that every string must be. */
  readonly pattern?: StringPattern | undefined;
  readonly oneOf?: readonly string[] | undefined;
}

/** Layout of a value that may be larger than one stored property, and is then split over several: its parts. */
export interface PartLayout {
  /** Stored names of the parts, in order. */
  readonly names: readonly string[];
  /** Stored name of one more part. If a row has this property, it was written under a definition with more parts. */
  readonly next: string;
  /** True if all parts before the last are full. False if other programs split the values into parts of any size. */
  readonly isFull: boolean;
  /** Beginning of the JSON member of each part, up to its value. */
  readonly prefixes: readonly string[];
  /**
   * Converts a value to its stored content, which is then split: the text of an Edm.String, or the bytes of an Edm.Binary. Throws
   * `value.*`.
   */
  toContent(value: unknown): string | Uint8Array;
  /** Converts the joined bytes of an Edm.Binary to the value; absent for an Edm.String. */
  readonly fromBytes?: ((bytes: Uint8Array) => unknown) | undefined;
  /**
   * Reads the value from the parts in a row. Returns undefined if the row has none of the parts and the property may be absent.
   * @throws TableError `decode.*`; the caller adds the names of entity and property
   */
  read(row: object, property: object, typed: boolean): unknown;
  /** Functions that write and read large rows (`LargeRows`). Loaded only with definitions that split values. */
  readonly rows: object;
}

/** Property of a definition, with the pieces of JSON from which the functions `write*` build its member of the row. */
export interface WritableProperty extends ValueRules {
  /** Beginning of the JSON member, up to its value: comma, annotation and stored name. */
  readonly jsonPrefix: string;
  /** Beginning of the JSON member with the quote that opens a string value. */
  readonly stringPrefix: string;
  /** JSON member with the default as its value; empty without a default. */
  readonly defaultMember: string;
}

/** Edm types that the service recognizes from the JSON value alone, without an annotation. */
const unannotated: ReadonlySet<string> = new Set(["Edm.String", "Edm.Boolean", "Edm.Int32"]);

/** Writes the beginning of a JSON member, up to its value: `,"name@odata.type":"Edm.Int64","name":`. */
export function buildJsonPrefix(name: string, edm: string): string {
  const quoted = JSON.stringify(name);
  return unannotated.has(edm) ? `,${quoted}:` : `,${JSON.stringify(`${name}@odata.type`)}:"${edm}",${quoted}:`;
}

export type Given<T> = T | null | undefined;

/**
 * Returns the JSON member of a property whose value is undefined or null. Neither is ever sent. The member is empty for an optional
 * property, a merge or an insertOrMerge, and otherwise contains the default.
 * @throws TableError `value.missing` if the write requires a value and there is no default
 */
export function absent(property: WritableProperty, mode: WriteMode): string {
  if (mode === changesOnly || property.optional) return "";
  if (property.default === undefined && (mode === withDefaults || property.makeDefault === undefined))
    throw new TableError("value.missing", "has no value; the definition requires one");
  return mode === withDefaults ? property.defaultMember : "";
}
