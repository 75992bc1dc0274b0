/** Property types of the service. */
export type EdmName =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

/**
 * Representation of an Edm type in TypeScript. `Edm.Int64` has three: bigint, number and string. `to*` functions throw a TableError
 * `value.*`, `from*` functions a TableError `decode.*`, both without the names of entity and property: the caller adds them.
 */
export interface EdmType<Value = unknown> {
  readonly edm: EdmName;
  /** True if the values are JSON documents, stored as text or as compressed bytes. */
  readonly isJson?: true;
  /** Validates a JSON document and returns the result of its schema. Absent without a schema. @throws TableError `value.not-valid` */
  check?(value: unknown): unknown;
  /** Writes the value as JSON text, without annotation. Checks the range of the type, but not the limits of the service. */
  toJson(value: Value): string;
  /** Writes the value as a literal of `$filter`, not percent-encoded. */
  toLiteral(value: Value): string;
  /**
   * Reads a value from a payload.
   * @param annotation the payload's `name@odata.type`
   * @param typed whether the payload has annotations at all
   * @throws TableError `decode.*`
   */
  fromJson(json: unknown, annotation: unknown, typed: boolean): Value;
}
