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
